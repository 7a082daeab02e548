//! Finds the period of a taking-and-breaking game where trying all options proves it.

use whowins_analysis::heaps::Breaking;
use whowins_engine::EngineError;
use whowins_engine::octal::{Values, repeat};
use whowins_verify::Law;
use whowins_verify::octal::GuySmith;

use super::{formula, moves};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Heaps that are looked at where moves leave more than two heaps.
const OF_MANY: usize = 1 << 10;
/// Heaps that are looked at where a sparse space can go further.
const WITH_SPACE: usize = 1 << 14;
/// Heaps that are looked at where none can.
const WITHOUT_SPACE: usize = 1 << 16;
/// Heaps that are looked at to complete a repeat that was seen.
const FURTHEST: usize = 1 << 18;
/// One rare heap in so many is no sparse space that could end.
const MANY: usize = 32;

/// Grundy values that repeat, proved by the theorem of Guy and Smith.
pub(super) struct AllOptions;

impl Finder for AllOptions {
    fn kind(&self) -> &'static str {
        "guy-smith"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let breaking = match moves(search) {
            Ok(breaking) => breaking,
            Err(finding) => return finding,
        };
        let Some(last) = breaking.most_taken() else {
            return Finding::Foreign("any number can be taken".into());
        };
        match look(breaking, last, search) {
            Ok(Ok(law)) => {
                let (preperiod, period) = (law.preperiod as usize, law.period as usize);
                let explanation = Explanation {
                    formula: Some(formula(preperiod, period)),
                    source: "values and sums: R. Sprague 1935, P. M. Grundy 1939; their repeat: R. K. Guy, C. A. B. Smith 1956"
                        .into(),
                    found: format!(
                        "the values of {} heaps were worked out, and repeat over more than half of them",
                        needed(breaking, last, preperiod, period)
                    ),
                };
                Finding::Law(Box::new(Law::GuySmith(law)), explanation)
            }
            Ok(Err(heaps)) => Finding::Nothing(format!(
                "no preperiod and period that the theorem of Guy and Smith would prove within the first {heaps} heaps"
            )),
            Err(error) => Finding::Stopped(error),
        }
    }
}

/// So many heaps does the theorem ask for.
pub(super) fn needed(breaking: &Breaking, last: usize, preperiod: usize, period: usize) -> usize {
    let most = breaking.most_parts().max(2);
    let shifts = match breaking.unequal().is_empty() {
        true => period,
        false => most * period,
    };
    most * (preperiod.max(1) + shifts) + last
}

/// The law, or how many heaps were looked at.
fn look(
    breaking: &Breaking,
    last: usize,
    search: &Search<'_>,
) -> Result<Result<GuySmith, usize>, EngineError> {
    let mut values = Values::new(breaking, search.limits.clone());
    let mut length = 64;
    loop {
        values.extend(length)?;
        // A quarter of the heaps repeats: as many more as the theorem asks for, from n0 to 2 n0 + p +
        // k, k the last digit's index.
        if let Some((preperiod, period)) = repeat(&values, length / 4) {
            let needed = needed(breaking, last, preperiod, period);
            let known = length;
            length = length.max(needed.min(FURTHEST));
            values.extend(length)?;
            if needed <= length
                && (known == length || repeat(&values, length / 4) == Some((preperiod, period)))
            {
                let table =
                    (0..preperiod + period).map(|heap| values.get(heap).unwrap_or(0) as u16);
                return Ok(Ok(GuySmith {
                    preperiod: preperiod as u64,
                    period: period as u64,
                    values: table.collect(),
                }));
            }
        }
        let most = match values.sparse() {
            _ if breaking.most_parts() > 2 => OF_MANY,
            _ if !breaking.unequal().is_empty() => WITH_SPACE,
            Some(sparse) if sparse.rare.len() < length / MANY => WITH_SPACE,
            _ => WITHOUT_SPACE,
        };
        if length >= most {
            return Ok(Err(length));
        }
        length *= 2;
    }
}
