//! Which form has which contents: a table of ids, found by a hash, compared in the arena.

use crate::arena::NONE;

/// Ids by the hashes of what they stand for, some five bytes each. What an id stands for is known
/// to the arena alone.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    /// One id or [`NONE`] a slot; who finds a slot taken takes the next one.
    slots: Vec<u32>,
    listed: usize,
}

/// The slot that a hash falls on, whatever the number of slots.
#[inline]
fn place(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 64) as usize
}

impl Ids {
    /// The id that stands for what is asked, or the slot for it. There is a free slot as long as
    /// [`Ids::wanted`] is heeded.
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

    /// Lists an id in a slot that [`Ids::find`] gave.
    pub fn list(&mut self, slot: usize, id: u32) {
        self.slots[slot] = id;
        self.listed += 1;
    }

    pub fn bytes(&self) -> u64 {
        self.slots.capacity() as u64 * 4
    }

    /// How many slots there must be before another id is listed; `None` where there are enough.
    #[inline]
    pub fn wanted(&self) -> Option<usize> {
        let slots = self.slots.len();
        (self.listed * 5 >= slots * 4).then(|| (slots + slots / 2).max(1 << 6))
    }

    /// So many slots, with the ids that are listed, by their hashes.
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
