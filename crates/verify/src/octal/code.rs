//! The rules' code, sorted by what its digits allow.

use whowins_rules::{Game, Shape, Stuck};

use crate::{Rejection, Subject};

/// What may be taken from a heap.
#[derive(Debug)]
pub(super) struct Code {
    /// Taken where they are the whole heap.
    pub whole: Vec<usize>,
    /// Taken where one heap stays.
    pub takes: Vec<usize>,
    /// Taken where two heaps stay.
    pub splits: Vec<usize>,
    /// The last digit's index.
    pub last: usize,
}

impl Code {
    /// Reads the game's code; who cannot move must have what `stuck` says, and there may be no other ending.
    pub(super) fn of(subject: &Subject, stuck: Stuck) -> Result<Self, Rejection> {
        if !subject.open.is_empty() {
            return Err(Rejection::rules("the game has open parameters"));
        }
        Self::read(&subject.game, stuck)
    }

    pub(super) fn read(game: &Game, stuck: Stuck) -> Result<Self, Rejection> {
        let Shape::Heaps(octal) = &game.shape else {
            return Err(Rejection::rules("the game has no octal code"));
        };
        if game.ending.stuck != stuck {
            return Err(Rejection::rules(match stuck {
                Stuck::Loses => "Grundy values decide normal play alone: who cannot move must lose",
                _ => "a misère quotient decides misère play alone: who cannot move must win",
            }));
        }
        if !game.ending.goals.is_empty() {
            return Err(Rejection::rules("the game has further endings"));
        }
        let digits = &octal.digits;
        if digits.is_empty() || digits.len() > 1 << 10 {
            return Err(Rejection::rules("the code has no digits, or too many"));
        }
        if ![0, 4].contains(&digits[0]) || digits.iter().any(|digit| *digit > 7) {
            return Err(Rejection::rules("the code has digits that are not octal"));
        }
        let with = |bit: u8, from: usize| -> Vec<usize> {
            (from..digits.len())
                .filter(|take| digits[*take] & bit != 0)
                .collect()
        };
        Ok(Self {
            whole: with(1, 1),
            takes: with(2, 1),
            splits: with(4, 0),
            last: digits.len() - 1,
        })
    }
}
