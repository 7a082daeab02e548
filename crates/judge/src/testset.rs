//! Test sets: inputs of a contest format with their answers, and which wrong solutions they catch.

mod guesses;
mod mutants;
mod package;
mod survivor;

use std::time::{Duration, Instant};

use serde::Serialize;
use whowins::analysis::Value as Outcome;
use whowins::contest::{Case, Format, Kind};

use crate::cut::{count, cut};
use crate::hard::{Draw, Random, Reach};
use crate::judge::{join, near, work};
use crate::positions::Positions;
use crate::questions::Questions;
use crate::sizes::Flow;
use crate::truth::{Answer, Truth, Unanswered};

pub use mutants::{Fate, MutantReport};
pub use package::{File, files};

/// What a test set is to be like.
#[derive(Clone, Copy, Debug)]
pub struct TestWishes {
    /// Time for all of it: a third for the tests, the rest for the wrong solutions.
    pub time: Duration,
    /// About so many questions in order, the smallest first.
    pub small: usize,
    /// So many tests of each drawn kind.
    pub drawn: usize,
    /// So many questions in a drawn test, where the format has a count.
    pub questions: u64,
    /// What is asked where nothing bounds it.
    pub reach: Reach,
    /// Where the random questions begin.
    pub seed: u64,
}

/// How a test came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// All questions of the smallest sizes, in order.
    Small,
    /// Ends of limits, powers, Fibonacci numbers.
    Edges,
    /// Lost positions that best moves lead to, and their neighbours.
    Law,
    /// Random questions, as many won as lost where that can be had.
    Balanced,
    /// As large as the format allows.
    Largest,
}

impl Group {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Edges => "edges",
            Self::Law => "law",
            Self::Balanced => "balanced",
            Self::Largest => "largest",
        }
    }
}

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// How it came about.
    pub group: Group,
    /// How it is made again, in words.
    pub made: String,
    /// The input.
    pub input: Vec<u8>,
    /// The right output.
    pub answer: Vec<u8>,
    /// The right answers, question by question.
    pub answers: Vec<Answer>,
    /// How many questions it has, and on how many of them the player to move wins.
    pub questions: usize,
    /// See `questions`.
    pub won: usize,
}

/// A test set.
#[derive(Clone, Debug, PartialEq)]
pub struct TestSet {
    /// The problem.
    pub format: Format,
    /// The tests, the smallest first.
    pub tests: Vec<Test>,
    /// All questions up to this size are in it; `null` where not even the smallest are.
    pub up_to: Option<u64>,
    /// What is the smallest.
    pub order: String,
    /// Wrong solutions, and what becomes of them.
    pub mutants: Vec<MutantReport>,
    /// Why there are fewer tests than asked for; `null` if there are not.
    pub stopped: Option<String>,
}

/// Tests, being made.
struct Maker<'m> {
    truth: &'m mut Truth,
    questions: &'m Questions<'m>,
    wishes: &'m TestWishes,
    /// How long making the tests may take.
    time: Duration,
    /// When the tests are to be made.
    end: Instant,
    /// Whether the time was over before all were made.
    is_cut: bool,
    tests: Vec<Test>,
}

/// Lost positions are looked for from so many questions of a drawn input.
const NEAR: usize = 60;
/// No test has more questions than these in order.
const TOGETHER: usize = 1000;

