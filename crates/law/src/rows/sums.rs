//! Outcomes of rows as sums of pieces, remembered.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use whowins_engine::{EngineError, Limits};

use super::packed::{Marks, Packing, Piece};

/// Longer play is not followed: it is recursion, and a stack is finite.
const DEEPEST: u32 = 1500;
/// Values between two looks at the clock.
const LOOK: u64 = 1 << 10;

/// What is known of pieces and of sums of them.
pub struct Sums<'a> {
    packing: &'a Packing,
    misere: bool,
    limits: &'a Limits,
    /// Grundy values of pieces, under normal play where both players have the same moves (Sprague
    /// 1935, Grundy 1939).
    values: Map<Piece, u16>,
    /// Otherwise: the pieces' numbers, and for either player to move who wins on a sum of pieces,
    /// by their sorted numbers.
    numbers: Map<Piece, u32>,
    pieces: Vec<Piece>,
    known: [Map<Box<[u32]>, bool>; 2],
    marks: Marks,
    /// Values that are remembered, and how many may be.
    pub remembered: u64,
    most: u64,
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// Spreads numbers over a table (Fibonacci hashing: Knuth 1973).
#[derive(Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<'a> Sums<'a> {
    /// Nothing known yet; no more than `most` values are remembered.
    pub fn new(packing: &'a Packing, misere: bool, limits: &'a Limits, most: u64) -> Self {
        Self {
            packing,
            misere,
            limits,
            values: Map::default(),
            numbers: Map::default(),
            pieces: Vec::new(),
            known: [Map::default(), Map::default()],
            marks: Marks::default(),
            remembered: 0,
            most,
        }
    }

    /// Who wins on a sum of pieces, for either player to move.
    ///
    /// # Errors
    ///
    /// When a limit is met.
    pub fn outcomes(&mut self, pieces: &[Piece]) -> Result<[bool; 2], EngineError> {
        if self.packing.is_impartial() && !self.misere {
            let mut value = 0;
            for piece in pieces {
                value ^= self.value(piece, 0)?;
            }
            return Ok([value != 0; 2]);
        }
        let mut sum = Vec::new();
        for piece in pieces {
            sum.push(self.number(piece)?);
        }
        sum.sort_unstable();
        let first = self.wins(0, &sum, 0)?;
        let second = if self.packing.is_impartial() {
            first
        } else {
            self.wins(1, &sum, 0)?
        };
        Ok([first, second])
    }

    fn remember(&mut self, deep: u32) -> Result<(), EngineError> {
        if deep == DEEPEST {
            return Err(EngineError::TooLarge(format!(
                "play of more than {DEEPEST} moves"
            )));
        }
        if self.remembered >= self.most {
            return Err(EngineError::Memory {
                wanted: None,
                allowed: self.limits.budget.memory,
            });
        }
        if self.remembered.is_multiple_of(LOOK) {
            self.limits.check()?;
        }
        self.remembered += 1;
        Ok(())
    }

    fn value_of_sum(&mut self, row: &Piece, deep: u32) -> Result<u16, EngineError> {
        let mut pieces = Vec::new();
        self.packing.pieces(row, &mut self.marks, &mut pieces);
        let mut value = 0;
        for piece in &pieces {
            value ^= self.value(piece, deep)?;
        }
        Ok(value)
    }

    fn value(&mut self, piece: &Piece, deep: u32) -> Result<u16, EngineError> {
        if let Some(value) = self.values.get(piece) {
            return Ok(*value);
        }
        self.remember(deep)?;
        let mut reached = Vec::new();
        for option in self.options(0, piece) {
            reached.push(self.value_of_sum(&option, deep + 1)?);
        }
        reached.sort_unstable();
        reached.dedup();
        let mex = (0..).zip(&reached).take_while(|(n, value)| n == *value);
        let value = mex.count() as u16;
        self.values.insert(*piece, value);
        Ok(value)
    }

    fn options(&mut self, player: usize, piece: &Piece) -> Vec<Piece> {
        let mut options = Vec::new();
        self.packing.options(player, piece, &mut self.marks, |row| {
            options.push(Piece { row, ..*piece });
            false
        });
        options
    }

    /// Adds the numbers of a row's pieces to a sum.
    fn add(&mut self, row: &Piece, sum: &mut Vec<u32>) -> Result<(), EngineError> {
        let mut pieces = Vec::new();
        self.packing.pieces(row, &mut self.marks, &mut pieces);
        for piece in &pieces {
            sum.push(self.number(piece)?);
        }
        Ok(())
    }

    fn number(&mut self, piece: &Piece) -> Result<u32, EngineError> {
        let fresh = self.pieces.len() as u32;
        let number = *self.numbers.entry(*piece).or_insert(fresh);
        if number == fresh {
            self.pieces.push(*piece);
            self.remember(0)?;
        }
        Ok(number)
    }

    fn wins(&mut self, player: usize, sum: &[u32], deep: u32) -> Result<bool, EngineError> {
        let table = player % (2 - usize::from(self.packing.is_impartial()));
        if let Some(wins) = self.known[table].get(sum) {
            return Ok(*wins);
        }
        self.remember(deep)?;
        let (mut wins, mut stuck) = (false, true);
        for (at, number) in sum.iter().enumerate() {
            if wins || at > 0 && sum[at - 1] == *number {
                continue;
            }
            let piece = self.pieces[*number as usize];
            for option in self.options(player, &piece) {
                stuck = false;
                let mut next = [&sum[..at], &sum[at + 1..]].concat();
                self.add(&option, &mut next)?;
                next.sort_unstable();
                if !self.wins(1 - player, &next, deep + 1)? {
                    wins = true;
                    break;
                }
            }
        }
        wins |= stuck && self.misere;
        self.known[table].insert(sum.into(), wins);
        Ok(wins)
    }
}
