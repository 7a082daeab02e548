//! `whowins check`.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};
use whowins::{Asked, Looked, POSITIONS, Review, examples, review};
use whowins_rules::{Diagnostics, Rules};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments};
use crate::watch::Working;

/// Parse a game and run its `example` lines.
///
/// The command also warns about lines without an effect: a move that is never legal, an ending
/// that is never reached, a symbol that never appears, or play that never ends. It finds them by
/// visiting all positions that play reaches, up to a limit. If the limit is reached, it doesn't
/// report moves and endings.
#[derive(Args)]
pub struct Check {
    #[command(flatten, next_help_heading = "Game")]
    game: GameArguments,

    /// Exit with code 1 if there are warnings
    #[arg(long, help_heading = "Output")]
    deny_warnings: bool,

    /// Write the corrections that the errors offer to the file
    #[arg(long, help_heading = "Output")]
    fix: bool,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The time limit of all examples together, if there is no --time.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time limit of the search for lines without an effect.
const LOOK: Duration = Duration::from_secs(2);

impl Check {
    /// Parses the rules, runs their examples, and searches for lines without an effect.
    pub fn run(self) -> Result<(), Failure> {
        let rules = match self.fix {
            true => self.game.corrected()?,
            false => self.game.read()?,
        };
        let values = self.game.values(&rules)?;
        let mut limits = self.limits.limits();
        if limits.budget.deadline.is_none() {
            limits = limits.with_time(PATIENCE);
        }
        let game = rules.game(&values)?;
        let (asked, review) = {
            let _working = Working::on(&limits);
            let look = limits.budget.clone().by(Instant::now() + LOOK);
            let review = review(&rules, &values, POSITIONS, &look)?;
            (examples(&rules, &values, &limits)?, review)
        };
        let warnings: Vec<_> = review.warnings.iter().map(|one| one.said.clone()).collect();
        let warnings = (!warnings.is_empty()).then(|| rules.faulty(warnings));
        let mut out = crate::pager::out();
        if self.json {
            let examples: Vec<_> = asked
                .iter()
                .map(|one| example(one, &game.players))
                .collect();
            let all = json!({
                "game": game.name,
                "examples": examples,
                "warnings": warnings_json(&review, &rules),
                "looked": looked(review.looked),
            });
            writeln!(out, "{all}")?;
        } else {
            if let Some(warnings) = &warnings {
                let mut err = io::stderr();
                let _ = writeln!(err, "{}", warnings.render(err.is_terminal()));
            }
            writeln!(out, "{}: the rules have no errors.", game.name)?;
            for one in &asked {
                let said = match (&one.found, one.agrees()) {
                    (Err(error), _) => format!("not solved: {error}"),
                    (_, Some(true)) => "correct".into(),
                    (Ok(found), _) => format!("wrong: {}", found.said(&game.players)),
                };
                writeln!(out, "  {}  ({said})", one.text)?;
            }
            writeln!(out, "  {}", summary(&review))?;
        }
        out.flush()?;
        let errors: Vec<_> = asked
            .iter()
            .filter_map(|one| one.fault(&game.players))
            .collect();
        if !errors.is_empty() {
            let printed = rules.faulty(errors).render(std::io::stderr().is_terminal());
            return Err(Failure::False(format!(
                "an example is wrong; correct it, or the rules\n{printed}"
            )));
        }
        match warnings.filter(|_| self.deny_warnings) {
            Some(warnings) => Err(Failure::False(format!(
                "{}, and --deny-warnings was given; change the lines that the warnings name",
                counted(&warnings)
            ))),
            None => Ok(()),
        }
    }
}

fn counted(warnings: &Diagnostics) -> String {
    match warnings.errors.len() {
        1 => "there is a warning".into(),
        count => format!("there are {count} warnings"),
    }
}

/// Describes the number of warnings and the positions that were visited.
fn summary(review: &Review) -> String {
    let count = match review.warnings.len() {
        0 => "no warning".to_string(),
        1 => "1 warning".to_string(),
        count => format!("{count} warnings"),
    };
    match review.looked {
        Looked::All(positions) => {
            format!("{count}; checked all {positions} positions that play reaches")
        }
        Looked::Small(positions) => {
            format!(
                "{count}; checked {positions} positions: examples, small ones, and those that \
                 play reaches from there"
            )
        }
        Looked::Cut => format!(
            "{count}; play reaches more positions than the limit ({POSITIONS}, or {} s), so \
             unused moves and endings aren't reported",
            LOOK.as_secs()
        ),
        Looked::Nothing => count,
    }
}

fn example(one: &Asked, players: &[String; 2]) -> Value {
    json!({
        "example": one.text,
        "agrees": one.agrees(),
        "found": one.found.as_ref().ok().map(|found| found.said(players)),
        "unsolved": one.found.as_ref().err().map(ToString::to_string),
    })
}

fn warnings_json(review: &Review, rules: &Rules) -> Vec<Value> {
    let object = |one: &whowins::Warning| {
        let (line, column) = rules.faulty(Vec::new()).place(one.said.span.start);
        json!({
            "kind": one.kind.name(),
            "line": line,
            "column": column,
            "message": one.said.message,
            "help": one.said.help,
        })
    };
    review.warnings.iter().map(object).collect()
}

fn looked(looked: Looked) -> Value {
    let (positions, all) = match looked {
        Looked::All(positions) => (Some(positions), true),
        Looked::Small(positions) => (Some(positions), false),
        Looked::Cut | Looked::Nothing => (None, false),
    };
    json!({"positions": positions, "all": all})
}
