//! Sequences by a table: from some place on they repeat, or rise by the same amount with each
//! period. Every kind of law with a preperiod and a period has one.

use dashu_int::UBig;

use crate::rejection::size;
use crate::{Budget, Rejection};

/// A sequence of numbers: those of the table, then from its preperiod on each period's with the
/// saltus added.
#[derive(Clone, Copy)]
pub(crate) struct Repeat<'a, T> {
    /// From this place on.
    pub preperiod: u64,
    /// So many places make a period.
    pub period: u64,
    /// What each period adds.
    pub saltus: u64,
    /// The first `preperiod + period` of them.
    pub table: &'a [T],
}

/// The place below `preperiod + period` that stands for a number, and how many periods it is short
/// of it; `None` where the period is 0, or the two are too large.
pub(crate) fn folded(n: &UBig, preperiod: u64, period: u64) -> Option<(usize, UBig)> {
    let (from, every) = (UBig::from(preperiod), UBig::from(period));
    let (at, periods) = match *n < from {
        true => (n.clone(), UBig::ZERO),
        false if period == 0 => return None,
        false => {
            let past = n - &from;
            (from + &past % &every, past / every)
        }
    };
    Some((usize::try_from(&at).ok()?, periods))
}

/// The place in a table of `preperiod + period` entries that stands for `n`.
pub(crate) fn place(n: usize, preperiod: usize, period: usize) -> usize {
    match n.checked_sub(preperiod) {
        Some(past) => preperiod + past % period,
        None => n,
    }
}

impl<T: Copy + Into<u64>> Repeat<'_, T> {
    /// Preperiod and period, where the table is that long, and no longer than this.
    ///
    /// # Errors
    ///
    /// Where it is not.
    pub fn sizes(&self, longest: u64) -> Result<(usize, usize), Rejection> {
        let length = self.preperiod.checked_add(self.period);
        match length.filter(|length| *length <= longest) {
            _ if self.period == 0 => Err(Rejection::malformed("the period is 0")),
            Some(length) if length == self.table.len() as u64 => {
                Ok((size(self.preperiod)?, size(self.period)?))
            }
            Some(length) => Err(Rejection::malformed(format!(
                "preperiod and period together are {length}, and the table has {} entries",
                self.table.len()
            ))),
            None => Err(Rejection::malformed(format!(
                "preperiod and period together are more than {longest}"
            ))),
        }
    }

    /// The number at a place of any size; `None` if the fields do not hold together.
    pub fn value(&self, n: &UBig) -> Option<UBig> {
        let (at, periods) = folded(n, self.preperiod, self.period)?;
        let value: u64 = (*self.table.get(at)?).into();
        Some(UBig::from(value) + periods * UBig::from(self.saltus))
    }

    /// The number at a place, once sizes are known to fit.
    ///
    /// # Errors
    ///
    /// Where it is larger than a machine word.
    pub fn at(&self, n: usize) -> Result<u64, Rejection> {
        let large = || Rejection::budget("the law's numbers are too large to be checked");
        let (preperiod, period) = (size(self.preperiod)?, size(self.period)?);
        let value: u64 = self.table[place(n, preperiod, period)].into();
        if self.saltus == 0 {
            return Ok(value);
        }
        let periods = (n.saturating_sub(preperiod) / period) as u64;
        let rise = self.saltus.checked_mul(periods);
        rise.and_then(|rise| value.checked_add(rise))
            .ok_or_else(large)
    }

    /// That no smaller period and no earlier start will do: no quotient of the period by a prime is
    /// a period, with the same part of the saltus (where that is no whole number none is), and the
    /// place before the preperiod breaks the repeat. O(period) steps for each prime; the sizes must
    /// fit.
    ///
    /// # Errors
    ///
    /// What is smaller.
    pub fn is_least(&self, what: &str, budget: &Budget) -> Result<(), Rejection> {
        let (preperiod, period) = (size(self.preperiod)?, size(self.period)?);
        let repeats = |n: usize, period: usize, saltus: u64| -> Result<bool, Rejection> {
            Ok(Some(self.at(n + period)?) == self.at(n)?.checked_add(saltus))
        };
        for prime in prime_factors(self.period, budget)? {
            let shorter = period / size(prime)?;
            budget.spend(self.period)?;
            let mut broken = false;
            for n in preperiod..preperiod + period {
                broken = broken || !repeats(n, shorter, self.saltus / prime)?;
            }
            if !broken {
                return Err(Rejection::false_claim(format!(
                    "in the {what} the period {period} is not the least: {shorter} is one"
                )));
            }
        }
        match preperiod.checked_sub(1) {
            Some(before) if repeats(before, period, self.saltus)? => {
                Err(Rejection::false_claim(format!(
                    "in the {what} the preperiod {preperiod} is not the least: they repeat from {before} on"
                )))
            }
            _ => Ok(()),
        }
    }
}

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
