//! Which bytes of a file are in use, and which are free.

use std::collections::{BTreeMap, BTreeSet};

/// Records start at multiples of this.
const GRAIN: u64 = 64;

/// The free stretches of a file that grows at its end; the smallest that suffices is taken (Knuth
/// 1973, section 2.5, "best fit").
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Room {
    end: u64,
    by_start: BTreeMap<u64, u64>,
    by_length: BTreeSet<(u64, u64)>,
}

impl Room {
    /// A file of which the first bytes and these stretches (start and length) are in use; `None`
    /// where they overlap.
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

    /// Where the file ends.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// A stretch for so many bytes.
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

    /// A stretch is free again.
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
