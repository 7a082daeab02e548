//! Which splits to try first.

use std::collections::BinaryHeap;

use super::kernel::{Kernel, Known, LANES};
use super::width::Width;

/// Heaps that the list is fitted to, at most.
const SAMPLES: usize = 384;
/// Parts that are considered.
const PARTS: usize = 3000;
/// No longer list is made.
const LONGEST: usize = 512;

/// A list of splits that reaches the rare values of the last heaps: each split taken is the one
/// that reaches most of what is still needed (greedy set cover, by lazy evaluation).
pub(super) fn learn<V: Width, const WORDS: usize>(
    kernel: &Kernel<'_, WORDS>,
    values: &[V],
) -> Vec<Known> {
    let length = values.len();
    let mut needs = Vec::new();
    // Half of the sample from the last heaps, half from all over the upper part.
    let spread = (length / 2 / (SAMPLES / 2)).max(1);
    let recent = (1..=SAMPLES / 2).map(|back| length.saturating_sub(back));
    let all_over = (1..=SAMPLES / 2).map(|back| length.saturating_sub(back * spread));
    let missed = kernel.missed.iter().copied();
    for heap in recent
        .chain(all_over)
        .chain(missed)
        .filter(|heap| *heap > 1)
    {
        let reached = kernel.reached(values, heap);
        if let Some((_, need)) = kernel.least(heap, &reached)
            && need.iter().any(|word| *word != 0)
        {
            needs.push((heap, need));
        }
    }
    let gain = |needs: &[(usize, [u64; WORDS])], known: &Known| -> usize {
        needs
            .iter()
            .filter(|(heap, need)| {
                known.is_for(*heap) && {
                    let value = values[heap - known.offset].get() ^ known.value;
                    let word = need.get(value as usize / 64).copied().unwrap_or(0);
                    word >> (value % 64) & 1 != 0
                }
            })
            .count()
    };
    let mut queue = BinaryHeap::new();
    for (part, value) in values
        .iter()
        .enumerate()
        .take(PARTS.min(length / 4))
        .skip(1)
    {
        for split in kernel.code.all_splits() {
            let known = Known::split(kernel.code, split, part, value.get());
            if known.offset >= LANES && !kernel.space.is_rare(part, known.value) {
                let gained = gain(&needs, &known);
                queue.push((gained, usize::MAX - part, known.offset, known.value));
            }
        }
    }
    // Larger parts stay where they have served.
    for known in kernel.probes.iter().filter(|known| known.part > PARTS) {
        let gained = gain(&needs, known);
        queue.push((gained, usize::MAX - known.part, known.offset, known.value));
    }
    let mut list = Vec::new();
    while let Some((old, back, offset, value)) = queue.pop() {
        if old == 0 || list.len() >= LONGEST {
            break;
        }
        let part = usize::MAX - back;
        let known = Known::split(kernel.code, offset - part, part, value);
        let now = gain(&needs, &known);
        if queue.peek().is_some_and(|(next, ..)| now < *next) {
            queue.push((now, back, offset, value));
            continue;
        }
        for (heap, need) in &mut needs {
            if known.is_for(*heap) {
                super::kernel::remove(need, values[*heap - offset].get() ^ value);
            }
        }
        needs.retain(|(_, need)| need.iter().any(|word| *word != 0));
        list.push(known);
    }
    list
}
