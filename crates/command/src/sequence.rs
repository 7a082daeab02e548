//! `whowins sequence`: what a game's positions are worth, as a sequence of numbers.

use std::io::{BufWriter, Write};

use clap::{Args, ValueEnum};
use serde_json::json;
use whowins_judge::{Along, NoSequence, Of, sequence};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments};

/// Grundy values, outcomes, remotenesses or lost positions, in order.
#[derive(Args)]
pub struct Sequence {
    #[command(flatten)]
    game: GameArguments,

    /// What each term is
    #[arg(long, value_enum)]
    of: Asked,

    /// How many terms
    #[arg(long, value_name = "N", default_value_t = 100)]
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
    #[arg(long, value_enum, default_value_t = Form::List, conflicts_with = "json")]
    form: Form,

    /// Print one JSON object
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
enum Form {
    /// One line, with commas between
    List,
    /// A b-file of the Encyclopedia of Integer Sequences: place and term, a line each
    BFile,
    /// Place, position and term, a line each, with commas between
    Csv,
}

impl Sequence {
    /// Writes the terms.
    pub fn run(self) -> Result<(), Failure> {
        let limits = self.limits.limits();
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
        let mut out = BufWriter::new(std::io::stdout().lock());
        let mut failed = None;
        let mut terms = Vec::new();
        let mut many = 0u64;
        if self.form == Form::Csv && !self.json {
            writeln!(out, "n,position,{asked}")?;
        }
        if self.form == Form::BFile && !self.json {
            writeln!(out, "# {}: {asked}; {order}", game.name)?;
        }
        let done = sequence(
            &mut engine,
            player,
            of,
            &along,
            self.terms,
            &limits,
            &mut |term| {
                let put = match self.form {
                    _ if self.json => {
                        terms.push(json!({ "n": term.index, "position": term.position, "number": term.number, "word": term.word }));
                        Ok(())
                    }
                    Form::List => {
                        let between = if many > 0 { ", " } else { "" };
                        write!(out, "{between}{}", bracketed(&term.word))
                    }
                    Form::BFile => writeln!(out, "{}", term.b_line()),
                    Form::Csv => writeln!(out, "{}", term.csv_line()),
                };
                many += 1;
                if let (Err(error), None) = (put, &failed) {
                    failed = Some(error);
                }
            },
        );
        if let Some(error) = failed {
            return Err(error.into());
        }
        if self.json {
            let whole = done.as_ref().is_ok_and(|found| *found == self.terms);
            let object = json!({ "game": game.name, "of": asked, "order": order, "whole": whole, "terms": terms });
            writeln!(out, "{object}")?;
        } else if self.form == Form::List {
            writeln!(out)?;
        }
        out.flush()?;
        match done {
            Ok(found) if found < self.terms => {
                eprintln!("whowins: there are no more than {found} terms");
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(NoSequence::Input(message)) => Err(Failure::Input(message)),
            Err(NoSequence::Engine(error)) => {
                Err(Failure::Engine(Some(format!("after {many} terms")), error))
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
