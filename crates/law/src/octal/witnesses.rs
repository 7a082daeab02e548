//! Options of few simple forms that reach every smaller value.

use std::collections::BinaryHeap;

use whowins_rules::heaps::Breaking;
use whowins_verify::octal::Witness;

/// Below this heap, options without a heap of any size are taken where no other serves.
const SMALL: usize = 64;
/// The largest fixed heaps where there is none, one, two, ... of them.
const FIXED: [u64; 8] = [0, 32, 14, 6, 3, 2, 2, 2];

/// Forms of options that reach each number below each of these values; `None` where those that are tried do not.
///
/// Greedy set cover over the pairs of a heap and a smaller number: a form's gain is looked at again only when it would be chosen.
pub(super) fn witnesses(breaking: &Breaking, values: &[u64]) -> Option<Vec<Witness>> {
    // The pairs of heap n begin at starts[n].
    let mut starts = vec![0_usize];
    for value in values {
        starts.push(starts.last()? + *value as usize);
    }
    let mut open = vec![true; *starts.last()?];
    let candidates = candidates(breaking);
    let gain = |open: &[bool], witness: &Witness| {
        let mut places = Vec::new();
        serve(witness, values, |heap, value| {
            if value < values[heap] {
                places.push(starts[heap] + value as usize);
            }
        });
        places.retain(|place| open[*place]);
        places.sort_unstable();
        places.dedup();
        places
    };
    let mut queue: BinaryHeap<(usize, std::cmp::Reverse<usize>)> = candidates
        .iter()
        .enumerate()
        .map(|(at, witness)| (gain(&open, witness).len(), std::cmp::Reverse(at)))
        .collect();
    let mut chosen = Vec::new();
    while let Some((_, at)) = queue.pop() {
        let places = gain(&open, &candidates[at.0]);
        if places.is_empty() {
            continue;
        }
        if queue.peek().is_some_and(|(next, _)| places.len() < *next) {
            queue.push((places.len(), at));
            continue;
        }
        for place in places {
            open[place] = false;
        }
        chosen.push(candidates[at.0].clone());
    }
    // What is left must be small.
    for heap in 0..values.len() {
        let left = (starts[heap]..starts[heap + 1]).filter(|place| open[*place]);
        for place in left.collect::<Vec<_>>() {
            let value = (place - starts[heap]) as u64;
            chosen.push((heap < SMALL).then(|| single(breaking, values, heap, value))??);
        }
    }
    Some(chosen)
}

/// An option of one small heap.
fn single(breaking: &Breaking, values: &[u64], heap: usize, value: u64) -> Option<Witness> {
    let mut found = None;
    breaking.options(heap as u64, |parts| {
        let sum = parts
            .iter()
            .fold(0, |sum, part| sum ^ values[*part as usize]);
        if sum == value && found.is_none() {
            found = Some(Witness {
                take: heap as u64 - parts.iter().sum::<u64>(),
                fixed: parts.to_vec(),
                ..Witness::default()
            });
        }
    });
    found
}

/// The forms that are tried, those with fewer fixed heaps first.
fn candidates(breaking: &Breaking) -> Vec<Witness> {
    let code = breaking.any();
    let mut all = Vec::new();
    for (fixed, most) in FIXED.into_iter().enumerate() {
        for take in 0..=code.digits.len() as u64 {
            let or_more = take == code.digits.len() as u64;
            for (pair, rest) in [(true, true), (false, true), (true, false), (false, false)] {
                // One heap alone has an option without a heap of any size, but where any number can be taken.
                if !pair && !rest && !or_more {
                    continue;
                }
                let count = fixed + 2 * usize::from(pair) + usize::from(rest);
                if code.at(take).checked_shr(count as u32).unwrap_or(0) & 1 == 0 {
                    continue;
                }
                multisets(fixed, most, &mut Vec::new(), &mut |fixed| {
                    all.push(Witness {
                        take,
                        or_more,
                        fixed: fixed.to_vec(),
                        pair,
                        rest,
                    });
                });
            }
        }
    }
    all
}

/// Hands out the multisets of `count` numbers from 1 to `most`, in falling order.
fn multisets(count: usize, most: u64, chosen: &mut Vec<u64>, emit: &mut impl FnMut(&[u64])) {
    if count == 0 {
        emit(chosen);
        return;
    }
    for number in 1..=most {
        chosen.push(number);
        multisets(count - 1, number, chosen, emit);
        chosen.pop();
    }
}

/// Hands out the heaps that have an option of this form, with its value.
fn serve(witness: &Witness, values: &[u64], mut emit: impl FnMut(usize, u64)) {
    let fixed: u64 = witness.take + witness.fixed.iter().sum::<u64>();
    let mut heaps = witness.fixed.iter().map(|heap| values.get(*heap as usize));
    let Some(beside) = heaps.try_fold(0, |sum, value| Some(sum ^ value?)) else {
        return;
    };
    for heap in 0..values.len() {
        let Some(left) = (heap as u64).checked_sub(fixed) else {
            continue;
        };
        // What the pair and the heap left have together, or at most that.
        let least = if witness.or_more { 0 } else { left };
        for left in least..=left {
            match (witness.pair, witness.rest) {
                (true, true) => {
                    let mut rest = left;
                    while rest > 2 {
                        rest -= 2;
                        emit(heap, beside ^ values[rest as usize]);
                    }
                }
                (false, true) if left > 0 => emit(heap, beside ^ values[left as usize]),
                (true, false) if left > 0 && left % 2 == 0 => emit(heap, beside),
                (false, false) if left == 0 => emit(heap, beside),
                _ => {}
            }
        }
    }
}
