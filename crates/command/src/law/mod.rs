//! `whowins law`.

mod list;
mod text;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use whowins_analysis::Position;
use whowins_atlas::Shard;
use whowins_engine::Limits;
use whowins_law::{Finding, Report, Says, coq, find, find_kind, find_rows, kinds};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Rejection, Verified};
use whowins_views::{automaton_file, law_object};

use crate::failure::Failure;
use crate::game::{GameChoice, LimitArguments, PositionArguments, at_position};
use crate::help::hanging;
use crate::output::{folder_is_there, write};
use crate::watch::Working;

/// Find and prove the law of a game, and write its certificate.
///
/// A law states the outcome of every position. `whowins` prints "Proved" only after the verifier
/// accepts the certificate in the same run.
#[derive(Args)]
#[command(after_long_help = KINDS)]
pub struct FindLaw {
    #[command(flatten, next_help_heading = "Game")]
    game: GameChoice,

    #[command(flatten, next_help_heading = "Game")]
    position: PositionArguments,

    /// Find laws for the games in FILE, one a line
    ///
    /// A line has a rules file or the name of a shipped game, then parameters such as t=2. `-`
    /// reads standard input. Each game has its own --time [default: 20].
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["game", "set", "at", "position", "rows", "coq", "automaton"],
        help_heading = "Many games"
    )]
    list: Option<String>,

    /// With --list, take every N-th game, starting with the K-th
    ///
    /// N processes with K from 1 to N take all games. They don't communicate.
    #[arg(long, value_name = "K/N", help_heading = "Many games")]
    shard: Option<Shard>,

    /// Look only for this kind of law [default: the simplest kind first]
    ///
    /// The kinds are listed below.
    #[arg(
        long,
        value_name = "KIND",
        value_parser = clap::builder::PossibleValuesParser::new(kinds()),
        hide_possible_values = true,
        help_heading = "Search"
    )]
    kind: Option<String>,

    /// For two heaps, find the Grundy values of the rows 0 to N
    ///
    /// A row fixes the size of one heap. The laws have the kind grundy-rows.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(..4096),
        conflicts_with_all = ["kind", "at"],
        help_heading = "Search"
    )]
    rows: Option<u32>,

    /// Look only for laws of values
    ///
    /// Such a law states the value of every heap or row in any sum, or the kind of all values.
    #[arg(
        long,
        conflicts_with_all = ["kind", "at", "rows"],
        help_heading = "Search"
    )]
    values: bool,

    /// Write the certificate to FILE
    ///
    /// With --list, FILE is a folder, and each game has a file in it.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Write the law as a Coq file
    ///
    /// It uses the theory that `whowins proofs` writes. If the law is too large for Coq, the
    /// command writes FILE with the ending .data for the extracted checker.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    coq: Option<PathBuf>,

    /// Write the automaton of the law
    ///
    /// The ending of the name sets the format: .svg, .png, .pdf, .tex (TikZ), .dot (Graphviz),
    /// .txt (Walnut) or .re (regular expression).
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    automaton: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The kinds of law by the positions that they are about, at the end of the help.
const KINDS: &str = "\
Kinds of law:
  one heap         periodic, grundy, take-away
  many heaps       many-heaps, guy-smith, sparse-space, arithmetic,
                   automatic-graph, misere-quotient, heap-values
  several numbers  product, constant, directional, beatty, automatic,
                   grundy-rows, first-order, remainders
  rows and boards  functional, parity, regular, row-heaps, row-runs, row-parts,
                   cut-rows, value-kind, regular-values
  any position     sum-of-games, ranked";

impl FindLaw {
    /// Finds a law, verifies it, and prints it.
    pub fn run(mut self) -> Result<(), Failure> {
        if let Some(list) = &self.list {
            return list::run(&self, list, self.shard);
        }
        if self.shard.is_some() {
            return Err(Failure::Input(
                "--shard needs a list of games; name its file with --list".into(),
            ));
        }
        let game = std::mem::take(&mut self.game).named().ok_or_else(|| {
            Failure::Input(
                "no game is named; name a rules file or a shipped game, such as `whowins law nim`, \
                 or a list of games with --list"
                    .into(),
            )
        })?;
        for path in self.out.iter().chain(&self.coq).chain(&self.automaton) {
            folder_is_there(path)?;
        }

        let typed = game.typed();
        let rules = game.rules()?;
        let values = game.values(&rules)?;
        let limits = self.limits.limits();
        let at = at_position(&rules, &values, self.position.text())?;
        let working = Working::on(&limits);
        let report = self.search(&rules, &values, at.as_ref(), &limits)?;
        let mut written = Vec::new();
        let mut no_instance = None;

        if let Some(proved) = &report.proved {
            if let Some(path) = &self.out {
                write(path, proved.certificate().write())?;
                written.push(Written::new("certificate", path.clone()));
            }
            if let Some(path) = &self.coq {
                no_instance = for_coq(proved, path, &mut written)?;
            }
        }
        if let (Some(path), Some(proved)) = (&self.automaton, &report.proved) {
            let drawn = whowins_law::drawn(proved).ok_or_else(|| {
                Failure::Input(
                    "--automaton: the law that was found isn't an automaton; leave the option out"
                        .into(),
                )
            })?;
            write(path, automaton_file(&drawn, path)?)?;
            written.push(Written::new("automaton", path.clone()));
        }
        drop(working);
        let mut out = crate::pager::answer(!self.json);
        if self.json {
            writeln!(out, "{}", object((&rules, &values), &report, &written))?;
        } else {
            text::print(&mut out, (&rules, &values), &report, &written, &typed)?;
        }
        if let Some(why) = no_instance {
            out.flush()?;
            let message = format!("there is no Coq file of this law: {why}");
            return Err(Failure::Budget(message));
        }
        // A search that reached a limit isn't complete.
        let stopped = report.tried.iter().find_map(|tried| match &tried.finding {
            Finding::Stopped(error) => Some(error.clone()),
            _ => None,
        });
        match stopped {
            Some(error) if report.proved.is_none() => {
                out.flush()?;
                Err(Failure::Engine(None, error))
            }
            _ => Ok(()),
        }
    }
}

