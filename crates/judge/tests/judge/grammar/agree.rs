//! What a text means, by each of the readings.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use dashu_int::IBig;
use whowins::analysis::{Player, Position, Value};
use whowins::contest::{Format, Question};
use whowins::core::{Budget, Game, State};
use whowins::engine::compiled::{Flat, Left, Program, Turn, Word};
use whowins::engine::general::Want;
use whowins::engine::{EngineError, Limits};
use whowins::rules::inside::lower::lower;
use whowins::rules::inside::read::read;
use whowins::rules::{Diagnostics, Parameters, Rules};
use whowins_judge::{ExportWishes, Language, NoExport, export};
use whowins_tables::{Build, Known, Table, build};

use crate::programs::python;

/// The most states that are explored.
const STATES: usize = 600;

/// What was compared.
pub struct Found {
    pub did: Vec<&'static str>,
}

/// What is wrong.
pub enum Wrong {
    Refused(Diagnostics),
    Differs(String),
}

impl From<Diagnostics> for Wrong {
    fn from(faults: Diagnostics) -> Self {
        Self::Refused(faults)
    }
}

/// A state as far as it was explored.
enum Node {
    Over(IBig),
    /// The player to move, the options, and what a player without an unblocked option gets.
    Open(usize, Vec<usize>, IBig),
}

fn soon() -> Budget {
    Budget::OPEN.by(Instant::now() + Duration::from_secs(2))
}

/// Explores all states from the start and compares every reading; says what it came to.
pub fn agree(text: &str, seed: u64) -> Result<Found, Wrong> {
    let rules = Rules::parse("random.game", text)?;
    let none = Parameters::new();
    let game = rules.game(&none)?;
    let core = game.core();
    let mut did = vec!["read"];
    if core.check().is_err() || core.to_string().parse() != Ok(core.clone()) {
        return Err(Wrong::Differs("the term does not read back".into()));
    }
    let start = match &game.start {
        Some(start) => start.clone(),
        None => return Ok(Found { did }),
    };
    let shown = game.show(&start);
    match game.read(&shown) {
        Ok(again) if again == start => {}
        other => {
            return Err(Wrong::Differs(format!(
                "the start {shown} reads back as {other:?}"
            )));
        }
    }
    let state = start.core_state(Player::First);
    let Some(states) = explored(&core, &state).map_err(Wrong::Differs)? else {
        did.push("large");
        return Ok(Found { did });
    };
    did.push("explored");
    let (states, nodes) = states;
    let Some(value) = value(&core, &nodes) else {
        did.push("open");
        return Ok(Found { did });
    };
    did.extend(
        match &value {
            zero if *zero == IBig::ZERO => "draw",
            one if *one > IBig::ZERO => "first wins",
            _ => "second wins",
        }
        .split('|'),
    );
    by_program(text, &none, &start, &value, &mut did).map_err(Wrong::Differs)?;
    compare_solver(&rules, &start, &value, &mut did).map_err(Wrong::Differs)?;
    if seed.is_multiple_of(8) {
        compare_table(&rules, &start, &value, seed, &mut did).map_err(Wrong::Differs)?;
    }
    if seed.is_multiple_of(16) {
        compare_export(&rules, &core, &states, &nodes, &mut did).map_err(Wrong::Differs)?;
    }
    Ok(Found { did })
}

type Explored = (Vec<State>, Vec<Node>);

