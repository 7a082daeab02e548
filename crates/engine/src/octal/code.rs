//! A game's moves, sorted by what they leave.

use whowins_analysis::heaps::Breaking;

/// What may be taken from a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// Taken where they are the whole heap.
    pub whole: Vec<usize>,
    /// Taken where one heap stays.
    pub takes: Vec<usize>,
    /// Taken where two heaps stay, of any sizes.
    pub splits: Vec<usize>,
    /// Taken where two unequal heaps stay.
    pub unequal: Vec<usize>,
    /// The largest number that can be taken.
    pub reach: usize,
}

impl Code {
    /// `None` where moves leave more than two heaps, or numbers without end can be taken.
    pub(crate) fn new(breaking: &Breaking) -> Option<Self> {
        let reach = breaking.most_taken()?;
        let with = |code: &whowins_analysis::heaps::Code, bit: u8| -> Vec<usize> {
            let digits = code.digits.iter().enumerate();
            let with = digits.filter(|(_, digit)| *digit & bit != 0);
            with.map(|(take, _)| take).collect()
        };
        (breaking.most_parts() <= 2).then(|| Self {
            whole: with(breaking.any(), 1),
            takes: with(breaking.any(), 2),
            splits: with(breaking.any(), 4),
            unequal: with(breaking.unequal(), 4),
            reach,
        })
    }

    /// The numbers that leave two heaps.
    pub(crate) fn all_splits(&self) -> impl Iterator<Item = usize> + '_ {
        self.splits.iter().chain(&self.unequal).copied()
    }

    /// The heap that may not be split into this part and an equal one, with so many taken;
    /// `usize::MAX` where there is none.
    pub(crate) fn barred(&self, take: usize, part: usize) -> usize {
        match self.unequal.contains(&take) {
            true => 2 * part + take,
            false => usize::MAX,
        }
    }

    /// The common remainder modulo 2 of the numbers that leave two heaps, where they have one.
    pub(crate) fn parity(&self) -> Option<usize> {
        let first = self.all_splits().next()? % 2;
        self.all_splits()
            .all(|take| take % 2 == first)
            .then_some(first)
    }
}
