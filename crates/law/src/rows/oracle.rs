//! Exact values of single rows, remembered.

use std::collections::HashMap;

use whowins_engine::{EngineError, Limits};
use whowins_rules::Player;
use whowins_rules::derive::Words;

/// More values than these are not remembered.
const REMEMBERED: usize = 6_000_000;
/// Longer rows are not asked for: play on them may be deeper than the stack.
const LONGEST: usize = 48;

/// Who wins on a row, by play.
pub(super) struct Oracle<'a> {
    words: &'a Words,
    misere: bool,
    limits: &'a Limits,
    known: [HashMap<Vec<u8>, bool>; 2],
    /// How many rows were asked for.
    pub asked: usize,
    /// Length of the longest.
    pub longest: usize,
}

impl<'a> Oracle<'a> {
    pub fn new(words: &'a Words, misere: bool, limits: &'a Limits) -> Self {
        Self {
            words,
            misere,
            limits,
            known: [HashMap::new(), HashMap::new()],
            asked: 0,
            longest: 0,
        }
    }

    /// The outcomes of a row; `None` where it is empty or not settled.
    pub fn outcomes(&mut self, cells: &[u8]) -> Result<Option<[bool; 2]>, EngineError> {
        self.asked += 1;
        self.longest = self.longest.max(cells.len());
        if cells.len() > LONGEST {
            return Err(EngineError::TooLarge(format!(
                "a row of {} cells",
                cells.len()
            )));
        }
        let word = self.words.word(cells);
        if !self.words.is_settled(&word) {
            return Ok(None);
        }
        let [first, second] = Player::BOTH;
        Ok(Some([self.wins(first, &word)?, self.wins(second, &word)?]))
    }

    /// Whether `player` wins to move on the word of a settled row.
    pub fn wins(&mut self, player: Player, word: &[u8]) -> Result<bool, EngineError> {
        if let Some(wins) = self.known[player.index()].get(word) {
            return Ok(*wins);
        }
        let remembered = self.known[0].len() + self.known[1].len();
        if remembered >= REMEMBERED {
            return Err(EngineError::Steps(REMEMBERED as u64));
        }
        if remembered % 1024 == 0 {
            self.limits.check()?;
        }
        let mut wins = false;
        let mut stuck = true;
        for (factor, replacement) in &self.words.rules[player.index()] {
            for at in 0..(word.len() + 1).saturating_sub(factor.len()) {
                if !wins && word[at..].starts_with(factor) {
                    stuck = false;
                    let mut next = word.to_vec();
                    next[at..at + factor.len()].copy_from_slice(replacement);
                    wins = !self.wins(player.other(), &next)?;
                }
            }
        }
        wins |= stuck && self.misere;
        self.known[player.index()].insert(word.to_vec(), wins);
        Ok(wins)
    }
}
