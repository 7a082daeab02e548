//! Heaps by blocks of [`LANES`].

use super::kernel::{Bits, Ended, Kernel, LANES, Lanes};
use super::width::Width;

/// Probes between two looks at what is still needed.
const GROUP: usize = 4;

/// Works out the heaps `values.len()` up to `end`. Blocks of [`LANES`] heaps each: options with a
/// far part of rare value for all lanes at once, near ones lane after lane by table; then probes
/// for all lanes at once. Heaps right above a rare one are done singly.
pub(super) fn run<V: Width, const WORDS: usize>(
    kernel: &mut Kernel<'_, WORDS>,
    values: &mut Vec<V>,
    end: usize,
) -> Ended {
    while values.len() < end {
        if kernel.is_poor() {
            return Ended::Poor;
        }
        let base = values.len();
        let room = base + LANES <= end && base >= kernel.blocks_from();
        let done = match room {
            true => block(kernel, values),
            false => single(kernel, values),
        };
        if !done {
            return Ended::Full;
        }
    }
    Ended::Done
}

/// One heap; false if its value does not fit.
pub(super) fn single<V: Width, const WORDS: usize>(
    kernel: &mut Kernel<'_, WORDS>,
    values: &mut Vec<V>,
) -> bool {
    let heap = values.len();
    let reached = kernel.reached(values, heap);
    let Some((value, mut need)) = kernel.least(heap, &reached) else {
        return false;
    };
    for probe in &kernel.probes {
        if need.iter().all(|word| *word == 0) {
            break;
        }
        if probe.is_for(heap)
            && super::kernel::remove(&mut need, values[heap - probe.offset].get() ^ probe.value)
        {
            kernel.reach = kernel.reach.max(probe.part);
        }
    }
    settle(kernel, values, heap, value, &need);
    true
}

/// Gives a heap its value: the common one, or the least rare one that no option has.
fn settle<V: Width, const WORDS: usize>(
    kernel: &mut Kernel<'_, WORDS>,
    values: &mut Vec<V>,
    heap: usize,
    common: u32,
    need: &Bits<WORDS>,
) {
    let mut value = common;
    if need.iter().any(|word| *word != 0)
        && let Some(rare) = kernel.missing(values, heap, need)
    {
        value = rare;
        kernel.add_rare(heap, rare);
    }
    values.push(V::of(value));
}

/// Adds to each lane's set the value of its heap beside a known part of value `known`.
#[inline(always)]
fn reach<V: Width, const WORDS: usize>(sets: &mut Lanes<WORDS>, heaps: &[V; LANES], known: u32) {
    for lane in 0..LANES {
        let value = u64::from(heaps[lane].get() ^ known);
        for (word, set) in sets.iter_mut().enumerate() {
            set[lane] |= match WORDS {
                1 => 1 << (value & 63),
                _ => u64::from(value >> 6 == word as u64) << (value & 63),
            };
        }
    }
}

#[inline(always)]
fn lanes_at<V: Width>(values: &[V], from: usize) -> &[V; LANES] {
    values[from..]
        .first_chunk()
        .expect("offsets of at least LANES")
}

#[inline(always)]
fn block<V: Width, const WORDS: usize>(
    kernel: &mut Kernel<'_, WORDS>,
    values: &mut Vec<V>,
) -> bool {
    let base = values.len();
    let mut reached: Lanes<WORDS> = [[0; LANES]; WORDS];
    for (offset, known) in &kernel.far {
        reach(&mut reached, lanes_at(values, base - offset), *known);
    }
    // Near parts: heaps of the last block first, those of this one as they are found.
    for back in 1..LANES {
        let row = &kernel.near[values[base - back].get() as usize];
        for word in 0..WORDS {
            for lane in 0..LANES - back {
                reached[word][lane] |= row[lane + back][word];
            }
        }
    }
    let mut found = [0_u32; LANES];
    let mut need: Lanes<WORDS> = [[0; LANES]; WORDS];
    for lane in 0..LANES {
        let mut own = [0; WORDS];
        for word in 0..WORDS {
            own[word] = reached[word][lane];
        }
        let Some((value, open)) = kernel.least(base + lane, &own) else {
            // The lanes before this one are right only if nothing is needed there; so they are done
            // again, singly.
            return single(kernel, values);
        };
        found[lane] = value;
        let row = &kernel.near[value as usize];
        for word in 0..WORDS {
            need[word][lane] = open[word];
            for later in lane + 1..LANES {
                reached[word][later] |= row[later - lane][word];
            }
        }
    }
    let mut probes = kernel.probes.chunks_exact(GROUP);
    let mut tried = 0;
    let mut open = any(&need);
    while open {
        let Some(group) = probes.next() else { break };
        let mut shown: Lanes<WORDS> = [[0; LANES]; WORDS];
        for probe in group {
            reach(
                &mut shown,
                lanes_at(values, base - probe.offset),
                probe.value,
            );
        }
        for word in 0..WORDS {
            for lane in 0..LANES {
                need[word][lane] &= !shown[word][lane];
            }
        }
        tried += GROUP;
        open = any(&need);
    }
    kernel.tried = kernel.tried.max(tried);
    values.extend(found.iter().map(|value| V::of(*value)));
    if open {
        for lane in 0..LANES {
            let own: Bits<WORDS> = std::array::from_fn(|word| need[word][lane]);
            if own.iter().any(|word| *word != 0) {
                let rare = kernel.rare.len();
                values.truncate(base + lane);
                settle(kernel, values, base + lane, found[lane], &own);
                if kernel.rare.len() > rare {
                    return true;
                }
                values.extend(found[lane + 1..].iter().map(|value| V::of(*value)));
            }
        }
    }
    true
}

#[inline(always)]
fn any<const WORDS: usize>(sets: &Lanes<WORDS>) -> bool {
    let mut all = 0;
    for set in sets {
        for lane in set {
            all |= lane;
        }
    }
    all != 0
}
