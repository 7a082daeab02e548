//! The sets of the next eight heaps, in registers.

use std::ops::BitOr;

use pulp::x86::V3;

use super::sets::{EIGHT, SlimSets};

/// For each of the next eight heaps, the ranks below sixteen times `PAIRS` that it reaches as far
/// as is known.
pub(super) trait Queue<const PAIRS: usize>: Copy {
    /// Nothing is reached.
    const EMPTY: Self;

    /// The least rank that the next heap does not reach; it may be all there are.
    fn least(&self) -> usize;

    /// On to the next heap; adds what the row says.
    fn advance(&mut self, row: &Self);

    /// Adds a rank for the heap that comes so many after the next one.
    fn insert(&mut self, heap: usize, rank: usize);

    /// Adds what the sets say of their first eight heaps.
    fn join(&mut self, simd: V3, sets: &SlimSets<PAIRS>);
}

/// How many pairs of bytes a set has, and the queue for it.
pub(super) struct Pairs<const PAIRS: usize>;

/// The queue of these sets.
pub(super) trait Queued<const PAIRS: usize> {
    type Queue: Queue<PAIRS>;
}

impl Queued<1> for Pairs<1> {
    type Queue = u128;
}

impl Queued<2> for Pairs<2> {
    type Queue = [u64; 4];
}

impl Queued<4> for Pairs<4> {
    type Queue = [u64; EIGHT];
}

impl Queued<8> for Pairs<8> {
    type Queue = [u128; EIGHT];
}

/// Sixteen bits a heap.
impl Queue<1> for u128 {
    const EMPTY: Self = 0;

    #[inline(always)]
    fn least(&self) -> usize {
        (*self as u16).trailing_ones() as usize
    }

    #[inline(always)]
    fn advance(&mut self, row: &Self) {
        *self = *self >> 16 | *row;
    }

    fn insert(&mut self, heap: usize, rank: usize) {
        *self |= 1 << (16 * heap + rank);
    }

    #[inline(always)]
    fn join(&mut self, simd: V3, sets: &SlimSets<1>) {
        let [[low, high]] = *sets;
        *self |= pulp::cast::<_, Self>(simd.sse2._mm_unpacklo_epi8(low, high));
    }
}

/// Thirty-two bits a heap, two heaps a number.
impl Queue<2> for [u64; 4] {
    const EMPTY: Self = [0; 4];

    #[inline(always)]
    fn least(&self) -> usize {
        (self[0] as u32).trailing_ones() as usize
    }

    #[inline(always)]
    fn advance(&mut self, row: &Self) {
        let [a, b, c, d] = *self;
        *self = [
            (a >> 32 | b << 32) | row[0],
            (b >> 32 | c << 32) | row[1],
            (c >> 32 | d << 32) | row[2],
            d >> 32 | row[3],
        ];
    }

    fn insert(&mut self, heap: usize, rank: usize) {
        self[heap / 2] |= 1 << (32 * (heap % 2) + rank);
    }

    #[inline(always)]
    fn join(&mut self, simd: V3, sets: &SlimSets<2>) {
        let pairs = sets.map(|[low, high]| simd.sse2._mm_unpacklo_epi8(low, high));
        let first: [u64; 2] = pulp::cast(simd.sse2._mm_unpacklo_epi16(pairs[0], pairs[1]));
        let last: [u64; 2] = pulp::cast(simd.sse2._mm_unpackhi_epi16(pairs[0], pairs[1]));
        for (own, other) in self.iter_mut().zip([first, last].as_flattened()) {
            *own |= other;
        }
    }
}

/// On to the next heap, where each has a number.
#[inline(always)]
fn onward<N: Copy + Default + BitOr<Output = N>>(queue: &mut [N; EIGHT], row: &[N; EIGHT]) {
    let next = |heap: usize| queue.get(heap + 1).copied().unwrap_or_default();
    *queue = std::array::from_fn(|heap| next(heap) | row[heap]);
}

/// A number a heap.
impl Queue<4> for [u64; EIGHT] {
    const EMPTY: Self = [0; EIGHT];

    #[inline(always)]
    fn least(&self) -> usize {
        self[0].trailing_ones() as usize
    }

    #[inline(always)]
    fn advance(&mut self, row: &Self) {
        onward(self, row);
    }

    fn insert(&mut self, heap: usize, rank: usize) {
        self[heap] |= 1 << rank;
    }

    #[inline(always)]
    fn join(&mut self, simd: V3, sets: &SlimSets<4>) {
        let [a, b, c, d] = sets.map(|[low, high]| simd.sse2._mm_unpacklo_epi8(low, high));
        let low = [
            simd.sse2._mm_unpacklo_epi16(a, b),
            simd.sse2._mm_unpackhi_epi16(a, b),
        ];
        let high = [
            simd.sse2._mm_unpacklo_epi16(c, d),
            simd.sse2._mm_unpackhi_epi16(c, d),
        ];
        for four in 0..2 {
            let first: [u64; 2] = pulp::cast(simd.sse2._mm_unpacklo_epi32(low[four], high[four]));
            let last: [u64; 2] = pulp::cast(simd.sse2._mm_unpackhi_epi32(low[four], high[four]));
            for two in 0..2 {
                self[4 * four + two] |= first[two];
                self[4 * four + 2 + two] |= last[two];
            }
        }
    }
}

/// The same with twice as many ranks.
impl Queue<8> for [u128; EIGHT] {
    const EMPTY: Self = [0; EIGHT];

    #[inline(always)]
    fn least(&self) -> usize {
        self[0].trailing_ones() as usize
    }

    #[inline(always)]
    fn advance(&mut self, row: &Self) {
        onward(self, row);
    }

    fn insert(&mut self, heap: usize, rank: usize) {
        self[heap] |= 1 << rank;
    }

    #[inline(always)]
    fn join(&mut self, simd: V3, sets: &SlimSets<8>) {
        let [a, b, c, d, e, f, g, h] = *sets;
        for (half, sets) in [[a, b, c, d], [e, f, g, h]].iter().enumerate() {
            let mut own = [0; EIGHT];
            own.join(simd, sets);
            for (all, own) in self.iter_mut().zip(own) {
                *all |= u128::from(own) << (64 * half);
            }
        }
    }
}
