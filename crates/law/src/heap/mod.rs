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
    if !search.compiled.open.is_empty() {
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
