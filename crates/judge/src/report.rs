//! The report of a judge.

use std::fmt;

use serde::Serialize;

use crate::program::{Ended, Isolation};
use crate::turns::Turns;

/// The verdict on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All tested answers were correct.
    Right,
    /// An answer was wrong.
    Wrong,
    /// The program ended with an error.
    Crashed,
    /// A single query took too long.
    TimedOut,
    /// There was no answer, or an invalid one.
    Nonsense,
    /// It printed too much.
    Output,
    /// It needed too much memory.
    Memory,
    /// It started too many processes.
    Processes,
    /// It could not be started.
    NoStart,
    /// It answered no query, or it may hang on a query that was not located in time.
    Unknown,
}

impl Verdict {
    /// Returns the verdict on a program that gave no answer and ended like this.
    pub(crate) fn of(how: &Ended) -> Self {
        match how {
            Ended::Well => Self::Nonsense,
            Ended::Output(_) | Ended::File => Self::Output,
            Ended::Code(_) | Ended::Signal(_) => Self::Crashed,
            Ended::TimedOut => Self::TimedOut,
            Ended::Memory => Self::Memory,
            Ended::Processes => Self::Processes,
            Ended::NoStart(_) => Self::NoStart,
            Ended::Cut => Self::Unknown,
        }
    }
}

/// A query on which a program fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failing {
    /// An input with only this query.
    pub input: String,
    /// The position in the game's notation.
    pub position: String,
    /// The size of the query.
    pub size: u64,
    /// The program's answer; `null` if it gave none.
    pub said: Option<String>,
    /// The correct answer.
    pub right: String,
    /// The reason, if it isn't a wrong answer: how the program ended, and its standard error.
    pub why: Option<String>,
    /// True if every smaller query, and every earlier one of this size, was answered correctly.
    pub smallest: bool,
    /// Optimal play from there: a description of each move with the position after it.
    pub line: Vec<String>,
    /// The winner from there; `null` for a draw.
    pub winner: Option<String>,
}

/// Numbers of queries and of wrong answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Queries.
    pub asked: u64,
    /// Wrong answers.
    pub wrong: u64,
}

/// The estimated share of wrong answers, with a confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Queries.
    pub asked: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// Lower end of the 95% confidence interval of the share.
    pub least: f64,
    /// Upper end of the 95% confidence interval of the share.
    pub most: f64,
}

/// The report of a judge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The problem or the game.
    pub problem: String,
    /// The question.
    pub question: String,
    /// The share of this process; `null` if one process tests everything.
    pub shard: Option<Turns>,
    /// The verdict.
    pub verdict: Verdict,
    /// The failing query.
    pub failing: Option<Failing>,
    /// The order of the queries.
    pub order: String,
    /// All queries up to this size were tested; `null` if the smallest size wasn't completed.
    pub up_to: Option<u64>,
    /// True if the queries in order were exhaustive.
    pub all: bool,
    /// Queries in order.
    pub in_order: Tally,
    /// Hard queries: maximum values, neighbours of lost positions, and numbers where formulas fail.
    pub hard: Tally,
    /// Random queries, uniform within the bounds.
    pub random: Option<Share>,
    /// The reason why the queries in order stopped; `null` if the time ended or all were tested.
    pub stopped: Option<String>,
    /// Total duration in seconds.
    pub seconds: f64,
    /// Seconds spent waiting for the program.
    pub waited: f64,
    /// Processor time limit of one run in seconds.
    pub run_time: f64,
    /// Limit of processor time plus sleep of one run in seconds.
    pub run_wall: f64,
    /// The isolation of the runs; `null` if none was started.
    pub isolation: Option<Isolation>,
}

