//! The split of values into rare and common ones.

/// Which values are rare: those of even weight under a mask, with the heap's parity counted in
/// where `by_position`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The bits of a value that are counted.
    pub mask: u32,
    /// Whether heaps count too: a heap of n adds n - t modulo 2, where all numbers that leave two
    /// heaps are t modulo 2.
    pub by_position: bool,
    /// That t; 0 where heaps do not count.
    pub parity: usize,
}

impl Space {
    /// Whether this value is rare at this heap.
    #[inline(always)]
    pub fn is_rare(&self, heap: usize, value: u32) -> bool {
        let weight = (value & self.mask).count_ones() as usize;
        let position = if self.by_position {
            heap + self.parity
        } else {
            0
        };
        (weight + position).is_multiple_of(2)
    }
}

/// The space with the fewest rare heaps, and how many; from the number of heaps 1, 2, ... with each
/// value, even heaps first, odd ones second. `parity` allows heaps to count.
///
/// The number of rare heaps under every mask at once is a Walsh-Hadamard transform of the
/// histogram: `O(v log v)` for values below v.
pub fn best_space(histogram: &[[u64; 2]], parity: Option<usize>) -> (Space, u64) {
    let size = histogram.len().next_power_of_two().max(2);
    let total: i64 = histogram.iter().flatten().map(|count| *count as i64).sum();
    let mut best = (
        Space {
            mask: 1,
            by_position: false,
            parity: 0,
        },
        u64::MAX,
    );
    for by_position in [false, true] {
        if by_position && parity.is_none() {
            continue;
        }
        let parity = if by_position { parity.unwrap_or(0) } else { 0 };
        let mut sums = vec![0_i64; size];
        for (sum, [even, odd]) in sums.iter_mut().zip(histogram) {
            let (even, odd) = (*even as i64, *odd as i64);
            *sum = match (by_position, parity) {
                (false, _) => even + odd,
                (true, 0) => even - odd,
                (true, _) => odd - even,
            };
        }
        transform(&mut sums);
        for (mask, sum) in sums.iter().enumerate() {
            let rare = ((total + sum) / 2) as u64;
            if rare < best.1 && (mask != 0 || by_position) {
                let mask = mask as u32;
                best = (
                    Space {
                        mask,
                        by_position,
                        parity,
                    },
                    rare,
                );
            }
        }
    }
    best
}

/// At m: the sum over v of what stood at v, negative where v and m have an odd number of bits in
/// common.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}