/// All states that play comes to, with compiled code compared at each; `None` where there are too many.
fn explored(game: &Game, start: &State) -> Result<Option<Explored>, String> {
    let program = Program::new(game, start);
    let small = Flat::<u64>::new(game, start, None);
    let large = Flat::<u128>::new(game, start, None);
    let mut places = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start.clone()];
    let mut nodes = Vec::new();
    let mut wrong = Vec::new();
    while let Some(state) = states.get(nodes.len()).cloned() {
        let Ok(over) = game.over(&state, &soon()) else {
            return Ok(None);
        };
        let (pays, moves) = match over {
            Some(pays) => (Some(pays), Vec::new()),
            None => match game.moves(&state, &soon()) {
                Ok(moves) => (None, moves),
                Err(_) => return Ok(None),
            },
        };
        let made = (pays.clone(), moves.iter().cloned().collect());
        let compiled = program
            .as_ref()
            .and_then(|program| by_steps(program, &state));
        let words = [
            small.as_ref().and_then(|code| by_words(code, &state)),
            large.as_ref().and_then(|code| by_words(code, &state)),
        ];
        for found in words.into_iter().chain([compiled]).flatten() {
            if found != made {
                wrong.push(format!(
                    "compiled code at {state:?}: {found:?}, exactly {made:?}"
                ));
            }
        }
        if let Some(pays) = pays {
            nodes.push(Node::Over(pays));
            continue;
        }
        let mut next = Vec::new();
        for option in moves.into_iter().collect::<BTreeSet<_>>() {
            game.admits(&option)
                .map_err(|why| format!("{option:?}: {why}"))?;
            next.push(*places.entry(option.clone()).or_insert_with(|| {
                states.push(option);
                states.len() - 1
            }));
        }
        if states.len() > STATES {
            return Ok(None);
        }
        let Ok(stuck) = game.value(&game.stuck, &state, &soon()) else {
            return Ok(None);
        };
        let turn = usize::from(state[0][0] == IBig::ONE);
        nodes.push(Node::Open(turn, next, stuck));
    }
    match wrong.pop() {
        Some(why) => Err(why),
        None => Ok(Some((states, nodes))),
    }
}

/// What is paid, or the states after; a state that several moves lead to may be met once.
type Made = (Option<IBig>, BTreeSet<State>);

fn made(turn: Result<Turn, Left>, found: Vec<State>) -> Option<Made> {
    match turn {
        Ok(Turn::Over(pays)) => Some((Some(pays.into()), BTreeSet::new())),
        Ok(Turn::Stuck(pays)) => Some((Some(pays.into()), BTreeSet::new())),
        Ok(Turn::Moves) => Some((None, found.into_iter().collect())),
        Err(_) => None,
    }
}

fn by_steps(program: &Program, state: &State) -> Option<Made> {
    let mut machine = program.machine();
    program.load(state, &mut machine).then_some(())?;
    let mut found = Vec::new();
    let turn = program.turn(&mut machine, &soon(), &mut |next| {
        found.push(program.state(next));
        ControlFlow::Continue(())
    });
    made(turn, found)
}

fn by_words<W: Word>(program: &Flat<W>, state: &State) -> Option<Made> {
    let word = program.word(state)?;
    let mut found = Vec::new();
    let turn = program.turn(&mut program.memory(), word, &soon(), &mut |next, _| {
        found.push(program.state(next));
        ControlFlow::Continue(())
    });
    made(turn, found)
}

/// What the first player gets by best play; `None` where the rules leave it open.
fn value(game: &Game, nodes: &[Node]) -> Option<IBig> {
    values(game, nodes).map(|values| values[0].clone())
}

/// The same at every state.
fn values(game: &Game, nodes: &[Node]) -> Option<Vec<IBig>> {
    let mut payoffs: BTreeSet<IBig> = game.endless_pays().into_iter().cloned().collect();
    payoffs.extend(nodes.iter().filter_map(|node| match node {
        Node::Over(pays) => Some(pays.clone()),
        Node::Open(_, _, stuck) => (game.blocks > 0).then(|| stuck.clone()),
    }));
    let mut values = vec![None; nodes.len()];
    for least in payoffs.iter().rev() {
        let of = |endless| gets(game, nodes, least, endless);
        let (low, high) = (of(false), of(true));
        let known = game.endless_pays().map(|pays| {
            if pays >= least {
                high.clone()
            } else {
                low.clone()
            }
        });
        let holds = match known {
            Some(holds) => holds,
            None if low == high => low,
            None => return None,
        };
        for (value, holds) in values.iter_mut().zip(holds) {
            if value.is_none() && holds {
                *value = Some(least.clone());
            }
        }
    }
    values.into_iter().collect()
}

/// Where the first player gets at least so much, if play without end gives it or not.
fn gets(game: &Game, nodes: &[Node], least: &IBig, endless: bool) -> Vec<bool> {
    let mut holds = vec![endless; nodes.len()];
    loop {
        let mut changed = false;
        for (at, node) in nodes.iter().enumerate().rev() {
            let now = match node {
                Node::Over(pays) => pays >= least,
                Node::Open(turn, next, stuck) => {
                    let wanted = *turn == 0;
                    let good = next.iter().filter(|at| holds[**at] == wanted).count();
                    let is_stuck_good = good == next.len() && (stuck >= least) == wanted;
                    (good > game.blocks as usize || is_stuck_good) == wanted
                }
            };
            changed |= now != holds[at];
            holds[at] = now;
        }
        if !changed {
            return holds;
        }
    }
}

