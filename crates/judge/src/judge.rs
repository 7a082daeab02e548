//! The judge: sends a program all queries from the smallest on, then hard ones, then random ones,
//! and checks each answer.
//!
//! Start reading at [`judge`].

mod batch;
mod failing;
mod laws;
mod lines;
mod near;
mod search;

pub(crate) use batch::join;
pub(crate) use near::near;

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use whowins::analysis::{Budget, Value as Outcome};
use whowins::contest::{Case, Field, Format, Kind, Question};
use whowins::engine::EngineError;

use crate::hard::{Draw, Random, Reach};
use crate::positions::Positions;
use crate::program::{Isolation, Program, Ran};
use crate::questions::Questions;
use crate::report::{Failing, Report, Share, Tally, Verdict};
use crate::sizes::Flow;
use crate::truth::{Answer, Truth, Unanswered};
use crate::turns::Turns;

/// The parameters of a judgement.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// Time limit for everything.
    pub time: Duration,
    /// Number of parallel runs of the program.
    pub jobs: usize,
    /// Limits of queries for formats without bounds.
    pub reach: Reach,
    /// Maximum size of queries in order.
    pub up_to: Option<u64>,
    /// Maximum number of hard queries, and of random queries.
    pub drawn: u64,
    /// Seed of the random queries.
    pub seed: u64,
    /// The share of this process. It sends its share of the queries in order, and different random
    /// queries.
    pub shard: Option<Turns>,
}

impl Wishes {
    /// Returns the seed for this process.
    fn start(&self) -> u64 {
        let own = self.shard.map_or(0, |shard| shard.own);
        self.seed.wrapping_add(own << 32)
    }
}

/// Maximum number of queries in one run.
const BATCH: usize = 1 << 18;
/// Number of initial runs with a single query, which quickly detect a program that hangs.
const SINGLES: u32 = 3;
/// Maximum time reserved for the report. It is a tenth of the total time, if that is less.
const RESERVE: Duration = Duration::from_millis(500);
/// Number of lines between two reads of the clock.
const LOOK: usize = 64;
/// Number of random queries after a wrong answer: enough to estimate the share of wrong answers.
const SHARE: u64 = 2000;

/// Returns the time for all work, without the reserve for the report.
pub(crate) fn work(time: Duration) -> Duration {
    time - (time / 10).min(RESERVE)
}

/// The kind of queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    InOrder,
    Hard,
    Random,
}

/// The expected answers.
#[derive(Clone, Debug)]
enum Expected {
    Values(Vec<Outcome>),
    Answers(Vec<Answer>),
}

/// The queries of one run.
#[derive(Clone, Debug)]
struct Batch {
    stage: Stage,
    input: Arc<Vec<u8>>,
    expected: Expected,
    /// The cases of the input; `None` if each query is a line.
    root: Option<Case<'static>>,
}

/// A batch under construction.
enum Collecting {
    /// Positions of numbers, one per line, whose values are looked up.
    Lines(Vec<u8>, Vec<Outcome>),
    /// All other queries.
    Cases(Case<'static>, Vec<Answer>, Vec<u64>),
}

/// The failure found for one query.
struct Found {
    failing: Failing,
    verdict: Verdict,
}

struct Judge<'j> {
    truth: &'j mut Truth,
    program: &'j Program,
    questions: &'j Questions<'j>,
    shard: Option<Turns>,
    /// The number of queries in order so far, for all processes. Each size starts with a fixed
    /// number.
    turn: u64,
    jobs: usize,
    began: Instant,
    /// The end of the current stage.
    deadline: Instant,
    /// The end of everything, which also stops the current run.
    end: Budget,
    collecting: Option<Collecting>,
    stage: Stage,
    most: usize,
    pending: VecDeque<(Batch, JoinHandle<std::io::Result<Ran>>)>,
    tallies: [Tally; 3],
    /// The first failure among the queries in order.
    first: Option<Found>,
    /// The smallest failure among the other queries.
    other: Option<Found>,
    /// Set if the program can't be tested any more.
    over: bool,
    /// The reason why further answers are unknown.
    unknown: Option<String>,
    /// Total time spent waiting for runs.
    waited: Duration,
    /// Number of successful initial runs, up to [`SINGLES`].
    runs: u32,
    /// Their average duration, which is about the start time of the program.
    startup: Duration,
    /// The size from which on queries in order were sent but not all answered.
    unanswered: Option<u64>,
    /// The problem when the time was over before a run had ended.
    met: Option<String>,
    /// The run in which the program may hang on a query that was not located in time.
    unlocated: Option<String>,
    isolation: Option<Isolation>,
    /// The largest number that was announced to the exact solver.
    ahead: u64,
    /// Buffers for the numbers of a position and for its state.
    scratch: (Vec<u64>, Vec<i64>),
}

