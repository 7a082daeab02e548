//! Who wins small positions of tuples of numbers, whatever values the parameters have: one compiled
//! term for all values of a shape.
//!
//! The term has the parameters' arrays as parts ([`Game::opened`]), and its code is made once
//! ([`Program::open`]). A new set of values is written into the memory, and a position is decided
//! depth first over the box of small positions, with a worth kept for each that was come to. That
//! is the plain definition of who wins, on the exact moves; whatever it does not cover has no
//! answer here, and is for the engine of a game of its own: play that leaves the box, that comes
//! back to a position, or that leaves the machine's words.
//!
//! Options whose worth is known are weighed as they are handed out, and no more are handed out once
//! one wins: positions that are asked for in order have no others. Where the moves hang on no open
//! array, those of a position are carried out once for all values. Where both players have the same
//! moves and prospects, a position has one worth, that of its mover.

use std::ops::ControlFlow;

use whowins_analysis::program::is_impartial;
use whowins_analysis::{Player, Value};
use whowins_core::{Budget, Game};

use crate::compiled::{Machine, Program, Turn};

/// A term with open arrays, compiled, and the box of positions that it answers.
pub struct Opened {
    program: Program,
    machine: Machine,
    sides: Box<Sides>,
    /// The options of positions, where they are the same with all values of the open arrays.
    same: Option<Same>,
    /// Positions under way, and what each can lead to: its options whose worth was not known are
    /// above the mark of its frame.
    frames: Vec<Frame>,
    options: Vec<Place>,
}

/// The box.
struct Sides {
    /// How many values each number has, from 0 on.
    sides: Vec<u64>,
    /// Whether both players have the same moves and prospects: whose turn it is makes no difference
    /// to what a position is worth for its mover.
    fair: bool,
}

/// Where a position's worth stands.
type Place = u32;

/// An option: twice its place, and 1 more where the turn has passed to the other player.
type Step = u32;

/// The options of positions that were looked at, whatever the values of the open arrays.
struct Same {
    /// Of each place where its options begin and end; none of a place that was not looked at, or
    /// where play is over.
    places: Vec<Option<(u32, u32)>>,
    all: Vec<Step>,
}

/// So many options are kept.
const SAME: usize = 1 << 14;

/// A position under way.
struct Frame {
    place: Place,
    /// Where its options begin.
    from: usize,
    /// The best worth so far: the least possible at first.
    best: u8,
}

/// What is known of the box's positions with some values of the open arrays: filled as positions
/// are asked for. A byte a position, or two where the players differ.
#[derive(Clone, Debug, Default)]
pub struct Worths(Vec<u8>);

impl Worths {
    /// How many there are.
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
/// For who is to move.
const LOSS: u8 = 1;
const WIN: u8 = 3;
/// Under way.
const BEGUN: u8 = 4;

/// What a payoff to player 0 is worth for the player whose turn it is.
fn worth(pays: i64, turn: u8) -> u8 {
    let own = if turn == 0 {
        pays
    } else {
        pays.saturating_neg()
    };
    (2 + own.signum()) as u8
}

/// What a worth is for the player before, where the turn has passed.
fn through(step: Step, worth: u8) -> u8 {
    if step % 2 == 1 {
        LOSS + WIN - worth
    } else {
        worth
    }
}

impl Opened {
    /// The kernel of a term whose parts are the turn, a number for each side and, from there on,
    /// open arrays; `sides` says how many values each number has in the box. `None` where the term
    /// is no such one, lets the opponent block options, starts nowhere, or is not compiled. The
    /// lengths of the arrays are those of the first start.
    ///
    /// ```
    /// use whowins_analysis::{Player, Value};
    /// use whowins_core::{Budget, Game, Part};
    /// use whowins_engine::Opened;
    ///
    /// let game: Game = "(game take (const s 1 3) (part turn 0 1) (part n 0 -) (start (0) (5))
    ///     ; A move takes a number of s.
    ///     (tier (choose i 0 (len s) (seq (set n (- n (get s i))) (set turn (- 1 turn))))) (stuck (if turn 1 -1)))".parse()?;
    /// let set = Part { name: "s".into(), least: 1.into(), most: Some(9.into()) };
    /// let mut open = Opened::new(&game.opened(vec![(0, set)]), vec![16]).expect("one number");
    /// for (set, lost) in [([1, 3], 4), ([1, 2], 3)] {
    ///     let mut worths = open.worths();
    ///     assert!(open.fill(0, &set));
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
        let sides = Box::new(Sides {
            sides,
            fair: is_impartial(game),
        });
        let same = (!game.moves_read(first)).then(|| Same {
            places: vec![None; sides.places()],
            all: Vec::new(),
        });
        Some(Self {
            program,
            machine,
            sides,
            same,
            frames: Vec::new(),
            options: Vec::new(),
        })
    }

