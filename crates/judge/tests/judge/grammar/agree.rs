//! Compares the meaning of a text in all implementations.

use std::time::Duration;

use dashu_int::IBig;
use whowins::analysis::{Player, Position, Value};
use whowins::core::{Game, State};
use whowins::engine::general::Want;
use whowins::engine::{EngineError, Limits};
use whowins::rules::inside::lower::lower;
use whowins::rules::inside::read::read;
use whowins::rules::{Diagnostics, Parameters, Rules};
use whowins_judge::Language;
use whowins_tables::{Build, Known, Table, build};

use super::exported::{compare, exported, questions};
use super::oracle::{Explored, Node, explored, value};
use super::wish;
use crate::programs::python;

/// Games that are documented to have no table in a file.
const UNTABLED: &[&str] = &[
    "have no numbering without gaps",
    "heaps that split have no box of positions",
    "the opponent may block options",
    "neither lower the number of a position nor can be walked backwards",
];

/// The comparisons made.
pub struct Found {
    pub did: Vec<&'static str>,
}

/// The kind of difference.
pub enum Wrong {
    Refused(Diagnostics),
    Differs(String),
}

impl From<Diagnostics> for Wrong {
    fn from(faults: Diagnostics) -> Self {
        Self::Refused(faults)
    }
}

/// The rules of a text, its term, and all states reachable from its start.
pub struct Meaning {
    pub rules: Rules,
    pub core: Game,
    start: Position,
    /// `None` if there are too many.
    pub explored: Option<Explored>,
}

/// Parses a text and explores its states. Returns `None` if it has no start.
pub fn meaning(text: &str) -> Result<Option<Meaning>, Wrong> {
    let rules = Rules::parse("random.game", text)?;
    let game = rules.game(&Parameters::new())?;
    let core = game.core();
    if core.check().is_err() || core.to_string().parse() != Ok(core.clone()) {
        return Err(Wrong::Differs("the term does not read back".into()));
    }
    let Some(start) = game.start.clone() else {
        return Ok(None);
    };
    let shown = game.show(&start);
    match game.read(&shown) {
        Ok(again) if again == start => {}
        other => {
            let why = format!("the start {shown} reads back as {other:?}");
            return Err(Wrong::Differs(why));
        }
    }
    let state = start.core_state(Player::First);
    let explored = explored(&core, &state).map_err(Wrong::Differs)?;
    Ok(Some(Meaning {
        rules,
        core,
        start,
        explored,
    }))
}

/// Explores all states from the start and compares every implementation. Returns the comparisons
/// made.
pub fn agree(text: &str, seed: u64) -> Result<Found, Wrong> {
    let mut did = vec!["read"];
    let Some(meaning) = meaning(text)? else {
        return Ok(Found { did });
    };
    let Some((states, nodes)) = &meaning.explored else {
        did.push("large");
        return Ok(Found { did });
    };
    did.push("explored");
    let Some(value) = value(&meaning.core, nodes) else {
        did.push("open");
        return Ok(Found { did });
    };
    did.push(match &value {
        zero if *zero == IBig::ZERO => "draw",
        one if *one > IBig::ZERO => "first wins",
        _ => "second wins",
    });
    let mut all = || -> Result<(), String> {
        by_program(text, &value, &mut did)?;
        compare_solver(&meaning, &value, &mut did)?;
        if seed.is_multiple_of(wish("WHOWINS_TABLES", 8)) {
            compare_table(&meaning, &value, seed, &mut did)?;
        }
        if seed.is_multiple_of(wish("WHOWINS_EXPORTS", 16)) {
            compare_export(&meaning, states, nodes, &mut did)?;
        }
        Ok(())
    };
    all().map_err(Wrong::Differs)?;
    Ok(Found { did })
}

/// Compares the text as a program of the core, if it has that form.
fn by_program(text: &str, value: &IBig, did: &mut Vec<&'static str>) -> Result<(), String> {
    let (tree, _) = read(text);
    let lowered = lower(&tree, &Parameters::new()).map_err(|_| "its term is not lowered")?;
    let term = &lowered.program.term;
    let state = term.starts.first().ok_or("its term has no start")?;
    match explored(term, state)? {
        Some((_, nodes)) if self::value(term, &nodes).as_ref() == Some(value) => {
            did.push("lowered")
        }
        Some((_, nodes)) => {
            let found = self::value(term, &nodes);
            return Err(format!(
                "its own term gives {found:?}, and {value} is right"
            ));
        }
        None => {}
    }
    Ok(())
}

fn limits() -> Limits {
    Limits::default()
        .with_time(Duration::from_secs(20))
        .with_threads(1)
}

fn compare_solver(
    meaning: &Meaning,
    value: &IBig,
    did: &mut Vec<&'static str>,
) -> Result<(), String> {
    let none = Parameters::new();
    let solver = whowins::solver(&meaning.rules, &none, &limits());
    let mut engine = solver.map_err(|why| format!("{why}"))?;
    match engine.answer(&meaning.start, Player::First) {
        Ok(asked) if asked.answer.gets() == *value => did.push("solved"),
        Ok(asked) => {
            let found = asked.answer.gets();
            return Err(format!("{} says {found}, exactly {value}", asked.strategy));
        }
        Err(EngineError::Time | EngineError::Memory { .. }) => did.push("not solved"),
        Err(why) => return Err(format!("not solved: {why}")),
    }
    Ok(())
}

fn compare_table(
    meaning: &Meaning,
    value: &IBig,
    seed: u64,
    did: &mut Vec<&'static str>,
) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
    let path = folder.path().join(format!("{seed}.wdb"));
    let none = Parameters::new();
    let table = Build {
        rules: &meaning.rules,
        values: &none,
        at: &meaning.start,
        want: Want::Outcome,
        only: None,
        level: 1,
        save_every: Duration::ZERO,
    };
    if let Err(why) = build(&table, &path, &limits()) {
        let why = why.to_string();
        let known = UNTABLED.iter().find(|one| why.contains(**one));
        did.push(known.ok_or(why)?);
        return Ok(());
    }
    let table = Table::open(&path).map_err(|why| why.to_string())?;
    let found = table
        .values(&meaning.start)
        .map_err(|why| why.to_string())?[0];
    let wanted = match value {
        zero if *zero == IBig::ZERO => Value::Draw,
        one if *one > IBig::ZERO => Value::Win,
        _ => Value::Loss,
    };
    match found {
        Known::Decided(found, _) if found == wanted => did.push("table"),
        found => return Err(format!("the table says {found:?}, exactly {value}")),
    }
    Ok(())
}

fn compare_export(
    meaning: &Meaning,
    states: &[State],
    nodes: &[Node],
    did: &mut Vec<&'static str>,
) -> Result<(), String> {
    let text = match exported(&meaning.rules, Language::Python, &limits())? {
        Ok(text) => text,
        Err(known) => {
            did.push(known);
            return Ok(());
        }
    };
    let questions = questions(&meaning.rules, &meaning.core, states, nodes)?;
    let command = [python(), "-S", "-c", &text].map(Into::into);
    let is_done = compare(&command, &questions).map_err(|why| format!("{why}\n{text}"))?;
    did.push(if is_done { "exported" } else { "slow export" });
    Ok(())
}
