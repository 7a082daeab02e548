//! Memos that may forget: one slot a key, and they grow with what is asked of them.

use crate::pairs::Pairs;

/// A memo of comparisons. The oldest forms have places of their own; of the others the answer
/// stands in the highest bit beside two ids of 31 bits.
#[derive(Debug)]
pub(crate) struct Answers {
    pub pairs: Pairs,
    slots: Vec<u64>,
    written: u64,
    /// Writings of all time.
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

/// Writings a slot after which a memo doubles.
const FULL: u64 = 2;

/// The high bits of a product: a hash of 64 bits.
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

/// The slot of a comparison. Those of one value with others lie as close to each other as the
/// others' ids: who compares it with several stays in a few pages of memory.
#[inline]
fn near(x: u32, y: u32, slots: usize) -> usize {
    let start = u64::from(x).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    (start + u64::from(y)) as usize & (slots - 1)
}

impl Answers {
    /// The slot count it begins with, and the one it stops at.
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

    /// Whether pairs should have more places, of so many forms, or none any more.
    #[inline]
    pub fn are_pairs_due(&self, forms: usize) -> bool {
        self.pairs.are_due(forms, self.all_written)
    }

    /// Gives places of their own to the comparisons of all ids below one.
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

    /// Bytes that it would like to take beside its own.
    pub fn wanted(&self) -> Option<u64> {
        let slots = self.slots.len();
        let is_full = self.written > FULL * slots as u64;
        (is_full && slots < Self::SLOTS.1).then_some(slots as u64 * 16)
    }

    /// Twice the slots, with what it knows.
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
    /// The slot count it begins with, and the one it stops at.
    pub const SLOTS: (usize, usize) = (1 << 10, 1 << 22);

    pub fn new() -> Self {
        Self {
            slots: vec![(0, 0, 0); Self::SLOTS.0],
            written: 0,
        }
    }

    /// The sum of two forms that are not 0, the smaller id first.
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

    /// Bytes that it would like to take beside its own.
    pub fn wanted(&self) -> Option<u64> {
        let is_full = self.written > FULL * self.slots.len() as u64;
        (is_full && self.slots.len() < Self::SLOTS.1).then_some(self.bytes() * 2)
    }

    /// Twice the slots, with what it knows.
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