    /// Nothing known yet, of any values.
    pub fn worths(&self) -> Worths {
        Worths(vec![UNKNOWN; self.sides.places()])
    }

    /// Nothing known any more, of any values, in the same memory.
    pub fn forget(&self, worths: &mut Worths) {
        worths.0.clear();
        worths.0.resize(self.sides.places(), UNKNOWN);
    }

    /// Plays with these values of one of the open arrays from now on, `at` in the order of the
    /// parts. Whether they have the length and lie in the ranges that the term was made for; where
    /// not, it is to be filled again before it is asked.
    pub fn fill(&mut self, at: usize, values: &[i64]) -> bool {
        let first = self.sides.sides.len() + 1;
        self.program.fill(first + at, values, &mut self.machine)
    }

    /// Who wins a position, if it is known already.
    pub fn known(&self, worths: &Worths, state: &[i64], player: Player) -> Option<Value> {
        let place = self
            .sides
            .place(state.iter().copied(), player.index() as u8)?;
        value(worths.0[place as usize])
    }

    /// Who wins a position of the box with this player to move, with the values that were filled
    /// in; `worths` is what is known with these. `None` where it is not answered here.
    ///
    /// Linear in the moves of the positions that play comes to and that are not known yet.
    pub fn value(
        &mut self,
        worths: &mut Worths,
        state: &[i64],
        player: Player,
        budget: &Budget,
    ) -> Option<Value> {
        let numbers = state.iter().copied();
        let place = self.sides.place(numbers, player.index() as u8)?;
        if worths.0[place as usize] == UNKNOWN && self.search(worths, place, budget).is_none() {
            // What is under way is not known.
            for frame in self.frames.drain(..) {
                worths.0[frame.place as usize] = UNKNOWN;
            }
            return None;
        }
        value(worths.0[place as usize])
    }

    /// Works out the worth of a position that is not known yet.
    fn search(&mut self, worths: &mut Worths, place: Place, budget: &Budget) -> Option<()> {
        self.frames.clear();
        self.options.clear();
        self.begin(worths, place, budget)?;
        while let Some(frame) = self.frames.last_mut() {
            if frame.best != WIN && self.options.len() > frame.from {
                let step = self.options[self.options.len() - 1];
                match worths.0[step as usize / 2] {
                    UNKNOWN => self.begin(worths, step / 2, budget)?,
                    // Play comes back to a position.
                    BEGUN => return None,
                    known => {
                        self.options.pop();
                        frame.best = frame.best.max(through(step, known));
                    }
                }
                continue;
            }
            worths.0[frame.place as usize] = frame.best;
            self.options.truncate(frame.from);
            self.frames.pop();
        }
        Some(())
    }

