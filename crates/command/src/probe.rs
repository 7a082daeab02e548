//! `whowins probe`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use whowins_analysis::{Player, Position, Value};
use whowins_engine::{Answer, Outcome};
use whowins_tables::{Heading, Known, Table};
use whowins_views::{Card, winner};

use crate::card::write_card;
use crate::correction::read_position;
use crate::failure::Failure;
use crate::game::{LimitArguments, MoverArguments, PositionArguments};
use crate::law::lines;
use crate::stream::{Answers, stream};
use crate::watch::Working;

/// Look up a position in a table that `whowins build` wrote.
///
/// Without a position, the command describes the table. The table contains its rules, so you
/// don't name the game.
#[derive(Args)]
pub struct Probe {
    /// File or folder of the table
    table: PathBuf,

    #[command(flatten, next_help_heading = "Position")]
    position: PositionArguments,

    #[command(flatten, next_help_heading = "Position")]
    mover: MoverArguments,

    /// Read every block and compare its checksum first
    #[arg(long, help_heading = "Output")]
    check: bool,

    /// Print one JSON object per position
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

const STRATEGY: &str = "table";

impl Probe {
    /// Answers the position or the stream of positions, or describes the table.
    pub fn run(self) -> Result<(), Failure> {
        let table = Table::open(&self.table)?;
        let limits = self.limits.limits();
        if self.check {
            let _working = Working::at("checking", "positions", &limits);
            table.check(&limits)?;
        }
        let player = self.mover.player(table.game())?;
        match self.position.text() {
            None => self.about(&table),
            Some("-") => {
                let mut probing = Probing {
                    probe: &self,
                    table: &table,
                    player,
                };
                stream(&mut probing, &limits)
            }
            Some(text) => {
                let position = read_position(table.game(), text)?;
                self.card(&table, &position, player, &mut std::io::stdout().lock())
            }
        }
    }

    fn card(
        &self,
        table: &Table,
        position: &Position,
        player: Player,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let answer: Answer = table.answer(position, player)?;
        let heading = table.heading();
        let why = format!(
            "{}, all positions around {}",
            self.table.display(),
            heading.at
        );
        let card = Card {
            game: table.game(),
            position,
            player,
            answer: &answer,
            values: table.values(position)?.map(value),
            strategy: STRATEGY,
            why: &why,
            law: None,
            more: None,
        };
        match self.json {
            true => Ok(writeln!(out, "{}", card.json())?),
            false => write_card(&card, out),
        }
    }

    /// Describes the table.
    fn about(&self, table: &Table) -> Result<(), Failure> {
        let heading = table.heading();
        let mut out = crate::pager::out();
        if self.json {
            let object = json!({
                "table": self.table.display().to_string(),
                "game": heading.game,
                "parameters": heading.parameters,
                "at": heading.at,
                "only": heading.only,
                "remoteness": heading.remoteness,
                "positions": heading.states,
                "players": heading.players,
                "bytes": table.bytes(),
                "checked": self.check,
            });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        writeln!(out, "{}\n", self.table.display())?;
        lines(&mut out, "game", &heading.game)?;
        for (name, value) in &heading.parameters {
            lines(&mut out, name, value)?;
        }
        lines(&mut out, "around", &heading.at)?;
        if let Some(movers) = &heading.only {
            let only = format!(
                "the positions that play reaches from there, {} to begin",
                movers.join(" or ")
            );
            lines(&mut out, "only", &only)?;
        }
        let cells = if heading.remoteness {
            "who wins, and how long best play lasts"
        } else {
            "who wins"
        };
        lines(&mut out, "cells", cells)?;
        lines(&mut out, "positions", &positions(heading))?;
        lines(&mut out, "file", &format!("{} bytes", table.bytes()))?;
        if self.check {
            lines(&mut out, "checked", "every block has its checksum")?;
        }
        Ok(())
    }
}

/// Answers positions from a table.
struct Probing<'a> {
    probe: &'a Probe,
    table: &'a Table,
    player: Player,
}

impl Answers for Probing<'_> {
    fn answer(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        let read = self.table.game().read(text);
        let position = read.map_err(|error| Failure::Input(error.to_string()))?;
        match self.probe.json {
            true => self.probe.card(self.table, &position, self.player, out),
            false => line(self.table, text, &position, self.player, out),
        }
    }

    fn json(&self) -> bool {
        self.probe.json
    }
}

/// Describes the number of positions of a table.
pub fn positions(heading: &Heading) -> String {
    let players = match heading.players {
        2 => ", with either player to move",
        _ => "",
    };
    format!("{}{players}", heading.states)
}

fn value(known: Known) -> Option<Value> {
    match known {
        Known::Decided(value, _) => Some(value),
        Known::Unreached | Known::Endless => None,
    }
}

/// Writes the short answer of a stream: the position, its outcome class, the winner.
fn line(
    table: &Table,
    text: &str,
    position: &Position,
    player: Player,
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    let known = table.values(position)?;
    let value_of = match known[player.index()] {
        Known::Decided(value, _) => value,
        Known::Unreached => return Err(table.unreached(position, player).into()),
        Known::Endless => return Err(table.endless(position).into()),
    };
    let outcome = match known.map(value) {
        [Some(first), Some(second)] => Outcome::of(first, second).letter(),
        _ => "-",
    };
    let winner = winner(table.game(), player, value_of).unwrap_or("draw");
    writeln!(out, "{text}\t{outcome}\t{winner}")?;
    Ok(())
}
