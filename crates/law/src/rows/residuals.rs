//! How many kinds of beginnings of rows there are, for longer and longer rows.

use std::collections::HashSet;

use super::oracle::Oracle;
use crate::Residuals;

/// Longer beginnings are not looked at.
const LONGEST: usize = 16;
/// Rows of one length asked for at most.
const ROWS: usize = 1 << 21;

/// For each length, as far as time and memory go: in how many classes the beginnings of up to so
/// many cells fall, told apart by all endings of up to as many.
///
/// Two beginnings of a class can still be told apart by a longer ending, so that each number is a
/// lower bound on the states of an automaton that reads off who wins (Nerode 1958).
pub(super) fn residuals(oracle: &mut Oracle<'_>, symbols: usize) -> Vec<Residuals> {
    // By length, then by number: the row's cells are the digits, the first the most significant.
    let mut outcomes: Vec<Vec<u8>> = Vec::new();
    let mut growth = Vec::new();
    for length in 1..=LONGEST {
        while outcomes.len() <= 2 * length {
            let Some(layer) = all_of(oracle, symbols, outcomes.len()) else {
                return growth;
            };
            outcomes.push(layer);
        }
        let words = || {
            (0..=length).flat_map(|cells| (0..symbols.pow(cells as u32)).map(move |n| (cells, n)))
        };
        let mut classes: HashSet<Vec<u8>> = HashSet::new();
        for (cells, word) in words() {
            if oracle.limits().check().is_err() {
                return growth;
            }
            let after = |(more, ending): (usize, usize)| {
                outcomes[cells + more][word * symbols.pow(more as u32) + ending]
            };
            classes.insert(words().map(after).collect());
        }
        growth.push(Residuals {
            length,
            classes: classes.len(),
        });
    }
    growth
}

/// The outcomes of all rows of a length, a number each; `None` where a limit is met.
fn all_of(oracle: &mut Oracle<'_>, symbols: usize, length: usize) -> Option<Vec<u8>> {
    let rows = symbols
        .checked_pow(length as u32)
        .filter(|rows| *rows <= ROWS)?;
    oracle.fill(length).ok()?;
    let mut cells = vec![0u8; length];
    let mut all = Vec::with_capacity(rows);
    for number in 0..rows {
        let mut rest = number;
        for cell in cells.iter_mut().rev() {
            *cell = (rest % symbols) as u8;
            rest /= symbols;
        }
        all.push(match oracle.outcomes(&cells).ok()? {
            None => 0,
            Some([first, second]) => 1 + u8::from(first) + 2 * u8::from(second),
        });
    }
    Some(all)
}
