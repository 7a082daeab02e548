//! `whowins sequence`: prints values of positions as a sequence.

use std::io::{BufWriter, Write};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use whowins_judge::{Along, NoSequence, Of, Term, sequence};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments};
use crate::habits::remark;
use crate::pager::{self, Out};
use crate::table::{Column, Form, Table};
use crate::watch::Working;

/// Print Grundy values, outcomes or lost positions in order.
///
/// For games of one number or of heaps, the terms belong to one heap of size 0, 1, 2 and so on.
/// For other games, they belong to all positions: by antidiagonals, or by size.
#[derive(Args)]
pub struct Sequence {
    #[command(flatten, next_help_heading = "Positions")]
    game: GameArguments,

    /// Content of the terms
    #[arg(long, value_enum, help_heading = "Terms")]
    of: Asked,

    /// Number of terms
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Terms"
    )]
    terms: u64,

    /// Number that runs: its name, or its place from 1
    ///
    /// The other numbers have the values in --at.
    #[arg(long, value_name = "NUMBER", help_heading = "Positions")]
    along: Option<String>,

    /// With --along, the position with the other numbers
    #[arg(
        long,
        value_name = "POSITION",
        requires = "along",
        help_heading = "Positions"
    )]
    at: Option<String>,

    #[command(flatten, next_help_heading = "Positions")]
    mover: MoverArguments,

    /// Format of the terms
    #[arg(
        long,
        alias = "form",
        value_enum,
        value_name = "FORM",
        conflicts_with = "json",
        help_heading = "Output"
    )]
    format: Option<Written>,

    /// Print one JSON object (short for --format json)
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The content of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// Grundy value
    Grundy,
    /// Outcome class; in a b-file 1 for a win of the player to move, 0 for a loss, 2 for a draw
    Outcome,
    /// Length of best play; -1 for a draw
    Remoteness,
    /// Positions that the player to move loses; in a b-file of several numbers, their indices
    Losing,
}

/// The format of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Written {
    /// One line, separated by commas
    #[value(alias = "list")]
    Text,
    /// b-file of the Encyclopedia of Integer Sequences: one index and term a line
    BFile,
    /// Comma-separated values: index, position and term
    Csv,
    /// One JSON object (docs/json.md)
    Json,
    /// LaTeX table for the package booktabs
    Latex,
    /// Markdown table
    Markdown,
}

/// The default of --time for lost positions, in seconds.
const SECONDS: u64 = 60;

impl Sequence {
    /// Writes the terms.
    pub fn run(self) -> Result<(), Failure> {
        let limits = match self.of {
            // It isn't known of every game that there is another lost position, so the search has a
            // time limit.
            Asked::Losing => self.limits.limits_or(SECONDS).0,
            _ => self.limits.limits(),
        };
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let mut engine = whowins::solver(&rules, &values, &limits)?;
        let player = self.mover.player(engine.game())?;
        let game = engine.game().clone();
        let along = match &self.along {
            Some(name) => Along::number(&game, name, self.at.as_deref())
                .map_err(|error| Failure::Input(format!("--along: {error}")))?,
            None => Along::plain(&game),
        };
        let of = match self.of {
            Asked::Grundy => Of::Grundy,
            Asked::Outcome => Of::Outcome,
            Asked::Remoteness => Of::Remoteness,
            Asked::Losing => Of::Losing,
        };
        let asked = self.of.to_possible_value();
        let asked = asked.as_ref().map_or("", |value| value.get_name());
        let order = along.told(&game, &limits);
        let written = match self.json {
            true => Written::Json,
            false => self.format.unwrap_or(Written::Text),
        };
        let mut sink = Sink::begin(written, asked, &format!("{}: {asked}; {order}", game.name))?;
        let mut failed = None;
        let mut many = 0u64;
        let working = Working::at("computing", "terms", &limits);
        let done = sequence(
            &mut engine,
            player,
            of,
            &along,
            self.terms,
            &limits,
            &mut |term| {
                many += 1;
                if let (Err(failure), None) = (sink.put(term), &failed) {
                    failed = Some(failure);
                }
            },
        );
        drop(working);
        if let Some(failure) = failed {
            return Err(failure);
        }
        let whole = done.as_ref().is_ok_and(|found| *found == self.terms);
        sink.end(json!({ "game": game.name, "of": asked, "order": order, "whole": whole }))?;
        match done {
            Ok(found) if found < self.terms => {
                remark(format!("warning: there are no more than {found} terms"));
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(NoSequence::Input(message)) => Err(Failure::Input(message)),
            Err(NoSequence::Engine(error)) => {
                let terms = if many == 1 { "term" } else { "terms" };
                Err(Failure::Engine(
                    Some(format!("after {many} {terms}")),
                    error,
                ))
            }
        }
    }
}

/// The output of the terms.
enum Sink {
    /// A line with commas; the number of terms in it.
    List(BufWriter<Out>, u64),
    /// A b-file.
    BFile(BufWriter<Out>),
    /// A table; for JSON, the objects of its rows.
    Table(Table<BufWriter<Out>>, Vec<Value>),
}

impl Sink {
    fn begin(written: Written, asked: &str, head: &str) -> Result<Self, Failure> {
        let mut out = BufWriter::new(pager::out());
        let form = match written {
            Written::Text => return Ok(Self::List(out, 0)),
            Written::BFile => {
                writeln!(out, "# {head}")?;
                return Ok(Self::BFile(out));
            }
            Written::Csv => Form::Csv,
            Written::Json => Form::Json,
            Written::Latex => Form::Latex,
            Written::Markdown => Form::Markdown,
        };
        let columns = [
            Column::numbers("n"),
            Column::words("position"),
            Column::from(asked.to_owned()),
        ];
        Ok(Self::Table(Table::begin(out, form, &columns)?, Vec::new()))
    }

    fn put(&mut self, term: Term) -> Result<(), Failure> {
        match self {
            Self::List(out, many) => {
                let between = if *many > 0 { ", " } else { "" };
                *many += 1;
                write!(out, "{between}{}", bracketed(&term.word))?;
            }
            Self::BFile(out) => writeln!(out, "{}", term.b_line())?,
            Self::Table(table, objects) if table.form() == Form::Json => {
                objects.push(json!({
                    "n": term.index,
                    "position": term.position,
                    "number": term.number,
                    "word": term.word,
                }));
            }
            Self::Table(table, _) => {
                table.row(vec![term.index.to_string(), term.position, term.word])?
            }
        }
        Ok(())
    }

    /// Ends the output. `object` has the JSON fields other than the terms.
    fn end(self, mut object: Value) -> Result<(), Failure> {
        match self {
            Self::List(mut out, _) => {
                writeln!(out)?;
                Ok(out.flush()?)
            }
            Self::BFile(mut out) => Ok(out.flush()?),
            Self::Table(table, terms) => {
                object["terms"] = json!(terms);
                table.end_with(object)
            }
        }
    }
}

/// Writes a term in a list; a position of several numbers has parentheses.
fn bracketed(word: &str) -> String {
    match word.contains(',') {
        true => format!("({word})"),
        false => word.to_string(),
    }
}
