//! Finds the period of the values of a row's runs, of all kinds at once, up to a summand.

use whowins_analysis::{Game, Player};
use whowins_engine::EngineError;
use whowins_engine::values::refusal;
use whowins_values::{Arena, Cut, Value};
use whowins_verify::Law;
use whowins_verify::values::{RowRuns, Run, Runs};

use super::growth::{Found, told};
use super::sheet::Sheet;
use crate::{Explanation, Finder, Finding, Says, Search};

/// Runs of so many blanks are looked at first, and so many at most before a repeat is seen.
const FIRST: usize = 16;
const LAST: usize = 256;
/// Blanks that are looked at to complete a repeat that was seen.
const FURTHEST: usize = 1024;
/// Arenas of more forms hold no values that repeat, as far as anybody has seen.
const FORMS: usize = 1 << 12;

/// Values of runs that repeat up to a summand.
pub(super) struct Repeat;

/// The values of all kinds of runs, shortest first.
struct Known {
    runs: Runs,
    tables: Vec<Vec<Value>>,
}

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
        let runs = match Runs::of(search.game) {
            Ok(runs) => runs,
            Err(why) => return Finding::Foreign(why.message),
        };
        let mut arena = Arena::new(search.limits.budget.clone());
        match look(runs, &mut arena, search.game) {
            Ok(finding) => finding,
            Err(Cut::Over(over)) => Finding::Stopped(over.into()),
            Err(Cut::Memory) => Finding::Stopped(EngineError::Memory {
                wanted: None,
                allowed: search.limits.budget.memory,
            }),
            Err(Cut::Size) => {
                Finding::Nothing("the certificate, or a form in it, would be too large".into())
            }
        }
    }
}

fn look(runs: Runs, arena: &mut Arena, game: &Game) -> Result<Finding, Cut> {
    let mut known = Known {
        tables: vec![Vec::new(); runs.ends() * runs.ends()],
        runs,
    };
    let mut length = FIRST;
    loop {
        if let Some(at) = known.extend(arena, length)? {
            return Ok(Finding::Nothing(format!(
                "the values of runs of up to {at} blanks take more than {FORMS} forms"
            )));
        }
        let tables: Vec<&[Value]> = known.tables.iter().map(Vec::as_slice).collect();
        if let Some(found) = Found::of(arena, &tables)? {
            let found = Found {
                preperiod: found.preperiod.max(1),
                ..found
            };
            let needed = 2 * (found.preperiod + found.period) + known.runs.widest();
            if needed <= FURTHEST {
                if let Some(at) = known.extend(arena, needed)? {
                    return Ok(found.observed(arena, last_of(at)));
                }
                if known.repeats(arena, &found)? {
                    return known.written(arena, found, needed, game);
                }
            } else if length >= LAST {
                return Ok(found.observed(arena, last_of(length)));
            }
        }
        if length >= LAST {
            return Ok(Finding::Nothing(format!(
                "the values of runs of fewer than {length} blanks do not repeat, nor grow by one summand"
            )));
        }
        length *= 2;
    }
}

/// The last of so many runs.
fn last_of(runs: usize) -> String {
    format!("runs of {} blanks", runs - 1)
}

impl Known {
    /// Works out the values of all runs of fewer blanks than these; where they take too many forms, tells how many blanks there are.
    fn extend(&mut self, arena: &mut Arena, length: usize) -> Result<Option<usize>, Cut> {
        for blanks in self.tables[0].len()..length {
            for kind in 0..self.tables.len() {
                let sides = self.sides(kind, blanks, &mut |a, b| arena.add(a, b))?;
                let value = arena.make(&sides[0], &sides[1])?;
                self.tables[kind].push(value);
            }
            if arena.forms() > FORMS {
                return Ok(Some(blanks));
            }
        }
        Ok(None)
    }

    fn repeats(&self, arena: &mut Arena, found: &Found) -> Result<bool, Cut> {
        for table in &self.tables {
            if !found.holds(arena, table)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The values of a run's options, each once, Left's and Right's.
    fn sides(
        &self,
        kind: usize,
        blanks: usize,
        add: &mut impl FnMut(Value, Value) -> Result<Value, Cut>,
    ) -> Result<[Vec<Value>; 2], Cut> {
        let run = Run {
            left: kind / self.runs.ends(),
            length: blanks as u64,
            right: kind % self.runs.ends(),
        };
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mut cut = None;
            self.runs.options(player, run, |left| {
                let sum = left.iter().try_fold(Value::ZERO, |sum, part| {
                    // A part is shorter than the run.
                    add(sum, self.tables[self.runs.kind(part)][part.length as usize])
                });
                match sum {
                    Ok(sum) => sides[player.index()].push(sum),
                    Err(why) => cut = Some(why),
                }
                cut.is_none()
            });
            if let Some(why) = cut {
                return Err(why);
            }
            sides[player.index()].sort_unstable();
            sides[player.index()].dedup();
        }
        Ok(sides)
    }

    /// The law with its sheet.
    fn written(
        &self,
        arena: &mut Arena,
        found: Found,
        bound: usize,
        game: &Game,
    ) -> Result<Finding, Cut> {
        let explanation = Explanation {
            formula: Some(found.formula(arena)),
            source: "their repeat: R. K. Guy, C. A. B. Smith 1956, for values of any kind and runs of several; values and sums: J. H. Conway 1976".into(),
            found: format!(
                "the values of runs of fewer than {bound} blanks were worked out, of {} kinds, {} being Left; of whole rows: {}",
                self.tables.len(),
                game.players[0],
                told(arena, &self.tables[0])?
            ),
        };
        let mut sheet = Sheet::new(arena);
        for (kind, table) in self.tables.iter().enumerate() {
            for (blanks, value) in table.iter().copied().enumerate().take(bound) {
                let sides = self.sides(kind, blanks, &mut |a, b| sheet.sum(a, b))?;
                sheet.is(&sides, value)?;
                if blanks >= found.preperiod && blanks + found.period < bound {
                    sheet.sum(value, found.saltus)?;
                }
                if blanks + found.period >= bound && !found.no_use(&mut sheet, value, &sides)? {
                    return Ok(found.observed(sheet.arena, last_of(bound)));
                }
            }
        }
        let values = self.tables.iter().map(|table| {
            let forms = table[..bound].iter().map(|value| sheet.form(*value));
            forms.collect::<Result<Vec<u32>, Cut>>()
        });
        let values = values.collect::<Result<_, _>>()?;
        let saltus = sheet.form(found.saltus)?;
        let law = RowRuns {
            preperiod: found.preperiod as u64,
            period: found.period as u64,
            saltus,
            values,
            lines: sheet.finish()?,
        };
        Ok(Finding::Law(
            Box::new(Law::RowRuns(Box::new(law))),
            explanation,
        ))
    }
}
