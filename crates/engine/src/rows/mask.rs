//! Operations on the words of a chunk.

/// The positions of a chunk at which something happens, and how far off its source lies.
pub(super) struct Mask {
    /// A word each 64 positions.
    words: Vec<u64>,
    /// The runs of words that are not 0: from, to, and whether all bits are set.
    runs: Vec<(usize, usize, bool)>,
    /// The difference of positions, in words and bits.
    by: (isize, u32),
}

impl Mask {
    pub(super) fn new(words: Vec<u64>, by: i64) -> Self {
        let mut runs: Vec<(usize, usize, bool)> = Vec::new();
        for (at, word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
            let full = *word == u64::MAX;
            match runs.last_mut() {
                Some((_, end, same)) if *end == at && *same == full => *end += 1,
                _ => runs.push((at, at + 1, full)),
            }
        }
        Self {
            words,
            runs,
            by: (by.div_euclid(64) as isize, by.rem_euclid(64) as u32),
        }
    }

    /// Sets the bits of `to` whose source in `from` is set.
    pub(super) fn gather(&self, to: &mut [u64], from: &[u64]) {
        let (words, bits) = self.by;
        for &(start, end, full) in &self.runs {
            if bits == 0 {
                let first = start.wrapping_add_signed(words);
                let from = &from[first..first + (end - start)];
                let to = &mut to[start..end];
                if full {
                    or(to, from);
                } else {
                    let pairs = to.iter_mut().zip(from);
                    for ((to, from), mask) in pairs.zip(&self.words[start..end]) {
                        *to |= from & mask;
                    }
                }
                continue;
            }
            let run = to[start..end].iter_mut().zip(&self.words[start..end]);
            for (at, (to, mask)) in (start..).zip(run) {
                let first = at.wrapping_add_signed(words);
                let low = from.get(first).map_or(0, |word| word >> bits);
                let next = from.get(first.wrapping_add(1));
                let high = next.map_or(0, |word| word << (64 - bits));
                *to |= (low | high) & mask;
            }
        }
    }

    /// Sets the bits of the mask.
    pub(super) fn set(&self, to: &mut [u64]) {
        for (to, mask) in to.iter_mut().zip(&self.words) {
            *to |= mask;
        }
    }
}

/// Sets the bits of `from` in `to`.
pub(super) fn or(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// Sets the bits of four sources in `to`.
pub(super) fn or_four(to: &mut [u64], from: [&[u64]; 4]) {
    let [a, b, c, d] = from.map(|from| &from[..to.len()]);
    for (at, to) in to.iter_mut().enumerate() {
        *to |= a[at] | b[at] | c[at] | d[at];
    }
}
