//! Learns the automaton of a game's outcomes: questions go to the engine, guesses to the exact
//! check.

use std::ops::ControlFlow;

use dashu_int::UBig;
use whowins_analysis::derive::Ray;
use whowins_analysis::{Frame, Game, Player, Stuck};
use whowins_automata::{Dfa, Error, Moore, Unlearned, learn};
use whowins_engine::{EngineError, Limits};

use super::kernel::Kernel;
use super::numerals::Numerals;
use super::oracle::{Oracle, Silence};

/// What a word of letters says: for each player to move, whether that player wins; `None` where the
/// word is no position.
pub(super) type Label = Option<[bool; 2]>;

/// Why the learner gave up on a numeration system.
#[derive(Clone, Debug)]
pub(super) enum Trouble {
    /// No answer to a question.
    Silent(Silence),
    /// An automaton of the exact check grew too large.
    Automata(Error),
    /// The check refuted a guess at a position where guess and engine agree on everything: one of
    /// the two is wrong.
    Discord,
}

/// A game of vectors and rays.
pub(super) struct Lattice<'a> {
    pub game: &'a Game,
    pub coordinates: usize,
    pub rays: Vec<Ray>,
    pub stuck: Stuck,
}

/// One system's learner; keeps its theory and the refutations from one attempt to the next.
pub(super) struct Learner<'a> {
    lattice: &'a Lattice<'a>,
    limits: &'a Limits,
    system: Numerals,
    kernel: Option<Kernel>,
    refuting: Vec<Vec<usize>>,
    /// How many times as wide as at first the box is.
    widened: u64,
    /// How often the exact check was asked.
    pub checks: u64,
}

/// Side of the box on which a guess is compared before the exact check.
const BOX: [u64; 4] = [256, 24, 8, 5];
/// The most positions of a box that is widened, where the exact check makes too large automata of a
/// guess that the first one lets pass.
const WIDE: u64 = 1 << 22;
/// How many times as wide it becomes.
const WIDENS: u64 = 2;
/// Guesses of so many states are compared further out first where options can be blocked.
const COUNTED: usize = 12;
/// So many times as far.
const FURTHER: u64 = 4;
/// The bounds of the exact check's automata.
const STEPS: usize = 1 << 30;

impl<'a> Learner<'a> {
    pub(super) fn new(lattice: &'a Lattice<'a>, system: Numerals, limits: &'a Limits) -> Self {
        Self {
            lattice,
            limits,
            system,
            kernel: None,
            refuting: Vec::new(),
            widened: 1,
            checks: 0,
        }
    }

    pub(super) fn system(&self) -> &Numerals {
        &self.system
    }

    pub(super) fn coordinates(&self) -> usize {
        self.lattice.coordinates
    }

    /// Learns an automaton with at most so many states.
    pub(super) fn learn(
        &mut self,
        most: usize,
        oracle: &mut Oracle<'_>,
    ) -> Result<Moore<Label>, Unlearned<Trouble>> {
        let letters = self.letters();
        let (system, coordinates) = (self.system.clone(), self.lattice.coordinates);
        let oracle = std::cell::RefCell::new(oracle);
        learn(
            letters,
            most,
            |word| {
                label(&system, coordinates, word, &mut oracle.borrow_mut()).map_err(Trouble::Silent)
            },
            |guess| self.counterexample(guess, &mut oracle.borrow_mut()),
        )
    }

    fn letters(&self) -> usize {
        self.system.radix().pow(self.lattice.coordinates as u32) // at most four
    }

    fn wrong(
        &self,
        guess: &Moore<Label>,
        word: &[usize],
        oracle: &mut Oracle<'_>,
    ) -> Result<bool, Trouble> {
        let truth =
            label(&self.system, self.lattice.coordinates, word, oracle).map_err(Trouble::Silent)?;
        Ok(*guess.output(word) != truth)
    }

