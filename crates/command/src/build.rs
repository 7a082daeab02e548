//! `whowins build`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;
use whowins_analysis::Player;
use whowins_cluster::Report;
use whowins_engine::EngineError;
use whowins_engine::general::Want;
use whowins_tables::{Build, Finished, TableError, build};

use crate::cluster::{Came, ClusterArguments, print_report};
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, PositionArguments, to_move};
use crate::law::lines;
use crate::probe::positions;
use crate::solve::asked;
use crate::watch::Working;

/// Build a table of all positions around one; can be resumed.
///
/// The table stores who wins, and with --remoteness the length of best play. To resume after an
/// interruption, run the same command again. A table may be larger than the memory: finished
/// blocks are read from the file again. If positions can repeat, FILE.work holds the rest.
#[derive(Args)]
pub struct BuildTable {
    #[command(flatten, next_help_heading = "Position")]
    game: GameArguments,

    /// Write the table to FILE; it is called FILE.part until it is complete
    #[arg(short, long, value_name = "FILE", help_heading = "Table")]
    out: PathBuf,

    #[command(flatten, next_help_heading = "Position")]
    position: PositionArguments,

    /// Store the length of best play too
    #[arg(long, help_heading = "Table")]
    remoteness: bool,

    /// Store only the positions that play can reach
    ///
    /// The other positions take almost no space in the file.
    #[arg(long, help_heading = "Table")]
    only: bool,

    /// With --only, the player who begins [default: either]
    #[arg(
        long,
        value_name = "PLAYER",
        requires = "only",
        help_heading = "Position"
    )]
    to_move: Option<String>,

    /// Compression level, 1 to 19
    #[arg(
        long,
        value_name = "LEVEL",
        default_value_t = 3,
        value_parser = clap::value_parser!(i32).range(1..=19),
        help_heading = "Table"
    )]
    level: i32,

    /// Seconds between two checkpoints in FILE.state, if positions can repeat
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        help_heading = "Table",
        hide_short_help = true
    )]
    save_every: u64,

    /// Print one JSON object; with several processes, also one per round
    #[arg(long, help_heading = "Table")]
    json: bool,

    #[command(flatten)]
    cluster: ClusterArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

impl BuildTable {
    /// Builds the table, or the missing part of it, and prints a summary.
    pub fn run(self) -> Result<(), Failure> {
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let game = rules.game(&values)?;
        let limits = self.limits.limits();
        let at = asked(&rules, &game, self.position.text())?;
        let movers = match &self.to_move {
            Some(name) => vec![to_move(&game, Some(name))?],
            None => Player::BOTH.to_vec(),
        };
        let table = Build {
            rules: &rules,
            values: &values,
            at: &at,
            want: match self.remoteness {
                true => Want::Remoteness,
                false => Want::Outcome,
            },
            only: self.only.then_some(&movers[..]),
            level: self.level,
            save_every: Duration::from_secs(self.save_every),
        };
        whowins_guard::note(self.goes_on());
        if self.cluster.is_asked() {
            let came = self.cluster.build(&table, &self.out, self.json, &limits);
            return match came? {
                Came::Table(made, report) => self.print(&made, Some(&*report)),
                Came::Done | Came::Alone => Ok(()),
            };
        }
        let finished = {
            let _working = Working::at("building", "positions", &limits);
            build(&table, &self.out, &limits)
        };
        let finished = finished.map_err(|error| self.unfinished(error))?;
        self.print(&finished, None)
    }

    /// Returns the failure of a build that reached a limit.
    fn unfinished(&self, error: TableError) -> Failure {
        match error {
            TableError::Engine(error @ (EngineError::Time | EngineError::Stopped)) => {
                let why = match error {
                    EngineError::Stopped => "stopped".to_string(),
                    other => other.to_string(),
                };
                Failure::Budget(format!("{why}; {}", self.goes_on()))
            }
            other => other.into(),
        }
    }

    fn goes_on(&self) -> String {
        let ending = match self.cluster.is_asked() {
            true => "cluster",
            false => "part",
        };
        format!(
            "finished blocks are in {}.{ending}; run the same command again to resume",
            self.out.display()
        )
    }

    fn print(&self, finished: &Finished, report: Option<&Report>) -> Result<(), Failure> {
        let heading = &finished.heading;
        let mut out = std::io::stdout().lock();
        let cells = heading.states.saturating_mul(heading.players as u64);
        if self.json {
            let mut object = json!({
                "table": self.out.display().to_string(),
                "game": heading.game,
                "at": heading.at,
                "remoteness": heading.remoteness,
                "positions": heading.states,
                "cells": cells,
                "reached": finished.reached,
                "before": finished.before,
                "bytes": finished.bytes,
                "notes": finished.notes,
            });
            if let Some(report) = report {
                object["cluster"] = json!(report);
            }
            writeln!(out, "{object}")?;
            return Ok(());
        }
        writeln!(out, "Built.\n")?;
        lines(&mut out, "game", &heading.game)?;
        lines(&mut out, "around", &heading.at)?;
        lines(&mut out, "positions", &positions(heading))?;
        if finished.before > 0 {
            let before = format!("{} from an earlier run", finished.before);
            lines(&mut out, "before", &before)?;
        }
        if let Some(reached) = finished.reached {
            lines(
                &mut out,
                "reached",
                &format!("{reached} of {cells} by play from there"),
            )?;
        }
        // Tenths of bits, so that nothing is rounded in floating point.
        let of = finished.reached.unwrap_or(cells).max(1);
        let tenths = u128::from(finished.bytes) * 80 / u128::from(of);
        let size = format!(
            "{} bytes, {}.{} bits a position and player",
            finished.bytes,
            tenths / 10,
            tenths % 10
        );
        lines(&mut out, "file", &size)?;
        for note in &finished.notes {
            lines(&mut out, "note", note)?;
        }
        match report.filter(|report| !report.workers.is_empty()) {
            Some(report) => print_report(&mut out, report),
            None => Ok(()),
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Rules(faults) => Self::Rules(faults),
            TableError::Output(message) | TableError::Engine(EngineError::Storage(message)) => {
                Self::System(message)
            }
            TableError::Engine(error) => error.into(),
            other => Self::Input(other.to_string()),
        }
    }
}