/// A test set of a problem, with a report of the wrong solutions that it catches: solutions by
/// changed rules ([`crate::one_step`]), by changed laws, and by what people guess.
///
/// # Errors
///
/// Where the format does not suit the game, or nothing says in which order its positions come.
pub fn test_set(truth: &mut Truth, wishes: &TestWishes) -> Result<TestSet, Unanswered> {
    let began = Instant::now();
    let all = work(wishes.time);
    let (time, end) = (all / 3, began + all);
    let format = truth.format().clone();
    let limits = truth.limits().clone();
    if format.sets.is_empty() {
        // A law finds best moves of large positions without going through all moves.
        let _ = truth.law(time / 4);
    }
    let game = match format
        .fields
        .iter()
        .any(|field| matches!(field.kind, Kind::Position))
    {
        true => Some(truth.game(&[])?.clone()),
        false => None,
    };
    let positions = game
        .as_ref()
        .map(|game| Positions::new(game, truth.player(), &limits));
    let questions = Questions::new(&format, positions.transpose().map_err(Unanswered::Input)?);
    let mut maker = Maker {
        truth,
        questions: &questions,
        wishes,
        time,
        end: began + time,
        is_cut: false,
        tests: Vec::new(),
    };
    let up_to = maker.small(began);
    let mut random = Random(wishes.seed);
    for (group, draw) in [
        (Group::Edges, Draw::Hard),
        (Group::Law, Draw::Hard),
        (Group::Balanced, Draw::Uniform),
        (Group::Largest, Draw::Largest),
    ] {
        for number in 0..wishes.drawn {
            if Instant::now() >= maker.end {
                maker.is_cut = true;
                break;
            }
            maker.drawn(group, draw, number, &mut random);
        }
    }
    let mut mutants = Vec::new();
    let wrong = match maker.tests.is_empty() {
        true => Vec::new(),
        false => mutants::report(maker.truth, &questions, &maker.tests, end),
    };
    // What a survivor's test asks has been answered before.
    maker.end = end;
    for mutant in wrong {
        let (mut one, input) = (mutant.report, mutant.input);
        // A survivor that the limits allow to catch has a test of its own.
        if let Fate::TooSmall { position, .. } = &one.fate {
            let asking = || questions.asking(position, wishes.reach, &mut random);
            if let Some(input) = input.or_else(asking) {
                let before = maker.tests.len();
                maker.put(Group::Law, format!("catches `{}`", one.what), input);
                if maker.tests.len() > before {
                    one.fate = Fate::Killed {
                        test: maker.tests.len(),
                        position: position.clone(),
                    };
                }
            }
        }
        mutants.push(one);
    }
    let (tests, is_cut) = (maker.tests, maker.is_cut);
    truth.unhurried();
    Ok(TestSet {
        order: questions.order(),
        format: format.clone(),
        tests,
        up_to,
        mutants,
        stopped: is_cut.then(|| "the time was over before all tests were made".into()),
    })
}

