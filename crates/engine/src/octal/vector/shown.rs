//! That the rare values below a heap's value are reached.

use pulp::x86::V3;

use super::Step;
use super::sets::{HEAPS, Sets, bytes};

/// Probes between two looks at what is still needed.
pub(super) const GROUP: usize = 4;

/// What is to be shown.
pub(super) struct Shown<'a, const PAIRS: usize> {
    pub ranks: &'a [u8],
    /// For each heap from `base` on, how many rare values lie below its value.
    pub below: &'a [u8],
    /// In groups.
    pub probes: &'a [[Step; GROUP]],
    pub base: usize,
    /// Heaps and the ranks of rare values that no probe reaches.
    pub missed: &'a mut Vec<(usize, u128)>,
}

/// The same with vector instructions.
pub(super) struct Run<'a, const PAIRS: usize> {
    pub simd: V3,
    pub shown: Shown<'a, PAIRS>,
}

impl<const PAIRS: usize> pulp::NullaryFnOnce for Run<'_, PAIRS> {
    /// So many probes were tried at some heap.
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let Shown {
            ranks,
            below,
            probes,
            base,
            missed,
        } = self.shown;
        let sets = Sets::new(self.simd);
        let mut most = 0;
        let (blocks, _) = below.as_chunks::<HEAPS>();
        for (block, below) in blocks.iter().enumerate() {
            let at = base + HEAPS * block;
            let mut need = sets.below::<PAIRS>(below);
            let mut tried = 0;
            for group in probes {
                if sets.are_empty(&need) {
                    break;
                }
                let mut shown = sets.empty::<PAIRS>();
                for (offset, rank) in group {
                    if let Some(heaps) = ranks[at - offset..].first_chunk() {
                        sets.add(&mut shown, heaps, *rank);
                    }
                }
                sets.remove(&mut need, &shown);
                tried += GROUP;
            }
            most = most.max(tried);
            if !sets.are_empty(&need) {
                let need = bytes(&need);
                for heap in 0..HEAPS {
                    let mut ranks = 0;
                    for (at, bytes) in need.iter().flatten().enumerate() {
                        ranks |= u128::from(bytes[heap]) << (8 * at);
                    }
                    if ranks != 0 {
                        missed.push((at + heap, ranks));
                    }
                }
            }
        }
        most
    }
}
