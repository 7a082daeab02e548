//! Laws of one heap from which numbers are taken.
//!
//! What can be taken is an ultimately periodic set for each player ([`Takes`]): finite, all but some numbers, every other number.
//! Whether a heap of `n` is won depends on the heaps less than the sets' reach below, and, for numbers beyond the reach, on the
//! remainders at which a loss (or a Grundy value) has occurred before. Where a law repeats both, what the rules say of it repeats:
//! the rules are tried on finitely many heaps, and hold for all.

mod grundy;
mod guard;
mod many;
mod periodic;
mod picks;
mod sets;
mod takes;
mod worths;

pub use grundy::Grundy;
pub(crate) use grundy::Old;
pub use many::{List, ManyHeaps};
pub use periodic::Periodic;
pub use picks::Picks;
pub use sets::FiniteSets;
pub(crate) use takes::least_common_multiple;
pub use takes::{Split, Takes};

use crate::rejection::size;
use crate::{Budget, Rejection};

/// Longer tables are not read.
const LONGEST: u64 = 1 << 26;

/// The prime factors of a number, each once; O(√n) steps.
pub(crate) fn prime_factors(mut number: u64, budget: &Budget) -> Result<Vec<u64>, Rejection> {
    let mut factors = Vec::new();
    let mut factor = 2;
    while factor <= number / factor {
        budget.spend(1)?;
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
    Ok(factors)
}

/// Preperiod and period as sizes of a table that is `length` long.
pub(crate) fn sizes(
    preperiod: u64,
    period: u64,
    length: usize,
) -> Result<(usize, usize), Rejection> {
    if period == 0 {
        return Err(Rejection::malformed("the period is 0"));
    }
    let heaps = preperiod.checked_add(period);
    match heaps.filter(|heaps| *heaps <= LONGEST) {
        Some(heaps) if heaps == length as u64 => Ok((size(preperiod)?, size(period)?)),
        Some(heaps) => Err(Rejection::malformed(format!(
            "preperiod and period together are {heaps}, and the table has {length} entries"
        ))),
        None => Err(Rejection::malformed(format!(
            "preperiod and period together are more than {LONGEST}"
        ))),
    }
}

/// The place in a table of `preperiod + period` entries that stands for heap `n`.
pub(crate) fn place(n: usize, preperiod: usize, period: usize) -> usize {
    match n.checked_sub(preperiod) {
        Some(past) => preperiod + past % period,
        None => n,
    }
}
