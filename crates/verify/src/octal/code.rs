//! The rules' moves, where Grundy values or a misère quotient decide.

use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Game, Stuck};

use crate::Rejection;

/// The moves of a game of heaps in normal play without any other ending.
pub(super) fn moves(game: &Game) -> Result<&Breaking, Rejection> {
    moves_where(game, Stuck::Loses)
}

/// The moves of a game of heaps in normal play, where the sizes of the heaps that stay do not
/// matter.
pub(super) fn moves_of_any_sizes(game: &Game) -> Result<&Breaking, Rejection> {
    let breaking = moves(game)?;
    match breaking.unequal().is_empty() {
        true => Ok(breaking),
        false => Err(Rejection::rules(
            "the moves look at the sizes of the heaps that stay: laws of this kind do not",
        )),
    }
}

/// The moves of a game of heaps where who cannot move has what `stuck` says, without any other
/// ending.
pub(super) fn moves_where(game: &Game, stuck: Stuck) -> Result<&Breaking, Rejection> {
    let Some(breaking) = game.heaps() else {
        return Err(Rejection::rules(
            "the positions aren't heaps that are taken from or split",
        ));
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
    if breaking.any().digits.len() > 1 << 13 || breaking.unequal().digits.len() > 1 << 13 {
        return Err(Rejection::rules("the code has too many digits"));
    }
    Ok(breaking)
}

/// What may be taken from a heap in an octal game.
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
    /// Reads the game's code; the game must be in normal play without any other ending.
    pub(super) fn of(game: &Game) -> Result<Self, Rejection> {
        let Some(octal) = moves(game)?.octal() else {
            return Err(Rejection::rules(
                "the game has no octal code: its moves leave more than two heaps, or look at their sizes",
            ));
        };
        let digits = &octal.digits;
        if digits.is_empty() || digits[0] & 3 != 0 {
            return Err(Rejection::rules(
                "the code has no digits, or moves that take nothing",
            ));
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
