//! Blocks that are read and not worked on, as words: in memory as far as there is room, the others
//! in the depot.

use super::super::depot::{Depot, Slot};
use crate::limits::EngineError;

/// A block that is read.
struct Guest {
    /// Its words, in memory.
    words: Option<Vec<u32>>,
    /// Where it lies in the depot.
    slot: Option<Slot>,
    /// Whether it can be had again from where it came, and need not be put away.
    again: bool,
    /// When it was brought.
    brought: u64,
}

/// All of them.
pub struct Guests<'a> {
    depot: &'a dyn Depot,
    all: Vec<Option<Guest>>,
    /// Words in memory, and how many there may be.
    words: usize,
    room: usize,
    clock: u64,
    /// The clock when something was decided last: what was brought since is needed all at once.
    moved: u64,
}

impl<'a> Guests<'a> {
    /// Room for so many bytes, of so many blocks.
    pub fn new(blocks: usize, bytes: u64, depot: &'a dyn Depot) -> Self {
        Self {
            depot,
            all: (0..blocks).map(|_| None).collect(),
            words: 0,
            room: usize::try_from(bytes / 4).unwrap_or(usize::MAX),
            clock: 0,
            moved: 0,
        }
    }

    /// Whether a block is there, in memory or not.
    pub fn has(&self, block: usize) -> bool {
        self.all[block].is_some()
    }

    /// The words of a block in memory.
    pub fn words(&self, block: usize) -> Option<&[u32]> {
        self.all[block].as_ref()?.words.as_deref()
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        4 * self.words as u64
    }

    /// Something was decided: what was brought before may leave.
    pub fn moved(&mut self) {
        self.moved = self.clock;
    }

    /// A block that came; `keep` where it comes only once.
    ///
    /// # Errors
    ///
    /// When the depot fails.
    pub fn put(&mut self, block: usize, words: Vec<u32>, keep: bool) -> Result<(), EngineError> {
        self.clock += 1;
        self.words += words.len();
        self.all[block] = Some(Guest {
            words: Some(words),
            slot: None,
            again: !keep,
            brought: self.clock,
        });
        self.make_room()
    }

    /// Brings a block that is there into memory.
    ///
    /// # Errors
    ///
    /// When the depot fails.
    pub fn bring(&mut self, block: usize) -> Result<(), EngineError> {
        self.clock += 1;
        let Some(guest) = &mut self.all[block] else {
            return Ok(());
        };
        guest.brought = self.clock;
        if let (None, Some(slot)) = (&guest.words, guest.slot) {
            let bytes = self.depot.get(slot)?;
            let words = bytes.as_chunks().0.iter();
            let words: Vec<u32> = words.map(|four| u32::from_le_bytes(*four)).collect();
            self.words += words.len();
            guest.words = Some(words);
        }
        self.make_room()
    }

    /// Has those leave the memory that were brought first. A position whose moves lead to more
    /// blocks than there is room for has them all.
    fn make_room(&mut self) -> Result<(), EngineError> {
        while self.words > self.room {
            let leaves = |guest: &Guest| guest.words.is_some() && guest.brought <= self.moved;
            let known = self.all.iter().enumerate();
            let in_memory = known.filter_map(|(block, guest)| {
                let guest = guest.as_ref().filter(|guest| leaves(guest))?;
                Some((guest.brought, block))
            });
            let Some((_, block)) = in_memory.min() else {
                break;
            };
            let Some(guest) = &mut self.all[block] else {
                break;
            };
            let words = guest.words.take().unwrap_or_default();
            self.words -= words.len();
            if guest.again {
                self.all[block] = None;
            } else if guest.slot.is_none() {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                guest.slot = Some(self.depot.put(&bytes)?);
            }
        }
        Ok(())
    }
}
