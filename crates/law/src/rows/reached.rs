//! What a search reaches, with the ways there.

use whowins_engine::{EngineError, Limits};

/// What was reached of the pairs of numbers below two bounds, in the order in which it was, each
/// with the first way there.
pub(super) struct Found {
    /// The second bound.
    bound: usize,
    /// A bit a pair.
    seen: Vec<u64>,
    /// With what it was reached from, itself for a start, and the letter.
    order: Vec<((u32, u32), u32, u8)>,
    taken: usize,
}

impl Found {
    /// None yet.
    ///
    /// # Errors
    ///
    /// Where the limits leave no room for a bit a pair.
    pub fn new(bounds: (usize, usize), limits: &Limits) -> Result<Self, EngineError> {
        let words = bounds.0.saturating_mul(bounds.1).div_ceil(64);
        limits.room(8 * words as u64)?;
        Ok(Self {
            bound: bounds.1,
            seen: vec![0; words],
            order: Vec::new(),
            taken: 0,
        })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        (8 * self.seen.len() + 16 * self.order.capacity()) as u64
    }

    /// Whether it is new.
    pub fn start(&mut self, pair: (u32, u32)) -> bool {
        self.reach(pair, self.order.len(), 0)
    }

    pub fn reach(&mut self, pair: (u32, u32), from: usize, letter: u8) -> bool {
        let number = pair.0 as usize * self.bound + pair.1 as usize;
        let (word, bit) = (&mut self.seen[number / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        if new {
            *word |= bit;
            self.order.push((pair, from as u32, letter));
        }
        new
    }

    pub fn take(&mut self) -> Option<(usize, (u32, u32))> {
        let at = self.taken;
        let (pair, ..) = self.order.get(at)?;
        self.taken += 1;
        Some((at, *pair))
    }

    /// The number of the start from which it was reached, and the word on the way.
    pub fn word(&self, mut at: usize) -> (usize, Vec<u8>) {
        let mut word = Vec::new();
        while self.order[at].1 as usize != at {
            word.push(self.order[at].2);
            at = self.order[at].1 as usize;
        }
        word.reverse();
        (at, word)
    }
}