    /// Looks at a position: its worth is known then, or it is under way.
    fn begin(&mut self, worths: &mut Worths, place: Place, budget: &Budget) -> Option<()> {
        let mut weighing = Weighing {
            worths: &worths.0,
            options: &mut self.options,
            best: UNKNOWN,
        };
        let from = weighing.options.len();
        let kept = self.same.as_ref().and_then(|same| same.options(place));
        if let Some(kept) = kept {
            let _ = kept.iter().try_for_each(|step| weighing.weigh(*step));
        } else {
            let (program, machine, sides) = (&self.program, &mut self.machine, &*self.sides);
            let turn = sides.put(place, program, machine)?;
            let mut inside = true;
            let mut same = self.same.as_mut();
            let first = same.as_ref().map(|same| same.all.len());
            let done = program.turn(machine, budget, &mut |next| {
                let numbers = (1..=sides.sides.len()).map(|part| program.number(part, next));
                let after = program.turn_of(next);
                let Some(option) = sides.place(numbers, after) else {
                    inside = false;
                    return ControlFlow::Break(());
                };
                let step = 2 * option + Step::from(after != turn);
                match &mut same {
                    Some(same) => {
                        same.all.push(step);
                        let _ = weighing.weigh(step);
                        ControlFlow::Continue(())
                    }
                    None => weighing.weigh(step),
                }
            });
            match (&done, same, first) {
                (Ok(Turn::Moves), Some(same), Some(first)) if inside => same.keep(place, first),
                (_, Some(same), Some(first)) => same.all.truncate(first),
                _ => {}
            }
            match done.ok()? {
                _ if !inside => return None,
                Turn::Over(pays) | Turn::Stuck(pays) => {
                    worths.0[place as usize] = worth(pays, turn);
                    return Some(());
                }
                Turn::Moves => {}
            }
        }
        let best = weighing.best;
        if best == WIN || self.options.len() == from {
            self.options.truncate(from);
            worths.0[place as usize] = best;
        } else {
            worths.0[place as usize] = BEGUN;
            self.frames.push(Frame { place, from, best });
        }
        Some(())
    }
}

/// Options being weighed for who has them.
struct Weighing<'a> {
    worths: &'a [u8],
    /// Those whose worth is not known.
    options: &'a mut Vec<Step>,
    best: u8,
}

impl Weighing<'_> {
    /// One more; it is over where it wins.
    fn weigh(&mut self, step: Step) -> ControlFlow<()> {
        match self.worths[step as usize / 2] {
            UNKNOWN | BEGUN => self.options.push(step),
            known => self.best = self.best.max(through(step, known)),
        }
        match self.best {
            WIN => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Same {
    fn options(&self, place: Place) -> Option<&[Step]> {
        let (from, to) = self.places[place as usize]?;
        Some(&self.all[from as usize..to as usize])
    }

    /// The latest options, from this one on, are those of a place.
    fn keep(&mut self, place: Place, from: usize) {
        match self.all.len() <= SAME {
            true => self.places[place as usize] = Some((from as u32, self.all.len() as u32)),
            false => self.all.truncate(from),
        }
    }
}

/// A box has at most so many positions.
const MOST: u64 = 1 << 20;

impl Sides {
    fn places(&self) -> usize {
        let all: u64 = self.sides.iter().product();
        all as usize * if self.fair { 1 } else { 2 }
    }

    /// Where a position lies among the worths, with whose turn it is; `None` outside the box.
    fn place(&self, numbers: impl Iterator<Item = i64>, turn: u8) -> Option<Place> {
        let mut at = 0;
        for (number, side) in numbers.zip(&self.sides) {
            at = at * side + u64::try_from(number).ok().filter(|number| number < side)?;
        }
        let at = at as Place;
        Some(if self.fair {
            at
        } else {
            2 * at + Place::from(turn)
        })
    }

    /// Puts the position of a place into the memory: whose turn it is there.
    fn put(&self, place: Place, program: &Program, machine: &mut Machine) -> Option<u8> {
        let (mut rest, turn) = match self.fair {
            true => (place, 0),
            false => (place / 2, place % 2),
        };
        let mut fits = program.fill(0, &[turn.into()], machine);
        for (at, side) in self.sides.iter().enumerate().rev() {
            let side = *side as Place;
            fits &= program.fill(1 + at, &[(rest % side).into()], machine);
            rest /= side;
        }
        fits.then_some(turn as u8)
    }
}

/// What a worth is, where it is known.
fn value(worth: u8) -> Option<Value> {
    Some(match worth {
        LOSS => Value::Loss,
        2 => Value::Draw,
        WIN => Value::Win,
        _ => return None,
    })
}
