//! Grundy values that grow by the same amount with each period.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};

use super::attained::Witness;
use super::code::moves_of_any_sizes;
use super::graph::Graph;
use super::{CANCEL, from, is_mex, sum};
use crate::claim::by_grundy;
use crate::repeat::{Repeat, place};
use crate::{Budget, Checked, Claim, Rejection};

/// Longer tables are not read.
const LONGEST: u64 = 1 << 12;
/// Larger values and saltuses are not read.
const LARGEST: u64 = 1 << 20;

/// Grundy values of a taking-and-breaking game that are arithmetic periodic: G(n + period) = G(n) +
/// saltus.
///
/// Sources: J. R. Büchi 1960 and V. Bruyère, G. Hansel, C. Michaux, R. Villemaire 1994 for what
/// automata decide over binary digits; R. Sprague 1935, P. M. Grundy 1939 for sums.
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
    fn repeat(&self) -> Repeat<'_, u64> {
        Repeat {
            preperiod: self.preperiod,
            period: self.period,
            saltus: self.saltus,
            table: &self.values,
        }
    }

    /// The Grundy value of a heap; `None` if the law's fields do not hold together.
    pub fn grundy_value(&self, heap: &UBig) -> Option<UBig> {
        self.repeat().value(heap)
    }

    /// The automaton of heaps and values: it knows the heap's place in the table, and the
    /// difference of `period` times the value and `saltus` times the heap. For a heap of the same
    /// place, that is what it is for the entry of the table, and for no other number. A difference
    /// that is larger than those, the period and the saltus only grows.
    fn graph(&self, budget: &Budget) -> Result<Graph, Rejection> {
        let (period, saltus) = (self.period as i64, self.saltus as i64);
        let (preperiod, repeats) = self.repeat().sizes(LONGEST)?;
        let wanted: Vec<i64> = (0..)
            .zip(&self.values)
            .map(|(heap, value)| period * *value as i64 - saltus * heap)
            .collect();
        let most = wanted.iter().map(|wanted| wanted.abs()).max();
        let most = most.unwrap_or(0).max(period).max(saltus);
        Graph::explore(
            (0, 0),
            |(at, difference), n, g| {
                let at = place(2 * at + usize::from(n), preperiod, repeats);
                let difference = 2 * difference + period * i64::from(g) - saltus * i64::from(n);
                (difference.abs() <= most).then_some((at, difference))
            },
            |(place, difference)| wanted.get(*place) == Some(difference),
            budget,
        )
    }

    fn well_formed(&self) -> Result<(), Rejection> {
        self.repeat().sizes(LONGEST)?;
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
}

impl Claim for Arithmetic {
    fn kind(&self) -> &'static str {
        "arithmetic"
    }

    /// The table, continued with period and saltus, is a function of the heap whose graph an
    /// automaton reads, heap and value side by side in binary digits. It is the Grundy function if
    /// no heap has an option of the heap's own value, and an option of each smaller value. The
    /// first is a walk over the digits of the heap and of the heaps that stay; for the second the
    /// law names options of a few simple forms, and automata show that these are enough.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let breaking = moves_of_any_sizes(game)?;
        self.well_formed()?;
        let graph = self.graph(budget)?;
        graph.is_a_function(budget)?;
        self.repeat().is_least("values", budget)?;
        let mut checked = vec![format!(
            "an automaton of {} states reads heaps and their values, digit by digit",
            graph.next.len()
        )];
        let value = |heap: u64| self.repeat().at(usize::try_from(heap).ok()?).ok();
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
