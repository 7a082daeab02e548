//! A hash table of ids. The contents of a form are compared in the arena.

use crate::arena::NONE;

/// Ids by the hashes of their forms, in about five bytes each. Only the arena knows the forms.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    /// One id or [`NONE`] per slot, with linear probing.
    slots: Vec<u32>,
    listed: usize,
}

/// Returns the slot of a hash.
#[inline]
fn place(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 64) as usize
}

impl Ids {
    /// Returns the id that `is_it` accepts, or else the slot for a new id. A free slot exists if
    /// the caller respects [`Ids::wanted`].
    #[inline]
    pub fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mut at = place(hash, self.slots.len());
        loop {
            match self.slots[at] {
                NONE => return Err(at),
                id if is_it(id) => return Ok(id),
                _ => at = (at + 1) % self.slots.len(),
            }
        }
    }

    /// Stores an id in a slot that [`Ids::find`] returned.
    pub fn list(&mut self, slot: usize, id: u32) {
        self.slots[slot] = id;
        self.listed += 1;
    }

    pub fn bytes(&self) -> u64 {
        self.slots.capacity() as u64 * 4
    }

    /// Returns the number of slots needed before another id is added, or `None` if there are
    /// enough.
    #[inline]
    pub fn wanted(&self) -> Option<usize> {
        let slots = self.slots.len();
        (self.listed * 5 >= slots * 4).then(|| (slots + slots / 2).max(1 << 6))
    }

    /// Rehashes all ids into `slots` slots.
    pub fn grow(&mut self, slots: usize, hash: impl Fn(u32) -> u64) {
        let old = std::mem::replace(&mut self.slots, vec![NONE; slots]);
        for id in old.into_iter().filter(|id| *id != NONE) {
            let mut at = place(hash(id), slots);
            while self.slots[at] != NONE {
                at = (at + 1) % slots;
            }
            self.slots[at] = id;
        }
    }
}
