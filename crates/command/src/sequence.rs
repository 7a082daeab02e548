//! `whowins sequence`: what a game's positions are worth, as a sequence of numbers.

use std::io::{BufWriter, Write};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use whowins_judge::{Along, NoSequence, Of, Term, sequence};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments};
use crate::habits::remark;
use crate::pager::{self, Out};
use crate::table::{Column, Form, Table};

/// Grundy values, outcomes, remotenesses or lost positions, in order.
#[derive(Args)]
pub struct Sequence {
    #[command(flatten)]
    game: GameArguments,

    /// What each term is
    #[arg(long, value_enum)]
    of: Asked,

    /// How many terms
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    terms: u64,

    /// The number that runs, by its name or its place from 1; the others stay as --at has them. Without it games of one number or of heaps run along one
    /// heap, and all others have all positions, by antidiagonals or by size
    #[arg(long, value_name = "NUMBER")]
    along: Option<String>,

    /// With --along: the position whose other numbers stay
    #[arg(long, value_name = "POSITION", requires = "along")]
    at: Option<String>,

    #[command(flatten)]
    mover: MoverArguments,

    /// How the terms are written
    #[arg(
        long,
        alias = "form",
        value_enum,
        value_name = "FORM",
        conflicts_with = "json"
    )]
    format: Option<Written>,

    /// Print one JSON object; the same as --format json
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// What each term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Asked {
    /// The Grundy value
    Grundy,
    /// The outcome class; in a b-file 1 where the player to move wins, 0 where the opponent does, 2 for a draw
    Outcome,
    /// How many moves best play lasts; -1 for a draw
    Remoteness,
    /// The positions that the player to move loses; in a b-file of several numbers their places in the order, from 0
    Losing,
}

/// How the terms are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Written {
    /// One line, with commas between
    #[value(alias = "list")]
    Text,
    /// A b-file of the Encyclopedia of Integer Sequences: place and term, a line each
    BFile,
    /// Comma-separated values: place, position and term
    Csv,
    /// One JSON object (docs/json.md)
    Json,
    /// The same columns as a table for LaTeX, with the rules of the package booktabs
    Latex,
    /// The same columns as a table for Markdown
    Markdown,
}

/// So long lost positions are looked for, if nothing else is said.
const SECONDS: u64 = 60;

impl Sequence {
    /// Writes the terms.
    pub fn run(self) -> Result<(), Failure> {
        let limits = match self.of {
            // Whether another one comes is not known of every game: none is looked for without end.
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
                .map_err(|fault| Failure::Input(format!("--along: {fault}")))?,
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
        if let Some(failure) = failed {
            return Err(failure);
        }
        let whole = done.as_ref().is_ok_and(|found| *found == self.terms);
        sink.end(json!({ "game": game.name, "of": asked, "order": order, "whole": whole }))?;
        match done {
            Ok(found) if found < self.terms => {
                remark(format!("whowins: there are no more than {found} terms"));
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

/// Where the terms go.
enum Sink {
    /// A line, with commas between; how many are in it.
    List(BufWriter<Out>, u64),
    /// A b-file.
    BFile(BufWriter<Out>),
    /// A table, or as JSON the objects of its rows.
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
                objects.push(json!({ "n": term.index, "position": term.position, "number": term.number, "word": term.word }));
            }
            Self::Table(table, _) => {
                table.row(vec![term.index.to_string(), term.position, term.word])?
            }
        }
        Ok(())
    }

    /// Ends the output; the object is what JSON says beside the terms.
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

/// A position of several numbers within a list.
fn bracketed(word: &str) -> String {
    match word.contains(',') {
        true => format!("({word})"),
        false => word.to_string(),
    }
}
