//! Wrong solutions: changed rules, changed laws and common guesses.
//!
//! Reports which of them a test set catches, and why it doesn't catch the others.

use std::time::{Duration, Instant};

use dashu_int::UBig;
use serde::Serialize;
use whowins::analysis::{Game, Position, Value};
use whowins::contest::{Case, Question};
use whowins::engine::EngineError;
use whowins::rules::Parameters;
use whowins::verify::Law;

use super::Test;
use super::guesses::{Guess, guesses};
use super::survivor::{LEAST, survivor};
use crate::cut::owned;
use crate::hard::notable;
use crate::positions::Positions;
use crate::questions::Questions;
use crate::sizes::Flow;
use crate::truth::{Answer, Truth, Unanswered};
use crate::vary::{CUT, one_step};

/// The result for a wrong solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// A test catches it.
    Killed {
        /// The number of the first such test, from 1.
        test: usize,
        /// The position.
        position: String,
    },
    /// It is correct, with the reason: the verifier accepted a law of both, all positions were
    /// compared, or nobody is ever without a move where they differ.
    Equivalent(String),
    /// It is wrong only beyond the tests.
    TooSmall {
        /// A position where it is wrong.
        position: String,
        /// The consequence for the tests.
        why: String,
    },
    /// No difference was found, with the extent of the comparison.
    NotTold(String),
}

/// A wrong solution with its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MutantReport {
    /// Description of the mistake.
    pub what: String,
    /// The result.
    pub fate: Fate,
}

/// A wrong solution, with an input that exposes it if no test does.
pub(super) struct Mutant {
    pub(super) report: MutantReport,
    pub(super) input: Option<Case<'static>>,
}

impl Mutant {
    /// Creates the entry of a change that was skipped for lack of time.
    fn not_told(what: &str, why: &str) -> Self {
        let report = MutantReport {
            what: format!("rules: {what}"),
            fate: Fate::NotTold(why.into()),
        };
        Self {
            report,
            input: None,
        }
    }
}

/// Runs all wrong solutions on the tests.
pub(super) fn report(
    truth: &mut Truth,
    questions: &Questions<'_>,
    tests: &[Test],
    end: Instant,
) -> Vec<Mutant> {
    let began = Instant::now();
    truth.until(end);
    // Work that starts in time may take as long again.
    let time = end.saturating_duration_since(began) / 2;
    let mut all = by_rules(truth, questions, tests, time);
    if matches!(truth.format().question, Question::Winner(..)) && truth.format().sets.is_empty() {
        let left = time.saturating_sub(began.elapsed() / 2);
        let guessed = by_law(truth, tests, left).into_iter();
        all.extend(guessed.map(|report| Mutant {
            report,
            input: None,
        }));
    }
    all
}