impl FindLaw {
    /// Searches for the requested laws.
    fn search(
        &self,
        rules: &Rules,
        values: &Parameters,
        at: Option<&Position>,
        limits: &Limits,
    ) -> Result<Report, Rejection> {
        match (&self.kind, self.rows) {
            (_, Some(last)) => find_rows(rules, values, last, limits),
            (Some(kind), None) => find_kind(rules, values, at, limits, kind),
            (None, None) if self.values => {
                let wanted = [Says::Value, Says::Worth, Says::RowWorth];
                find(rules, values, None, limits, &wanted)
            }
            (None, None) => find(rules, values, at, limits, &Says::ALL),
        }
    }
}

/// Writes the laws as a Coq file, and those that are too large for Coq as data for the extracted
/// checker. Returns the reason if neither is possible.
pub fn for_coq(
    proved: &Verified,
    path: &Path,
    written: &mut Vec<Written>,
) -> Result<Option<String>, Failure> {
    let file = coq::file(proved);
    let data = match &file {
        Ok(file) if file.left_out.is_empty() => None,
        _ => coq::data(proved).ok(),
    };
    let has = |file: &coq::Written, law: usize| file.left_out.iter().all(|out| out.law != law);
    // Only for laws that the Coq file doesn't contain.
    let data = data.filter(|data| {
        let mut laws = 1..=proved.certificate().laws.len();
        laws.any(|law| has(data, law) && !file.as_ref().is_ok_and(|file| has(file, law)))
    });
    let nowhere = |all: &[coq::LeftOut]| -> Vec<coq::LeftOut> {
        let missing = |one: &&coq::LeftOut| data.as_ref().is_none_or(|data| !has(data, one.law));
        all.iter().filter(missing).cloned().collect()
    };
    let note = |all: &[coq::LeftOut]| -> String {
        let one = |out: &coq::LeftOut| {
            format!("; law {}, {}, is left out: {}", out.law, out.kind, out.why)
        };
        all.iter().map(one).collect()
    };
    if let Ok(file) = &file {
        write(path, &file.text)?;
        let left_out = nowhere(&file.left_out);
        written.push(Written {
            note: note(&left_out),
            left_out,
            ..Written::new("coq", path.to_path_buf())
        });
    }
    if let Some(data) = &data {
        let path = path.with_extension("data");
        write(&path, &data.text)?;
        let (why, left_out) = match &file {
            Err(coq::NoInstance(why)) => {
                let left_out = nowhere(&data.left_out);
                (
                    format!("; there is no Coq file: {why}{}", note(&left_out)),
                    left_out,
                )
            }
            Ok(file) => {
                let here = file.left_out.iter().filter(|one| has(data, one.law));
                let line = |one: &coq::LeftOut| {
                    format!(
                        "; law {}, {}, is in this file: {}",
                        one.law, one.kind, one.why
                    )
                };
                (here.map(line).collect(), Vec::new())
            }
        };
        let note = format!(
            "{why}; check it with: bash proofs/extract/check.sh {}",
            path.display()
        );
        written.push(Written {
            note,
            left_out,
            ..Written::new("data", path)
        });
    }
    Ok(match (file, data) {
        (Err(coq::NoInstance(why)), None) => Some(why),
        _ => None,
    })
}

/// A file that the command wrote.
pub struct Written {
    /// The kind of content.
    pub what: &'static str,
    /// The path.
    pub path: PathBuf,
    /// A note for the text output.
    pub note: String,
    /// Laws that no written file contains.
    left_out: Vec<coq::LeftOut>,
}

impl Written {
    /// Returns a file without a note.
    pub fn new(what: &'static str, path: PathBuf) -> Self {
        Self {
            what,
            path,
            note: String::new(),
            left_out: Vec::new(),
        }
    }
}

/// Formats a time with a suitable unit.
pub fn time(time: Duration) -> String {
    match time.as_micros() {
        micros @ 0..=999 => format!("{micros} µs"),
        micros @ 1_000..=9_999_999 => format!("{} ms", micros / 1_000),
        micros => format!("{} s", micros / 1_000_000),
    }
}

/// Writes a label and a text, wrapped between words.
pub fn lines(out: &mut impl Write, name: &str, text: &str) -> io::Result<()> {
    const WIDTH: usize = 100;
    let width = crate::pager::terminal().map_or(WIDTH, |(columns, _)| columns.min(WIDTH));
    for line in hanging(&format!("  {name:<9} "), text, width) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns the output of `--json`. docs/json.md describes the fields.
fn object((rules, values): (&Rules, &Parameters), report: &Report, written: &[Written]) -> Value {
    let path = |what: &str| {
        written
            .iter()
            .find(|written| written.what == what)
            .map(|written| written.path.display().to_string())
    };
    let left_out = written.iter().flat_map(|written| &written.left_out);
    let left_out: Vec<Value> = left_out
        .map(|one| json!({"law": one.law, "kind": one.kind, "why": one.why}))
        .collect();
    let mut object = law_object(rules, values, report, report.proved.as_ref());
    object["certificate"] = json!(path("certificate"));
    object["coq"] = json!(path("coq"));
    if let Some(path) = path("automaton") {
        object["automaton"] = json!(path);
    }
    object["data"] = json!(path("data"));
    object["left_out"] = json!(left_out);
    object
}
