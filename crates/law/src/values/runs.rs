//! Finds the period of the values of a row's runs, of all kinds at once, up to a summand.

use std::ops::ControlFlow;

use whowins_analysis::{Budget, Player};
use whowins_engine::values::refusal;
use whowins_verify::Law;
use whowins_verify::values::{RowRuns, Run, Runs};

use super::growth::Found;
use super::repeat::{self, Growing, Repeating, Visit};
use crate::{Finder, Finding, Says, Search};

/// Values of runs that repeat up to a summand.
pub(super) struct Repeat;

impl Finder for Repeat {
    fn kind(&self) -> &'static str {
        "row-runs"
    }

    fn says(&self) -> Says {
        Says::Value
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if let Some(why) = refusal(search.game) {
            return Finding::Foreign(why.to_string());
        }
        match Runs::of(search.game) {
            Ok(runs) => repeat::find(runs, &search.limits.budget, search.game),
            Err(why) => Finding::Foreign(why.message),
        }
    }
}

impl Growing for Runs {
    const FIRST: usize = 16;
    const FURTHEST: usize = 1024;
    const BEGINS: usize = 1;

    fn kinds(&self) -> usize {
        self.ends() * self.ends()
    }

    fn options(
        &self,
        player: Player,
        kind: usize,
        blanks: usize,
        budget: &Budget,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let run = Run {
            left: kind / self.ends(),
            length: blanks as u64,
            right: kind % self.ends(),
        };
        let mut left = Vec::new();
        let all = Runs::options(self, player, run, |parts| {
            left.clear();
            left.extend(
                parts
                    .iter()
                    .map(|part| (self.kind(part), part.length as usize)),
            );
            budget.charge(1).is_continue() && visit(&left).is_continue()
        });
        match all {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }

    fn needed(&self, found: &Found) -> usize {
        2 * (found.preperiod + found.period) + self.widest()
    }

    fn below(&self, blanks: usize) -> String {
        format!("runs of fewer than {blanks} blanks")
    }

    fn last(&self, blanks: usize) -> String {
        format!("runs of {} blanks", blanks - 1)
    }

    fn source(&self, _: &Found) -> &'static str {
        "their repeat: R. K. Guy, C. A. B. Smith 1956, for values of any kind and runs of several; values and sums: J. H. Conway 1976"
    }

    fn law(&self, repeat: Repeating) -> Law {
        Law::RowRuns(Box::new(RowRuns {
            preperiod: repeat.preperiod,
            period: repeat.period,
            saltus: repeat.saltus,
            values: repeat.values,
            lines: repeat.lines,
        }))
    }
}
