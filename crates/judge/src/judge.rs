//! The judge: asks a program all questions from the smallest on, then hard ones, then random ones,
//! and holds each answer against the truth.

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

/// How a program is to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// Time for all of it.
    pub time: Duration,
    /// Runs of the program at once.
    pub jobs: usize,
    /// What is asked where nothing bounds it.
    pub reach: Reach,
    /// No larger questions are asked in order.
    pub up_to: Option<u64>,
    /// No more hard questions than these are drawn, and no more random ones.
    pub drawn: u64,
    /// Where the random questions begin.
    pub seed: u64,
    /// Which of the processes it is that share the questions out: it asks its own of those in
    /// order, and draws others than they.
    pub shard: Option<Turns>,
}

impl Wishes {
    /// Where this process's random questions begin.
    fn start(&self) -> u64 {
        let own = self.shard.map_or(0, |shard| shard.own);
        self.seed.wrapping_add(own << 32)
    }
}

/// The most questions of one run.
const BATCH: usize = 1 << 18;
/// The first runs ask one question each, so that a program that hangs is found out at once.
const SINGLES: u32 = 3;
/// What is kept of the time for the report: a tenth, and no more than this.
const RESERVE: Duration = Duration::from_millis(500);
/// Lines between two looks at the clock.
const LOOK: usize = 64;
/// Random questions after a wrong answer was found: enough for the share.
const SHARE: u64 = 2000;

/// The time for all work, less what is kept for its report.
pub(crate) fn work(time: Duration) -> Duration {
    time - (time / 10).min(RESERVE)
}

/// Which questions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    InOrder,
    Hard,
    Random,
}

/// What is right, question by question.
#[derive(Clone, Debug)]
enum Expected {
    Values(Vec<Outcome>),
    Answers(Vec<Answer>),
}

/// One run's questions.
#[derive(Clone, Debug)]
struct Batch {
    stage: Stage,
    input: Arc<Vec<u8>>,
    expected: Expected,
    /// The input's cases; `None` where each question is a line.
    root: Option<Case<'static>>,
}

/// A batch under way.
enum Collecting {
    /// Positions of numbers, a line each, whose values are known at a look.
    Lines(Vec<u8>, Vec<Outcome>),
    /// Any other.
    Cases(Case<'static>, Vec<Answer>, Vec<u64>),
}

/// What was found on one question.
struct Found {
    failing: Failing,
    verdict: Verdict,
}

struct Judge<'j> {
    truth: &'j mut Truth,
    program: &'j Program,
    questions: &'j Questions<'j>,
    shard: Option<Turns>,
    /// Questions in order that came so far, whoever asks them; each size begins with its own
    /// number.
    turn: u64,
    jobs: usize,
    began: Instant,
    /// When the current stage ends.
    deadline: Instant,
    /// When all ends: a run that is under way then is cut.
    end: Budget,
    collecting: Option<Collecting>,
    stage: Stage,
    most: usize,
    pending: VecDeque<(Batch, JoinHandle<std::io::Result<Ran>>)>,
    tallies: [Tally; 3],
    /// The first failure of the questions in order.
    first: Option<Found>,
    /// The smallest failure of the others.
    other: Option<Found>,
    /// Set where the program cannot be asked any more.
    over: bool,
    /// Why the truth is not known further on.
    unknown: Option<String>,
    /// How long runs were waited for.
    waited: Duration,
    /// The first runs that ended well, to [`SINGLES`].
    runs: u32,
    /// How long they took on average: about what it takes to start the program.
    startup: Duration,
    /// Questions in order from this size on were sent, and not all of them were answered.
    unanswered: Option<u64>,
    /// What was met when the time was over before a run had ended.
    met: Option<String>,
    /// The run that the program may hang on, where the question was not found in time.
    unlocated: Option<String>,
    isolation: Option<Isolation>,
    /// Numbers up to this have been told to the truth ahead.
    ahead: u64,
    /// Room for the numbers of a position, and for its state.
    scratch: (Vec<u64>, Vec<i64>),
}

/// Judges a program.
///
/// # Errors
///
/// Where the format does not suit the game, or nothing says in which order its positions are to be
/// asked.
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
        // A wrong answer is known: all that is smaller is asked too, as long as time lasts.
        judge.until(end);
        let from = up_to.map_or(0, |up_to| up_to + 1);
        let until = wishes.up_to.map_or(size, |most| most.min(size));
        judge.over = false;
        up_to = judge.in_order(from, most, Some(until)).or(up_to);
    }
    judge.truth.unhurried();
    let found = judge.first.take().or(judge.other.take());
    // What came after a question on which the program broke down was not asked.
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

/// Whether a format has nothing but one text, which is the position.
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

    /// Why no question was answered.
    fn nothing(&self, up_to: Option<u64>) -> String {
        match (&self.met, up_to) {
            (Some(met), _) => met.clone(),
            (None, Some(size)) => {
                format!("the rules leave every position up to size {size} without an answer")
            }
            (None, None) => "the time was over before the right answer was known".into(),
        }
    }

    /// Has the stage end at this time, and what it asks of the truth.
    fn until(&mut self, deadline: Instant) {
        self.deadline = deadline;
        self.truth.until(deadline);
    }

    /// Why the truth is not known of a question, in order: time that is over says nothing of the
    /// truth.
    fn gives_up(&mut self, error: &EngineError) {
        if self.stage == Stage::InOrder && !self.is_time() {
            self.unknown = Some(format!("the truth is not known there: {error}"));
        }
    }

    /// Whether it is time to stop.
    fn is_time(&self) -> bool {
        Instant::now() >= self.deadline || self.truth.limits().budget.over().is_some()
    }

    /// Asks the questions from a size on, to the end of the first size with a failure; up to which
    /// size all were asked.
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
        self.settle();
        match self.unanswered {
            None => whole,
            Some(size) => whole.min(size.checked_sub(1)),
        }
    }

    /// Whether the next question in order is another process's.
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

    /// Asks hard questions, or random ones, until time is over or so many were asked.
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
                let _ = self.add_alike(near);
            }
            let before = self.sent();
            let _ = self.add(input);
            if self.sent() > before {
                idle = 0;
            }
            sent += many;
        }
        self.flush();
        self.settle();
    }

    /// Questions answered or under way.
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
