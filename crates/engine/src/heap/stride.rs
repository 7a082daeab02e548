//! Many heaps at once, where even the smallest number that can be taken leads past all of them.

use super::Subtraction;
use super::window::{Step, Window};

/// Fewer heaps at once are no gain.
const FEWEST: u64 = 4;
/// More do not fit a word with the shifts below.
const MOST: u64 = 63;

/// The map from a [`Window`] to the one `width` heaps further on.
pub(super) struct Stride<'a, const K: usize> {
    step: &'a Step<K>,
    width: u32,
    /// For each number that a player may take, less the width: the word of the window and the bit
    /// in it.
    moves: [Vec<(usize, u32)>; 2],
}

impl<'a, const K: usize> Stride<'a, K> {
    /// `None` where heap after heap is as fast: where a small number can be taken, or very many.
    pub(super) fn new(game: &Subtraction, step: &'a Step<K>) -> Option<Self> {
        let sets = game.sets();
        let least = sets.iter().flatten().min()?;
        let width = (*least).min(MOST);
        let numbers = sets[0].len() + sets[1].len();
        // Some four operations a number and stride, against four a word and heap.
        let pays = width >= FEWEST && numbers as u64 <= width * K as u64;
        pays.then(|| Self {
            step,
            width: width as u32,
            moves: [0, 1].map(|player: usize| {
                let places = sets[player].iter().map(|number| number - width);
                places
                    .map(|place| (place as usize / 64, place as u32 % 64))
                    .collect()
            }),
        })
    }

    /// How many heaps a stride is long.
    pub(super) fn width(&self) -> u32 {
        self.width
    }

    /// Moves the window up; returns for each player the heaps passed at which the player to move
    /// loses, the first in bit 0.
    ///
    /// Some operations for each number.
    #[inline(always)]
    pub(super) fn advance(&self, window: &mut Window<K>) -> [u64; 2] {
        let mask = (1 << self.width) - 1;
        // In the window the latest heap comes first.
        let loses = [0, 1].map(|player: usize| {
            let losses = &window.losses[1 - player];
            let mut met = 0;
            for (word, bit) in &self.moves[player] {
                let above = losses.get(word + 1).copied().unwrap_or(0);
                met |= losses[*word] >> bit | above << 1 << (63 - bit);
            }
            !met & mask & self.step.may_lose[player].wrapping_neg()
        });
        for (losses, newest) in window.losses.iter_mut().zip(loses) {
            for i in (1..K).rev() {
                losses[i] = (losses[i] << self.width | losses[i - 1] >> (64 - self.width))
                    & self.step.kept[i];
            }
            losses[0] = (losses[0] << self.width | newest) & self.step.kept[0];
        }
        loses.map(|heaps| heaps.reverse_bits() >> (64 - self.width))
    }
}
