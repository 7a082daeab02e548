//! A winning move in a sum of heaps of any sizes, by the automata of the law.

use std::collections::HashSet;

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use whowins_analysis::heaps::Breaking;
use whowins_verify::Law;
use whowins_verify::octal::{Arithmetic, AutomaticGraph, Witness};

use super::after;
use super::automatic_graph::{fits, saturated};

/// An automaton for values that grow evenly is held against so many heaps.
const HEAPS: u64 = 1 << 10;
/// Its states are told apart by so many digits at most.
const DIGITS: u32 = 12;
/// More states side by side are not followed.
const STATES: usize = 1 << 14;

/// The heaps after a move to a P-position, from an N-position, beside something of the Grundy value
/// `beside`, by a law of these heaps' values; `None` where the law is of another kind, or its forms
/// of options come to no move. What is found is a winning move by the law's values.
pub(crate) fn winning_move(
    breaking: &Breaking,
    law: &Law,
    heaps: &[UBig],
    beside: &UBig,
) -> Option<Vec<UBig>> {
    let automaton = automaton(law)?;
    let values: Vec<UBig> = heaps
        .iter()
        .map(|heap| automaton.grundy_value(heap))
        .collect::<Option<_>>()?;
    let sum = values.iter().fold(beside.clone(), |sum, value| sum ^ value);
    for (at, (heap, own)) in heaps.iter().zip(&values).enumerate() {
        let wanted = own ^ &sum;
        if wanted >= *own {
            continue;
        }
        let options = automaton.witnesses.iter();
        let parts = options.filter_map(|form| option(&automaton, breaking, form, heap, &wanted));
        for parts in parts {
            let value = |part: &UBig| value(law, part);
            let reached = parts
                .iter()
                .try_fold(UBig::ZERO, |sum, part| Some(sum ^ value(part)?));
            if reached.as_ref() != Some(&wanted) {
                continue;
            }
            return Some(after(heaps, at, parts));
        }
    }
    None
}

fn value(law: &Law, heap: &UBig) -> Option<UBig> {
    match law {
        Law::Arithmetic(law) => law.grundy_value(heap),
        Law::AutomaticGraph(law) => law.grundy_value(heap),
        _ => None,
    }
}

fn automaton(law: &Law) -> Option<AutomaticGraph> {
    match law {
        Law::AutomaticGraph(law) => Some(law.clone()),
        Law::Arithmetic(law) => of_even_growth(law),
        _ => None,
    }
}

/// An automaton for values that grow evenly, as far as a sample shows.
fn of_even_growth(law: &Arithmetic) -> Option<AutomaticGraph> {
    let value = |heap: u64| u64::try_from(&law.grundy_value(&heap.into())?).ok();
    let found = (3..=DIGITS).find_map(|digits| {
        let automaton = saturated(value, digits)?;
        fits(&automaton, HEAPS, value).then_some(automaton)
    })?;
    Some(AutomaticGraph {
        witnesses: law.witnesses.clone(),
        ..found
    })
}

/// What a digit of the heap leads to: from which place, with which digits of the heaps that share
/// what is left.
struct Reached {
    state: State,
    from: usize,
    digits: [u8; 3],
}

/// The states of the heaps that share what is left, and what the heap's digits are more than
/// theirs.
type State = ([u32; 3], u64);

