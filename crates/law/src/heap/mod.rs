//! Laws of one heap from which numbers are taken.

pub mod coq;
mod coq_lists;
mod grundy;
pub(crate) mod many;
mod moves;
mod outcomes;
mod places;

use whowins_engine::{EngineError, Limits};
use whowins_verify::Budget;
use whowins_verify::heap::Takes;

pub use moves::winning_move;

use crate::{Finder, Finding, Search};

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&outcomes::OutcomesRepeat, &grundy::ValuesRepeat]
}

/// The same of those that speak of lists.
pub(crate) fn of_lists() -> Vec<&'static dyn Finder> {
    vec![&many::ManyHeapsFinder]
}

/// The longest table that a certificate may hold.
const LONGEST: usize = 1 << 26;
/// Between two looks at the limits, in heaps.
const LOOK: usize = 1 << 12;

/// The numbers that can be taken, or why the game is not of this family.
fn takes(search: &Search<'_>) -> Result<Takes, Finding> {
    if !search.subject.open.is_empty() {
        return Err(Finding::Foreign("the game has open parameters".into()));
    }
    Takes::read(search.game, &Budget::of(1 << 30)).map_err(|why| Finding::Foreign(why.to_string()))
}

/// Fails where the limits are met or `heaps` heaps of so many bytes do not fit.
fn allowed(limits: &Limits, heaps: usize, bytes: usize) -> Result<(), EngineError> {
    limits.check()?;
    let wanted = (heaps as u64).saturating_mul(bytes as u64);
    if wanted > limits.budget.memory {
        return Err(EngineError::Memory {
            wanted: Some(wanted),
            allowed: limits.budget.memory,
        });
    }
    Ok(())
}

/// What no search of this family passes.
fn too_long(heaps: usize) -> Finding {
    Finding::Nothing(format!(
        "the law repeats, as every law of these rules does, but not within the first {heaps} heaps, and a certificate's table \
         holds no more than {LONGEST}"
    ))
}

/// The primes that divide a number, each once, in rising order.
pub(crate) fn prime_factors(mut number: usize) -> Vec<usize> {
    let mut factors = Vec::new();
    let mut factor = 2;
    while factor <= number / factor {
        if number.is_multiple_of(factor) {
            factors.push(factor);
            while number.is_multiple_of(factor) {
                number /= factor;
            }
        }
        factor += 1;
    }
    if number > 1 {
        factors.push(number);
    }
    factors
}

/// Runs of consecutive numbers, of a rising list.
fn runs(numbers: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

/// A rising list of numbers written compactly, `{0, ..., 3}`; cut where there are many runs.
fn ranges(numbers: &[usize]) -> String {
    const MOST: usize = 8;
    let runs = runs(numbers);
    let mut parts: Vec<String> = runs
        .iter()
        .take(MOST)
        .map(|&(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first}, ..., {last}"),
        })
        .collect();
    let left: usize = runs
        .iter()
        .skip(MOST)
        .map(|(first, last)| last - first + 1)
        .sum();
    if left > 0 {
        parts.push(format!("and {left} more"));
    }
    format!("{{{}}}", parts.join(", "))
}
