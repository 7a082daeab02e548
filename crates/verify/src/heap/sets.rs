//! Preperiod and period of one heap with finite sets, checked from the numbers alone: the check of
//! a row of an atlas, where the table of outcomes is worked out again and not read.

use super::LONGEST;
use crate::rejection::size;
use crate::repeat::Repeat;
use crate::{Budget, Rejection};

/// A game of one heap: what each player may take, as bits. Bit s - 1 stands for taking s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiniteSets {
    /// The first-named player's and the second-named player's set.
    pub sets: [u64; 2],
    /// Whether who cannot move wins.
    pub misere: bool,
}

impl FiniteSets {
    /// The largest number in either set; 1 where both are empty.
    fn reach(&self) -> u32 {
        (64 - (self.sets[0] | self.sets[1]).leading_zeros()).max(1)
    }

    /// Checks that the outcomes of both players repeat every `period` heaps from `preperiod` on,
    /// and that both numbers are the least; returns the outcome classes of the heaps 0, 1, ...,
    /// `preperiod + period - 1`, a letter each, as the field of [`super::Periodic`] has them.
    ///
    /// The outcomes are worked out from heap 0 on; where the last T of them, T the reach, are the
    /// same at two heaps of at least T, all that follow are (S. W. Golomb 1966; A. Fraenkel and A.
    /// Kotzig 1987; `proofs/Window.v`, `window_law`). O(preperiod + period + T) steps.
    ///
    /// # Errors
    ///
    /// Where an outcome shows that it is not so, or the numbers are too large.
    pub fn outcomes_repeat(
        &self,
        preperiod: u64,
        period: u64,
        budget: &Budget,
    ) -> Result<String, Rejection> {
        let reach = self.reach();
        let heaps = heaps(preperiod, period, reach, budget)?;
        // Bit s - 1: whether this player, to move, loses on a heap s smaller.
        let mut losses = [0u64; 2];
        let mut classes = Vec::with_capacity(heaps);
        let least = self.sets.map(u64::trailing_zeros);
        for heap in 0..heaps as u64 {
            let wins = |own: usize| match self.sets[own] == 0 || heap <= u64::from(least[own]) {
                true => self.misere,
                false => self.sets[own] & losses[1 - own] != 0,
            };
            let [first, second] = [wins(0), wins(1)];
            losses = [
                losses[0] << 1 | u64::from(!first),
                losses[1] << 1 | u64::from(!second),
            ];
            classes.push(match (first, second) {
                (true, true) => b'N',
                (false, false) => b'P',
                (true, false) => b'L',
                (false, true) => b'R',
            });
        }
        let (preperiod, period) = (size(preperiod)?, size(period)?);
        least_repeat(&classes, preperiod, period, budget)?;
        classes.truncate(preperiod + period);
        String::from_utf8(classes).map_err(|_| Rejection::malformed("the outcomes aren't letters"))
    }

    /// The same for the Grundy values of the first-named player's set, in normal play; returns the
    /// values of the heaps 0, 1, ..., `preperiod + period - 1`.
    ///
    /// # Errors
    ///
    /// As [`FiniteSets::outcomes_repeat`].
    pub fn values_repeat(
        set: u64,
        preperiod: u64,
        period: u64,
        budget: &Budget,
    ) -> Result<Vec<u8>, Rejection> {
        let game = Self {
            sets: [set; 2],
            misere: false,
        };
        let heaps = heaps(preperiod, period, game.reach(), budget)?;
        let numbers: Vec<usize> = (1..=64).filter(|s| set >> (s - 1) & 1 == 1).collect();
        budget.spend((heaps * numbers.len()) as u64)?;
        let mut values: Vec<u8> = Vec::with_capacity(heaps);
        for heap in 0..heaps {
            // At most 64 options, so no value is more than 64.
            let mut seen = 0u128;
            for taken in numbers.iter().take_while(|taken| **taken <= heap) {
                seen |= 1 << values[heap - taken];
            }
            values.push(u8::try_from(seen.trailing_ones()).unwrap_or(u8::MAX));
        }
        let (preperiod, period) = (size(preperiod)?, size(period)?);
        least_repeat(&values, preperiod, period, budget)?;
        values.truncate(preperiod + period);
        Ok(values)
    }
}

/// How many heaps are to be worked out.
fn heaps(preperiod: u64, period: u64, reach: u32, budget: &Budget) -> Result<usize, Rejection> {
    if period == 0 {
        return Err(Rejection::malformed("the period is 0"));
    }
    let heaps = preperiod.checked_add(period);
    let heaps = heaps.filter(|heaps| *heaps <= LONGEST).ok_or_else(|| {
        Rejection::malformed(format!(
            "preperiod and period together are more than {LONGEST}"
        ))
    })?;
    budget.spend(heaps + u64::from(reach))?;
    Ok(size(heaps)? + reach as usize)
}

/// Whether the window after `preperiod + period` is that after `preperiod`, and no less of either
/// will do. `values` ends with that window.
fn least_repeat(
    values: &[u8],
    preperiod: usize,
    period: usize,
    budget: &Budget,
) -> Result<(), Rejection> {
    let window = values.len() - preperiod - period;
    if let Some(at) = (preperiod..preperiod + window).find(|n| values[*n] != values[n + period]) {
        return Err(Rejection::false_claim(format!(
            "the heaps {at} and {} differ, so the period is not {period} from heap {preperiod} on",
            at + period
        )));
    }
    let repeat = Repeat {
        preperiod: preperiod as u64,
        period: period as u64,
        saltus: 0,
        table: &values[..preperiod + period],
    };
    repeat.is_least("outcomes or values", budget)
}
