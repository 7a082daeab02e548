//! Test sets: inputs of a contest format with answers, and the wrong solutions that they catch.
//!
//! Start reading at [`test_set`].

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

/// The parameters of a test set.
#[derive(Clone, Copy, Debug)]
pub struct TestWishes {
    /// Time limit: a third for the tests, the rest for wrong solutions.
    pub time: Duration,
    /// Approximate number of queries in order, smallest first.
    pub small: usize,
    /// Number of tests of each random kind.
    pub drawn: usize,
    /// Number of queries in a random test, if the format has a count.
    pub questions: u64,
    /// Limits of queries for formats without bounds.
    pub reach: Reach,
    /// Seed of the random queries.
    pub seed: u64,
}

/// The origin of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// All queries of the smallest sizes, in order.
    Small,
    /// Bounds, powers, Fibonacci numbers.
    Edges,
    /// Lost positions that optimal moves lead to, and their neighbours.
    Law,
    /// Random queries, with equally many wins and losses if possible.
    Balanced,
    /// The maximum that the format allows.
    Largest,
}

impl Group {
    /// Returns the name of the group.
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
    /// Its origin.
    pub group: Group,
    /// Description of how to generate it again.
    pub made: String,
    /// The input.
    pub input: Vec<u8>,
    /// The correct output.
    pub answer: Vec<u8>,
    /// The correct answers.
    pub answers: Vec<Answer>,
    /// The number of queries.
    pub questions: usize,
    /// The number of queries in which the player to move wins.
    pub won: usize,
}

/// A test set.
#[derive(Clone, Debug, PartialEq)]
pub struct TestSet {
    /// The problem.
    pub format: Format,
    /// The tests, smallest first.
    pub tests: Vec<Test>,
    /// The tests contain all queries up to this size; `null` if the smallest size wasn't completed.
    pub up_to: Option<u64>,
    /// Description of the order.
    pub order: String,
    /// The wrong solutions and their results.
    pub mutants: Vec<MutantReport>,
    /// The reason why there are fewer tests than requested; `null` if there aren't.
    pub stopped: Option<String>,
}

/// A test set under construction.
struct Maker<'m> {
    truth: &'m mut Truth,
    questions: &'m Questions<'m>,
    wishes: &'m TestWishes,
    /// Time limit for the tests.
    time: Duration,
    /// Deadline of the tests.
    end: Instant,
    /// True if the deadline passed before all tests were made.
    is_cut: bool,
    tests: Vec<Test>,
}

/// Maximum number of queries of a random input near which lost positions are searched.
const NEAR: usize = 60;
/// Maximum number of queries in order in one test.
const TOGETHER: usize = 1000;

/// Creates a test set for a problem, with a report on wrong solutions: changed rules
/// ([`crate::one_step`]), changed laws, and common guesses.
///
/// # Errors
///
/// Returns an error if the format doesn't fit the game, or if the game's positions have no order.
pub fn test_set(truth: &mut Truth, wishes: &TestWishes) -> Result<TestSet, Unanswered> {
    let began = Instant::now();
    let all = work(wishes.time);
    let (time, end) = (all / 3, began + all);
    let format = truth.format().clone();
    let limits = truth.limits().clone();
    if format.sets.is_empty() {
        // A law finds best moves of large positions without enumerating all moves.
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
    // The answers to a survivor's test are already known.
    maker.end = end;
    for mutant in wrong {
        let (mut one, input) = (mutant.report, mutant.input);
        // A survivor that can be caught within the limits gets its own test.
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
    /// Adds all queries of the smallest sizes. Returns the last completed size.
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
                // Complete a size, unless it is far too large.
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

    /// Adds a random test.
    fn drawn(&mut self, group: Group, draw: Draw, number: usize, random: &mut Random) {
        let questions = self.questions;
        let joined = questions.are_joined();
        let last = questions.format.levels.len() - 1;
        // If tests can be joined, each has its own queries, and an input has several of them.
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
                // One case has all of them.
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

    /// Returns single queries of an input, with equally many wins and losses. Lost positions are
    /// rare, so they are searched along optimal moves.
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

    /// Returns true if another case fits into an input: its count, and the sums that the format
    /// limits.
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

    /// Limits the time for one input to its share. A single query may be unsolvable while others
    /// are easy.
    fn share(&self) {
        let share = Instant::now() + self.time / 20;
        self.truth.until(share.min(self.end));
    }

    /// Returns lost positions near those of an input, as queries.
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

    /// Adds a test. Queries without an answer are dropped.
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

/// Returns the output for answers.
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

/// Returns the number of queries in which the player to move wins.
fn won(answers: &[Answer]) -> usize {
    let wins = |answer: &&Answer| **answer == Answer::Winner(Outcome::Win);
    answers.iter().filter(wins).count()
}

/// Merges inputs with a common prefix into one. Other inputs are dropped.
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
