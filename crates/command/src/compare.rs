//! `whowins compare`: compares the winners of two games.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use serde_json::json;
use whowins::shipped;
use whowins_judge::{Alike, Compared, Mutated, NoCompare, Side, compare, mutate};
use whowins_rules::{Parameters, Rules};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, rules_of};
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// Compare two games, or a game with variants of its rules.
///
/// The positions of both games must be written in the same notation. The command prints the
/// smallest position with different winners, or how far it compared.
#[derive(Args)]
pub struct Compare {
    #[command(flatten, next_help_heading = "Game")]
    game: GameArguments,

    /// Other game: rules file, or name of a shipped game
    ///
    /// Its parameters have their default values.
    #[arg(required_unless_present = "mutate")]
    other: Option<String>,

    /// Compare the game with each one-step change of its rules
    ///
    /// A change removes a move, moves a bound by one, or lengthens a pattern. The report lists
    /// the changes that change a winner.
    #[arg(long, conflicts_with = "other", help_heading = "Search")]
    mutate: bool,

    /// Compare all positions up to this size, even after a difference
    #[arg(long, value_name = "SIZE", help_heading = "Search")]
    up_to: Option<u64>,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The default of --time, in seconds.
const SECONDS: u64 = 20;

impl Compare {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        let (limits, time) = self.limits.limits_or(SECONDS);
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
            let asked = |one: &Mutated| one.compared.as_ref().is_some_and(is_asked);
            let none = !all.is_empty() && !all.iter().any(asked);
            match self.table.form() {
                Form::Text => print_all(&all),
                form => {
                    let rows = all
                        .iter()
                        .map(|one| (&*one.what, one.compared.as_ref(), one.why.as_deref()));
                    table(form, rows, json!({ "game": rules.name(), "changes": all }))
                }
            }?;
            return match none {
                true => Err(nothing()),
                false => Ok(()),
            };
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
        match self.table.form() {
            Form::Text => write!(pager::out(), "{compared}")?,
            form => table(
                form,
                [(&*compared.games[1], Some(&compared), None)],
                &compared,
            )?,
        }
        match compared.alike {
            Alike::Different => Err(Failure::Reported),
            Alike::SoFar if !is_asked(&compared) => Err(nothing()),
            Alike::Equal | Alike::SoFar => Ok(()),
        }
    }
}

/// Returns true if the comparison has a result.
fn is_asked(compared: &Compared) -> bool {
    compared.alike != Alike::SoFar || compared.looked.asked > 0
}

fn nothing() -> Failure {
    Failure::Budget(
        "no size was compared to its end before the time was over; allow more with --time".into(),
    )
}

/// Prints the result of each change of the rules.
fn print_all(all: &[Mutated]) -> Result<(), Failure> {
    let mut out = pager::out();
    for one in all {
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
        "{} changes: {differ} change a winner, {equal} provably don't",
        all.len()
    )?;
    Ok(())
}

const COLUMNS: [Column; 9] = [
    Column::words("other"),
    Column::words("alike"),
    Column::words("first at"),
    Column::words("to move"),
    Column::words("wins here"),
    Column::words("wins there"),
    Column::numbers("positions"),
    Column::numbers("differ"),
    Column::words("why"),
];

/// Prints comparisons as a table, one per row. `object` is the output of `--format json`.
fn table<'a>(
    form: Form,
    rows: impl IntoIterator<Item = (&'a str, Option<&'a Compared>, Option<&'a str>)>,
    object: impl Serialize,
) -> Result<(), Failure> {
    let mut table = Table::begin(pager::out(), form, &COLUMNS)?;
    for (other, compared, why) in rows {
        let alike = match compared.map(|own| own.alike) {
            Some(Alike::Equal) => "equal",
            Some(Alike::Different) => "different",
            Some(Alike::SoFar) => "so-far",
            None => "",
        };
        let why = why.or_else(|| compared?.why.as_deref());
        let mut row = vec![other.to_owned(), alike.to_owned()];
        row.extend(match compared.and_then(|own| own.smallest.as_ref()) {
            Some(one) => {
                let wins = |winner: &Option<String>| winner.clone().unwrap_or("draw".into());
                let [here, there] = [wins(&one.first), wins(&one.second)];
                [one.position.clone(), one.to_move.clone(), here, there]
            }
            None => Default::default(),
        });
        row.extend(match compared.map(|own| own.looked) {
            Some(looked) => [looked.asked, looked.wrong].map(|count| count.to_string()),
            None => Default::default(),
        });
        row.push(why.unwrap_or_default().to_owned());
        table.row(row)?;
    }
    table.end_with(object)
}

fn refused(why: NoCompare) -> Failure {
    match why {
        NoCompare::Rules(faults) => Failure::Rules(faults),
        NoCompare::Input(message) => Failure::Input(message),
        NoCompare::Engine(error) => Failure::Engine(None, error),
    }
}
