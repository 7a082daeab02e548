//! Every option of a heap looked at.

use super::code::Code;
use super::width::Width;

/// Pairs of heaps looked at together.
const STRIP: usize = 16;

/// Computes heaps `values.len()` up to `end` from all their options. `O(n)` a heap for each number
/// that leaves two heaps.
///
/// Returns false as soon as a value does not fit `V`; the values up to there are right.
pub(super) fn quadratic<V: Width>(code: &Code, values: &mut Vec<V>, end: usize) -> bool {
    let mut largest = values.iter().map(|value| value.get()).max().unwrap_or(0);
    // The values from the last heap down, so that both parts of a split are read upwards.
    let mut down: Vec<V> = vec![V::default(); end];
    for (heap, value) in values.iter().enumerate() {
        down[end - 1 - heap] = *value;
    }
    let mut seen: Vec<u32> = Vec::new();
    while values.len() < end {
        let heap = values.len();
        let value = if largest < 64 {
            let mut bits = ends(code, values, heap);
            for (rest, half) in splits(code, heap) {
                let Some(low) = values.get(1..half + 1) else {
                    continue;
                };
                // heap a in `low` stands with heap rest - a in `high`
                let high = &down[end - rest..end - rest + half];
                let mut lanes = [0_u64; STRIP];
                let (low_strips, high_strips) = (low.chunks_exact(STRIP), high.chunks_exact(STRIP));
                let left = low_strips.remainder().iter().zip(high_strips.remainder());
                for (a, b) in left {
                    bits |= 1 << ((a.get() ^ b.get()) & 63);
                }
                for (low, high) in low_strips.zip(high_strips) {
                    for i in 0..STRIP {
                        lanes[i] |= 1 << ((low[i].get() ^ high[i].get()) & 63);
                    }
                }
                bits |= lanes.iter().fold(0, |all, lane| all | lane);
            }
            bits.trailing_ones()
        } else {
            let mark = heap as u32 + 1;
            let room = (largest + 1).next_power_of_two() as usize;
            seen.resize(room.max(seen.len()), 0);
            for take in &code.whole {
                if *take == heap {
                    seen[0] = mark;
                }
            }
            for rest in code.takes.iter().filter_map(|take| heap.checked_sub(*take)) {
                if rest > 0 {
                    seen[values[rest].get() as usize] = mark;
                }
            }
            for (rest, half) in splits(code, heap) {
                let low = values.get(1..half + 1).unwrap_or_default();
                let high = &down[end - rest.max(1)..][..low.len()];
                for (a, b) in low.iter().zip(high) {
                    seen[(a.get() ^ b.get()) as usize] = mark;
                }
            }
            let mex = seen.iter().position(|seen| *seen != mark);
            mex.unwrap_or(seen.len()) as u32
        };
        if value > V::MOST {
            return false;
        }
        largest = largest.max(value);
        down[end - 1 - heap] = V::of(value);
        values.push(V::of(value));
    }
    true
}

/// For each split of a heap: what is left, and the largest smaller part.
fn splits(code: &Code, heap: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
    let rests = |takes: &'_ [usize]| -> Vec<usize> {
        let rests = takes.iter().filter_map(|take| heap.checked_sub(*take));
        rests.collect()
    };
    let any = rests(&code.splits).into_iter().map(|rest| (rest, rest / 2));
    let unequal = rests(&code.unequal).into_iter();
    any.chain(unequal.map(|rest| (rest, rest.saturating_sub(1) / 2)))
}

/// The values of the options without a split, as bits.
#[inline(always)]
fn ends<V: Width>(code: &Code, values: &[V], heap: usize) -> u64 {
    let mut bits = u64::from(code.whole.contains(&heap));
    for rest in code.takes.iter().filter_map(|take| heap.checked_sub(*take)) {
        if rest > 0 {
            bits |= 1 << (values[rest].get() & 63);
        }
    }
    bits
}
