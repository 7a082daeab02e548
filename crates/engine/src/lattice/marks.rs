//! Bits at numbers of either sign, growing at both ends.

#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    words: Vec<u64>,
    /// The number of the first word; its bits stand for 64 times this and up.
    from: i64,
}

impl Marks {
    /// The word of this number, 0 outside.
    fn word(&self, at: i64) -> u64 {
        let inside = usize::try_from(at - self.from).ok();
        inside
            .and_then(|at| self.words.get(at))
            .copied()
            .unwrap_or(0)
    }

    /// The bits of `at` and the 63 numbers above it.
    #[inline]
    pub(super) fn window(&self, at: i64) -> u64 {
        let (word, bit) = (at >> 6, at & 63);
        let low = self.word(word) >> bit;
        match bit {
            0 => low,
            bit => low | self.word(word + 1) << (64 - bit),
        }
    }

    /// Sets a bit. Amortised constant, for numbers not too far from those before.
    pub(super) fn set(&mut self, at: i64) {
        let word = at >> 6;
        if self.words.is_empty() {
            self.from = word;
        }
        if word < self.from {
            let more = ((self.from - word) as usize).max(self.words.len());
            self.words.splice(0..0, std::iter::repeat_n(0, more));
            self.from -= more as i64;
        }
        let index = (word - self.from) as usize;
        if index >= self.words.len() {
            self.words.resize(index + 1, 0);
        }
        self.words[index] |= 1 << (at & 63);
    }

    /// The least number from `at` on without a mark.
    pub(super) fn free_from(&self, mut at: i64) -> i64 {
        loop {
            match self.window(at).trailing_ones() {
                64 => at += 64,
                ones => return at + i64::from(ones),
            }
        }
    }

    /// Bytes that are held.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.capacity() as u64
    }
}
