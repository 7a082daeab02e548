//! Lossy memos with one slot per key. They grow with their use.

use crate::pairs::Pairs;

/// A memo of comparisons. Pairs of old forms have reserved places. For other pairs, a slot has two
/// ids of 31 bits and the answer in the highest bit.
#[derive(Debug)]
pub(crate) struct Answers {
    pub pairs: Pairs,
    slots: Vec<u64>,
    written: u64,
    /// The total number of writes.
    all_written: u64,
}

/// A memo of sums.
#[derive(Debug)]
pub(crate) struct Sums {
    slots: Vec<(u32, u32, u32)>,
    written: u64,
}

const EMPTY: u64 = u64::MAX;
const KEY: u64 = u64::MAX >> 1;

/// Writes per slot after which a memo doubles its size.
const FULL: u64 = 2;

/// Returns the high bits of a product, as a 64-bit hash.
#[inline]
pub(crate) fn mix(x: u64, y: u64) -> u64 {
    let product = u128::from(x ^ 0x9E37_79B9_7F4A_7C15) * u128::from(y ^ 0xD6E8_FEB8_6659_FD93);
    (product >> 64) as u64 ^ product as u64
}

#[inline]
fn pair(x: u32, y: u32) -> u64 {
    u64::from(x) << 32 | u64::from(y)
}

#[inline]
fn slot(key: u64, slots: usize) -> usize {
    (mix(key, 3) >> (64 - slots.trailing_zeros())) as usize
}

/// Returns the slot of a comparison. Comparisons of one value with neighbouring ids get
/// neighbouring slots, which uses few pages of memory.
#[inline]
fn near(x: u32, y: u32, slots: usize) -> usize {
    let start = u64::from(x).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    (start + u64::from(y)) as usize & (slots - 1)
}

impl Answers {
    /// The initial and the maximum number of slots.
    pub const SLOTS: (usize, usize) = (1 << 12, 1 << 23);

    pub fn new() -> Self {
        Self {
            pairs: Pairs::new(),
            slots: vec![EMPTY; Self::SLOTS.0],
            written: 0,
            all_written: 0,
        }
    }

    #[inline]
    pub fn get(&self, x: u32, y: u32) -> Option<bool> {
        if self.pairs.hold(x, y) {
            return self.pairs.get(x, y);
        }
        let key = pair(x, y);
        let found = self.slots[near(x, y, self.slots.len())];
        (found & KEY == key && found != EMPTY).then_some(found != key)
    }

    pub fn put(&mut self, x: u32, y: u32, answer: bool) {
        self.all_written += 1;
        if self.pairs.hold(x, y) {
            self.pairs.put(x, y, answer);
            return;
        }
        let key = pair(x, y);
        let at = near(x, y, self.slots.len());
        self.slots[at] = key | u64::from(answer) << 63;
        self.written += 1;
    }

    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8 + self.pairs.bytes()
    }

    /// Returns true if the reserved pairs should grow or be dropped, for this number of forms.
    #[inline]
    pub fn are_pairs_due(&self, forms: usize) -> bool {
        self.pairs.are_due(forms, self.all_written)
    }

    /// Reserves places for comparisons between all ids below `ids`.
    pub fn give_places(&mut self, ids: u32) {
        self.pairs.grow(ids);
        for entry in &mut self.slots {
            let key = *entry & KEY;
            let (x, y) = ((key >> 32) as u32, key as u32);
            if *entry != EMPTY && self.pairs.hold(x, y) {
                self.pairs.put(x, y, *entry != key);
                *entry = EMPTY;
            }
        }
    }

    /// Returns the additional memory, in bytes, that the memo requests.
    pub fn wanted(&self) -> Option<u64> {
        let slots = self.slots.len();
        let is_full = self.written > FULL * slots as u64;
        (is_full && slots < Self::SLOTS.1).then_some(slots as u64 * 16)
    }

    /// Doubles the number of slots and keeps the contents.
    pub fn double(&mut self) {
        let slots = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; slots]);
        for entry in old.into_iter().filter(|entry| *entry != EMPTY) {
            let key = entry & KEY;
            let at = near((key >> 32) as u32, key as u32, slots);
            self.slots[at] = entry;
        }
        self.written = 0;
    }
}

impl Sums {
    /// The initial and the maximum number of slots.
    pub const SLOTS: (usize, usize) = (1 << 10, 1 << 22);

    pub fn new() -> Self {
        Self {
            slots: vec![(0, 0, 0); Self::SLOTS.0],
            written: 0,
        }
    }

    /// Returns the sum of two nonzero forms, the smaller id first.
    #[inline]
    pub fn get(&self, x: u32, y: u32) -> Option<u32> {
        let (a, b, sum) = self.slots[slot(pair(x, y), self.slots.len())];
        ((a, b) == (x, y)).then_some(sum)
    }

    pub fn put(&mut self, x: u32, y: u32, sum: u32) {
        let at = slot(pair(x, y), self.slots.len());
        self.slots[at] = (x, y, sum);
        self.written += 1;
    }

    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 12
    }

    /// Returns the additional memory, in bytes, that the memo requests.
    pub fn wanted(&self) -> Option<u64> {
        let is_full = self.written > FULL * self.slots.len() as u64;
        (is_full && self.slots.len() < Self::SLOTS.1).then_some(self.bytes() * 2)
    }

    /// Doubles the number of slots and keeps the contents.
    pub fn double(&mut self) {
        let slots = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![(0, 0, 0); slots]);
        for entry in old.into_iter().filter(|entry| entry.0 != 0) {
            let at = slot(pair(entry.0, entry.1), slots);
            self.slots[at] = entry;
        }
        self.written = 0;
    }
}
