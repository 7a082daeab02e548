//! `whowins check`.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use clap::Args;
use serde_json::json;
use whowins::examples;

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments};
use crate::watch::Working;

/// Whether rules can be read, and whether what their `example` lines say is so.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    game: GameArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// Without a time limit, examples are looked at for so long, all together.
const PATIENCE: Duration = Duration::from_secs(60);

impl Check {
    /// Reads the rules and asks their examples.
    pub fn run(self) -> Result<(), Failure> {
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let mut limits = self.limits.limits();
        if limits.budget.deadline.is_none() {
            limits = limits.with_time(PATIENCE);
        }
        let game = rules.game(&values)?;
        let asked = {
            let _working = Working::on(&limits);
            examples(&rules, &values, &limits)?
        };
        let mut out = std::io::stdout().lock();
        if self.json {
            let all: Vec<_> = asked
                .iter()
                .map(|one| {
                    json!({
                        "example": one.text,
                        "agrees": one.agrees(),
                        "found": one.found.as_ref().ok().map(|found| found.said(&game.players)),
                        "unsolved": one.found.as_ref().err().map(ToString::to_string),
                    })
                })
                .collect();
            writeln!(out, "{}", json!({"game": game.name, "examples": all}))?;
        } else {
            writeln!(out, "{}: the rules are read without a fault.", game.name)?;
            for one in &asked {
                let said = match (&one.found, one.agrees()) {
                    (Err(error), _) => format!("not found out: {error}"),
                    (_, Some(true)) => "so it is".into(),
                    (Ok(found), _) => format!("wrong: {}", found.said(&game.players)),
                };
                writeln!(out, "  {}  ({said})", one.text)?;
            }
            if asked.is_empty() {
                writeln!(
                    out,
                    "  no example is asked: a line such as «example 3,5: {} wins» says what you know of a position",
                    game.players[1]
                )?;
            }
        }
        out.flush()?;
        let faults: Vec<_> = asked
            .iter()
            .filter_map(|one| one.fault(&game.players))
            .collect();
        if faults.is_empty() {
            return Ok(());
        }
        let told = rules.faulty(faults).render(std::io::stderr().is_terminal());
        Err(Failure::False(format!("an example is wrong\n{told}")))
    }
}
