//! `whowins core`.

use std::io::{Read, Write};
use std::path::Path;

use clap::Args;
use dashu_int::IBig;
use serde_json::json;
use whowins_core::coq::Coq;
use whowins_core::{Game, State};
use whowins_engine::terms::{Worth, solve};

use crate::failure::Failure;
use crate::game::{LimitArguments, read_text};

/// Solve a game given as a term of the core calculus.
///
/// The command prints the result of each start state, by the exact definition of the calculus.
/// docs/core.md describes the language; `whowins explain GAME --core` prints the term of a game.
#[derive(Args)]
pub struct Core {
    /// File with a core term; `-` for standard input
    file: String,

    /// State to solve, such as "(0) (3 5 7)": one list per part
    ///
    /// [default: the start states of the term]
    #[arg(long, value_name = "STATE", help_heading = "Position")]
    at: Option<String>,

    /// Print the term and solve nothing
    #[arg(long, conflicts_with_all = ["coq", "at", "json"], help_heading = "Output")]
    term: bool,

    /// Print the term for Coq and solve nothing
    #[arg(long, conflicts_with_all = ["at", "json"], help_heading = "Output")]
    coq: bool,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Core {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        let text = match self.file.as_str() {
            "-" => {
                let mut text = String::new();
                std::io::stdin()
                    .take(LONGEST)
                    .read_to_string(&mut text)
                    .map_err(|error| Failure::Input(format!("standard input: {error}")))?;
                text
            }
            file => read_text(Path::new(file))?,
        };
        let name = match self.file.as_str() {
            "-" => "standard input",
            file => file,
        };
        let error = |error: whowins_core::ReadError| Failure::Input(format!("{name}, {error}"));
        let game: Game = text.parse().map_err(error)?;
        let mut out = std::io::stdout().lock();
        if self.term {
            write!(out, "{game}")?;
            return Ok(out.flush()?);
        }
        if self.coq {
            writeln!(out, "{}", definition(&game))?;
            return Ok(out.flush()?);
        }
        let states = match &self.at {
            Some(at) => vec![state(&game, at)?],
            None if game.starts.is_empty() => {
                return Err(Failure::Input(
                    "the term has no start; name a state with --at STATE".into(),
                ));
            }
            None => game.starts.clone(),
        };
        let limits = self.limits.limits();
        let mut all = Vec::new();
        for state in states {
            let worth = solve(&game, &state, &limits.budget)?;
            if !self.json {
                writeln!(out, "{}: {}", shown(&state), said(&worth))?;
                if let Some(best) = &worth.best {
                    writeln!(out, "  best: {}", shown(best))?;
                }
                writeln!(out, "  {} states", worth.states)?;
            }
            all.push(json!({
                "state": shown(&state),
                "pays": worth.pays.as_ref().map(IBig::to_string),
                "best": worth.best.as_ref().map(shown),
                "states": worth.states,
            }));
        }
        if self.json {
            writeln!(out, "{}", json!({"game": game.name, "starts": all}))?;
        }
        Ok(out.flush()?)
    }
}

/// The largest size of a term on standard input, in bytes.
const LONGEST: u64 = 16 << 20;

/// Returns a Coq file that defines the term, for `proofs/Core.v`.
pub fn definition(game: &Game) -> String {
    format!(
        "Require Import ZArith List.\nImport ListNotations.\n\
         From Whowins Require Import Core.\nOpen Scope Z_scope.\n\
         Definition the_game : game :=\n{}.",
        Coq(game)
    )
}

/// Writes a state, such as `(0) (3 5 7)`.
fn shown(state: &State) -> String {
    let array = |array: &Vec<IBig>| {
        let numbers: Vec<String> = array.iter().map(IBig::to_string).collect();
        format!("({})", numbers.join(" "))
    };
    let arrays: Vec<String> = state.iter().map(array).collect();
    arrays.join(" ")
}

fn said(worth: &Worth) -> String {
    match &worth.pays {
        None => {
            "neither player can force an end, and the term doesn't define what endless play pays"
                .into()
        }
        Some(pays) if *pays == IBig::ONE => "player 0 wins (1)".into(),
        Some(pays) if *pays == IBig::NEG_ONE => "player 1 wins (-1)".into(),
        Some(pays) if *pays == IBig::ZERO => "a draw (0)".into(),
        Some(pays) => format!("player 0 gets {pays}"),
    }
}

/// Parses a state of the game.
fn state(game: &Game, text: &str) -> Result<State, Failure> {
    let error = |why: String| {
        Failure::Input(format!(
            "--at {text}: {why}; write one list in parentheses per part, such as \"{}\"",
            shown(
                &game
                    .starts
                    .first()
                    .cloned()
                    .unwrap_or_else(|| example(game))
            )
        ))
    };
    let mut state = State::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let inside = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let Some((array, after)) = inside else {
            return Err(error("expected `(...)`".into()));
        };
        let number = |word: &str| {
            word.parse::<IBig>()
                .map_err(|_| format!("`{word}` isn't a number"))
        };
        let array: Result<_, String> = array.split_whitespace().map(number).collect();
        state.push(array.map_err(error)?);
        rest = after.trim_start();
    }
    game.admits(&state).map_err(error)?;
    Ok(state)
}

/// Returns an example of a state, for a term without start states.
fn example(game: &Game) -> State {
    game.parts
        .iter()
        .map(|part| vec![part.least.clone()])
        .collect()
}
