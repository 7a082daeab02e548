//! Cells of bricks and blocks as words of a message: two bits each, where nothing but who wins is
//! asked, else as they are.

use super::super::solver::Want;
use super::super::table::{Cell, Entry};

/// How cells are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    /// Bits of a cell.
    pub bits: u32,
    /// Whether nothing but the value is kept.
    bare: bool,
}

impl Packing {
    /// For cells of one width.
    pub fn of<C: Cell>(want: Want) -> Self {
        Self::new(want, C::BYTES)
    }

    /// For cells of so many bytes.
    pub fn new(want: Want, bytes: u64) -> Self {
        Self {
            bits: match want {
                Want::Outcome => 2,
                Want::Remoteness => 8 * bytes as u32,
            },
            bare: want == Want::Outcome,
        }
    }

    /// Words that so many cells take.
    pub fn words(self, cells: u64) -> usize {
        (cells << self.bits.trailing_zeros()).div_ceil(32) as usize
    }

    /// Adds the words of some cells.
    pub fn pack(self, cells: impl Iterator<Item = Entry>, words: &mut Vec<u32>) {
        let (mut word, mut filled) = (0, 0);
        for entry in cells {
            let code = match self.bare {
                true => u32::from(entry.code()),
                false => entry.word(),
            };
            word |= code << filled;
            filled += self.bits;
            if filled == 32 {
                words.push(word);
                (word, filled) = (0, 0);
            }
        }
        if filled > 0 {
            words.push(word);
        }
    }

    /// One of the cells that these words are.
    #[inline]
    pub fn entry(self, words: &[u32], cell: u64) -> Entry {
        let power = 5 - self.bits.trailing_zeros();
        let place = cell as u32 & ((1 << power) - 1);
        let word = words[(cell >> power) as usize] >> (place * self.bits);
        Entry::of_word(word & u32::MAX >> (32 - self.bits))
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
