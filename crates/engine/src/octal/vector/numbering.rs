//! The common values of a heap by rank, and its rare ones.

use super::super::kernel::Bits;
use super::super::space::Space;

/// Values are below this.
pub(super) const ROOM: usize = 256;
/// Ranks are below this.
pub(super) const RANKS: usize = ROOM / 2;
/// What stands for the rank of a heap of rare value: no rank, and left out by every table.
pub(super) const RARE: u8 = 0x80;

/// The rank of a value among those of its class: the value without the lowest bit that the class
/// counts, which the others determine. So the order stays, and the rank of a nim-sum is the nim-sum
/// of the ranks.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    space: Space,
    /// The bits of a value below the one that is left out.
    low: u32,
    /// For even heaps and odd ones, by the rank of the value: the value, and how many rare values
    /// lie below it.
    common: [[(u8, u8); RANKS]; 2],
    /// The same for the rare values.
    rare: [[u8; RANKS]; 2],
}

impl Numbering {
    /// `None` if the class of a value does not depend on it.
    pub(super) fn new(space: Space) -> Option<Self> {
        let mask = space.mask & (ROOM as u32 - 1);
        if mask == 0 {
            return None;
        }
        let low = (mask & mask.wrapping_neg()) - 1;
        let mut numbering = Self {
            space,
            low,
            common: [[(0, 0); RANKS]; 2],
            rare: [[0; RANKS]; 2],
        };
        for heap in [0, 1] {
            let mut below = 0;
            for value in 0..ROOM as u32 {
                let rank = numbering.rank(value) as usize;
                match space.is_rare(heap, value) {
                    true => {
                        numbering.rare[heap][rank] = value as u8;
                        below += 1;
                    }
                    false => numbering.common[heap][rank] = (value as u8, below),
                }
            }
        }
        Some(numbering)
    }

    /// The rank of a value among those of its class.
    #[inline(always)]
    pub(super) fn rank(&self, value: u32) -> u8 {
        (value & self.low | value >> 1 & !self.low) as u8
    }

    /// What is kept for a heap of this value.
    pub(super) fn kept(&self, heap: usize, value: u32) -> u8 {
        match self.space.is_rare(heap, value) {
            true => RARE,
            false => self.rank(value),
        }
    }

    /// Whether a take of so many leads from common values to common ones.
    pub(super) fn keeps_class(&self, take: usize) -> bool {
        !self.space.by_position || take.is_multiple_of(2)
    }

    /// The common value of this rank, and how many rare values lie below it.
    #[inline(always)]
    pub(super) fn common(&self, heap: usize, rank: usize) -> (u8, u8) {
        self.common[heap % 2][rank % RANKS]
    }

    /// The rare values with these ranks.
    pub(super) fn rare<const WORDS: usize>(&self, heap: usize, ranks: u128) -> Bits<WORDS> {
        let mut bits = [0; WORDS];
        for rank in (0..RANKS).filter(|rank| ranks >> rank & 1 != 0) {
            super::super::kernel::insert(&mut bits, u32::from(self.rare[heap % 2][rank]));
        }
        bits
    }
}
