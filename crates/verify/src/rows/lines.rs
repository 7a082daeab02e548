//! Weights of pairs of cells that lie in one row of a board, or in one column; and moves that are
//! there within a line.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::follow::{At, Case, changed};
use super::place::{Frame, Room};
use crate::rejection::symbols;

/// A sum of degree 2: what each two cells of a row (or of each column) weigh, by their symbols and
/// by which comes first.
///
/// It is why a move is there, too: where the board's value is not 0, some line's own is not, and
/// that line has a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// Whether the lines are the columns, read downwards; else they are the rows, read to the
    /// right.
    pub columns: bool,
    /// `pairs[first][later]`: what two cells of a line add, by the symbol that comes first and by
    /// the later one.
    pub pairs: Vec<Vec<u64>>,
}

impl Lines {
    /// A cell's line, and its place in it.
    pub(super) fn place(&self, (down, right): At) -> At {
        if self.columns {
            (right, down)
        } else {
            (down, right)
        }
    }

    pub(super) fn pair(&self, first: u8, later: u8) -> u64 {
        self.pairs[usize::from(first)][usize::from(later)]
    }

    /// What the pairs of a line of cells add up to.
    pub(super) fn sum(&self, line: impl Iterator<Item = u8>, modulus: u64) -> u64 {
        let mut before = vec![0; self.pairs.len()];
        line.fold(0, |sum, later| self.read(&mut before, sum, later, modulus))
    }

    /// One more cell of a line: the sum with its pairs, by how often each symbol came before it.
    pub(super) fn read(&self, before: &mut [u64], sum: u64, later: u8, modulus: u64) -> u64 {
        let pairs = (0..).zip(before.iter());
        let sum = pairs.fold(sum, |sum, (first, times)| {
            (sum + times * self.pair(first, later)) % modulus
        });
        let times = &mut before[usize::from(later)];
        *times = (*times + 1) % modulus;
        sum
    }

    /// By how much a move shifts the sum of the pairs; `None` where that hangs on cells that are
    /// not known.
    pub(super) fn shift(&self, case: &Case, room: &Room, modulus: u64) -> Option<u64> {
        let lines: BTreeSet<i64> = changed(case).map(|at| self.place(at).0).collect();
        lines.into_iter().try_fold(0, |sum, line| {
            Some((sum + self.line_shift(case, room, line, modulus)?) % modulus)
        })
    }

    fn line_shift(&self, case: &Case, room: &Room, line: i64, modulus: u64) -> Option<u64> {
        let known: BTreeMap<i64, (u8, u8)> = (case.before.iter())
            .filter(|(at, _)| self.place(**at).0 == line)
            .map(|(at, before)| {
                let now = case.now.get(at).unwrap_or(before);
                (self.place(*at).1, (*before, *now))
            })
            .collect();
        let (first, last) = (*known.keys().next()?, *known.keys().next_back()?);
        let distances = |place: i64| {
            let (down, right) = self.place((line, place));
            room.distances(Frame {
                rows: (down, down),
                columns: (right, right),
            })
        };
        let side = if self.columns { 0 } else { 2 };
        // A cell that is not known, one for each stretch of them, whatever it shows.
        let mut unknown: Vec<i64> = (first..last).filter(|at| !known.contains_key(at)).collect();
        if distances(first)[side] > 0 {
            unknown.push(first - 1);
        }
        if distances(last)[side + 1] > 0 {
            unknown.push(last + 1);
        }
        let with = |at: i64, symbol: u8, now: bool| {
            known.iter().fold(0, |sum, (place, both)| {
                let other = if now { both.1 } else { both.0 };
                let pair = if *place < at {
                    self.pair(other, symbol)
                } else {
                    self.pair(symbol, other)
                };
                (sum + pair) % modulus
            })
        };
        let symbols = symbols(self.pairs.len());
        for at in unknown {
            if (symbols.clone()).any(|symbol| with(at, symbol, true) != with(at, symbol, false)) {
                return None;
            }
        }
        let before = self.sum(known.values().map(|both| both.0), modulus);
        let now = self.sum(known.values().map(|both| both.1), modulus);
        Some((now + modulus - before) % modulus)
    }
}
