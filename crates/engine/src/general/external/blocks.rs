//! The cells in blocks, as many of them in memory as there is room for.

use std::ops::Range;

use super::super::depot::{Depot, Slot};
use super::super::table::{Cell, Cells, from_bytes, to_bytes};
use whowins_analysis::Budget;

use crate::limits::EngineError;
use crate::together;

/// How the states are cut: block b has those from `b * size` on, with all players' cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many states there are.
    pub states: u64,
    /// States to a block; the last may have fewer.
    pub size: u64,
    /// Players whose cells are told apart: one or two.
    pub players: usize,
}

impl Layout {
    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.states.div_ceil(self.size) as usize
    }

    /// The states of a block.
    pub fn range(&self, block: usize) -> Range<u64> {
        let first = block as u64 * self.size;
        first..self.states.min(first + self.size)
    }

    /// The block of a state, and which of its states it is.
    #[inline]
    pub fn of(&self, index: u64) -> (usize, u64) {
        if self.size.is_power_of_two() {
            let shift = self.size.trailing_zeros();
            return ((index >> shift) as usize, index & (self.size - 1));
        }
        ((index / self.size) as usize, index % self.size)
    }

    /// A block's cells are numbered player by player: the player of one, and which of the block's
    /// states it is.
    #[inline]
    pub fn cell(&self, number: usize) -> (usize, usize) {
        let size = self.size as usize;
        match number < size {
            true => (0, number),
            false => (1, number - size),
        }
    }

    /// Bytes that a block takes in memory.
    pub fn bytes<C: Cell>(&self) -> u64 {
        self.size.min(self.states) * self.players as u64 * C::BYTES
    }
}

/// A block in the depot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Where it lies.
    pub slot: Slot,
    /// Bytes of its cells.
    pub width: u8,
}

/// A block in memory.
pub struct Held<C> {
    pub cells: Cells<C>,
    /// Whether it differs from what is in the depot.
    changed: bool,
    /// When it was last used.
    used: u64,
}

/// All blocks.
pub struct Blocks<'a, C> {
    pub layout: Layout,
    depot: &'a dyn Depot,
    stored: Vec<Option<Stored>>,
    held: Vec<Option<Held<C>>>,
    /// The blocks in memory, in no order.
    in_memory: Vec<usize>,
    /// How many of them there may be.
    capacity: usize,
    clock: u64,
}

impl<'a, C: Cell> Blocks<'a, C> {
    /// Blocks of which these are in the depot.
    pub fn new(
        layout: Layout,
        depot: &'a dyn Depot,
        stored: Vec<Option<Stored>>,
        capacity: usize,
    ) -> Self {
        Self {
            layout,
            depot,
            held: stored.iter().map(|_| None).collect(),
            stored,
            in_memory: Vec::new(),
            capacity,
            clock: 0,
        }
    }

    /// The blocks in memory.
    pub fn in_memory(&self) -> &[usize] {
        &self.in_memory
    }

    /// Where the blocks are in the depot.
    pub fn stored(&self) -> &[Option<Stored>] {
        &self.stored
    }

    /// Takes blocks out, to be worked on; those that are in no place yet hold 0 everywhere. Others
    /// are put away to make room.
    pub fn take(&mut self, blocks: &[usize]) -> Result<Vec<Held<C>>, EngineError> {
        self.clock += 1;
        let taken = blocks.iter().map(|block| self.held[*block].take());
        let mut taken: Vec<Option<Held<C>>> = taken.collect();
        self.in_memory.retain(|block| self.held[*block].is_some());
        self.make_room(blocks.len())?;
        let missing: Vec<usize> = (0..blocks.len())
            .filter(|at| taken[*at].is_none())
            .collect();
        let loaded = together::all(missing.len(), &|at| self.load(blocks[missing[at]]))?;
        for (at, held) in missing.into_iter().zip(loaded) {
            taken[at] = Some(held);
        }
        Ok(taken.into_iter().flatten().collect())
    }

    /// Gives a block back, `changed` or as it was.
    pub fn give_back(&mut self, block: usize, mut held: Held<C>, changed: bool) {
        held.changed |= changed;
        held.used = self.clock;
        self.held[block] = Some(held);
        self.in_memory.push(block);
    }

    /// Puts those away that were not used for longest, until there is room for so many.
    fn make_room(&mut self, wanted: usize) -> Result<(), EngineError> {
        let over = (self.in_memory.len() + wanted).saturating_sub(self.capacity);
        if over == 0 {
            return Ok(());
        }
        let used = |block: &usize| self.held[*block].as_ref().map(|held| held.used);
        self.in_memory.sort_by_key(used);
        let leaving: Vec<usize> = self
            .in_memory
            .drain(..over.min(self.in_memory.len()))
            .collect();
        self.put_away(&leaving)?;
        leaving
            .into_iter()
            .for_each(|block| self.held[block] = None);
        Ok(())
    }

    /// Puts away what was changed; it stays in memory.
    pub fn put_all_away(&mut self) -> Result<(), EngineError> {
        let all = self.in_memory.clone();
        self.put_away(&all)
    }

    fn put_away(&mut self, blocks: &[usize]) -> Result<(), EngineError> {
        let changed = |block: &&usize| self.held[**block].as_ref().is_some_and(|held| held.changed);
        let blocks: Vec<usize> = blocks.iter().filter(changed).copied().collect();
        let slots = together::all(blocks.len(), &|at| {
            let mut bytes = Vec::with_capacity(self.layout.bytes::<C>() as usize);
            for held in self.held[blocks[at]].iter() {
                for player in 0..self.layout.players {
                    to_bytes(held.cells.of(player), &mut bytes);
                }
            }
            self.depot.put(&bytes)
        })?;
        for (block, slot) in blocks.into_iter().zip(slots) {
            let width = C::BYTES as u8;
            if let Some(old) = self.stored[block].replace(Stored { slot, width }) {
                self.depot.release(old.slot);
            }
            if let Some(held) = &mut self.held[block] {
                held.changed = false;
            }
        }
        Ok(())
    }

    fn load(&self, block: usize) -> Result<Held<C>, EngineError> {
        let range = self.layout.range(block);
        let states = range.end - range.start;
        let cells = Cells::new(states, self.layout.players == 1, &Budget::default());
        // A block is small: it is written before anyone looks at the time.
        let cells = cells.ok_or_else(|| {
            EngineError::TooLarge(
                "the machine has less memory than is allowed; allow less with --memory".into(),
            )
        })?;
        if let Some(Stored { slot, width }) = self.stored[block] {
            let bytes = self.depot.get(slot)?;
            let width = usize::from(width);
            for (player, bytes) in bytes.chunks(states as usize * width).enumerate() {
                from_bytes::<C>(cells.of(player), bytes, width);
            }
        }
        Ok(Held {
            cells,
            changed: false,
            used: self.clock,
        })
    }
}
