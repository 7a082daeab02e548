//! Who wins small positions of tuples of numbers, whatever values the parameters have: one compiled term for all values of a shape.
//!
//! The term has the parameters' arrays as parts ([`Game::opened`]), and its code is made once ([`Program::open`]). A new set of values is written into the memory, and
//! a position is decided depth first over the box of small positions, with a worth kept for each that was come to. That is the plain definition of who wins, on the exact
//! moves; whatever it does not cover has no answer here, and is for the engine of a game of its own: play that leaves the box, that comes back to a position, or that leaves
//! the machine's words.

use std::ops::ControlFlow;

use whowins_analysis::{Player, Value};
use whowins_core::{Budget, Game};

use crate::compiled::{Machine, Program, Turn};

/// A term with open arrays, compiled, and the box of positions that it answers.
pub struct Opened {
    program: Program,
    machine: Machine,
    /// How many values each number has in the box, from 0 on.
    sides: Vec<u64>,
    /// Positions under way, and what each can lead to: the worths of a position's options are above the mark of its frame.
    frames: Vec<Frame>,
    options: Vec<usize>,
}

/// A position under way.
struct Frame {
    place: usize,
    /// Where its options begin.
    from: usize,
    /// The best worth for who is to move there so far: the least possible at first.
    best: u8,
}

/// What is known of the box's positions with some values of the open arrays: filled as positions are asked for. Two bytes a position.
#[derive(Clone, Debug)]
pub struct Worths(Box<[u8]>);

impl Worths {
    /// How many there are: two for each position.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the box has no position.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Not yet known.
const UNKNOWN: u8 = 0;
/// Under way.
const BEGUN: u8 = 4;

/// What player 0 gets, from 1 on: a loss, a draw, a win.
fn worth(pays: i64) -> u8 {
    (2 + pays.signum()) as u8
}

impl Opened {
    /// The kernel of a term whose parts are the turn, a number for each side and, from there on, open arrays; `sides` says how many values each number has in the box. `None` where
    /// the term is no such one, lets the opponent block options, starts nowhere, or is not compiled. The lengths of the arrays are those of the first start.
    ///
    /// ```
    /// use whowins_analysis::{Player, Value};
    /// use whowins_core::{Budget, Game, Part};
    /// use whowins_engine::Opened;
    ///
    /// let game: Game = "(game take (const s 1 3) (part turn 0 1) (part n 0 -) (start (0) (5))
    ///     (tier (choose i 0 (len s) (seq (set n (- n (get s i))) (set turn (- 1 turn))))) (stuck (if turn 1 -1)))".parse()?;
    /// let set = Part { name: "s".into(), least: 1.into(), most: Some(9.into()) };
    /// let mut open = Opened::new(&game.opened(vec![(0, set)]), vec![16]).expect("one number");
    /// for (set, lost) in [([1, 3], 4), ([1, 2], 3)] {
    ///     let mut worths = open.worths();
    ///     assert!(open.fill(&[set.to_vec()]));
    ///     let value = open.value(&mut worths, &[lost], Player::First, &Budget::OPEN);
    ///     assert_eq!(value, Some(Value::Loss));
    /// }
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn new(game: &Game, sides: Vec<u64>) -> Option<Self> {
        let start = game.starts.first()?;
        let first = sides.len() + 1;
        let numbers = start.get(..first)?;
        let plain = numbers.iter().all(|array| array.len() == 1);
        let natural = game.parts[..first]
            .iter()
            .all(|part| part.least >= 0.into());
        (plain && natural && game.blocks == 0).then_some(())?;
        sides.iter().try_fold(1u64, |all, side| {
            all.checked_mul(*side).filter(|all| *all <= MOST)
        })?;
        let program = Program::open(game, start, first)?;
        let machine = program.machine();
        Some(Self {
            program,
            machine,
            sides,
            frames: Vec::new(),
            options: Vec::new(),
        })
    }

    /// Nothing known yet, of any values.
    pub fn worths(&self) -> Worths {
        let all: u64 = self.sides.iter().product();
        Worths(vec![UNKNOWN; 2 * all as usize].into())
    }

    /// Plays with these values of the open arrays from now on, in the order of the parts. Whether they have the lengths and lie in the ranges that the term was made for; where
    /// not, it is to be filled again before it is asked.
    pub fn fill(&mut self, arrays: &[Vec<i64>]) -> bool {
        let first = self.sides.len() + 1;
        let mut all = arrays.iter().enumerate();
        all.all(|(at, values)| self.program.fill(first + at, values, &mut self.machine))
    }

