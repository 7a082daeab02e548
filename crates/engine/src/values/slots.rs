//! A table of small parts: what is known of each, at 8 bytes a symbol and 4 for the answer; and
//! before it a short one of those that were asked for last.

/// What is known of parts, by the cells that show each of `K` symbols. Some cell shows some symbol.
///
/// Open addressing in one list of half words: a slot is a key, then the answer. Slots are never
/// given back.
pub(super) struct Slots<const K: usize> {
    halves: Vec<u32>,
    taken: usize,
}

impl<const K: usize> Slots<K> {
    const WIDE: usize = 2 * K + 1;
    /// The answer of parts that nothing is known of.
    pub const NOTHING: u32 = u32::MAX - 1;
    /// Slots at first.
    const FIRST: usize = 1 << 8;

    pub fn new() -> Self {
        Self {
            halves: Vec::new(),
            taken: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.taken
    }

    pub fn bytes(&self) -> u64 {
        self.halves.len() as u64 * 4
    }

    /// Bytes that it takes once it has grown; `None` where there is room for one part more.
    #[inline]
    pub fn wanted(&self) -> Option<u64> {
        let slots = self.halves.len() / Self::WIDE;
        (self.taken * 5 >= slots * 4).then(|| (Self::grown(slots) * Self::WIDE * 4) as u64)
    }

    fn grown(slots: usize) -> usize {
        (slots + slots / 2).max(Self::FIRST)
    }

    /// Makes room as [`Slots::wanted`] says.
    pub fn grow(&mut self) {
        let slots = self.halves.len() / Self::WIDE;
        let halves = vec![0; Self::grown(slots) * Self::WIDE];
        let old = std::mem::replace(&mut self.halves, halves);
        for slot in old.chunks_exact(Self::WIDE) {
            let key = Self::key(slot);
            if key != [0; K] {
                let at = self.place(&key);
                self.halves[at..at + Self::WIDE].copy_from_slice(slot);
            }
        }
    }

    #[inline(always)]
    fn key(slot: &[u32]) -> [u64; K] {
        let mut key = [0; K];
        for word in 0..K {
            key[word] = u64::from(slot[2 * word]) | u64::from(slot[2 * word + 1]) << 32;
        }
        key
    }

    /// Where a key's slot begins, or the free slot for it. There are free ones.
    #[inline(always)]
    fn place(&self, key: &[u64; K]) -> usize {
        let slots = self.halves.len() / Self::WIDE;
        let mut hash = 0u64;
        for word in key {
            let product = u128::from(hash.rotate_left(29) ^ word) * 0x9E37_79B9_7F4A_7C15_u128;
            hash = (product >> 64) as u64 ^ product as u64;
        }
        let mut slot = ((u128::from(hash) * slots as u128) >> 64) as usize;
        loop {
            let at = slot * Self::WIDE;
            let found = Self::key(&self.halves[at..at + Self::WIDE]);
            if found == *key || found == [0; K] {
                return at;
            }
            slot += 1;
            if slot == slots {
                slot = 0;
            }
        }
    }

    /// What is known of a part.
    #[inline]
    pub fn get(&self, key: &[u64; K]) -> u32 {
        if self.halves.is_empty() {
            return Self::NOTHING;
        }
        let at = self.place(key);
        let slot = &self.halves[at..at + Self::WIDE];
        match Self::key(slot) == *key {
            true => slot[2 * K],
            false => Self::NOTHING,
        }
    }

    /// Writes down what is known of a part. There is room, or it is known already.
    pub fn put(&mut self, key: &[u64; K], answer: u32) {
        let at = self.place(key);
        let slot = &mut self.halves[at..at + Self::WIDE];
        if Self::key(slot) != *key {
            self.taken += 1;
        }
        for (halves, word) in slot.chunks_exact_mut(2).zip(key) {
            (halves[0], halves[1]) = (*word as u32, (*word >> 32) as u32);
        }
        slot[2 * K] = answer;
    }
}

/// What is known of parts that were asked for last, as they lie, without a look at their turns: one
/// slot a part, in a list so short that it stays close to the processor. Some cell of a part shows
/// some symbol.
pub(super) struct Recent<const K: usize> {
    /// A part, its value's id, and in the lowest bit whether it is that one's negative.
    slots: Vec<([u64; K], u32)>,
}

impl<const K: usize> Recent<K> {
    const SLOTS: usize = 1 << 12;

    pub fn new() -> Self {
        Self {
            slots: vec![([0; K], 0); Self::SLOTS],
        }
    }

    #[inline]
    fn at(&self, part: &[u64; K]) -> usize {
        let mut hash = 0u64;
        for word in part {
            hash = (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub fn get(&self, part: &[u64; K]) -> Option<(u32, bool)> {
        let (own, id) = &self.slots[self.at(part)];
        (own == part).then_some((id >> 1, id & 1 == 1))
    }

    pub fn put(&mut self, part: &[u64; K], id: u32, negates: bool) {
        let at = self.at(part);
        self.slots[at] = (*part, id << 1 | u32::from(negates));
    }
}
