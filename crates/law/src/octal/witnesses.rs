//! Options of few simple forms that reach every smaller value.

use std::collections::BinaryHeap;

use whowins_analysis::heaps::Breaking;
use whowins_verify::octal::Witness;
use whowins_verify::{Budget, Law, Why};

use crate::{Explanation, Finding, Search};

/// So many heaps are given witnesses, until the verifier is content.
const SAMPLES: [u64; 3] = [96, 256, 768];

/// Below this heap, options without a heap of any size are taken where no other serves.
const SMALL: usize = 64;
/// The largest fixed heaps where there is none, one, two, ... of them.
const FIXED: [u64; 8] = [0, 32, 14, 6, 3, 2, 2, 2];
/// The same beside two heaps of any sizes, or three.
const FIXED_BESIDE_TWO: [u64; 6] = [0, 24, 8, 4, 2, 2];
const FIXED_BESIDE_THREE: [u64; 5] = [0, 4, 2, 2, 2];

/// A law of Grundy values with its witnesses: more of them are looked for as long as the verifier
/// finds a heap without one. What was seen, and over how many heaps, is told where that comes to no
/// end.
pub(super) fn prove(
    breaking: &Breaking,
    search: &Search<'_>,
    (seen, heaps): (String, usize),
    explanation: Explanation,
    with: impl Fn(Vec<Witness>) -> Law,
    value: impl Fn(u64) -> Option<u64>,
) -> Finding {
    let mut why = String::new();
    for sample in SAMPLES {
        let table: Vec<u64> = (0..sample).filter_map(&value).collect();
        if let Err(error) = search.limits.check() {
            return Finding::Stopped(error);
        }
        let Some(witnesses) = witnesses(breaking, &table) else {
            why = format!("no simple options reach all smaller values below heap {sample}");
            break;
        };
        let law = with(witnesses);
        let budget = Budget::default().within(&search.limits.budget);
        match law.claim().check(search.game, &budget) {
            Ok(_) => return Finding::Law(Box::new(law), explanation),
            Err(rejection) if rejection.why == Why::Budget => {
                if let Err(error) = search.limits.check() {
                    return Finding::Stopped(error);
                }
                // More forms would be no smaller.
                why = rejection.to_string();
                break;
            }
            Err(rejection) => why = rejection.to_string(),
        }
    }
    Finding::Observed {
        pattern: format!("{seen}; no proof was found: {why}"),
        up_to: format!("heaps below {heaps}"),
    }
}

/// Forms of options that reach each number below each of these values; `None` where those that are
/// tried do not.
///
/// Forms that let two heaps have any sizes, or three, are asked of the verifier's automata only
/// where no others serve.
pub(super) fn witnesses(breaking: &Breaking, values: &[u64]) -> Option<Vec<Witness>> {
    let mut open = Open::new(values);
    let mut chosen = Vec::new();
    for shared in 0..=2 {
        chosen.extend(open.cover(&candidates(breaking, shared), values));
    }
    // What is left must be small.
    for (heap, value) in open.left() {
        chosen.push((heap < SMALL).then(|| single(breaking, values, heap, value))??);
    }
    Some(chosen)
}

/// The pairs of a heap and a number below its value that no form serves yet.
struct Open {
    /// The pairs of heap n begin at `starts[n]`.
    starts: Vec<usize>,
    open: Vec<bool>,
}

impl Open {
    fn new(values: &[u64]) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        for value in values {
            end += *value as usize;
            starts.push(end);
        }
        Self {
            starts,
            open: vec![true; end],
        }
    }

    /// The places of the open pairs that a form serves.
    fn gain(&self, witness: &Witness, values: &[u64]) -> Vec<usize> {
        let mut places = Vec::new();
        let mut open = self.open.clone();
        serve(witness, values, |heap, value| {
            if value < values[heap] {
                let place = self.starts[heap] + value as usize;
                if std::mem::replace(&mut open[place], false) {
                    places.push(place);
                }
            }
        });
        places
    }

    /// Greedy set cover: a form's gain is looked at again only when it would be chosen.
    fn cover(&mut self, candidates: &[Witness], values: &[u64]) -> Vec<Witness> {
        let mut queue: BinaryHeap<(usize, std::cmp::Reverse<usize>)> = BinaryHeap::new();
        if !self.open.contains(&true) {
            return Vec::new();
        }
        for (at, witness) in candidates.iter().enumerate() {
            queue.push((self.gain(witness, values).len(), std::cmp::Reverse(at)));
        }
        let mut chosen = Vec::new();
        while let Some((_, at)) = queue.pop() {
            let places = self.gain(&candidates[at.0], values);
            if places.is_empty() {
                continue;
            }
            if queue.peek().is_some_and(|(next, _)| places.len() < *next) {
                queue.push((places.len(), at));
                continue;
            }
            for place in places {
                self.open[place] = false;
            }
            chosen.push(candidates[at.0].clone());
        }
        chosen
    }

    fn left(&self) -> Vec<(usize, u64)> {
        let mut left = Vec::new();
        for heap in 0..self.starts.len() - 1 {
            let places = self.starts[heap]..self.starts[heap + 1];
            let open = places.filter(|place| self.open[*place]);
            left.extend(open.map(|place| (heap, (place - self.starts[heap]) as u64)));
        }
        left
    }
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

/// The forms that are tried, with so many heaps that share what is left with another, those with
/// fewer fixed heaps first.
fn candidates(breaking: &Breaking, shared: u8) -> Vec<Witness> {
    let code = breaking.any();
    let mut all = Vec::new();
    let (sizes, kinds): (&[u64], &[(bool, bool)]) = match shared {
        0 => (
            &FIXED,
            &[(true, true), (false, true), (true, false), (false, false)],
        ),
        1 => (&FIXED_BESIDE_TWO, &[(false, true)]),
        _ => (&FIXED_BESIDE_THREE, &[(false, true)]),
    };
    for (fixed, most) in sizes.iter().copied().enumerate() {
        for take in 0..=code.digits.len() as u64 {
            let or_more = take == code.digits.len() as u64;
            for (pair, rest) in kinds.iter().copied() {
                // One heap alone has an option without a heap of any size, but where any number can
                // be taken.
                if !pair && !rest && !or_more {
                    continue;
                }
                let any = 2 * usize::from(pair) + usize::from(rest) + usize::from(shared);
                if code.at(take).checked_shr((fixed + any) as u32).unwrap_or(0) & 1 == 0 {
                    continue;
                }
                multisets(fixed, most, &mut Vec::new(), &mut |fixed| {
                    all.push(Witness {
                        take,
                        or_more,
                        fixed: fixed.to_vec(),
                        pair,
                        rest,
                        shared,
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
            if witness.shared > 0 {
                sums(
                    values,
                    usize::from(witness.shared) + 1,
                    left,
                    beside,
                    &mut |value| {
                        emit(heap, value);
                    },
                );
                continue;
            }
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

/// Hands out the values of `count` heaps of `left` tokens in all, beside others of value `beside`;
/// the largest heap comes last.
fn sums(values: &[u64], count: usize, left: u64, beside: u64, emit: &mut impl FnMut(u64)) {
    if count == 1 {
        return emit(beside ^ values[left as usize]);
    }
    for part in 1..=left / count as u64 {
        let beside = beside ^ values[part as usize];
        sums(values, count - 1, left - part, beside, emit);
    }
}
