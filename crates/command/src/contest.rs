//! `whowins contest`: solves an input of a contest and prints its output.

use std::io::{BufWriter, Read, Write};
use std::path::Path;

use clap::Args;
use serde_json::json;
use whowins::contest::{self, Case, ContestError, Format};
use whowins::shipped;
use whowins_analysis::{Player, closest};
use whowins_judge::{Answer, Truth, Unanswered};
use whowins_rules::{Parameters, Rules};

use crate::failure::Failure;
use crate::game::{LimitArguments, read_text};
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;
use crate::watch::unless_interrupted;

/// Solve a contest problem in its own input and output format.
///
/// The command reads the input from standard input and prints the answers.
#[derive(Args)]
pub struct Contest {
    /// Name of a shipped problem, or file that defines a format
    ///
    /// docs/contest.md describes the file.
    #[arg(required_unless_present = "list")]
    problem: Option<String>,

    /// List the shipped problems
    #[arg(long, conflicts_with = "problem", help_heading = "Output")]
    list: bool,

    /// Print the file that defines the format of the problem
    #[arg(long, requires = "problem", help_heading = "Output")]
    show: bool,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The largest size of an input, in bytes, with any memory limit.
const LONGEST: u64 = 1 << 30;
/// An input up to this size is always read, even if the memory limit is small.
const SHORT: u64 = 1 << 20;

/// Reads the format of a shipped problem or a file, and returns it with its text.
///
/// # Errors
///
/// Fails if there is no such problem or file, or if the text has errors.
pub fn format(name: &str) -> Result<(Format, String), Failure> {
    if let Some((name, text)) = contest::shipped().into_iter().find(|one| one.0 == name) {
        let format = Format::parse(&format!("contests/{name}.contest"), text)?;
        return Ok((format, text.to_string()));
    }
    let path = Path::new(name);
    if !path.exists() {
        let shipped = contest::shipped();
        let near = closest(name, shipped.iter().map(|(name, _)| *name)).map_or_else(
            || "`whowins contest --list` lists the shipped problems".to_string(),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(Failure::Input(format!(
            "`{name}` is neither a file nor a shipped problem; {near}"
        )));
    }
    let text = read_text(path)?;
    let is_game = path.extension().is_some_and(|ending| ending == "game");
    if is_game && Rules::parse(name, &text).is_ok() {
        return Err(Failure::Input(format!(
            "`{name}` has the rules of a game; name a contest file, which docs/contest.md describes"
        )));
    }
    Ok((Format::parse(name, &text)?, text))
}

/// Reads the rules of a format's game: a shipped game, or a file in the folder of the format.
///
/// # Errors
///
/// Fails if the rules are missing or have errors.
pub fn rules_of(format: &Format, name: &str) -> Result<Rules, Failure> {
    if let Some(rules) = shipped::rules(&format.game) {
        return Ok(rules?);
    }
    let beside = Path::new(name).with_file_name(&format.game);
    if !beside.exists() {
        return Err(Failure::Input(format!(
            "{name}: the game `{}` is neither a shipped game nor a file in the same folder",
            format.game
        )));
    }
    let text = read_text(&beside)?;
    Ok(Rules::parse(&beside.display().to_string(), &text)?)
}

impl Contest {
    /// Solves standard input, or lists the problems.
    pub fn run(self) -> Result<(), Failure> {
        let Some(name) = &self.problem else {
            return list(self.table.form());
        };
        let (format, text) = format(name)?;
        if self.show {
            return Ok(std::io::stdout().lock().write_all(text.as_bytes())?);
        }
        let limits = self.limits.limits();
        let rules = rules_of(&format, name)?;
        let input = read_input(limits.budget.memory)?;
        let read = format.read(&input);
        let input = read.map_err(|fault| Failure::Input(fault.to_string()))?;
        let mut truth = Truth::new(&format, &rules, &Parameters::new(), Player::First, &limits);
        let mut answers = Answers {
            lines: format.answers_a_line(&input).into_iter(),
            left: 0,
            number: 0,
            asked: 0,
            out: Vec::new(),
        };
        let working = Working::at("answering", "questions", &limits);
        let asked = truth.answers(&input, &mut |truth, chain, answer| {
            answers.one(truth, &format, chain, answer)
        });
        drop(working);
        // An invalid input prints nothing. After a limit, the answers so far are printed.
        let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        if !matches!(asked, Err(Failure::Input(_))) {
            out.write_all(&answers.out)?;
            out.flush()?;
        }
        asked
    }
}

/// The output so far.
struct Answers {
    /// The number of answers on each line.
    lines: std::vec::IntoIter<usize>,
    /// The number of answers still missing on this line.
    left: usize,
    /// The number of the line, from 1.
    number: usize,
    asked: usize,
    out: Vec<u8>,
}

impl Answers {
    fn one(
        &mut self,
        truth: &Truth,
        format: &Format,
        chain: &[&Case<'_>],
        answer: Result<Answer, Unanswered>,
    ) -> Result<(), Failure> {
        self.asked += 1;
        let answer = answer.map_err(|why| self.failure(format, chain, why))?;
        while self.left == 0 {
            let Some(next) = self.lines.next() else {
                return Ok(());
            };
            self.number += 1;
            self.left = next;
            format.before(self.number, &mut self.out);
        }
        self.out.extend_from_slice(truth.word(&answer).as_bytes());
        self.left -= 1;
        if self.left == 0 {
            format.after(self.number, &mut self.out);
        }
        Ok(())
    }

    /// Returns the failure of a question without an answer: an invalid input, with its line, or a
    /// limit.
    fn failure(&self, format: &Format, chain: &[&Case<'_>], why: Unanswered) -> Failure {
        let level = format.levels.last();
        let name = level.map_or("input", |level| level.name.as_str());
        let asked = match format.levels.len() {
            1 => "the input".to_string(),
            _ => format!("{name} {}", self.asked),
        };
        let line = chain.last().map_or(1, |case| case.line);
        let at = |message: String, help: &str| {
            let fault = ContestError {
                line,
                column: 1,
                message,
                help: help.to_string(),
            };
            Failure::Input(fault.to_string())
        };
        match why {
            Unanswered::Draw => at(
                format!("nobody can force a win in {asked}"),
                "the contest has no word for a draw; remove this position",
            ),
            Unanswered::Input(message) => at(
                format!("{asked} has no answer: {message}"),
                "correct it, or the format",
            ),
            Unanswered::Engine(error) if error.is_budget() => {
                Failure::Budget(format!("{asked} has no answer: {error}"))
            }
            Unanswered::Engine(error) => at(
                format!("{asked} has no answer: {error}"),
                "correct the rules, or use another position",
            ),
        }
    }
}

const COLUMNS: [Column; 4] = [
    Column::words("name"),
    Column::words("problem"),
    Column::words("from"),
    Column::words("asks"),
];

fn list(form: Form) -> Result<(), Failure> {
    let mut table = Table::begin(pager::out(), form, &COLUMNS)?;
    let mut objects = Vec::new();
    for (name, text) in contest::shipped() {
        let format = Format::parse(name, text)?;
        let asked = format.question.told();
        match form {
            Form::Json => objects.push(
                json!({"name": name, "problem": format.title, "from": format.from, "asks": asked}),
            ),
            _ => table.row(vec![
                name.to_owned(),
                format.title,
                format.from,
                asked.to_owned(),
            ])?,
        }
    }
    table.end_with(json!({ "problems": objects }))
}

/// Reads standard input, up to half of the memory limit.
fn read_input(memory: u64) -> Result<Vec<u8>, Failure> {
    let most = (memory / 2).clamp(SHORT, LONGEST);
    let mut input = Vec::new();
    let stdin = std::io::stdin().lock();
    unless_interrupted(|| stdin.take(most + 1).read_to_end(&mut input))
        .map_err(|error| Failure::Input(format!("standard input cannot be read: {error}")))?;
    match input.len() as u64 > most {
        true if most == LONGEST => Err(Failure::Input(format!(
            "the input is longer than {LONGEST} bytes; name a shorter file"
        ))),
        true => Err(Failure::Budget(format!(
            "the input is longer than {most} bytes, half of the allowed memory; allow more with \
             --memory"
        ))),
        false => Ok(input),
    }
}
