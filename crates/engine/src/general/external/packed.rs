//! Cells of a brick as words of a message: two bits each, where nothing but who wins is asked, else as they are.

use std::ops::Range;

use super::super::ring::Ring;
use super::super::solver::Want;
use super::super::table::{Cell, Entry, Store, View};

/// A brick that came.
pub struct Came<'w> {
    /// Its words.
    pub words: &'w [u32],
    /// Its first state.
    pub first: u64,
    /// Whose cells are told apart: one or two.
    pub players: usize,
    /// What was asked.
    pub want: Want,
}

/// Words that the cells of so many states take, of one player.
pub fn words_of<C: Cell>(states: u64, want: Want) -> usize {
    (states << bits::<C>(want).0.trailing_zeros()).div_ceil(32) as usize
}

/// The cells of some states as words, player by player: two bits each, where nothing but who wins is asked.
pub fn pack<C: Cell>(ring: &Ring<C>, range: Range<u64>, want: Want) -> Vec<u32> {
    let (bits, power) = bits::<C>(want);
    let length = words_of::<C>(range.end - range.start, want) * ring.players();
    let mut words = Vec::with_capacity(length + 1);
    for player in 0..ring.players() {
        let view = ring.view(player);
        for first in range.clone().step_by(1 << power) {
            let last = range.end.min(first + (1 << power));
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

/// Hands out some cells of a brick, with a player to move, that came as words.
pub fn unpack<C: Cell>(
    came: &Came<'_>,
    player: usize,
    wanted: Range<u64>,
    mut put: impl FnMut(u64, Entry),
) {
    let (bits, power) = bits::<C>(came.want);
    let mask = u32::MAX >> (32 - bits);
    let words = &came.words[came.words.len() / came.players * player..];
    for index in wanted {
        let at = index - came.first;
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
