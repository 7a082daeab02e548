//! An automaton as a certificate writes it.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_automata::{Error, Limits, NumerationSystem, System};

use crate::{Budget, Rejection};

/// A complete deterministic automaton whose states say who wins. It starts in state 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automaton {
    /// `next[state][letter]`.
    pub next: Vec<Vec<u32>>,
    /// For the first-named and for the second-named player to move: whether the player to move
    /// wins; null where the word read is no position.
    pub wins: Vec<Option<[bool; 2]>>,
}

/// The most states of a certificate's automaton.
pub const STATES: usize = 1 << 20;

impl Automaton {
    /// Checks that the table is complete over `letters` letters and names only states that exist.
    ///
    /// # Errors
    ///
    /// The first entry that does not fit.
    pub fn well_formed(&self, letters: usize, budget: &Budget) -> Result<(), Rejection> {
        let states = self.next.len();
        if self.wins.len() != states {
            return Err(Rejection::malformed(format!(
                "the automaton has {states} states, but {} entries of `wins`",
                self.wins.len()
            )));
        }
        whole(&self.next, letters, budget)
    }

    /// The state after a word from `state`. The automaton must be well formed and the letters its
    /// own.
    pub fn run(&self, state: u32, word: impl IntoIterator<Item = usize>) -> u32 {
        word.into_iter()
            .fold(state, |state, letter| self.next[state as usize][letter])
    }
}

/// That a table of transitions is complete over `letters` letters and names only states that exist,
/// of which there are some.
///
/// # Errors
///
/// The first entry that does not fit.
pub(crate) fn whole(next: &[Vec<u32>], letters: usize, budget: &Budget) -> Result<(), Rejection> {
    let states = next.len();
    if states == 0 || states > STATES {
        return Err(Rejection::malformed(format!(
            "the automaton has {states} states; it needs 1 to {STATES}"
        )));
    }
    for (state, row) in next.iter().enumerate() {
        budget.spend(row.len() as u64 + 1)?;
        if row.len() != letters {
            return Err(Rejection::malformed(format!(
                "state {state} has {} transitions; there are {letters} letters",
                row.len()
            )));
        }
        if let Some(next) = row.iter().find(|next| **next as usize >= states) {
            return Err(Rejection::malformed(format!(
                "state {state} leads to state {next}, which does not exist"
            )));
        }
    }
    Ok(())
}

/// An automaton that could not be built.
pub(crate) fn failed(error: Error) -> Rejection {
    match error {
        Error::TooLarge { .. } | Error::Time | Error::Stopped => {
            Rejection::budget(error.to_string())
        }
        _ => Rejection::false_claim(error.to_string()),
    }
}

/// The bounds on automata that one check builds.
pub(crate) fn limits(budget: &Budget) -> Limits {
    Limits {
        max_steps: 1 << 30,
        ..Limits::default()
    }
    .within(&budget.work)
}

/// The state after the digits of numbers, all read at once and most significant first, from state
/// 0; a letter is the tuple of digits, the first number's the most significant. `None` where the
/// table has no such state or letter.
pub(crate) fn after(next: &[Vec<u32>], system: &System, numbers: &[UBig]) -> Option<u32> {
    let words: Vec<Vec<u8>> = numbers.iter().map(|n| system.represent(n)).collect();
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    let length = length.next_multiple_of(system.block());
    let mut state = 0u32;
    for at in 0..length {
        let letter = words.iter().fold(0, |letter, word| {
            let digit = (at + word.len()).checked_sub(length).map_or(0, |i| word[i]);
            letter * usize::from(system.digits()) + usize::from(digit)
        });
        state = *next.get(state as usize)?.get(letter)?;
    }
    Some(state)
}

/// That the automaton is in state 0 again after a block of leading zeros, so that an answer is the
/// same whatever leading zeros a word has; the Coq theory asks for it too. The table must be whole.
pub(crate) fn passes_leading_zeros(next: &[Vec<u32>], system: &System) -> Result<(), Rejection> {
    match (0..system.block()).fold(0, |state, _| next[state as usize][0]) {
        0 => Ok(()),
        _ => Err(Rejection::malformed(
            "the automaton must be in its first state again after leading zeros",
        )),
    }
}