/// Calls `each` for the queries of the tests, with the number of the test and the cases, until it
/// returns false.
fn each_question(truth: &Truth, tests: &[Test], each: &mut dyn FnMut(usize, &[&Case<'_>]) -> bool) {
    for (at, test) in tests.iter().enumerate() {
        let Ok(input) = truth.format().read(&test.input) else {
            continue;
        };
        let ended = truth
            .format()
            .each_question(&input, &mut |chain| match each(at, chain) {
                true => Err(()),
                false => Ok(()),
            });
        if ended.is_err() {
            return;
        }
    }
}

/// Runs the solutions with changed rules.
fn by_rules(
    truth: &mut Truth,
    questions: &Questions<'_>,
    tests: &[Test],
    time: Duration,
) -> Vec<Mutant> {
    let began = Instant::now();
    let format = truth.format().clone();
    let whole = first_values(truth, tests);
    let expected: Vec<&Answer> = tests.iter().flat_map(|test| &test.answers).collect();
    let changes = one_step(truth.rules(), &whole, began.checked_add(2 * time));
    let many = changes.all.len().max(1);
    let mut all = Vec::new();
    for (number, changed) in changes.all.into_iter().enumerate() {
        let left = (2 * time).saturating_sub(began.elapsed());
        if left.is_zero() {
            all.push(Mutant::not_told(&changed.what, "time was over"));
            continue;
        }
        let share = 2 * time.saturating_sub(began.elapsed()) / (many - number) as u32;
        let limits = truth
            .limits()
            .clone()
            .with_at_most(share.min(time).max(Duration::from_millis(100)));
        let given = truth.given().clone();
        let mut own = Truth::new(&format, &changed.rules, &given, truth.player(), &limits);
        let (mut what, mut input) = (format!("rules: {}", changed.what), None);
        let fate = match caught(truth, &mut own, tests, &expected) {
            Some(caught) => {
                if caught.is_endless {
                    what.push_str(", by which play need not end, and a search of it does not");
                }
                Fate::Killed {
                    test: caught.test,
                    position: caught.position,
                }
            }
            None => {
                let fate;
                (fate, input) = survivor(
                    truth,
                    &changed.rules,
                    questions,
                    &whole,
                    share.max(LEAST).min(left),
                );
                fate
            }
        };
        let report = MutantReport { what, fate };
        all.push(Mutant { report, input });
    }
    if changes.is_cut {
        all.push(Mutant::not_told("what else could be changed", CUT));
    }
    all
}

/// Returns values for all parameters: the given ones and those of the first query. The rules need
/// them to define a game.
fn first_values(truth: &Truth, tests: &[Test]) -> Parameters {
    let mut whole = truth.given().clone();
    each_question(truth, tests, &mut |_, chain| {
        for (name, text) in truth.format().set_texts(chain) {
            let mut all = truth.rules().parameters().iter();
            let kind = all.find(|one| one.name == name).map(|one| &one.kind);
            if let Some(Ok(value)) = kind.map(|kind| kind.read(&text)) {
                whole.insert(name.to_string(), value);
            }
        }
        true
    });
    whole
}

/// A query on which changed rules give a wrong answer.
struct Caught {
    /// The first such test, from 1.
    test: usize,
    position: String,
    /// True if they have no answer there because play may be infinite.
    is_endless: bool,
}

/// Returns the first test that distinguishes changed rules from the correct ones.
fn caught(truth: &Truth, own: &mut Truth, tests: &[Test], expected: &[&Answer]) -> Option<Caught> {
    let (mut killed, mut at) = (None, 0);
    each_question(truth, tests, &mut |test, chain| {
        let right = expected.get(at);
        at += 1;
        if own.limits().budget.over().is_some() {
            return true;
        }
        let (differs, is_endless) = match (right, own.answer(chain)) {
            (Some(right), Ok(answer)) => (differ(right, &answer), false),
            (Some(_), Err(Unanswered::Engine(EngineError::Endless { .. }))) => (true, true),
            _ => (false, false),
        };
        if differs {
            killed = Some(Caught {
                test: test + 1,
                position: shown(own, chain),
                is_endless,
            });
        }
        differs
    });
    killed
}

/// Returns true if one of two answers is wrong. Any winning move is correct.
pub(super) fn differ(right: &Answer, other: &Answer) -> bool {
    match (right, other) {
        (Answer::Move(Some(_)), Answer::Move(Some(_))) => false,
        _ => right != other,
    }
}

/// Returns the position of a query in the game's notation.
pub(super) fn shown(truth: &mut Truth, chain: &[&Case<'_>]) -> String {
    let position = truth.position(chain);
    match (position, truth.game(chain)) {
        (Ok(position), Ok(game)) => game.show(&position),
        _ => String::new(),
    }
}

/// Returns the queries of the tests, each as its cases without the inner ones.
fn questions_of(truth: &Truth, tests: &[Test]) -> Vec<Vec<Case<'static>>> {
    let mut all = Vec::new();
    each_question(truth, tests, &mut |_, chain| {
        let own = chain.iter().map(|case| {
            owned(Case {
                line: 0,
                values: case.values.clone(),
                inner: Vec::new(),
            })
        });
        all.push(own.collect());
        false
    });
    all
}

/// Runs the solutions from a changed law.
fn by_law(truth: &mut Truth, tests: &[Test], time: Duration) -> Vec<MutantReport> {
    let began = Instant::now();
    let (player, limits) = (truth.player(), truth.limits().clone());
    let source = truth.law(time / 2);
    let laws: Vec<Law> = source
        .law()
        .map_or_else(Vec::new, |law| law.certificate().laws.clone());
    let Ok(game) = truth.game(&[]).cloned() else {
        return Vec::new();
    };
    let mut asked: Vec<(usize, Position, Value)> = Vec::new();
    let mut all_questions: Vec<(usize, Vec<Case<'static>>)> = Vec::new();
    let mut owners = Vec::new();
    each_question(truth, tests, &mut |test, _| {
        owners.push(test);
        false
    });
    all_questions.extend(owners.into_iter().zip(questions_of(truth, tests)));
    let right = tests.iter().flat_map(|test| &test.answers);
    for ((at, chain), right) in all_questions.iter().zip(right) {
        let chain: Vec<&Case<'_>> = chain.iter().collect();
        if let (Ok(position), Answer::Winner(value)) = (truth.position(&chain), right) {
            asked.push((*at, position, *value));
        }
    }
    let mut all = Vec::new();
    for depth in [4u64, 10] {
        let cut = asked.iter().find(|(_, position, value)| {
            let Ok(engine) = truth.engine(&[]) else {
                return false;
            };
            let lasts = engine
                .answer(position, player)
                .ok()
                .and_then(|asked| asked.answer.remoteness);
            *value == Value::Win && lasts.is_some_and(|lasts| lasts > depth)
        });
        let fate = match cut {
            Some((at, position, _)) => Fate::Killed {
                test: at + 1,
                position: game.show(position),
            },
            None => Fate::NotTold(
                "no test has a won position of such long play whose length is known".into(),
            ),
        };
        all.push(MutantReport {
            what: format!(
                "search cut off at depth {depth}; positions not won by then count as lost"
            ),
            fate,
        });
    }
    for (what, mut guess) in guesses(&game, player, &laws, &limits) {
        let what = format!("law: {what}");
        if all.iter().any(|one: &MutantReport| one.what == what) {
            continue;
        }
        let killed = asked
            .iter()
            .find(|(_, position, value)| guess(position).is_some_and(|said| said != *value));
        let fate = match killed {
            Some((at, position, _)) => Fate::Killed {
                test: at + 1,
                position: game.show(position),
            },
            None => beyond(truth, &game, &laws, &mut guess, began, time),
        };
        all.push(MutantReport { what, fate });
    }
    all
}

/// Finds a position beyond the tests where a guess is wrong: among the smallest positions, then at
/// notable numbers of the law.
fn beyond(
    truth: &mut Truth,
    game: &Game,
    laws: &[Law],
    guess: &mut Guess<'_>,
    began: Instant,
    time: Duration,
) -> Fate {
    let (player, limits) = (truth.player(), truth.limits().clone());
    let Ok(positions) = Positions::new(game, player, &limits) else {
        return Fate::NotTold("nothing orders the positions".into());
    };
    let until = began + time;
    let (mut found, mut up_to, mut looked) = (None, None, 0u32);
    for size in 0..=positions.largest().unwrap_or(u64::MAX).min(400) {
        let done = positions.of_size(size, &mut |text| {
            looked += 1;
            if looked > 200_000 || Instant::now() >= until {
                return Flow::Break(());
            }
            let (Ok(position), Ok(engine)) = (game.read(text), truth.engine(&[])) else {
                return Flow::Continue(());
            };
            let right = engine.value(&position, player).ok();
            if let (Some(said), Some(right)) = (guess(&position), right)
                && said != right
            {
                found = Some(text.to_string());
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        if done.is_break() {
            break;
        }
        up_to = Some(size);
    }
    if let Some(text) = found {
        return Fate::TooSmall {
            why: format!("first wrong at {text}"),
            position: text,
        };
    }
    // The pairs of a Beatty law at notable numbers, and single numbers at notable indices.
    for law in laws {
        for k in notable(1 << 50) {
            let position = match law {
                Law::Beatty(law) => Position::tuple(law.pair(&UBig::from(k))),
                Law::Periodic(_) => Position::tuple([k]),
                _ => continue,
            };
            let right = law
                .claim()
                .values(game, &position)
                .map(|values| values[player.index()]);
            if let (Some(said), Some(right)) = (guess(&position), right)
                && said != right
            {
                let position = game.show(&position);
                return Fate::TooSmall {
                    why: format!("wrong at {position}: the limits would have to allow it"),
                    position,
                };
            }
        }
    }
    Fate::NotTold(match up_to {
        Some(size) => format!("right on all positions up to size {size}"),
        None => "time was over".into(),
    })
}
