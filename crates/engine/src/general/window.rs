//! The latest cells of a sweep in memory, the older ones on the shelf.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::ring::{Ring, Turns};
use super::shelf::Shelf;
use super::table::{Cell, Entry, Store, View};
use crate::limits::EngineError;

/// The latest cells, and the shelf for the others.
pub struct Window<'a, C> {
    ring: Ring<C>,
    /// The least index whose cell is in the ring.
    oldest: AtomicU64,
    shelf: &'a dyn Shelf,
    /// What went wrong on the shelf; reading goes on with draws until it is asked for.
    fault: OnceLock<EngineError>,
}

impl<'a, C: Cell> Window<'a, C> {
    /// For `states` states, of which the latest `capacity` are in memory: all, or a power of two.
    /// `None` where memory cannot be had.
    pub fn new(states: u64, capacity: u64, players: usize, shelf: &'a dyn Shelf) -> Option<Self> {
        Some(Self {
            ring: Ring::new(states, capacity, players)?,
            oldest: AtomicU64::new(0),
            shelf,
            fault: OnceLock::new(),
        })
    }

    /// Makes room for the cells below `end`; nothing below `from` has been put in, if that is
    /// given.
    pub fn advance(&self, end: u64, from: Option<u64>) {
        let room = self.ring.oldest(end);
        self.oldest.fetch_max(room.max(from.unwrap_or(0)), Relaxed);
    }

    /// Brings the cells from `first` up to `end` back from the shelf.
    pub fn load(&self, first: u64, end: u64) -> Result<(), EngineError> {
        self.advance(end, None);
        let (mut cells, size) = (Vec::new(), self.shelf.block());
        for block in first / size..end.div_ceil(size) {
            for player in 0..self.players() {
                self.shelf.read(block, player, &mut cells)?;
                let low = first.max(block * size);
                for index in low..end.min((block + 1) * size) {
                    let entry = cells.get((index - block * size) as usize);
                    let entry = entry.copied().unwrap_or(Entry::UNKNOWN);
                    self.put(index, player, entry, false);
                }
            }
        }
        Ok(())
    }

    /// Fails if the shelf has failed since the window was made.
    pub fn check(&self) -> Result<(), EngineError> {
        self.fault.get().map_or(Ok(()), |fault| Err(fault.clone()))
    }

    #[cold]
    #[inline(never)]
    fn far(&self, index: u64, player: usize) -> Entry {
        let player = player.min(self.players() - 1);
        self.shelf.entry(index, player).unwrap_or_else(|fault| {
            let _ = self.fault.set(fault);
            Entry::UNKNOWN
        })
    }
}

/// One player's cells, near and far.
pub struct Near<'b, 'a, C> {
    turns: Turns<'b, C>,
    oldest: u64,
    window: &'b Window<'a, C>,
    player: usize,
}

impl<C> Clone for Near<'_, '_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Near<'_, '_, C> {}

impl<C: Cell> View for Near<'_, '_, C> {
    #[inline]
    fn entry(&self, index: u64) -> Entry {
        if index >= self.oldest {
            self.turns.entry(index)
        } else {
            self.window.far(index, self.player)
        }
    }
}

impl<'a, C: Cell> Store for Window<'a, C> {
    const MOST: u32 = C::MOST;
    type View<'b>
        = Near<'b, 'a, C>
    where
        Self: 'b;

    fn players(&self) -> usize {
        self.ring.players()
    }

    #[inline]
    fn view(&self, player: usize) -> Near<'_, 'a, C> {
        Near {
            turns: self.ring.view(player),
            oldest: self.oldest.load(Relaxed),
            window: self,
            player,
        }
    }

    #[inline]
    fn put(&self, index: u64, player: usize, entry: Entry, shared: bool) {
        self.ring.put(index, player, entry, shared);
    }
}
