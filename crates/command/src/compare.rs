//! `whowins compare`: does the same player win everywhere in two games?

use std::io::Write;

use clap::Args;
use serde_json::json;
use whowins::shipped;
use whowins_judge::{Alike, NoCompare, Side, compare, mutate};
use whowins_rules::{Parameters, Rules};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, rules_of};
use crate::watch::Working;

/// Two games whose positions are written alike: does the same player win everywhere?
#[derive(Args)]
pub struct Compare {
    #[command(flatten)]
    game: GameArguments,

    /// The other game: a file of rules, or the name of a shipped game; it has the defaults of its parameters
    #[arg(required_unless_present = "mutate")]
    other: Option<String>,

    /// Compare the game with each one-step change of its own rules: a move left out, a bound off by one, a pattern lengthened, and tell which of them matter
    #[arg(long, conflicts_with = "other")]
    mutate: bool,

    /// Look at all positions up to this size, also after a difference was found
    #[arg(long, value_name = "SIZE")]
    up_to: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// All of it takes so long, if nothing else is said.
const SECONDS: u64 = 20;

impl Compare {
    /// Compares the games.
    pub fn run(self) -> Result<(), Failure> {
        let (limits, time) = self.limits.limits_within(SECONDS);
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let Some(other) = &self.other else {
            let side = Side {
                rules: &rules,
                values: &values,
            };
            let all = {
                let _working = Working::at("comparing", "positions", &limits);
                mutate(side, time, self.up_to, &limits).map_err(refused)?
            };
            let mut out = crate::pager::out();
            if self.json {
                writeln!(out, "{}", json!({ "game": rules.name(), "changes": all }))?;
                return Ok(());
            }
            for one in &all {
                write!(out, "{one}")?;
            }
            let of = |kind: Alike| {
                all.iter()
                    .filter(|one| one.compared.as_ref().is_some_and(|own| own.alike == kind))
                    .count()
            };
            let (differ, equal) = (of(Alike::Different), of(Alike::Equal));
            writeln!(
                out,
                "{} changes: {differ} matter to who wins, {equal} are proved not to",
                all.len()
            )?;
            return Ok(());
        };
        let other: Rules = match shipped::rules(other) {
            Some(other) => other?,
            None => rules_of(other)?,
        };
        let none = Parameters::new();
        let sides = [
            Side {
                rules: &rules,
                values: &values,
            },
            Side {
                rules: &other,
                values: &none,
            },
        ];
        let compared = {
            let _working = Working::at("comparing", "positions", &limits);
            compare(sides, time, self.up_to, &limits)
        };
        let compared = compared.map_err(refused)?;
        let mut out = crate::pager::out();
        match self.json {
            true => writeln!(out, "{}", compared.json())?,
            false => write!(out, "{compared}")?,
        }
        match compared.alike {
            Alike::Different => Err(Failure::Told),
            Alike::Equal | Alike::SoFar => Ok(()),
        }
    }
}

fn refused(why: NoCompare) -> Failure {
    match why {
        NoCompare::Rules(faults) => Failure::Rules(faults),
        NoCompare::Input(message) => Failure::Input(message),
        NoCompare::Engine(error) => Failure::Engine(None, error),
    }
}