    fn counterexample(
        &mut self,
        guess: &Moore<Label>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Vec<usize>>, Trouble> {
        self.limits
            .check()
            .map_err(|e| Trouble::Silent(Silence::Engine(e)))?;
        for word in &self.refuting {
            if self.wrong(guess, word, oracle)? {
                return Ok(Some(word.clone()));
            }
        }
        let is_wrong = |label: &Label, position: bool| label.is_some() != position;
        let misread = self
            .system
            .misread(guess, self.lattice.coordinates, is_wrong);
        let found = match misread {
            Some(word) => Some(word),
            None => match self.in_box(guess, oracle)? {
                Some(word) => Some(word),
                None => match self.refuted(guess, oracle) {
                    // A guess that is wrong further out makes large automata of the check: look
                    // there first.
                    Err(Trouble::Automata(Error::TooLarge { .. }))
                        if self.widens(guess.outputs.len(), oracle) =>
                    {
                        return self.counterexample(guess, oracle);
                    }
                    found => found?,
                },
            },
        };
        let Some(found) = found else {
            return Ok(None);
        };
        self.refuting.push(found.clone());
        Ok(Some(found))
    }

    /// Side of the box for a guess of so many states.
    fn side(&self, states: usize, oracle: &Oracle<'_>) -> u64 {
        let coordinates = self.lattice.coordinates;
        // Words of three letters and some of four: a guess that fits fewer makes large automata of
        // the check.
        let side = match coordinates {
            1 | 2 => BOX[coordinates - 1].max(2 * self.system.value_of(2)),
            _ => BOX[coordinates - 1],
        };
        let side = side * self.widened;
        // Where options are counted, the check takes long of a large guess: a false one is to be
        // refuted before.
        let counts = self.lattice.game.ending.blocked > 0 && states >= COUNTED;
        let wide = side * FURTHER;
        match counts && oracle.reaches(&vec![wide - 1; coordinates]) {
            true => wide,
            false => side,
        }
    }

    /// Takes a wider box from now on, if it does not hold too many positions.
    fn widens(&mut self, states: usize, oracle: &Oracle<'_>) -> bool {
        let side = self.side(states, oracle) * WIDENS;
        let fits = side
            .checked_pow(self.lattice.coordinates as u32) // at most four
            .is_some_and(|positions| positions <= WIDE);
        if fits {
            self.widened *= WIDENS;
        }
        fits
    }

    /// A position of a small box that the guess gets wrong: the one with the least sum.
    fn in_box(
        &self,
        guess: &Moore<Label>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Vec<usize>>, Trouble> {
        let mut worst: Option<(u64, Vec<usize>)> = None;
        let side = self.side(guess.outputs.len(), oracle);
        for (numbers, word) in self.system.in_box(side, self.lattice.coordinates) {
            let truth = oracle.wins(&numbers).map_err(Trouble::Silent)?;
            let sum = numbers.iter().sum();
            if *guess.output(&word) != Some(truth) && worst.as_ref().is_none_or(|(s, _)| sum < *s) {
                worst = Some((sum, word));
            }
        }
        Ok(worst.map(|(_, word)| word))
    }

    /// A word that the exact check shows to be wrong.
    fn refuted(
        &mut self,
        guess: &Moore<Label>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Vec<usize>>, Trouble> {
        self.checks += 1;
        let limits = whowins_automata::Limits {
            max_steps: STEPS,
            ..whowins_automata::Limits::default()
        }
        .within(&self.limits.budget);
        let kernel = match &mut self.kernel {
            Some(kernel) => kernel,
            None => {
                let lattice = self.lattice;
                let kernel = Kernel::new(
                    self.system.system(),
                    lattice.coordinates,
                    &lattice.rays,
                    lattice.game,
                    &limits,
                );
                self.kernel.insert(kernel.map_err(Trouble::Automata)?)
            }
        };
        let loses = |player| {
            loses(
                guess,
                &self.system,
                self.lattice.coordinates,
                player,
                &limits,
            )
        };
        let violation = loses(Player::First)
            .and_then(|first| Ok([first, loses(Player::Second)?]))
            .and_then(|loses| kernel.violation(&loses))
            .map_err(Trouble::Automata)?;
        let Some((player, numbers)) = violation else {
            return Ok(None);
        };
        let Some(numbers) = small(&numbers) else {
            return Err(Trouble::Silent(Silence::TooFar));
        };
        let word = self.system.word(&numbers);
        if self.wrong(guess, &word, oracle)? {
            return Ok(Some(word));
        }
        // The position is labelled right, so that one of its options is not.
        let state: Vec<i64> = numbers.iter().map(|n| *n as i64).collect(); // below 2^40
        let frame = Frame::new(self.lattice.game, 1, 1).under(self.limits.budget.clone());
        let mut found = Ok(None);
        let whole = frame.options(player, &state, &mut |option| {
            let option: Vec<u64> = option.to.iter().map(|n| n.unsigned_abs()).collect();
            let word = self.system.word(&option);
            found = self
                .wrong(guess, &word, oracle)
                .map(|wrong| wrong.then_some(word));
            match &found {
                Ok(None) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        match found? {
            None if whole.is_continue() => Err(Trouble::Discord),
            None => {
                let over = self.limits.check().err().unwrap_or(EngineError::Stopped);
                Err(Trouble::Silent(Silence::Engine(over)))
            }
            found => Ok(found),
        }
    }
}

/// The numbers, if all are small enough for the engine.
fn small(numbers: &[UBig]) -> Option<Vec<u64>> {
    let number = |n: &UBig| u64::try_from(n).ok().filter(|n| *n < 1 << 40);
    numbers.iter().map(number).collect()
}

/// The label of a word by the engine.
pub(super) fn label(
    system: &Numerals,
    coordinates: usize,
    word: &[usize],
    oracle: &mut Oracle<'_>,
) -> Result<Label, Silence> {
    let numbers = system.numbers(word, coordinates)?;
    numbers.map(|numbers| oracle.wins(&numbers)).transpose()
}

/// The automaton of the positions that a player loses when to move.
pub(super) fn loses(
    guess: &Moore<Label>,
    system: &Numerals,
    coordinates: usize,
    player: Player,
    limits: &whowins_automata::Limits,
) -> Result<Dfa, Error> {
    let table = guess.next.iter().flatten().map(|s| *s as u32).collect(); // states are few
    let lost = |label: &Label| label.is_some_and(|wins| !wins[player.index()]);
    let accepting = guess.outputs.iter().map(lost).collect();
    Dfa::new(
        vec![system.radix() as u8; coordinates], // a radix is at most 255
        table,
        accepting,
        0,
        limits,
    )
}