/// The heaps that stay after an option of this form with this value.
fn option(
    automaton: &AutomaticGraph,
    breaking: &Breaking,
    form: &Witness,
    heap: &UBig,
    value: &UBig,
) -> Option<Vec<UBig>> {
    let fixed: u64 = form.take + form.fixed.iter().sum::<u64>();
    let least = fixed + 2 * u64::from(form.pair);
    let sharers = usize::from(form.rest) + usize::from(form.shared);
    // More than this only grows: then it is enough to know that it is more, and whether it is even.
    let full = least + 3;
    let exact = !form.pair && !form.or_more;
    let mut wanted = value.clone();
    for part in &form.fixed {
        wanted ^= automaton.grundy_value(&(*part).into())?;
    }
    let mut layers = vec![vec![Reached {
        state: ([0; 3], 0),
        from: 0,
        digits: [0; 3],
    }]];
    // Two zeros before: what the heaps that stay are worth may have more digits than the heap.
    for place in (0..heap.bit_len().max(wanted.bit_len()) + 2).rev() {
        let (n, h) = (u64::from(heap.bit(place)), u8::from(wanted.bit(place)));
        let mut layer: Vec<Reached> = Vec::new();
        let mut known: HashSet<State> = HashSet::new();
        for (from, reached) in layers.last()?.iter().enumerate() {
            let (states, more) = reached.state;
            // The digits of the heaps, and those of their values.
            for letters in 0..1_u8 << (2 * sharers) {
                let digits = [0, 1, 2].map(|at| letters >> (2 * at) & 1);
                let values = [0, 1, 2].map(|at| letters >> (2 * at + 1) & 1);
                let sum: u8 = digits.iter().sum();
                let Some(more) = (2 * more + n).checked_sub(u64::from(sum)) else {
                    continue;
                };
                if values.iter().fold(0, |sum, value| sum ^ value) != h || exact && more > full {
                    continue;
                }
                let more = match more > full {
                    true => full + (more - full) % 2,
                    false => more,
                };
                let mut next = [0; 3];
                let alive = (0..sharers).all(|at| {
                    let row = automaton.next.get(states[at] as usize);
                    let to = row.and_then(|row| row[usize::from(2 * digits[at] + values[at])]);
                    next[at] = to.unwrap_or(0);
                    to.is_some()
                });
                let state = (next, more);
                if alive && known.len() < STATES && known.insert(state) {
                    layer.push(Reached {
                        state,
                        from,
                        digits,
                    });
                }
            }
        }
        layers.push(layer);
    }
    let accepts = |state: u32| automaton.accepts.get(state as usize) == Some(&true);
    let ends = layers.last()?.iter().enumerate().filter(|(_, reached)| {
        let (states, more) = reached.state;
        let fits = match (exact, form.or_more) {
            (true, _) => more == least,
            (false, true) => more >= least,
            (false, false) => more >= least && (more - least).is_multiple_of(2),
        };
        fits && states[..sharers].iter().all(|state| accepts(*state))
    });
    let back = |mut at: usize| {
        let mut parts = [UBig::ZERO, UBig::ZERO, UBig::ZERO];
        for (place, layer) in layers[1..].iter().rev().enumerate() {
            let reached = layer.get(at)?;
            for (part, digit) in parts.iter_mut().zip(reached.digits) {
                if digit == 1 {
                    part.set_bit(place);
                }
            }
            at = reached.from;
        }
        Some(parts)
    };
    for (at, _) in ends {
        let parts = back(at)?;
        let mut stay: Vec<UBig> = form.fixed.iter().map(|part| UBig::from(*part)).collect();
        stay.extend(parts.into_iter().take(sharers));
        if form.pair {
            // What can be taken beyond the least number is taken where that is allowed, else it is
            // the pair's.
            let used = stay
                .iter()
                .fold(UBig::from(form.take), |sum, part| sum + part);
            let half = (heap - used) >> 1;
            stay.extend([half.clone(), half]);
        }
        if stay.iter().all(|part| *part > UBig::ZERO) && is_legal(breaking, heap, &stay) {
            return Some(stay);
        }
    }
    None
}

/// Whether the rules have this option.
fn is_legal(breaking: &Breaking, heap: &UBig, stay: &[UBig]) -> bool {
    let sum = stay.iter().fold(UBig::ZERO, |sum, part| sum + part);
    if sum > *heap {
        return false;
    }
    let take = u64::try_from(&(heap - sum)).unwrap_or(u64::MAX);
    breaking
        .any()
        .at(take)
        .checked_shr(stay.len() as u32)
        .unwrap_or(0)
        & 1
        == 1
}
