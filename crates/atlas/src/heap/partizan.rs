//! Every pair of sets of small numbers, one for each player.

use std::fmt::Write as _;

use whowins_engine::{EngineError, Limits};
use whowins_verify::heap::FiniteSets;
use whowins_verify::{Budget, Rejection};

use super::kernel::outcomes;
use super::{endless, numbers, shown, write_set};
use crate::known::PARTIZAN;
use crate::{Grain, Survey, Tally};

/// Pairs of sets of numbers from 1 to `most`; the second player's set runs fastest.
#[derive(Clone, Copy, Debug)]
pub struct Partizan {
    /// The largest number.
    pub most: u32,
    /// Whether who cannot move wins.
    pub misere: bool,
}

const CLASSES: [char; 4] = ['N', 'P', 'L', 'R'];
/// Records: the largest preperiod and the largest period.
const PREPERIOD: usize = 0;
const PERIOD: usize = 1;

impl Partizan {
    fn sets(&self, row: u64) -> [u64; 2] {
        [row >> self.most, row & ((1 << self.most) - 1)]
    }

    fn pair(&self, row: u64) -> String {
        let [first, second] = self.sets(row);
        format!("{} against {}", shown(first), shown(second))
    }
}

/// Preperiod, period and the classes that recur.
fn fields(cells: &str) -> Result<(u64, u64, &str), String> {
    let (sizes, recurring) = cells.rsplit_once(',').unwrap_or((cells, ""));
    let [preperiod, period] = numbers(sizes)?;
    let mut left = CLASSES.iter();
    let in_order = recurring.chars().all(|class| left.any(|one| *one == class));
    if recurring.is_empty() || !in_order {
        return Err(format!(
            "`{recurring}` stands where the classes are expected that recur, letters of NPLR in this order"
        ));
    }
    Ok((preperiod, period, recurring))
}

impl Survey for Partizan {
    fn columns(&self) -> &'static str {
        "left,right,preperiod,period,recurring"
    }

    fn rows(&self) -> u64 {
        1 << (2 * self.most)
    }

    fn grain(&self) -> Grain {
        Grain {
            unit: 1 << 14,
            units: 1,
        }
    }

    fn key(&self, row: u64, out: &mut String) {
        let [first, second] = self.sets(row);
        write_set(first, out);
        out.push(',');
        write_set(second, out);
    }

    fn find(&self, row: u64, _limits: &Limits, out: &mut String) -> Result<(), EngineError> {
        let found = outcomes(self.sets(row), self.most, self.misere).ok_or_else(endless)?;
        let _ = write!(out, "{},{},", found.preperiod, found.period);
        let recurs = |class: &usize| found.recurring >> class & 1 == 1;
        out.extend((0..4).filter(recurs).map(|class| CLASSES[class]));
        Ok(())
    }

    fn check(&self, row: u64, cells: &str, budget: &Budget) -> Result<(), Rejection> {
        let (preperiod, period, recurring) = fields(cells).map_err(Rejection::malformed)?;
        let game = FiniteSets {
            sets: self.sets(row),
            misere: self.misere,
        };
        let classes = game.outcomes_repeat(preperiod, period, budget)?;
        let cycle = &classes.as_bytes()[preperiod as usize..];
        for class in CLASSES {
            if cycle.contains(&(class as u8)) != recurring.contains(class) {
                return Err(Rejection::false_claim(format!(
                    "whether {class} recurs is not as the row says"
                )));
            }
        }
        Ok(())
    }

    fn count(&self, row: u64, cells: &str, tally: &mut Tally) -> Result<(), String> {
        let (preperiod, period, recurring) = fields(cells)?;
        tally.rows += 1;
        tally.proved += 1;
        tally.raise(PREPERIOD, preperiod, row);
        tally.raise(PERIOD, period, row);
        let has = |class| usize::from(recurring.contains(class));
        tally.add(has('L') | has('R') << 1);
        Ok(())
    }

    fn summary(&self, tally: &Tally) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        let [mut preperiod, mut period] = [0; 2];
        if let Some((most, row)) = tally.record(PREPERIOD) {
            preperiod = most;
            lines.push((
                "preperiod",
                format!("at most {most}, of {}", self.pair(row)),
            ));
        }
        if let Some((most, row)) = tally.record(PERIOD) {
            period = most;
            lines.push(("period", format!("at most {most}, of {}", self.pair(row))));
        }
        lines.push((
            "recurring",
            format!(
                "{} pairs are N or P from some heap on; {} have L and no R for ever, {} R and no L; {} have both (they are fair)",
                tally.get(0),
                tally.get(1),
                tally.get(2),
                tally.get(3)
            ),
        ));
        if tally.rows == self.rows() && !self.misere {
            lines.extend(
                PARTIZAN
                    .iter()
                    .filter(|known| known.most == self.most)
                    .map(|known| known.compare(preperiod, period, tally.get(3))),
            );
        }
        lines
    }
}
