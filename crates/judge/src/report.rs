//! What a judge has found.

use std::fmt;

use serde::Serialize;

use crate::program::{Ended, Isolation};
use crate::turns::Turns;

/// The verdict on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It was right wherever it was asked.
    Right,
    /// It was wrong somewhere.
    Wrong,
    /// It ended by itself and not well.
    Crashed,
    /// It took too long for one question.
    TimedOut,
    /// It gave no answer, or what is none.
    Nonsense,
    /// It printed too much.
    Output,
    /// It needed too much memory.
    Memory,
    /// It started too many processes.
    Processes,
    /// It could not be started.
    NoStart,
    /// It answered no question, or it may hang on one that was not found in time.
    Unknown,
}

impl Verdict {
    /// The verdict on a program that gave no answer and ended like this.
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

/// A question on which a program fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failing {
    /// An input of this question alone.
    pub input: String,
    /// The position, as the game writes it.
    pub position: String,
    /// The size of the question.
    pub size: u64,
    /// What the program said; `null` where it said nothing.
    pub said: Option<String>,
    /// What is right.
    pub right: String,
    /// Why, where it is not that the answer is wrong: how the program ended, what it wrote to
    /// standard error.
    pub why: Option<String>,
    /// Whether every smaller question was asked and answered well, and every one of its size that
    /// comes before it.
    pub smallest: bool,
    /// Best play from there: each move in words, with the position after it.
    pub line: Vec<String>,
    /// Who wins there; `null` for a draw.
    pub winner: Option<String>,
}

/// How many questions, and on how many of them the program was wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Questions.
    pub asked: u64,
    /// Wrong answers.
    pub wrong: u64,
}

/// A share that a sample shows, with where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Questions.
    pub asked: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// The share is at least this, and at most that, with 95 in 100.
    pub least: f64,
    /// See `least`.
    pub most: f64,
}

/// What a judge has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The problem, or the game.
    pub problem: String,
    /// What was asked.
    pub question: String,
    /// Which of the processes it is that share the questions out; `null` where one asks all of
    /// them.
    pub shard: Option<Turns>,
    /// The verdict.
    pub verdict: Verdict,
    /// The question that shows it.
    pub failing: Option<Failing>,
    /// The order in which questions were asked.
    pub order: String,
    /// All questions up to this size were asked; `null` where not even the smallest were.
    pub up_to: Option<u64>,
    /// Whether that is all there are.
    pub all: bool,
    /// Of the questions in order.
    pub in_order: Tally,
    /// Of hard ones: the largest, those beside lost positions, those where formulas break.
    pub hard: Tally,
    /// Of random ones, each field anywhere within its limits.
    pub random: Option<Share>,
    /// Why no more were asked in order; `null` where time ended it, or all were.
    pub stopped: Option<String>,
    /// Seconds.
    pub seconds: f64,
    /// Seconds of these in which nothing was left to do but to wait for the program.
    pub waited: f64,
    /// Seconds of processor time that one run may take.
    pub run_time: f64,
    /// Seconds of processor time and sleep that one run may take.
    pub run_wall: f64,
    /// How the runs were isolated; `null` if none was started.
    pub isolation: Option<Isolation>,
}

impl Share {
    /// What a sample shows (Wilson 1927).
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
            Self::Right => "right, as far as it was asked",
            Self::Wrong => "wrong",
            Self::Crashed => "crashed",
            Self::TimedOut => "timed out",
            Self::Nonsense => "wrote nonsense",
            Self::Memory => "needed too much memory",
            Self::Processes => "started too many processes",
            Self::Output => "printed too much",
            Self::NoStart => "did not start",
            Self::Unknown => "no verdict",
        })
    }
}

impl Report {
    /// The report as one JSON object.
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
        match (self.up_to, self.all) {
            (Some(_), true) => writeln!(
                f,
                "asked in order: all {asked} there are{own}, {}",
                share(asked, wrong)
            )?,
            (Some(size), false) => writeln!(
                f,
                "asked in order: {asked}, all{own} up to size {size}, {}; {}",
                share(asked, wrong),
                self.order
            )?,
            (None, _) => writeln!(
                f,
                "asked in order: {asked}, {}; {}",
                share(asked, wrong),
                self.order
            )?,
        }
        if let Some(stopped) = &self.stopped {
            writeln!(f, "no more in order: {stopped}")?;
        }
        if self.hard.asked > 0 {
            let Tally { asked, wrong } = self.hard;
            writeln!(
                f,
                "asked where it is hard: {asked}, {}",
                share(asked, wrong)
            )?;
        }
        if let Some(random) = &self.random {
            writeln!(
                f,
                "asked at random: {}, {}; the share lies between {:.2} % and {:.2} % (95 in 100)",
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
            Some(said) => format!("it says `{said}`, and right is `{}`", self.right),
            None => format!("right is `{}`", self.right),
        };
        match &self.why {
            Some(why) => writeln!(f, "  at {}: {why}; {said}", self.position)?,
            None => writeln!(f, "  at {}: {said}", self.position)?,
        }
        match (self.smallest, shard) {
            (true, None) => writeln!(f, "  the smallest: all that come before it were asked")?,
            (true, Some(shard)) => writeln!(
                f,
                "  the smallest of shard {shard}: all of its own that come before it were asked"
            )?,
            (false, _) => writeln!(
                f,
                "  there may be a smaller one: not all that come before it were asked"
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
