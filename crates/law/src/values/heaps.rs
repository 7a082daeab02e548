//! Finds the period of the values of heaps, up to a summand.

use std::ops::ControlFlow;

use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Budget, Player};
use whowins_engine::values::refusal;
use whowins_values::Value;
use whowins_verify::Law;
use whowins_verify::values::HeapValues;

use super::growth::Found;
use super::repeat::{self, Growing, Repeating, Visit};
use crate::{Finder, Finding, Says, Search};

/// Values of heaps that repeat up to a summand.
pub(super) struct Repeat;

impl Finder for Repeat {
    fn kind(&self) -> &'static str {
        "heap-values"
    }

    fn says(&self) -> Says {
        Says::Value
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let Some(codes) = search.game.codes() else {
            return Finding::Foreign(
                "the positions aren't heaps that are taken from or split".into(),
            );
        };
        if let Some(why) = refusal(search.game) {
            return Finding::Foreign(why.to_string());
        }
        if codes.iter().any(|code| code.most_taken().is_none()) {
            return Finding::Foreign("any number can be taken".into());
        }
        repeat::find(Heaps(codes), &search.limits.budget, search.game)
    }
}

/// Heaps, which are of one kind, by what each player may do to them.
struct Heaps<'a>(&'a [Breaking; 2]);

impl Growing for Heaps<'_> {
    const FIRST: usize = 32;
    const FURTHEST: usize = 4096;
    const BEGINS: usize = 0;

    fn kinds(&self) -> usize {
        1
    }

    fn options(
        &self,
        player: Player,
        _: usize,
        heap: usize,
        budget: &Budget,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let mut left = Vec::new();
        self.0[player.index()].options_within(heap as u64, budget, |parts| {
            left.clear();
            left.extend(parts.iter().map(|part| (0, *part as usize)));
            visit(&left)
        })
    }

    /// One more than the verifier asks for: the theory in Coq counts digits, not the most that is
    /// taken.
    fn needed(&self, found: &Found) -> usize {
        let of = |code: &Breaking| {
            let most = code.most_parts().max(2);
            let shifts = match code.unequal().is_empty() {
                true => found.period,
                false => most * found.period,
            };
            most * (found.preperiod.max(1) + shifts) + code.most_taken().unwrap_or(0)
        };
        self.0.iter().map(of).max().unwrap_or(0) + 1
    }

    fn below(&self, heap: usize) -> String {
        format!("{heap} heaps")
    }

    fn last(&self, heap: usize) -> String {
        format!("heap {}", heap - 1)
    }

    fn source(&self, found: &Found) -> &'static str {
        match found.saltus {
            Value::ZERO => {
                "their repeat: R. K. Guy, C. A. B. Smith 1956, for values of any kind; values and sums: J. H. Conway 1976"
            }
            _ => {
                "values and sums: J. H. Conway 1976; growth by a summand: options that are dominated"
            }
        }
    }

    fn law(&self, repeat: Repeating) -> Law {
        Law::HeapValues(Box::new(HeapValues {
            preperiod: repeat.preperiod,
            period: repeat.period,
            saltus: repeat.saltus,
            values: repeat.values.into_iter().flatten().collect(),
            lines: repeat.lines,
        }))
    }
}
