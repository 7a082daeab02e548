//! Learns the automaton of all labels in one numeration system: questions go to small positions,
//! guesses to the exact check.

use std::cell::RefCell;

use dashu_int::UBig;
use whowins_automata::{Moore, Unlearned, learn_told};
use whowins_engine::EngineError;
use whowins_verify::firstorder::{Kernel, Labels, Violation};
use whowins_verify::{Rejection, Why};

use super::oracle::Oracle;
use crate::automatic::numerals::Numerals;
use crate::automatic::oracle::Silence;

/// What a word of digits says: the sign of what player 0 gets for each memory; nothing where it is
/// no position.
pub(super) type Label = Vec<i8>;

/// Why the learner gave up on a numeration system.
pub(super) enum Trouble {
    /// No answer to a question.
    Silent(Silence),
    /// The exact check was cut, or finds the rules to be none of this kind.
    Check(Rejection),
    /// The check refuted a guess at a position where guess and answers agree on everything.
    Discord,
}

/// Positions with all tracks below this are compared before the exact check, by the number of
/// tracks.
const BOX: [u64; 8] = [512, 32, 10, 6, 4, 4, 3, 3];

/// One system's learner; keeps its refutations from one attempt to the next.
pub(super) struct Learner<'a> {
    pub system: Numerals,
    pub kernel: Kernel<'a>,
    tracks: usize,
    refuting: Vec<Vec<usize>>,
    /// How often the exact check was asked.
    pub checks: usize,
}

impl<'a> Learner<'a> {
    pub fn new(system: Numerals, kernel: Kernel<'a>) -> Self {
        Self {
            system,
            tracks: kernel.layout().tracks(),
            kernel,
            refuting: Vec::new(),
            checks: 0,
        }
    }

    /// Learns an automaton with at most so many states; else why not, and how many states there are
    /// at least.
    pub fn learn(
        &mut self,
        most: usize,
        oracle: &mut Oracle<'_>,
    ) -> (Result<Moore<Label>, Unlearned<Trouble>>, usize) {
        let letters = self.system.radix().pow(self.tracks as u32); // few, as the caller has seen
        let (system, tracks) = (self.system.clone(), self.tracks);
        let oracle = RefCell::new(oracle);
        let (found, told) = learn_told(
            letters,
            most,
            |word| truth(&system, tracks, word, &mut oracle.borrow_mut()),
            |guess| self.counterexample(guess, &mut oracle.borrow_mut()),
        );
        (found, told.words.len())
    }

    fn is_wrong(
        &self,
        guess: &Moore<Label>,
        word: &[usize],
        oracle: &mut Oracle<'_>,
    ) -> Result<bool, Trouble> {
        Ok(*guess.output(word) != truth(&self.system, self.tracks, word, oracle)?)
    }

    fn counterexample(
        &mut self,
        guess: &Moore<Label>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Vec<usize>>, Trouble> {
        for word in &self.refuting {
            if self.is_wrong(guess, word, oracle)? {
                return Ok(Some(word.clone()));
            }
        }
        let is_wrong = |label: &Label, numbers: bool| !numbers && !label.is_empty();
        let found = match self.system.misread(guess, self.tracks, is_wrong) {
            Some(word) => Some(word),
            None => match self.in_box(guess, oracle)? {
                Some(word) => Some(word),
                None => self.refuted(guess, oracle)?,
            },
        };
        self.refuting.extend(found.clone());
        Ok(found)
    }

    /// A small position that the guess gets wrong, one with the least sum.
    fn in_box(
        &self,
        guess: &Moore<Label>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Vec<usize>>, Trouble> {
        let side = BOX[self.tracks.min(BOX.len()) - 1];
        let mut worst: Option<(u64, Vec<usize>)> = None;
        for (numbers, word) in self.system.in_box(side, self.tracks) {
            let sum = numbers.iter().sum();
            if worst.as_ref().is_none_or(|(least, _)| sum < *least)
                && *guess.output(&word) != oracle.label(&numbers).map_err(Trouble::Silent)?
            {
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
        let violation = self
            .kernel
            .violation(&labels(guess))
            .map_err(Trouble::Check)?;
        let (memory, at) = match violation {
            None => return Ok(None),
            Some(Violation::Label(at)) => (None, at),
            Some(Violation::Less(memory, at) | Violation::More(memory, at)) => (Some(memory), at),
        };
        if let Some(word) = self.wrong_at(guess, &at, oracle)? {
            return Ok(Some(word));
        }
        // The position is labelled right, so that one of its options is not.
        let memory = memory.ok_or(Trouble::Discord)?;
        for option in oracle.options(memory, &at).map_err(Trouble::Silent)? {
            if let Some(word) = self.wrong_at(guess, &option, oracle)? {
                return Ok(Some(word));
            }
        }
        Err(Trouble::Discord)
    }

    /// The word of a position, where the guess gets it wrong.
    fn wrong_at(
        &self,
        guess: &Moore<Label>,
        at: &[UBig],
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Vec<usize>>, Trouble> {
        let small = |n: &UBig| u64::try_from(n).ok().filter(|n| *n < 1 << 40);
        let small: Option<Vec<u64>> = at.iter().map(small).collect();
        let word = self
            .system
            .word(&small.ok_or(Trouble::Silent(Silence::TooFar))?);
        Ok(self.is_wrong(guess, &word, oracle)?.then_some(word))
    }
}

/// A guess as the check reads it.
pub(super) fn labels(guess: &Moore<Label>) -> Labels {
    let row = |row: &Vec<usize>| row.iter().map(|state| *state as u32).collect(); // states are few
    Labels {
        next: guess.next.iter().map(row).collect(),
        says: guess.outputs.clone(),
    }
}

/// The label of a word by the small positions.
fn truth(
    system: &Numerals,
    tracks: usize,
    word: &[usize],
    oracle: &mut Oracle<'_>,
) -> Result<Label, Trouble> {
    match system.numbers(word, tracks).map_err(Trouble::Silent)? {
        None => Ok(Vec::new()),
        Some(numbers) => oracle.label(&numbers).map_err(Trouble::Silent),
    }
}

impl Trouble {
    /// Whether the time or the budget is over, so that nothing further can be tried.
    pub fn is_over(&self) -> Option<EngineError> {
        match self {
            Self::Silent(Silence::Engine(error)) => Some(error.clone()),
            _ => None,
        }
    }

    /// In a sentence, of an attempt with at most so many states.
    pub fn says(&self) -> String {
        match self {
            Self::Silent(_) => {
                "exact answers would be needed beyond the positions that were worked out".into()
            }
            Self::Check(rejection) if rejection.why == Why::Budget => {
                format!("the exact check of a guess was too large: {rejection}")
            }
            Self::Check(rejection) => rejection.to_string(),
            Self::Discord => "the check and the answers at small positions disagree".into(),
        }
    }
}