impl Maker<'_> {
    /// All questions of the smallest sizes; up to which.
    fn small(&mut self, began: Instant) -> Option<u64> {
        let questions = self.questions;
        let last = questions.largest().unwrap_or(u64::MAX);
        let joined = questions.are_joined();
        let (mut many, mut up_to, mut size) = (0, None, 0);
        let mut open: Option<Case<'static>> = None;
        while size <= last && many < self.wishes.small && began.elapsed() < self.time / 2 {
            let done = questions.of_size(size, &mut |input| {
                let levels = questions.format.levels.len() - 1;
                many += count(&input, 0, levels);
                let room = usize::try_from(questions.room(0))
                    .unwrap_or(usize::MAX)
                    .min(TOGETHER);
                match &mut open {
                    Some(whole) if joined && whole.inner.len() + input.inner.len() <= room => {
                        whole.inner.extend(input.inner)
                    }
                    other => {
                        if let Some(full) = other.replace(input) {
                            self.put(Group::Small, format!("in order, up to size {size}"), full);
                        }
                    }
                }
                // A size is asked to its end, unless it is far too large.
                match many < 4 * self.wishes.small && began.elapsed() < self.time / 2 {
                    true => Flow::Continue(()),
                    false => Flow::Break(()),
                }
            });
            if done.is_break() {
                break;
            }
            up_to = Some(size);
            size += 1;
        }
        if let Some(full) = open {
            self.put(
                Group::Small,
                format!("in order, up to size {}", size.saturating_sub(1)),
                full,
            );
        }
        up_to
    }

    /// A drawn test.
    fn drawn(&mut self, group: Group, draw: Draw, number: usize, random: &mut Random) {
        let questions = self.questions;
        let joined = questions.are_joined();
        let last = questions.format.levels.len() - 1;
        // Where tests are joined, each has its questions; several of them make an input.
        let (cases, within) = match joined && last > 1 {
            true => (
                self.wishes.questions.min(questions.room(0)).min(10),
                self.wishes.questions,
            ),
            false if joined => (self.wishes.questions.min(questions.room(0)), 1),
            false => (1, self.wishes.questions),
        };
        let mut whole: Option<Case<'static>> = None;
        let (mut tries, mut had) = (0, 0);
        while had < cases && tries < 20 * cases && Instant::now() < self.end {
            tries += 1;
            let Some(input) = questions.draw(draw, within, self.wishes.reach, random) else {
                continue;
            };
            let mut all = match group {
                Group::Law => self.near(&input),
                Group::Balanced => self.balanced(&input, last),
                _ => vec![input],
            };
            all.retain(|input| self.answers(input).is_some());
            if !joined {
                // One case holds them all.
                whole = merged(all, last);
                had += u64::from(whole.is_some());
                continue;
            }
            for input in all
                .into_iter()
                .take(usize::try_from(cases - had).unwrap_or(usize::MAX))
            {
                if self.fits(whole.as_ref(), &input) {
                    had += 1;
                    match &mut whole {
                        Some(whole) => whole.inner.extend(input.inner),
                        none => *none = Some(input),
                    }
                }
            }
        }
        if let Some(whole) = whole {
            let made = format!(
                "drawn, number {} from seed {}",
                number + 1,
                self.wishes.seed
            );
            self.put(group, made, whole);
        }
    }

    /// Single questions of an input, as many won as lost: lost ones are rare, and looked for where
    /// best moves lead to.
    fn balanced(&mut self, input: &Case<'static>, last: usize) -> Vec<Case<'static>> {
        let many = count(input, 0, last);
        let mut singles: Vec<Case<'static>> = (0..many)
            .filter_map(|at| cut(input, 0, last, at, at + 1))
            .collect();
        singles.extend(self.near(input));
        let (mut winning, mut losing) = (Vec::new(), Vec::new());
        for one in singles {
            match self.answers(&one).as_deref() {
                Some([Answer::Winner(Outcome::Win)]) => winning.push(one),
                Some([_]) => losing.push(one),
                _ => {}
            }
        }
        let each = winning.len().min(losing.len());
        winning.truncate(each);
        losing.truncate(each);
        winning
            .into_iter()
            .zip(losing)
            .flat_map(|(a, b)| [a, b])
            .collect()
    }

    /// Whether an input has room for another: the count, and the sums that the format bounds.
    fn fits(&self, whole: Option<&Case<'static>>, more: &Case<'static>) -> bool {
        let Some(whole) = whole else {
            return true;
        };
        let mut both = whole.clone();
        both.inner.extend(more.inner.iter().cloned());
        let mut text = Vec::new();
        self.questions.format.write(&both, &mut text);
        self.questions.format.read(&text).is_ok()
    }

    /// No input takes more than its share of the time: one question may be beyond what can be
    /// known, and others are not.
    fn share(&self) {
        let share = Instant::now() + self.time / 20;
        self.truth.until(share.min(self.end));
    }

    /// Lost positions beside an input's, as questions.
    fn near(&mut self, input: &Case<'static>) -> Vec<Case<'static>> {
        self.share();
        near(self.truth, self.questions, input, NEAR)
    }

    fn answers(&mut self, input: &Case<'static>) -> Option<Vec<Answer>> {
        self.share();
        let mut answers = Vec::new();
        let done = self.truth.answers(input, &mut |_, _, answer| {
            answers.push(answer.map_err(|_| ())?);
            Ok::<(), ()>(())
        });
        done.is_ok().then_some(answers)
    }

    /// Adds a test; questions without an answer are left out.
    fn put(&mut self, group: Group, made: String, input: Case<'static>) {
        let format = self.questions.format;
        let last = format.levels.len() - 1;
        let (input, answers) = match self.answers(&input) {
            Some(answers) => (input, answers),
            None => {
                let many = count(&input, 0, last);
                let single = (0..many).filter_map(|at| cut(&input, 0, last, at, at + 1));
                let good: Vec<Case<'static>> =
                    single.filter(|one| self.answers(one).is_some()).collect();
                let Some(whole) = merged(good, last) else {
                    return;
                };
                let Some(answers) = self.answers(&whole) else {
                    return;
                };
                (whole, answers)
            }
        };
        let mut text = Vec::new();
        format.write(&input, &mut text);
        let answer = written(self.truth, &input, &answers);
        if self.tests.iter().any(|test| test.input == text) {
            return;
        }
        self.tests.push(Test {
            group,
            made,
            input: text,
            answer,
            questions: answers.len(),
            won: won(&answers),
            answers,
        });
    }
}

/// The output that answers make.
fn written(truth: &Truth, input: &Case<'_>, answers: &[Answer]) -> Vec<u8> {
    let format = truth.format();
    let mut out = Vec::new();
    let mut left = answers.iter();
    for (line, many) in format.answers_a_line(input).into_iter().enumerate() {
        format.before(line + 1, &mut out);
        for answer in left.by_ref().take(many) {
            out.extend_from_slice(truth.word(answer).as_bytes());
        }
        format.after(line + 1, &mut out);
    }
    out
}

/// On how many questions the player to move wins.
fn won(answers: &[Answer]) -> usize {
    let wins = |answer: &&Answer| **answer == Answer::Winner(Outcome::Win);
    answers.iter().filter(wins).count()
}

/// One input of several that begin alike; what begins otherwise is left out.
fn merged(all: Vec<Case<'static>>, last: usize) -> Option<Case<'static>> {
    let mut all = all.into_iter();
    let mut whole = all.next()?;
    for one in all
        .filter(|one| one.values == whole.values)
        .collect::<Vec<_>>()
    {
        join(&mut whole, one, 0, last);
    }
    Some(whole)
}
