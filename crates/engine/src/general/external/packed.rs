//! Cells of a brick as words of a message: two bits each, where nothing but who wins is asked, else as they are.

use std::ops::Range;

use super::super::ring::Ring;
use super::super::solver::Want;
use super::super::table::{Cell, Entry, Store, View};

/// Words that the cells of so many states take, of one player.
pub fn words_of<C: Cell>(states: u64, want: Want) -> usize {
    (states << bits::<C>(want).0.trailing_zeros()).div_ceil(32) as usize
}

/// The cells of some runs of states as words, player by player and run by run: two bits each, where nothing but who wins is asked.
pub fn pack<C: Cell>(ring: &Ring<C>, runs: &[Range<u64>], want: Want) -> Vec<u32> {
    let (bits, power) = bits::<C>(want);
    let each = runs
        .iter()
        .map(|run| words_of::<C>(run.end - run.start, want));
    let length = each.sum::<usize>() * ring.players();
    let mut words = Vec::with_capacity(length + 1);
    for player in 0..ring.players() {
        let view = ring.view(player);
        for run in runs {
            for first in run.clone().step_by(1 << power) {
                let last = run.end.min(first + (1 << power));
                let word = (first..last).rev().fold(0u64, |word, index| {
                    let entry = view.entry(index);
                    let code = match want {
                        Want::Outcome => u32::from(entry.code()),
                        Want::Remoteness => entry.word(),
                    };
                    word << bits | u64::from(code)
                });
                words.push(word as u32);
            }
        }
    }
    words
}

/// Bits of a cell on the way, and how many cells a word has, as a power of two.
fn bits<C: Cell>(want: Want) -> (u32, u32) {
    let bits = match want {
        Want::Outcome => 2,
        Want::Remoteness => 8 * C::BYTES as u32,
    };
    (bits, (32 / bits).trailing_zeros())
}

/// Hands out some cells of a run that begins with `first`, and came as these words.
pub fn unpack<C: Cell>(
    words: &[u32],
    first: u64,
    wanted: Range<u64>,
    want: Want,
    mut put: impl FnMut(u64, Entry),
) {
    let (bits, power) = bits::<C>(want);
    let mask = u32::MAX >> (32 - bits);
    for index in wanted {
        let at = index - first;
        let place = at as u32 & ((1 << power) - 1);
        let word = words[(at >> power) as usize] >> (place * bits) & mask;
        put(index, Entry::of_word(word));
    }
}

/// FNV-1a (Fowler, Noll and Vo 1991), of words.
fn sum_of(words: &[u32]) -> u32 {
    let mix = |sum: u32, word: &u32| (sum ^ word).wrapping_mul(0x0100_0193);
    words.iter().fold(0x811c_9dc5, mix)
}

/// With a checksum behind.
pub fn sealed(mut words: Vec<u32>) -> Vec<u32> {
    words.push(sum_of(&words));
    words
}

/// Without it; `None` where it is another.
pub fn opened(words: &[u32], length: usize) -> Option<&[u32]> {
    let (sum, rest) = words.split_last()?;
    (rest.len() == length && sum_of(rest) == *sum).then_some(rest)
}