    /// Where a position lies among the worths, with whose turn it is.
    fn place(&self, numbers: impl Iterator<Item = i64>, turn: u8) -> Option<usize> {
        place(&self.sides, numbers, turn)
    }

    /// Who wins a position, if it is known already.
    pub fn known(&self, worths: &Worths, state: &[i64], player: Player) -> Option<Value> {
        let place = self.place(state.iter().copied(), player.index() as u8)?;
        value(worths.0[place], player)
    }

    /// Who wins a position of the box with this player to move, with the values that were filled in; `worths` is what is known with these. `None` where it is not answered here.
    ///
    /// Linear in the moves of the positions that play comes to and that are not known yet.
    pub fn value(
        &mut self,
        worths: &mut Worths,
        state: &[i64],
        player: Player,
        budget: &Budget,
    ) -> Option<Value> {
        let place = self.place(state.iter().copied(), player.index() as u8)?;
        if worths.0[place] == UNKNOWN && self.search(worths, place, budget).is_none() {
            // What is under way is not known.
            for frame in self.frames.drain(..) {
                worths.0[frame.place] = UNKNOWN;
            }
            return None;
        }
        value(worths.0[place], player)
    }

    /// Works out the worth of a position that is not known yet.
    fn search(&mut self, worths: &mut Worths, place: usize, budget: &Budget) -> Option<()> {
        self.frames.clear();
        self.options.clear();
        self.begin(worths, place, budget)?;
        while let Some(frame) = self.frames.last_mut() {
            let turn = frame.place % 2;
            let most = if turn == 0 { worth(1) } else { worth(-1) };
            if frame.best != most && self.options.len() > frame.from {
                let option = self.options[self.options.len() - 1];
                match worths.0[option] {
                    UNKNOWN => self.begin(worths, option, budget)?,
                    // Play comes back to a position.
                    BEGUN => return None,
                    known => {
                        self.options.pop();
                        frame.best = match turn {
                            0 => frame.best.max(known),
                            _ => frame.best.min(known),
                        };
                    }
                }
                continue;
            }
            worths.0[frame.place] = frame.best;
            let from = frame.from;
            self.options.truncate(from);
            self.frames.pop();
        }
        Some(())
    }

    /// Looks at a position: it is worth what is paid there, or its options are to be looked at.
    fn begin(&mut self, worths: &mut Worths, place: usize, budget: &Budget) -> Option<()> {
        let (program, machine) = (&self.program, &mut self.machine);
        let mut rest = place;
        let turn = rest % 2;
        let mut fits = program.fill(0, &[turn as i64], machine);
        rest /= 2;
        for (at, side) in self.sides.iter().enumerate().rev() {
            let side = *side as usize;
            fits &= program.fill(1 + at, &[(rest % side) as i64], machine);
            rest /= side;
        }
        fits.then_some(())?;
        let from = self.options.len();
        let (sides, options) = (&self.sides, &mut self.options);
        let mut inside = true;
        let done = program.turn(machine, budget, &mut |next| {
            let numbers = (1..=sides.len()).map(|part| program.number(part, next));
            let Some(option) = self::place(sides, numbers, program.turn_of(next)) else {
                inside = false;
                return ControlFlow::Break(());
            };
            options.push(option);
            ControlFlow::Continue(())
        });
        match done.ok()? {
            _ if !inside => return None,
            Turn::Over(pays) | Turn::Stuck(pays) => worths.0[place] = worth(pays),
            Turn::Moves => {
                worths.0[place] = BEGUN;
                let best = if turn == 0 { worth(-1) } else { worth(1) };
                self.frames.push(Frame { place, from, best });
            }
        }
        Some(())
    }
}

/// A box has at most so many positions.
const MOST: u64 = 1 << 20;

fn place(sides: &[u64], numbers: impl Iterator<Item = i64>, turn: u8) -> Option<usize> {
    let mut at = 0;
    for (number, side) in numbers.zip(sides) {
        at = at * side + u64::try_from(number).ok().filter(|number| number < side)?;
    }
    Some(2 * at as usize + usize::from(turn))
}

/// What a worth is for a player to move.
fn value(worth: u8, player: Player) -> Option<Value> {
    let value = match worth {
        1 => Value::Loss,
        2 => Value::Draw,
        3 => Value::Win,
        _ => return None,
    };
    Some(match player {
        Player::First => value,
        Player::Second => value.reversed(),
    })
}
