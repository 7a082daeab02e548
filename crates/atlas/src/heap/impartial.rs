//! Every set of small numbers that both players may take.

use std::fmt::Write as _;

use whowins_engine::{EngineError, Limits};
use whowins_verify::heap::FiniteSets;
use whowins_verify::{Budget, Rejection};

use super::kernel::{outcomes, values};
use super::{endless, numbers, shown, write_set};
use crate::known::{IMPARTIAL_PERIODS, compare_impartial};
use crate::{Grain, Survey, Tally};

/// Sets of numbers from 1 to `most`.
#[derive(Clone, Copy, Debug)]
pub struct Impartial {
    /// The largest number.
    pub most: u32,
}

/// Counts: sets whose values' period is not the outcomes', whose misère period is not the
/// outcomes'.
const VALUES_DIFFER: usize = 0;
const MISERE_DIFFERS: usize = 1;
/// Records: the outcomes' preperiod, the values' preperiod and period, the misère preperiod; then
/// the outcomes' period by the set's largest number.
const PREPERIOD: usize = 0;
const VALUES_PREPERIOD: usize = 1;
const VALUES_PERIOD: usize = 2;
const MISERE_PREPERIOD: usize = 3;
const BY_LARGEST: usize = 4;

/// Preperiod and period of the outcomes, of the Grundy values, and of the misère outcomes.
fn laws(cells: &str) -> Result<[(u64, u64); 3], String> {
    let all: [u64; 6] = numbers(cells)?;
    Ok([0, 2, 4].map(|at| (all[at], all[at + 1])))
}

impl Survey for Impartial {
    fn columns(&self) -> &'static str {
        "set,preperiod,period,grundy preperiod,grundy period,misere preperiod,misere period"
    }

    fn rows(&self) -> u64 {
        1 << self.most
    }

    fn grain(&self) -> Grain {
        Grain {
            unit: 1 << 12,
            units: 1,
        }
    }

    fn key(&self, row: u64, out: &mut String) {
        write_set(row, out);
    }

    fn find(&self, row: u64, _limits: &Limits, out: &mut String) -> Result<(), EngineError> {
        // A window as long as the set reaches: fewer steps before the first repeat.
        let most = (64 - row.leading_zeros()).max(1);
        let normal = outcomes([row; 2], most, false).ok_or_else(endless)?;
        let grundy = values(row, most).ok_or_else(endless)?;
        let misere = outcomes([row; 2], most, true).ok_or_else(endless)?;
        let _ = write!(
            out,
            "{},{},{},{},{},{}",
            normal.preperiod, normal.period, grundy.0, grundy.1, misere.preperiod, misere.period
        );
        Ok(())
    }

    fn check(&self, row: u64, cells: &str, budget: &Budget) -> Result<(), Rejection> {
        let [normal, grundy, misere] = laws(cells).map_err(Rejection::malformed)?;
        let mut game = FiniteSets {
            sets: [row; 2],
            misere: false,
        };
        let of = |what: &str, rejection: Rejection| Rejection {
            message: format!("{what}: {rejection}"),
            ..rejection
        };
        game.outcomes_repeat(normal.0, normal.1, budget)
            .map_err(|why| of("outcomes", why))?;
        FiniteSets::values_repeat(row, grundy.0, grundy.1, budget)
            .map_err(|why| of("Grundy values", why))?;
        game.misere = true;
        game.outcomes_repeat(misere.0, misere.1, budget)
            .map_err(|why| of("misère outcomes", why))?;
        Ok(())
    }

    fn count(&self, row: u64, cells: &str, tally: &mut Tally) -> Result<(), String> {
        let [normal, grundy, misere] = laws(cells)?;
        tally.rows += 1;
        tally.proved += 1;
        tally.raise(PREPERIOD, normal.0, row);
        tally.raise(VALUES_PREPERIOD, grundy.0, row);
        tally.raise(VALUES_PERIOD, grundy.1, row);
        tally.raise(MISERE_PREPERIOD, misere.0, row);
        let largest = 64 - row.leading_zeros();
        tally.raise(BY_LARGEST + largest as usize, normal.1, row);
        if grundy.1 != normal.1 {
            tally.add(VALUES_DIFFER);
        }
        if misere.1 != normal.1 {
            tally.add(MISERE_DIFFERS);
        }
        Ok(())
    }

    fn summary(&self, tally: &Tally) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        let mut say = |label, what: &str, record| {
            if let Some((most, row)) = tally.record(record) {
                lines.push((label, format!("{what} at most {most}, of {}", shown(row))));
            }
        };
        say("outcomes", "preperiod", PREPERIOD);
        let periods: Vec<(u64, u64)> = (0..=self.most as usize)
            .filter_map(|largest| tally.record(BY_LARGEST + largest))
            .collect();
        if let Some(record) = (BY_LARGEST..)
            .take(self.most as usize + 1)
            .max_by_key(|record| tally.record(*record).map(|(most, _)| most))
        {
            say("outcomes", "period", record);
        }
        say("grundy", "preperiod", VALUES_PREPERIOD);
        say("grundy", "period", VALUES_PERIOD);
        say("misere", "preperiod", MISERE_PREPERIOD);
        lines.push((
            "differ",
            format!(
                "of {} sets the values' period is not the outcomes', of {} the misère period is not",
                tally.get(VALUES_DIFFER),
                tally.get(MISERE_DIFFERS)
            ),
        ));
        if tally.rows == self.rows() {
            let periods: Vec<u64> = periods.iter().skip(1).map(|(most, _)| *most).collect();
            let list: Vec<String> = periods.iter().map(u64::to_string).collect();
            lines.push((
                "records",
                format!(
                    "largest period of outcomes by the set's largest number, from 1 on: {}",
                    list.join(", ")
                ),
            ));
            lines.push(compare_impartial(&periods, IMPARTIAL_PERIODS));
        }
        lines
    }
}
