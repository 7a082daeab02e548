//! An automaton as a certificate writes it.

use serde::{Deserialize, Serialize};

use crate::{Budget, Rejection};

/// A complete deterministic automaton whose states say who wins. It starts in state 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automaton {
    /// `next[state][letter]`.
    pub next: Vec<Vec<u32>>,
    /// For the first-named and for the second-named player to move: whether the player to move wins; null where the word read is
    /// no position.
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
        if states == 0 || states > STATES {
            return Err(Rejection::malformed(format!(
                "the automaton has {states} states; it needs 1 to {STATES}"
            )));
        }
        if self.wins.len() != states {
            return Err(Rejection::malformed(format!(
                "the automaton has {states} states, but {} entries of «wins»",
                self.wins.len()
            )));
        }
        for (state, row) in self.next.iter().enumerate() {
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

    /// The state after a word from `state`. The automaton must be well formed and the letters its own.
    pub fn run(&self, state: u32, word: impl IntoIterator<Item = usize>) -> u32 {
        word.into_iter()
            .fold(state, |state, letter| self.next[state as usize][letter])
    }
}
