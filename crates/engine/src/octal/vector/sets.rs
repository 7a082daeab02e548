//! Sets of ranks, a bit a rank, for many heaps at once.

// Loops with a bound known to the compiler are unrolled, and the sets stay in registers; iterators
// over them are not.
#![allow(clippy::needless_range_loop)]

use std::arch::x86_64::{__m128i, __m256i};

use pulp::x86::V3;

use super::numbering::RANKS;

/// Heaps in a vector.
pub(super) const HEAPS: usize = 32;
/// Heaps whose sets are in registers while values are found.
pub(super) const EIGHT: usize = 8;

/// A byte for each heap.
type Wide = __m256i;
/// Sixteen ranks a pair: the low eight in one byte, the others in the second.
pub(super) type WideSets<const PAIRS: usize> = [[Wide; 2]; PAIRS];
type Slim = __m128i;
pub(super) type SlimSets<const PAIRS: usize> = [[Slim; 2]; PAIRS];

/// The bit of a rank below 8, and of one from 8 to 15.
const BITS: [[u8; 16]; 2] = [
    [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128],
];
/// The ranks below 0, 1, ..., 8 as bits.
const BELOW: [u8; 16] = [
    0, 1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255, 255, 255, 255, 255,
];
/// Added with saturation, it sets the top bit of all but the bytes below 16; a shuffle gives 0 for
/// those.
const ABOVE_15: u8 = 0x70;

#[inline(always)]
fn twice(table: [u8; 16]) -> Wide {
    pulp::cast([table, table])
}

pub(super) struct Sets {
    simd: V3,
    wide: [Wide; 2],
    slim: [Slim; 2],
}

impl Sets {
    #[inline(always)]
    pub(super) fn new(simd: V3) -> Self {
        Self {
            simd,
            wide: BITS.map(twice),
            slim: BITS.map(pulp::cast),
        }
    }

    #[inline(always)]
    pub(super) fn empty<const PAIRS: usize>(&self) -> WideSets<PAIRS> {
        [[pulp::cast([0_u8; HEAPS]); 2]; PAIRS]
    }

    /// Eight heaps' sets of those.
    #[inline(always)]
    pub(super) fn part<const PAIRS: usize>(
        &self,
        sets: &[[[u8; HEAPS]; 2]; PAIRS],
        eight: usize,
    ) -> SlimSets<PAIRS> {
        sets.map(|set| {
            set.map(|set| {
                let part: [u8; EIGHT] = std::array::from_fn(|at| set[EIGHT * eight + at]);
                pulp::cast([u64::from_le_bytes(part), 0])
            })
        })
    }

    /// Adds to each heap's set the nim-sum of its rank here and `rank`, which is below [`RANKS`]. A
    /// heap whose rank is [`RARE`](super::numbering::RARE) adds nothing.
    #[inline(always)]
    pub(super) fn add<const PAIRS: usize>(
        &self,
        sets: &mut WideSets<PAIRS>,
        ranks: &[u8; HEAPS],
        rank: u8,
    ) {
        debug_assert!(usize::from(rank) < RANKS, "a rare value has no rank here");
        let simd = self.simd;
        let ranks: Wide = pulp::cast(*ranks);
        for pair in 0..PAIRS {
            let other = simd.avx._mm256_set1_epi8((rank ^ (16 * pair as u8)) as i8);
            let mut sums = simd.avx2._mm256_xor_si256(ranks, other);
            if PAIRS > 1 {
                let above = simd.avx._mm256_set1_epi8(ABOVE_15 as i8);
                sums = simd.avx2._mm256_adds_epu8(sums, above);
            }
            for half in 0..2 {
                let bits = simd.avx2._mm256_shuffle_epi8(self.wide[half], sums);
                sets[pair][half] = simd.avx2._mm256_or_si256(sets[pair][half], bits);
            }
        }
    }

    /// The same for the first heaps alone.
    #[inline(always)]
    pub(super) fn add_slim<const PAIRS: usize>(
        &self,
        sets: &mut SlimSets<PAIRS>,
        ranks: &[u8; EIGHT],
        rank: u8,
    ) {
        debug_assert!(usize::from(rank) < RANKS, "a rare value has no rank here");
        let simd = self.simd;
        let ranks: Slim = pulp::cast([u64::from_le_bytes(*ranks), 0]);
        for pair in 0..PAIRS {
            let other = simd.sse2._mm_set1_epi8((rank ^ (16 * pair as u8)) as i8);
            let mut sums = simd.sse2._mm_xor_si128(ranks, other);
            if PAIRS > 1 {
                let above = simd.sse2._mm_set1_epi8(ABOVE_15 as i8);
                sums = simd.sse2._mm_adds_epu8(sums, above);
            }
            for half in 0..2 {
                let bits = simd.ssse3._mm_shuffle_epi8(self.slim[half], sums);
                sets[pair][half] = simd.sse2._mm_or_si128(sets[pair][half], bits);
            }
        }
    }

    /// For each heap the ranks below its number here.
    #[inline(always)]
    pub(super) fn below<const PAIRS: usize>(&self, numbers: &[u8; HEAPS]) -> WideSets<PAIRS> {
        let simd = self.simd;
        let numbers: Wide = pulp::cast(*numbers);
        let table = twice(BELOW);
        let eight = simd.avx._mm256_set1_epi8(8);
        let mut sets = self.empty::<PAIRS>();
        for pair in 0..PAIRS {
            for half in 0..2 {
                let passed = simd.avx._mm256_set1_epi8((16 * pair + 8 * half) as i8);
                let number = simd.avx2._mm256_subs_epu8(numbers, passed);
                let number = simd.avx2._mm256_min_epu8(number, eight);
                sets[pair][half] = simd.avx2._mm256_shuffle_epi8(table, number);
            }
        }
        sets
    }

    /// Takes the ranks of `shown` out.
    #[inline(always)]
    pub(super) fn remove<const PAIRS: usize>(
        &self,
        sets: &mut WideSets<PAIRS>,
        shown: &WideSets<PAIRS>,
    ) {
        for pair in 0..PAIRS {
            for half in 0..2 {
                let set = &mut sets[pair][half];
                *set = self.simd.avx2._mm256_andnot_si256(shown[pair][half], *set);
            }
        }
    }

    /// Whether all sets are empty.
    #[inline(always)]
    pub(super) fn are_empty<const PAIRS: usize>(&self, sets: &WideSets<PAIRS>) -> bool {
        let simd = self.simd;
        let mut all = sets[0][0];
        for pair in 0..PAIRS {
            for half in 0..2 {
                all = simd.avx2._mm256_or_si256(all, sets[pair][half]);
            }
        }
        simd.avx._mm256_testz_si256(all, all) == 1
    }
}

/// The sets as bytes, a row for each eight ranks.
#[inline(always)]
pub(super) fn bytes<const PAIRS: usize>(sets: &WideSets<PAIRS>) -> [[[u8; HEAPS]; 2]; PAIRS] {
    sets.map(|set| set.map(pulp::cast))
}
