//! Grundy values that grow by the same amount with each period.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};

use super::attained::Witness;
use super::code::moves_of_any_sizes;
use super::graph::Graph;
use super::{CANCEL, from, is_mex, sum};
use crate::claim::by_grundy;
use crate::heap::prime_factors;
use crate::rejection::size;
use crate::{Budget, Checked, Claim, Rejection, Subject};

/// Longer tables are not read.
const LONGEST: u64 = 1 << 12;
/// Larger values and saltuses are not read.
const LARGEST: u64 = 1 << 20;

/// Grundy values of a taking-and-breaking game that are arithmetic periodic: G(n + period) = G(n) + saltus.
///
/// Sources: J. R. Büchi 1960 and V. Bruyère, G. Hansel, C. Michaux, R. Villemaire 1994 for what automata decide over binary digits;
/// R. Sprague 1935, P. M. Grundy 1939 for sums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arithmetic {
    /// The values grow evenly from this heap on; no earlier.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What the values grow by with each period.
    pub saltus: u64,
    /// The values of the heaps 0, 1, ..., `preperiod + period - 1`.
    pub values: Vec<u64>,
    /// Options by which every smaller value is reached.
    pub witnesses: Vec<Witness>,
}

impl Arithmetic {
    /// The Grundy value of a heap; `None` if the law's fields do not hold together.
    pub fn grundy_value(&self, heap: &UBig) -> Option<UBig> {
        let small = self.preperiod.checked_add(self.period)?;
        if *heap < UBig::from(small) {
            let at = usize::try_from(heap).ok()?;
            return self.values.get(at).map(|value| UBig::from(*value));
        }
        let period = (self.period > 0).then(|| UBig::from(self.period))?;
        let past = heap - UBig::from(self.preperiod);
        let at = u64::try_from(&(&past % &period)).ok()?;
        let at = usize::try_from(self.preperiod.checked_add(at)?).ok()?;
        let value = UBig::from(*self.values.get(at)?);
        Some(value + past / period * UBig::from(self.saltus))
    }

    fn small_value(&self, heap: u64) -> Option<u64> {
        u64::try_from(&self.grundy_value(&UBig::from(heap))?).ok()
    }

    /// The heap below `preperiod + period` that stands for this one.
    fn place(&self, heap: u64) -> u64 {
        match heap.checked_sub(self.preperiod) {
            Some(past) => self.preperiod + past % self.period,
            None => heap,
        }
    }

    /// The automaton of heaps and values: it knows the heap's place in the table, and the difference of `period` times the value
    /// and `saltus` times the heap. For a heap of the same place, that is what it is for the entry of the table, and for no
    /// other number. A difference that is larger than those, the period and the saltus only grows.
    fn graph(&self, budget: &Budget) -> Result<Graph, Rejection> {
        let (period, saltus) = (self.period as i64, self.saltus as i64);
        let wanted: Vec<i64> = (0..)
            .zip(&self.values)
            .map(|(heap, value)| period * *value as i64 - saltus * heap)
            .collect();
        let most = wanted.iter().map(|wanted| wanted.abs()).max();
        let most = most.unwrap_or(0).max(period).max(saltus);
        Graph::explore(
            (0, 0),
            |(place, difference), n, g| {
                let place = self.place(2 * place + u64::from(n));
                let difference = 2 * difference + period * i64::from(g) - saltus * i64::from(n);
                (difference.abs() <= most).then_some((place, difference))
            },
            |(place, difference)| size(*place).is_ok_and(|at| wanted.get(at) == Some(difference)),
            budget,
        )
    }

    fn well_formed(&self) -> Result<(), Rejection> {
        let length = self.preperiod.checked_add(self.period);
        if self.period == 0 || length.is_none_or(|length| length > LONGEST) {
            return Err(Rejection::malformed(format!(
                "the period is 0, or preperiod and period are more than {LONGEST}"
            )));
        }
        if length != Some(self.values.len() as u64) {
            return Err(Rejection::malformed(
                "the table has not as many entries as preperiod and period together",
            ));
        }
        if self.saltus == 0
            || self
                .values
                .iter()
                .chain([&self.saltus])
                .any(|v| *v > LARGEST)
        {
            return Err(Rejection::malformed(format!(
                "the saltus is 0, or a number is more than {LARGEST}"
            )));
        }
        Ok(())
    }

    /// Checks that no smaller numbers will do.
    fn is_least(&self, budget: &Budget) -> Result<(), Rejection> {
        let grows = |heap: u64, period: u64, saltus: u64| {
            let sum = self.small_value(heap).map(|value| value + saltus);
            sum == self.small_value(heap + period)
        };
        for prime in prime_factors(self.period, budget)? {
            let (period, saltus) = (self.period / prime, self.saltus / prime);
            budget.spend(self.period)?;
            if self.saltus.is_multiple_of(prime)
                && (0..self.period).all(|n| grows(self.preperiod + n, period, saltus))
            {
                return Err(Rejection::false_claim(format!(
                    "the period {} is not the least: {period} is one",
                    self.period
                )));
            }
        }
        if let Some(before) = self.preperiod.checked_sub(1)
            && grows(before, self.period, self.saltus)
        {
            return Err(Rejection::false_claim(format!(
                "the preperiod {} is not the least: the values grow evenly from {before} on",
                self.preperiod
            )));
        }
        Ok(())
    }
}

impl Claim for Arithmetic {
    fn kind(&self) -> &'static str {
        "arithmetic"
    }

    /// The table, continued with period and saltus, is a function of the heap whose graph an automaton reads, heap and value side
    /// by side in binary digits. It is the Grundy function if no heap has an option of the heap's own value, and an option of each
    /// smaller value. The first is a walk over the digits of the heap and of the heaps that stay; for the second the law names
    /// options of a few simple forms, and automata show that these are enough.
    fn check(&self, subject: &Subject, budget: &Budget) -> Result<Checked, Rejection> {
        let breaking = moves_of_any_sizes(subject)?;
        self.well_formed()?;
        let graph = self.graph(budget)?;
        graph.is_a_function(budget)?;
        self.is_least(budget)?;
        let mut checked = vec![format!(
            "an automaton of {} states reads heaps and their values, digit by digit",
            graph.next.len()
        )];
        let value = |heap| self.small_value(heap);
        checked.extend(is_mex(&graph, breaking, &self.witnesses, value, budget)?);
        checked.push(format!(
            "preperiod {} and period {} are the least",
            self.preperiod, self.period
        ));
        Ok(checked)
    }

    fn statement(&self, _game: &Game) -> String {
        format!(
            "The Grundy values of heaps grow by {} with every {} heaps {}, and neither a smaller period nor an earlier start will do; {CANCEL}",
            self.saltus,
            self.period,
            from(self.preperiod)
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        self.grundy(game, position).as_ref().map(by_grundy)
    }

    fn grundy(&self, _game: &Game, position: &Position) -> Option<UBig> {
        sum(position, |heap| self.grundy_value(heap))
    }
}
