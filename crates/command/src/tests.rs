//! `whowins tests`: writes a test set with answers, and reports the wrong solutions that it
//! catches.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::json;
use whowins::contest::{self as formats, Format, Question};
use whowins_analysis::Player;
use whowins_engine::{EngineError, Limits};
use whowins_judge::{Fate, Reach, TestSet, TestWishes, Truth, Unanswered, files, test_set};
use whowins_rules::Parameters;

use crate::contest;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments};
use crate::output;
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// Write a test set and report the wrong solutions it catches.
///
/// The folder has inputs and answers, in the layout of a problem package.
#[derive(Args)]
pub struct Tests {
    /// Problem of `whowins contest`, contest file, or game
    ///
    /// docs/contest.md describes a contest file. For a game, an input has one position a line.
    #[arg(id = "problem_or_game", value_name = "PROBLEM")]
    problem: String,

    /// Set a parameter, such as a=1,2,5; repeatable
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = "Game")]
    set: Vec<String>,

    /// Write the tests to FOLDER, which must be empty or missing
    #[arg(short, long, value_name = "FOLDER", help_heading = "Output")]
    output: PathBuf,

    /// About how many of the smallest positions to test
    #[arg(
        long,
        value_name = "N",
        default_value_t = 500,
        help_heading = "Positions to test"
    )]
    small: usize,

    /// Number of tests of each drawn kind
    ///
    /// The kinds are: limits, neighbours of lost positions, both winners equally often, and the
    /// largest positions.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        help_heading = "Positions to test"
    )]
    drawn: usize,

    /// Positions in a drawn test, if the format has a field for their number
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        help_heading = "Positions to test"
    )]
    questions: u64,

    /// Largest number, if the rules set no bound
    #[arg(
        long,
        value_name = "N",
        default_value_t = Reach::default().number,
        help_heading = "Positions to test",
        hide_short_help = true
    )]
    largest: u64,

    /// Longest row, text or list, if the rules set no bound
    #[arg(
        long,
        value_name = "N",
        default_value_t = Reach::default().length,
        help_heading = "Positions to test",
        hide_short_help = true
    )]
    longest: u64,

    /// Seed of the random positions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Positions to test",
        hide_short_help = true
    )]
    seed: u64,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The default of --time, in seconds: a third for the tests, the rest for the wrong solutions.
const SECONDS: u64 = 60;

impl Tests {
    /// Writes the tests.
    pub fn run(self) -> Result<(), Failure> {
        let (limits, time) = self.limits.limits_or(SECONDS);
        let game = GameArguments::of(self.problem.clone(), self.set.clone());
        let is_format = formats::shipped()
            .iter()
            .any(|(name, _)| *name == self.problem)
            || self.problem.ends_with(".contest");
        let (format, rules) = match is_format {
            true => {
                let format = contest::format(&self.problem)?.0;
                let rules = contest::rules_of(&format, &self.problem)?;
                (format, rules)
            }
            false => {
                let rules = game.rules()?;
                let own = rules.game(&game.values(&rules)?)?;
                let words = Question::Winner(
                    own.player(Player::First).to_string(),
                    own.player(Player::Second).to_string(),
                    None,
                );
                (Format::of_lines(rules.name(), words), rules)
            }
        };
        let values = if self.set.is_empty() {
            Parameters::new()
        } else {
            game.values(&rules)?
        };
        let full =
            std::fs::read_dir(&self.output).is_ok_and(|mut entries| entries.next().is_some());
        if full {
            return Err(Failure::Input(format!(
                "-o {}: the folder is not empty; name a new one",
                self.output.display()
            )));
        }
        let mut truth = Truth::new(&format, &rules, &values, Player::First, &limits);
        let wishes = TestWishes {
            time,
            small: self.small,
            drawn: self.drawn,
            questions: self.questions.max(1),
            reach: Reach {
                number: self.largest,
                length: self.longest,
            },
            seed: self.seed,
        };
        let set = {
            let _working = Working::at("making tests", "questions", &limits);
            test_set(&mut truth, &wishes).map_err(|why| match why {
                Unanswered::Engine(error) => Failure::Engine(None, error),
                other => Failure::Input(other.to_string()),
            })?
        };
        if set.tests.is_empty() && set.stopped.is_none() {
            return Err(Failure::Input(
                "the rules leave the questions without an answer, so there is nothing to test"
                    .into(),
            ));
        }
        if set.tests.is_empty() {
            return Err(Failure::Budget(
                "no test was made before the time was over; allow more with --time".into(),
            ));
        }
        write(&self.output, &set, &limits)?;
        match self.table.form() {
            Form::Text => Ok(write!(pager::out(), "{}", set.report())?),
            form => table(&set, form),
        }
    }
}

/// A slow disk has this much more than the time that was left for it.
const GRACE: Duration = Duration::from_millis(500);

/// Writes the files of the test set, unless the time is over before all of them are written.
fn write(path: &Path, set: &TestSet, limits: &Limits) -> Result<(), Failure> {
    let budget = limits.budget.clone().with_grace(GRACE);
    let mut folder = output::create_folder(path)?;
    for file in files(set) {
        if let Some(over) = budget.over() {
            return Err(EngineError::from(over).into());
        }
        let written = folder.write(&file.name, &file.bytes);
        written.map_err(|error| Failure::of_file(&path.join(&file.name), "written", &error))?;
    }
    folder.keep();
    Ok(())
}

const COLUMNS: [Column; 5] = [
    Column::words("wrong solution"),
    Column::words("fate"),
    Column::numbers("test"),
    Column::words("position"),
    Column::words("why"),
];

/// Prints the wrong solutions and their status as a table.
fn table(set: &TestSet, form: Form) -> Result<(), Failure> {
    let mut table = Table::begin(pager::out(), form, &COLUMNS)?;
    for one in &set.mutants {
        let (fate, test, position, why) = match &one.fate {
            Fate::Killed { test, position } => ("killed", test.to_string(), &**position, ""),
            Fate::Equivalent(why) => ("equivalent", String::new(), "", &**why),
            Fate::TooSmall { position, why } => ("too-small", String::new(), &**position, &**why),
            Fate::NotTold(why) => ("not-told", String::new(), "", &**why),
        };
        table.row(vec![
            one.what.clone(),
            fate.to_owned(),
            test,
            position.to_owned(),
            why.to_owned(),
        ])?;
    }
    let tests: Vec<_> = set
        .tests
        .iter()
        .map(|test| {
            json!({
                "group": test.group,
                "made": test.made,
                "questions": test.questions,
                "won": test.won,
            })
        })
        .collect();
    table.end_with(json!({
        "problem": set.format.title,
        "up_to": set.up_to,
        "order": set.order,
        "tests": tests,
        "mutants": set.mutants,
        "stopped": set.stopped,
    }))
}
