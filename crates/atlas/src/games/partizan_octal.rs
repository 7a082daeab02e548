//! Every partizan octal game of few digits up to sign: Left's code is the first of the two, as a
//! number.
//!
//! The law that is looked for is that of the values of heaps: V(n + p) = V(n) + S. A row has it as
//! a formula; to check a row is to find the game's law anew, have the verifier accept it and
//! compare. An observed pattern stands there too, and nobody believes it.

use std::fmt::Write as _;

use whowins_engine::{EngineError, Limits};
use whowins_verify::{Budget, Rejection};

use super::cells::open;
use super::search::{Found, OPEN, formula};
use crate::{Grain, Survey, Tally};

/// Counts after those of open games: laws by which values repeat, and grow.
const REPEAT: usize = OPEN.len();
const GROW: usize = REPEAT + 1;
/// Records: the largest preperiod and period.
const PREPERIOD: usize = 0;
const PERIOD: usize = 1;

/// To check a row takes a slower machine no more than so many times the seconds of the search.
const AGAIN: u32 = 10;

/// Pairs of codes of up to `digits` digits, `limit` seconds each.
pub struct PartizanOctal {
    digits: u32,
    limit: u32,
}

/// The pairs, Left's code at least Right's.
pub fn partizan_octal(digits: u32, limit: u32) -> PartizanOctal {
    PartizanOctal { digits, limit }
}

impl PartizanOctal {
    /// The codes of a row, as numbers with so many octal digits.
    fn codes(&self, row: u64) -> (u64, u64) {
        let mut left = ((8 * row + 1).isqrt() - 1) / 2;
        while (left + 1) * (left + 2) / 2 <= row {
            left += 1;
        }
        (left, row - left * (left + 1) / 2)
    }

    fn shown(&self, code: u64) -> String {
        format!(".{code:0digits$o}", digits = self.digits as usize)
    }

    /// The rules; `None` where nobody can ever move.
    fn text(&self, row: u64) -> Option<String> {
        let (left, right) = self.codes(row);
        let mut text = format!(
            "game \"Partizan octal {}/{}\"\nplayers Left, Right\nposition heaps\n",
            self.shown(left),
            self.shown(right)
        );
        for (player, code) in [("Left", left), ("Right", right)] {
            for take in 1..=self.digits {
                let digit = code >> (3 * (self.digits - take)) & 7;
                let counts = ["nothing", "one heap", "two heaps"].into_iter().enumerate();
                let stay: Vec<&str> = counts
                    .filter(|(count, _)| digit >> count & 1 != 0)
                    .map(|(_, count)| count)
                    .collect();
                if !stay.is_empty() {
                    let _ = writeln!(
                        text,
                        "{player}: move take {take}, leaving {}",
                        stay.join(", ")
                    );
                }
            }
        }
        (row > 0).then_some(text)
    }

    fn cells(
        &self,
        row: u64,
        limits: &Limits,
        seconds: u32,
        out: &mut String,
    ) -> Result<(), EngineError> {
        // Of the game without moves every heap is 0.
        let Some(text) = self.text(row) else {
            out.push_str("none,");
            return Ok(());
        };
        let (found, formula) = formula(&text, "heap-values", limits, seconds)?;
        let result = found.open().unwrap_or("proved");
        let formula = match found {
            Found::Proved(_) | Found::Observed => formula.unwrap_or_default(),
            Found::Nothing | Found::Limit => String::new(),
        };
        let _ = write!(out, "{result},");
        if !formula.is_empty() {
            // Files of surveys have the signs of the keyboard.
            let formula = formula.replace('"', "\"\"").replace('≥', ">=");
            let _ = write!(out, "\"{formula}\"");
        }
        Ok(())
    }
}

/// The number after some words of a formula.
fn after(formula: &str, words: &str) -> u64 {
    let rest = formula.split_once(words).map_or("", |(_, rest)| rest);
    let length = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    rest[..length].parse().unwrap_or(0)
}

impl Survey for PartizanOctal {
    fn columns(&self) -> &'static str {
        "left,right,result,law"
    }

    fn rows(&self) -> u64 {
        let codes = 1u64 << (3 * self.digits);
        codes * (codes + 1) / 2
    }

    fn grain(&self) -> Grain {
        Grain { unit: 1, units: 64 }
    }

    fn key(&self, row: u64, out: &mut String) {
        let (left, right) = self.codes(row);
        let _ = write!(out, "{},{}", self.shown(left), self.shown(right));
    }

    fn find(&self, row: u64, limits: &Limits, out: &mut String) -> Result<(), EngineError> {
        self.cells(row, limits, self.limit, out)
    }

    fn check(&self, row: u64, cells: &str, budget: &Budget) -> Result<(), Rejection> {
        if !cells.starts_with("proved,") {
            return Ok(());
        }
        let limits = Limits {
            budget: budget.work.clone(),
            threads: 1,
            progress: Default::default(),
        };
        let mut anew = String::new();
        let seconds = self.limit.saturating_mul(AGAIN);
        self.cells(row, &limits, seconds, &mut anew)
            .map_err(|error| Rejection::budget(error.to_string()))?;
        match (anew == cells, anew.starts_with("proved,")) {
            (true, _) => Ok(()),
            (false, true) => Err(Rejection::false_claim(format!(
                "the verifier accepts `{anew}`"
            ))),
            (false, false) => Err(Rejection::budget(format!(
                "{seconds} s were not enough to find this row's law once more, which came to `{anew}`"
            ))),
        }
    }

    fn count(&self, row: u64, cells: &str, tally: &mut Tally) -> Result<(), String> {
        let (result, law) = cells.split_once(',').ok_or("the row has too few cells")?;
        tally.rows += 1;
        if let Some(why) = OPEN.iter().position(|open| *open == result) {
            tally.add(why);
            return Ok(());
        }
        if result != "proved" {
            return Err(format!("`{result}` isn't a result"));
        }
        tally.proved += 1;
        let (_, grows) = law.split_once("= V(n)").ok_or("the law isn't a formula")?;
        let repeats = !grows.starts_with(" +") && !grows.starts_with(" -");
        tally.add(if repeats { REPEAT } else { GROW });
        if repeats {
            tally.raise(PREPERIOD, after(law, "for n >= "), row);
        }
        tally.raise(PERIOD, after(law, "V(n + "), row);
        Ok(())
    }

    fn summary(&self, tally: &Tally) -> Vec<(&'static str, String)> {
        let mut lines = vec![(
            "laws",
            format!(
                "values repeat in {} games, and grow by the same amount with each period in {}",
                tally.get(REPEAT),
                tally.get(GROW)
            ),
        )];
        let of = |row: u64| {
            let mut key = String::new();
            self.key(row, &mut key);
            key.replace(',', "/")
        };
        let records = [
            (PREPERIOD, "largest preperiod of a repeat"),
            (PERIOD, "largest period"),
        ];
        for (record, what) in records {
            if let Some((number, row)) = tally.record(record) {
                lines.push(("record", format!("{what} {number}, of {}", of(row))));
            }
        }
        lines.push(("why open", open(tally)));
        lines
    }
}
