//! Two bits a state, for sweeps that ask for nothing but who wins.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use whowins_analysis::Budget;

use super::table::{Entry, Store, View, filled};

/// The codes of all states, four to a byte, the first in the lowest bits: one table for both
/// players of an impartial game, else one each. Every cell is written once.
pub struct Pairs {
    tables: Vec<Vec<AtomicU8>>,
}

/// Cells to a byte.
pub const CELLS: u64 = 4;

impl Pairs {
    /// Unknown cells for `len` states; `None` where memory cannot be had, or the budget is over
    /// before all are written.
    pub fn new(len: u64, impartial: bool, budget: &Budget) -> Option<Self> {
        let bytes = usize::try_from(len.div_ceil(CELLS)).ok()?;
        let zero = || AtomicU8::new(0);
        let tables = (0..if impartial { 1 } else { 2 }).map(|_| filled(bytes, zero, budget));
        let tables = tables.collect::<Option<_>>()?;
        Some(Self { tables })
    }

    /// The entry of a state with this player to move.
    pub fn entry(&self, index: u64, player: usize) -> Entry {
        self.view(player).entry(index)
    }
}

/// One player's cells.
#[derive(Clone, Copy)]
pub struct PairsView<'a>(&'a [AtomicU8]);

impl View for PairsView<'_> {
    #[inline]
    fn entry(&self, index: u64) -> Entry {
        let byte = self.0[(index / CELLS) as usize].load(Relaxed);
        Entry::of_code(byte >> (index % CELLS * 2), 0)
    }
}

impl Store for Pairs {
    const MOST: u32 = 0;
    const NEIGHBOURS: u64 = CELLS;
    type View<'a> = PairsView<'a>;

    fn players(&self) -> usize {
        self.tables.len()
    }

    #[inline]
    fn view(&self, player: usize) -> PairsView<'_> {
        PairsView(&self.tables[player.min(self.tables.len() - 1)])
    }

    #[inline]
    fn put(&self, index: u64, player: usize, entry: Entry, shared: bool) {
        let byte = &self.tables[player][(index / CELLS) as usize];
        let bits = entry.code() << (index % CELLS * 2);
        if shared {
            byte.fetch_or(bits, Relaxed);
        } else {
            byte.store(byte.load(Relaxed) | bits, Relaxed);
        }
    }
}
