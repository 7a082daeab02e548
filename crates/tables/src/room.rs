//! Allocation of space inside a file.

use std::collections::{BTreeMap, BTreeSet};

/// Records start at multiples of this.
const GRAIN: u64 = 64;

/// The free ranges of a file that grows at its end. The smallest sufficient range is used ("best
/// fit"; D. E. Knuth, 1973, section 2.5).
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Room {
    end: u64,
    by_start: BTreeMap<u64, u64>,
    by_length: BTreeSet<(u64, u64)>,
}

impl Room {
    /// Creates the allocator for a file whose first bytes and these ranges (start and length) are
    /// in use. Returns `None` if they overlap.
    pub fn new(first: u64, used: impl Iterator<Item = (u64, u64)>) -> Option<Self> {
        let mut used: Vec<(u64, u64)> = used.collect();
        used.sort_unstable();
        let mut room = Self {
            end: first.next_multiple_of(GRAIN),
            ..Self::default()
        };
        for (start, length) in used {
            let free = start.checked_sub(room.end)?;
            room.insert(room.end, free);
            room.end = start.checked_add(length)?.checked_next_multiple_of(GRAIN)?;
        }
        Some(room)
    }

    /// Returns the end of the file.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Allocates a range of `length` bytes and returns its start.
    pub fn take(&mut self, length: u64) -> u64 {
        let length = length.next_multiple_of(GRAIN);
        let Some((found, start)) = self.by_length.range((length, 0)..).next().copied() else {
            let start = self.end;
            self.end += length;
            return start;
        };
        self.remove(start, found);
        self.insert(start + length, found - length);
        start
    }

    /// Frees a range.
    pub fn free(&mut self, mut start: u64, length: u64) {
        let mut length = length.next_multiple_of(GRAIN);
        if let Some((before, size)) = self.by_start.range(..start).next_back() {
            let (before, size) = (*before, *size);
            if before + size == start {
                self.remove(before, size);
                start = before;
                length += size;
            }
        }
        if let Some(size) = self.by_start.get(&(start + length)).copied() {
            self.remove(start + length, size);
            length += size;
        }
        if start + length == self.end {
            self.end = start;
        } else {
            self.insert(start, length);
        }
    }

    fn insert(&mut self, start: u64, length: u64) {
        if length > 0 {
            self.by_start.insert(start, length);
            self.by_length.insert((length, start));
        }
    }

    fn remove(&mut self, start: u64, length: u64) {
        self.by_start.remove(&start);
        self.by_length.remove(&(length, start));
    }
}