/// The text as a program of the core, where it is one of a family.
fn by_program(
    text: &str,
    none: &Parameters,
    start: &Position,
    value: &IBig,
    did: &mut Vec<&'static str>,
) -> Result<(), String> {
    let (tree, _) = read(text);
    let Ok(lowered) = lower(&tree, none) else {
        return Ok(());
    };
    let _ = start;
    let term = &lowered.program.term;
    let Some(state) = term.starts.first() else {
        return Ok(());
    };
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
    rules: &Rules,
    start: &Position,
    value: &IBig,
    did: &mut Vec<&'static str>,
) -> Result<(), String> {
    let none = Parameters::new();
    let mut engine = whowins::solver(rules, &none, &limits()).map_err(|why| format!("{why}"))?;
    match engine.answer(start, Player::First) {
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
    rules: &Rules,
    start: &Position,
    value: &IBig,
    seed: u64,
    did: &mut Vec<&'static str>,
) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
    let path = folder.path().join(format!("{seed}.wdb"));
    let none = Parameters::new();
    let table = Build {
        rules,
        values: &none,
        at: start,
        want: Want::Outcome,
        only: None,
        level: 1,
        save_every: Duration::ZERO,
    };
    if let Err(why) = build(&table, &path, &limits()) {
        did.push("no table");
        return match why.to_string() {
            why if std::env::var_os("WHOWINS_TABLES").is_some() => Err(why),
            _ => Ok(()),
        };
    }
    let table = Table::open(&path).map_err(|why| why.to_string())?;
    let found = table.values(start).map_err(|why| why.to_string())?[0];
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
    rules: &Rules,
    core: &Game,
    states: &[State],
    nodes: &[Node],
    did: &mut Vec<&'static str>,
) -> Result<(), String> {
    let none = Parameters::new();
    let game = rules.game(&none).map_err(|why| why.to_string())?;
    let Some(values) = values(core, nodes) else {
        return Ok(());
    };
    let question = Question::Winner("W".into(), "L".into(), Some("D".into()));
    let format = Format::of_lines("random", question);
    let wishes = ExportWishes {
        language: Language::Python,
        naive: true,
        player: Player::First,
    };
    let made = match export(rules, &none, &format, &wishes, &limits()) {
        Ok(made) => made,
        Err(NoExport::Input(why)) => {
            did.push("no export");
            return match std::env::var_os("WHOWINS_EXPORTS").is_some() {
                true => Err(why),
                false => Ok(()),
            };
        }
        Err(NoExport::Rules(faults)) => return Err(faults.to_string()),
        Err(NoExport::Internal(why)) => return Err(why),
    };
    let (mut lines, mut wanted) = (Vec::new(), Vec::new());
    for state in states {
        let Some((position, Player::First)) = game.of_core(state) else {
            continue;
        };
        let shown = game.show(&position);
        let read = game
            .read(&shown)
            .map_err(|why| format!("{shown}: {why:?}"))?;
        // Scores are no part of a line, and what is not reachable with no score has no value here.
        let read = read.core_state(Player::First);
        let Some(at) = states.iter().position(|one| *one == read) else {
            continue;
        };
        if lines.contains(&shown) || lines.len() >= 40 {
            continue;
        }
        let value = &values[at];
        lines.push(shown);
        wanted.push(match value {
            zero if *zero == IBig::ZERO => "D",
            one if *one > IBig::ZERO => "W",
            _ => "L",
        });
    }
    let mut child = Command::new(python())
        .args(["-S", "-c", &made.text])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| why.to_string())?;
    let input = lines.join("\n") + "\n";
    let _ = child
        .stdin
        .take()
        .map(|mut pipe| pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().map_err(|why| why.to_string())?;
    let found = String::from_utf8_lossy(&output.stdout);
    let found: Vec<&str> = found.split_whitespace().collect();
    if found != wanted {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "the exported program says {found:?}, exactly {wanted:?} of {lines:?}\n{}{why}",
            made.text
        ));
    }
    did.push("exported");
    Ok(())
}