impl Share {
    /// Estimates the share from a sample (E. B. Wilson, 1927).
    pub fn of(tally: Tally) -> Self {
        let (n, k) = (tally.asked as f64, tally.wrong as f64);
        let z = 1.959_964;
        let p = k / n;
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        Self {
            asked: tally.asked,
            wrong: tally.wrong,
            least: if tally.wrong == 0 {
                0.0
            } else {
                (middle - half).max(0.0)
            },
            most: if tally.wrong == tally.asked {
                1.0
            } else {
                (middle + half).min(1.0)
            },
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Right => "no wrong answer found",
            Self::Wrong => "wrong",
            Self::Crashed => "crashed",
            Self::TimedOut => "timed out",
            Self::Nonsense => "wrote an invalid answer",
            Self::Memory => "needed too much memory",
            Self::Processes => "started too many processes",
            Self::Output => "printed too much",
            Self::NoStart => "did not start",
            Self::Unknown => "no verdict",
        })
    }
}

impl Report {
    /// Returns the report as one JSON object.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict)?;
        if let Some(failing) = &self.failing {
            failing.told(self.verdict, self.shard, f)?;
        }
        let Tally { asked, wrong } = self.in_order;
        let own = self
            .shard
            .map_or_else(String::new, |shard| format!(" of shard {shard}"));
        // The last question of a program that failed has no wrong answer.
        let share = |asked, wrong| match wrong {
            0 if self.failing.is_some() => String::new(),
            _ => format!(", {}", share(asked, wrong)),
        };
        match (self.up_to, self.all) {
            (Some(_), true) => writeln!(
                f,
                "asked in order: all {asked} there are{own}{}",
                share(asked, wrong)
            )?,
            (Some(size), false) => writeln!(
                f,
                "asked in order: {asked}, all{own} up to size {size}{}; {}",
                share(asked, wrong),
                self.order
            )?,
            (None, _) => writeln!(
                f,
                "asked in order: {asked}{}; {}",
                share(asked, wrong),
                self.order
            )?,
        }
        if let Some(stopped) = &self.stopped {
            writeln!(f, "no more in order: {stopped}")?;
        }
        if self.hard.asked > 0 {
            let Tally { asked, wrong } = self.hard;
            writeln!(f, "asked where it is hard: {asked}{}", share(asked, wrong))?;
        }
        if let Some(random) = &self.random {
            writeln!(
                f,
                "asked at random: {}{}; share of wrong answers: {:.2} % to {:.2} % \
                 (95 % confidence)",
                random.asked,
                share(random.asked, random.wrong),
                100.0 * random.least,
                100.0 * random.most
            )?;
        }
        if let Some(isolation) = &self.isolation {
            write!(f, "{isolation}")?;
        }
        Ok(())
    }
}

fn share(asked: u64, wrong: u64) -> String {
    match wrong {
        0 => "none wrong".into(),
        _ => format!(
            "{wrong} wrong ({:.2} %)",
            100.0 * wrong as f64 / asked as f64
        ),
    }
}

impl Failing {
    fn told(
        &self,
        verdict: Verdict,
        shard: Option<Turns>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let said = match &self.said {
            Some(said) => format!("output `{said}`, expected `{}`", self.right),
            None => format!("expected `{}`", self.right),
        };
        match &self.why {
            Some(why) => writeln!(f, "  at {}: {why}; {said}", self.position)?,
            None => writeln!(f, "  at {}: {said}", self.position)?,
        }
        match (self.smallest, shard) {
            (true, None) => writeln!(f, "  the smallest: every earlier one was tested")?,
            (true, Some(shard)) => writeln!(
                f,
                "  the smallest of shard {shard}: every earlier one of the shard was tested"
            )?,
            (false, _) => writeln!(
                f,
                "  there may be a smaller one: not every earlier one was tested"
            )?,
        }
        if verdict == Verdict::Wrong && !self.line.is_empty() {
            let winner = self.winner.as_deref().unwrap_or("nobody");
            writeln!(f, "  {winner} wins by best play: {}", self.line.join("; "))?;
        }
        if self.input.lines().count() > 1 || self.input.trim() != self.position {
            writeln!(f, "  the input:")?;
            for line in self.input.lines() {
                writeln!(f, "    {line}")?;
            }
        }
        Ok(())
    }
}
