//! The latest cells of a pass in index order: the cell of an index lies at its remainder by a power
//! of two.

use super::table::{Cell, Entry, Store, View};

/// Rings of cells, one a player.
pub struct Ring<C> {
    tables: Vec<Vec<C>>,
    mask: u64,
}

impl<C: Cell> Ring<C> {
    /// For `states` states, of which the latest `capacity` are in memory: all, or a power of two.
    /// `None` where memory cannot be had.
    pub fn new(states: u64, capacity: u64, players: usize) -> Option<Self> {
        let all = capacity >= states;
        debug_assert!(all || capacity.is_power_of_two());
        let len = usize::try_from(capacity.min(states)).ok()?;
        let table = |_| {
            let mut ring = Vec::new();
            ring.try_reserve_exact(len).ok()?;
            ring.resize_with(len, C::zero);
            Some(ring)
        };
        Some(Self {
            tables: (0..players).map(table).collect::<Option<_>>()?,
            mask: if all { u64::MAX } else { capacity - 1 },
        })
    }

    /// The least index whose cell is there, where the cells below `end` are the latest.
    pub fn oldest(&self, end: u64) -> u64 {
        end.saturating_sub(self.mask.saturating_add(1))
    }
}

/// One player's cells.
pub struct Turns<'a, C> {
    table: &'a [C],
    mask: u64,
}

impl<C> Clone for Turns<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Turns<'_, C> {}

impl<C: Cell> View for Turns<'_, C> {
    #[inline]
    fn entry(&self, index: u64) -> Entry {
        self.table[(index & self.mask) as usize].get()
    }
}

impl<C: Cell> Store for Ring<C> {
    const MOST: u32 = C::MOST;
    type View<'a>
        = Turns<'a, C>
    where
        C: 'a;

    fn players(&self) -> usize {
        self.tables.len()
    }

    #[inline]
    fn view(&self, player: usize) -> Turns<'_, C> {
        Turns {
            table: &self.tables[player.min(self.tables.len() - 1)],
            mask: self.mask,
        }
    }

    #[inline]
    fn put(&self, index: u64, player: usize, entry: Entry, _shared: bool) {
        self.tables[player][(index & self.mask) as usize].set(entry);
    }
}
