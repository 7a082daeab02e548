//! A quick hash for the integers that constructions count with; nobody's input can choose them freely.
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map keyed by small integers or tuples and slices of them.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// Multiply and rotate, word by word.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mix(u64);

impl Mix {
    /// Takes in one word.
    pub(crate) fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().fold(0, |w, &b| w << 8 | u64::from(b));
            self.add(word);
        }
    }
    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }
    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
    fn finish(&self) -> u64 {
        // The high bits are the well mixed ones; tables look at both ends.
        self.0 ^ (self.0 >> 32)
    }
}