/// Judges a program.
///
/// # Errors
///
/// Returns an error if the format doesn't fit the game, or if the game's positions have no order.
pub fn judge(truth: &mut Truth, program: &Program, wishes: &Wishes) -> Result<Report, Unanswered> {
    let began = Instant::now();
    let format = truth.format().clone();
    let limits = truth.limits().clone();
    let is_position = |field: &Field| matches!(field.kind, Kind::Position);
    let has_positions = format.fields.iter().any(is_position);
    let game = match has_positions || is_row(&format) {
        true => Some(truth.game(&[])?.clone()),
        false => None,
    };
    let positions = game
        .as_ref()
        .map(|game| Positions::new(game, truth.player(), &limits));
    let positions = positions.transpose().map_err(Unanswered::Input)?;
    let questions = Questions::new(&format, positions);
    let most = questions.largest();
    let time = work(wishes.time);
    let end = began + time;
    let mut judge = Judge {
        program,
        questions: &questions,
        shard: wishes.shard,
        turn: 0,
        jobs: wishes.jobs.max(1),
        began,
        deadline: began,
        end: truth.outer().clone().by(end),
        collecting: None,
        stage: Stage::InOrder,
        most: 1,
        pending: VecDeque::new(),
        tallies: [Tally::default(); 3],
        first: None,
        other: None,
        over: false,
        unknown: None,
        waited: Duration::ZERO,
        runs: 0,
        startup: Duration::ZERO,
        unanswered: None,
        met: None,
        unlocated: None,
        isolation: None,
        ahead: 0,
        scratch: (Vec::new(), Vec::new()),
        truth,
    };
    judge.until(began + time.mul_f64(0.6));
    let mut up_to = judge.in_order(0, most, wishes.up_to);
    if judge.first.is_none() && !judge.over && !judge.is_all(up_to, most) {
        judge.until(began + time.mul_f64(0.8));
        if wishes.drawn > 0 {
            judge.at_law(wishes.reach, wishes.start(), time / 10);
        }
        judge.drawn(Stage::Hard, wishes, wishes.drawn);
    }
    if !judge.over && !judge.is_all(up_to, most) {
        judge.until(end);
        let known = judge.first.is_some() || judge.other.is_some();
        let enough = if known {
            wishes.drawn.min(SHARE)
        } else {
            wishes.drawn
        };
        judge.drawn(Stage::Random, wishes, enough);
    }
    if judge.first.is_none()
        && let Some(size) = judge.other.as_ref().map(|found| found.failing.size)
    {
        // After a wrong answer, test all smaller queries while there is time.
        judge.until(end);
        let from = up_to.map_or(0, |up_to| up_to + 1);
        let until = wishes.up_to.map_or(size, |most| most.min(size));
        judge.over = false;
        up_to = judge.in_order(from, most, Some(until)).or(up_to);
    }
    judge.truth.unhurried();
    let found = judge.first.take().or(judge.other.take());
    // Queries after one that ended the program weren't tested.
    let up_to = match &found {
        Some(found) if found.verdict != Verdict::Wrong => {
            let before = found.failing.size.checked_sub(1);
            up_to.and_then(|up_to| Some(up_to.min(before?)))
        }
        _ => up_to,
    };
    let all = judge.is_all(up_to, most);
    let [in_order, hard, random] = judge.tallies;
    let answered = [in_order, hard, random].iter().any(|tally| tally.asked > 0);
    let (silent, met) = match judge.unlocated.take() {
        _ if found.is_some() => (Verdict::Right, None),
        None if answered => (Verdict::Right, None),
        None => (Verdict::Unknown, Some(judge.nothing(up_to))),
        unlocated => (Verdict::Unknown, unlocated),
    };
    let stopped = met.or(judge.unknown);
    Ok(Report {
        problem: format.title.clone(),
        question: format.question.told().to_string(),
        shard: wishes.shard,
        verdict: found.as_ref().map_or(silent, |found| found.verdict),
        failing: found.map(|found| found.failing),
        order: questions.order(),
        up_to,
        all,
        in_order,
        hard,
        random: (random.asked > 0).then(|| Share::of(random)),
        stopped,
        seconds: began.elapsed().as_secs_f64(),
        waited: judge.waited.as_secs_f64(),
        run_time: program.allowed.time.as_secs_f64(),
        run_wall: program.allowed.wall.as_secs_f64(),
        isolation: judge.isolation,
    })
}

