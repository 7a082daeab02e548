//! The cells of a row whose law stands in the row itself: `result,kind,states,law`.
//!
//! `result` is "proved", and then the law is that of a certificate, as JSON between quotes that are
//! doubled inside; or it is why the game stays open.

use std::fmt::Write as _;

use whowins_engine::{EngineError, Limits};
use whowins_verify::{Budget, Law, Rejection};

use super::search::{Found, OPEN, of_one_row, search, states, system, verify};
use crate::Tally;

/// The kinds of law that are counted, each after the open ones.
const KINDS: [&str; 19] = [
    "functional",
    "regular",
    "product",
    "constant",
    "directional",
    "automatic",
    "guy-smith",
    "sparse-space",
    "arithmetic",
    "automatic-graph",
    "first-order",
    "periodic",
    "grundy",
    "beatty",
    "take-away",
    "remainders",
    "row-heaps",
    "sum-of-games",
    "parity",
];
/// The kinds whose laws name a numeration system.
const READS_DIGITS: [&str; 2] = ["automatic", "first-order"];
/// Records: the largest automaton of a proved law.
pub(super) const STATES: usize = 0;

/// Looks for a law of the game with these rules, of one kind or of any, and writes the cells.
pub(super) fn write(
    text: &str,
    kind: Option<&str>,
    limits: &Limits,
    seconds: u32,
    out: &mut String,
) -> Result<(), EngineError> {
    let found = search(text, kind, limits, seconds)?;
    match &found {
        Found::Proved(law) => {
            let json = serde_json::to_string(law)
                .map_err(|error| EngineError::TooLarge(error.to_string()))?;
            let states = states(law).map(|states| states.to_string());
            let _ = write!(
                out,
                "proved,{},{},\"{}\"",
                law.claim().kind(),
                states.unwrap_or_default(),
                json.replace('"', "\"\"")
            );
        }
        open => {
            let _ = write!(out, "{},,,", open.open().unwrap_or_default());
        }
    }
    Ok(())
}

/// The cells, split.
struct Cells<'a> {
    result: &'a str,
    kind: &'a str,
    states: &'a str,
    law: &'a str,
}

impl<'a> Cells<'a> {
    fn read(cells: &'a str) -> Result<Self, String> {
        let mut parts = cells.splitn(4, ',');
        let mut next = || parts.next().ok_or("the row has too few cells");
        let cells = Self {
            result: next()?,
            kind: next()?,
            states: next()?,
            law: next()?,
        };
        let empty = cells.kind.is_empty() && cells.states.is_empty() && cells.law.is_empty();
        match cells.result {
            "proved" => {}
            open if OPEN.contains(&open) && empty => {}
            open if OPEN.contains(&open) => return Err("an open game has no law".into()),
            other => {
                return Err(format!(
                    "`{other}` isn't a result; results are proved, {}",
                    OPEN.join(", ")
                ));
            }
        }
        Ok(cells)
    }

    fn law(&self) -> Result<Law, String> {
        let quoted = self
            .law
            .strip_prefix('"')
            .and_then(|law| law.strip_suffix('"'))
            .ok_or("the law is not between quotes")?;
        if quoted.replace("\"\"", "").contains('"') {
            return Err("the law's quotes are not doubled".into());
        }
        serde_json::from_str(&quoted.replace("\"\"", "\""))
            .map_err(|error| format!("the law cannot be read: {error}"))
    }
}

/// Has the verifier check the law that the cells hold against the rules.
pub(super) fn check(text: String, cells: &str, budget: &Budget) -> Result<(), Rejection> {
    let cells = Cells::read(cells).map_err(Rejection::malformed)?;
    if cells.result != "proved" {
        return Ok(());
    }
    let law = cells.law().map_err(Rejection::malformed)?;
    let states = states(&law).map_or(String::new(), |states| states.to_string());
    if cells.kind != law.claim().kind() || cells.states != states {
        return Err(Rejection::false_claim(
            "the kind or the number of states is not that of the law",
        ));
    }
    verify(&text, law, &of_one_row(budget))
}

/// Counts a row.
pub(super) fn count(row: u64, cells: &str, tally: &mut Tally) -> Result<(), String> {
    let cells = Cells::read(cells)?;
    tally.rows += 1;
    if cells.result != "proved" {
        let why = OPEN.iter().position(|open| *open == cells.result);
        tally.add(why.unwrap_or(0));
        return Ok(());
    }
    tally.proved += 1;
    let kind = KINDS.iter().position(|kind| *kind == cells.kind);
    tally.add(OPEN.len() + kind.ok_or_else(|| format!("`{}` isn't a kind of law", cells.kind))?);
    if !cells.states.is_empty() {
        let states = cells.states.parse();
        let states = states.map_err(|_| format!("`{}` isn't a number of states", cells.states))?;
        tally.raise(STATES, states, row);
    }
    if READS_DIGITS.contains(&cells.kind)
        && let Some(system) = system(&cells.law()?)
    {
        tally.name(system, 1);
    }
    Ok(())
}

/// What the counts say.
pub(super) fn summary(tally: &Tally, key: impl Fn(u64) -> String) -> Vec<(&'static str, String)> {
    let kinds: Vec<String> = KINDS
        .iter()
        .enumerate()
        .map(|(at, kind)| (kind, tally.get(OPEN.len() + at)))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    let mut lines = vec![("kinds", format!("of the proved laws: {}", kinds.join(", ")))];
    if !tally.named.is_empty() {
        // The most frequent first.
        let mut systems: Vec<(&String, &u64)> = tally.named.iter().collect();
        systems.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let systems: Vec<String> = systems
            .iter()
            .map(|(system, count)| format!("{system} {count}"))
            .collect();
        lines.push((
            "systems",
            format!("of the laws that read digits: {}", systems.join(", ")),
        ));
    }
    if let Some((states, row)) = tally.record(STATES) {
        lines.push((
            "automata",
            format!("of at most {states} states, for {}", key(row)),
        ));
    }
    lines.push(("why open", open(tally)));
    lines
}

/// Why games stay open.
pub(super) fn open(tally: &Tally) -> String {
    format!(
        "{} games have no law of the kinds tried up to their sizes, {} met the limit, of {} a pattern was only observed",
        tally.get(0),
        tally.get(1),
        tally.get(2)
    )
}
