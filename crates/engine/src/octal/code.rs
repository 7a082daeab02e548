//! An octal code, sorted by what its digits allow.

use whowins_rules::heaps::Octal;

/// What may be taken from a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// Taken where they are the whole heap.
    pub whole: Vec<usize>,
    /// Taken where one heap stays.
    pub takes: Vec<usize>,
    /// Taken where two heaps stay.
    pub splits: Vec<usize>,
    /// The largest number that can be taken.
    pub reach: usize,
}

impl Code {
    pub(crate) fn new(octal: &Octal) -> Self {
        let with = |bit: u8, from: usize| -> Vec<usize> {
            (from..octal.digits.len())
                .filter(|take| octal.digits[*take] & bit != 0)
                .collect()
        };
        Self {
            whole: with(1, 1),
            takes: with(2, 1),
            splits: with(4, 0),
            reach: octal.digits.len().saturating_sub(1),
        }
    }

    /// The common remainder modulo 2 of the numbers that leave two heaps, where they have one.
    pub(crate) fn parity(&self) -> Option<usize> {
        let first = self.splits.first()? % 2;
        self.splits
            .iter()
            .all(|take| take % 2 == first)
            .then_some(first)
    }
}
