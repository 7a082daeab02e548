//! Which bytes of a file are in use, and which are free.

use std::collections::{BTreeMap, BTreeSet};

/// Records start at multiples of this.
const GRAIN: u64 = 64;

/// The free stretches of a file that grows at its end; the smallest that suffices is taken (Knuth 1973, section 2.5, «best fit»).
#[derive(Debug, Default)]
pub(crate) struct Room {
    end: u64,
    by_start: BTreeMap<u64, u64>,
    by_length: BTreeSet<(u64, u64)>,
}

impl Room {
    /// A file of which the first bytes and these stretches (start and length) are in use; `None` where they overlap.
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

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn stretches_never_overlap_and_are_used_again() {
        let mut room = Room::new(32, std::iter::empty()).expect("nothing overlaps");
        let mut used: Vec<(u64, u64)> = Vec::new();
        let mut random: u64 = 7;
        let mut most = 0;
        for _ in 0..20_000 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let dice = random >> 33;
            if dice.is_multiple_of(2) || used.len() < 10 {
                let length = 1 + (dice >> 8) % 3000;
                let start = room.take(length);
                assert!(start >= 32);
                let apart =
                    |(other, size): &(u64, u64)| start + length <= *other || other + size <= start;
                assert!(used.iter().all(apart));
                used.push((start, length));
            } else if used.len() > 30 || dice.is_multiple_of(3) {
                let (start, length) = used.swap_remove(dice as usize % used.len());
                room.free(start, length);
            }
            most = most.max(used.len() as u64);
            let again = Room::new(32, used.iter().copied()).expect("they do not overlap");
            assert_eq!(again.by_length, room.by_length);
            assert_eq!(again.end, room.end);
        }
        assert!(room.end < 3 * 3064 * most, "{} for {most}", room.end);
        assert!(Room::new(32, [(64, 100), (128, 5)].into_iter()).is_none());
        assert!(Room::new(32, [(0, 5)].into_iter()).is_none());
    }
}