/// Returns true if the format consists of one text, which is the position.
fn is_row(format: &Format) -> bool {
    let ([field], Some(template)) = (format.fields.as_slice(), &format.position) else {
        return false;
    };
    let whole = template.unfill("..").is_some_and(|all| all == [(0, "..")]);
    matches!(field.kind, Kind::Text(..)) && whole && format.sets.is_empty()
}

impl Judge<'_> {
    fn is_all(&self, up_to: Option<u64>, most: Option<u64>) -> bool {
        self.unknown.is_none()
            && self.unlocated.is_none()
            && up_to.is_some()
            && up_to >= most
            && most.is_some()
    }

    /// Describes why no query was answered.
    fn nothing(&self, up_to: Option<u64>) -> String {
        match (&self.met, up_to) {
            (Some(met), _) => met.clone(),
            (None, Some(size)) => {
                format!("the rules leave every position up to size {size} without an answer")
            }
            (None, None) => "the time was over before the right answer was known".into(),
        }
    }

    /// Sets the end of this stage, also for the exact solver.
    fn until(&mut self, deadline: Instant) {
        self.deadline = deadline;
        self.truth.until(deadline);
    }

    /// Records the reason why a query in order has no known answer. A timeout isn't a reason.
    fn record_unknown(&mut self, error: &EngineError) {
        if self.stage == Stage::InOrder && !self.is_time() {
            self.unknown = Some(format!("the truth is not known there: {error}"));
        }
    }

    /// Returns true if it is time to stop.
    fn is_time(&self) -> bool {
        Instant::now() >= self.deadline || self.truth.limits().budget.over().is_some()
    }

    /// Sends the queries in order from a size on, up to the end of the first size with a failure.
    /// Returns the last completed size.
    fn in_order(&mut self, from: u64, most: Option<u64>, up_to: Option<u64>) -> Option<u64> {
        self.stage = Stage::InOrder;
        let last = match (most, up_to) {
            (Some(most), Some(up_to)) => most.min(up_to),
            (most, up_to) => most.or(up_to).unwrap_or(u64::MAX),
        };
        let mut whole = from.checked_sub(1);
        let mut size = from;
        while size <= last && !self.over && self.first.is_none() {
            self.turn = size;
            let done = match self.by_lines(size) {
                Some(positions) => self.fast(positions, size),
                None => {
                    let questions = self.questions;
                    questions.of_size(size, &mut |input| match self.passes() {
                        true => Flow::Continue(()),
                        false => self.add(input),
                    })
                }
            };
            if done.is_break() || self.unknown.is_some() || self.unlocated.is_some() {
                break;
            }
            whole = Some(size);
            size += 1;
        }
        self.flush();
        self.wait_for_runs();
        match self.unanswered {
            None => whole,
            Some(size) => whole.min(size.checked_sub(1)),
        }
    }

    /// Returns true if the next query in order belongs to another process.
    fn passes(&mut self) -> bool {
        self.turn += 1;
        self.shard.is_some_and(|shard| !shard.has(self.turn))
    }

    fn has_draws(&self) -> bool {
        matches!(
            self.questions.format.question,
            Question::Winner(_, _, Some(_))
        )
    }

    /// Sends hard or random queries until the time is over or `enough` were sent.
    fn drawn(&mut self, stage: Stage, wishes: &Wishes, enough: u64) {
        self.stage = stage;
        let mut random = Random(wishes.start());
        let questions = self.questions;
        let many = if questions.are_joined() && questions.format.levels.len() == 2 {
            1
        } else {
            100
        };
        let mut idle = 0;
        let mut sent = 0;
        while !self.is_time() && !self.over && idle < 10_000 && sent < enough {
            let draw = match (stage, random.between(0, 5)) {
                (Stage::Random, _) => Draw::Uniform,
                (_, 0) => Draw::Largest,
                _ => Draw::Hard,
            };
            idle += 1;
            let Some(input) = questions.draw(draw, many, wishes.reach, &mut random) else {
                continue;
            };
            if stage == Stage::Hard {
                let near = near(self.truth, questions, &input, 8);
                let _ = self.add_joined(near);
            }
            let before = self.sent();
            let _ = self.add(input);
            if self.sent() > before {
                idle = 0;
            }
            sent += many;
        }
        self.flush();
        self.wait_for_runs();
    }

    /// Returns the number of queries that were answered or are running.
    fn sent(&self) -> u64 {
        let pending = self.pending.iter().map(|(batch, _)| batch.expected.len());
        let collecting = match &self.collecting {
            Some(Collecting::Lines(_, values)) => values.len(),
            Some(Collecting::Cases(_, answers, _)) => answers.len(),
            None => 0,
        };
        self.tallies.iter().map(|tally| tally.asked).sum::<u64>()
            + pending.sum::<usize>() as u64
            + collecting as u64
    }
}
