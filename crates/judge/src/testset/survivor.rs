//! Explains why no test catches changed rules: they are equivalent, or the tests are too small.

use std::sync::Arc;
use std::time::{Duration, Instant};

use whowins::analysis::expression::{Cond, Relation};
use whowins::analysis::range::{FAR, Interval};
use whowins::contest::Case;
use whowins::rules::{Parameters, Rules};
use whowins::verify::Law;
use whowins::verify::lattice::Constant;

use super::mutants::{Fate, differ, shown};
use crate::compare::{Alike, Side, compare_by};
use crate::cut::cut;
use crate::questions::Questions;
use crate::sizes::Flow;
use crate::truth::Truth;

/// Minimum time for each explanation, while the total time allows it.
pub(super) const LEAST: Duration = Duration::from_secs(2);
/// Maximum width of a border to enumerate.
const WIDEST: i64 = 64;

/// Explains why no test catches changed rules, with an input that does if there is one.
///
/// `values` are example values of parameters that queries set.
pub(super) fn survivor(
    truth: &mut Truth,
    changed: &Rules,
    questions: &Questions<'_>,
    values: &Parameters,
    time: Duration,
) -> (Fate, Option<Case<'static>>) {
    if let Some(why) = never_stuck(truth, changed, values, time) {
        return (Fate::Equivalent(why), None);
    }
    match truth.format().sets.is_empty() {
        true => (compared(truth, changed, time), None),
        false => asked(truth, changed, questions, time),
    }
}

/// Compares two games without open parameters.
fn compared(truth: &Truth, changed: &Rules, time: Duration) -> Fate {
    let limits = &truth.limits().clone().with_at_most(time);
    let values = truth.given();
    let sides = [truth.rules(), changed].map(|rules| Side { rules, values });
    let law = Arc::new(whowins::law_source(truth.rules(), values, limits));
    match compare_by(sides, &law, time / 2, None, limits) {
        Ok(compared) => match (compared.alike, compared.smallest) {
            (Alike::Equal, _) => Fate::Equivalent(compared.why.unwrap_or_default()),
            (_, Some(first)) => Fate::TooSmall {
                why: format!("first wrong at {}, of size {}", first.position, first.size),
                position: first.position,
            },
            _ => Fate::NotTold(match compared.up_to {
                Some(size) => format!("the same player wins everywhere up to size {size}"),
                None => "time was over".into(),
            }),
        },
        Err(_) => Fate::NotTold("the games are not compared".into()),
    }
}

/// Compares both on the format's queries in order, until the time is over. For parameters that
/// queries set.
fn asked(
    truth: &mut Truth,
    changed: &Rules,
    questions: &Questions<'_>,
    time: Duration,
) -> (Fate, Option<Case<'static>>) {
    let until = Instant::now() + time;
    let limits = truth.limits().clone().with_at_most(time);
    let format = questions.format;
    let given = truth.given().clone();
    let mut own = Truth::new(format, changed, &given, truth.player(), &limits);
    let last = format.levels.len() - 1;
    let (mut found, mut up_to, mut many) = (None, None, 0u64);
    let most = questions.largest().unwrap_or(u64::MAX);
    let mut size = 0;
    while size <= most {
        let done = questions.of_size(size, &mut |input| {
            let mut at = 0;
            let ended = format.each_question(&input, &mut |chain| {
                at += 1;
                let (Ok(right), Ok(other)) = (truth.answer(chain), own.answer(chain)) else {
                    return Ok(());
                };
                many += 1;
                match differ(&right, &other) {
                    true => Err(shown(truth, chain)),
                    false => Ok(()),
                }
            });
            if let Err(position) = ended {
                found = cut(&input, 0, last, at - 1, at).map(|input| (position, input));
            }
            match found.is_some() || Instant::now() >= until {
                true => Flow::Break(()),
                false => Flow::Continue(()),
            }
        });
        if done.is_break() {
            break;
        }
        up_to = Some(size);
        size += 1;
    }
    if let Some((position, input)) = found {
        let why = format!("first wrong on a question of size {size}, at {position}");
        return (Fate::TooSmall { position, why }, Some(input));
    }
    let told = match up_to {
        Some(size) => format!("the same answers to all {many} questions up to size {size}"),
        None => "time was over".into(),
    };
    (Fate::NotTold(told), None)
}

/// Explains why nobody is ever without a move, if the changed rules differ only in who wins then.
///
/// Away from the border all moves are legal, because the verifier accepted a law that is constant
/// along a direction. On the border, play is over.
fn never_stuck(
    truth: &mut Truth,
    changed: &Rules,
    values: &Parameters,
    patience: Duration,
) -> Option<String> {
    let game = truth.rules().game(values).ok()?;
    let mut other = changed.game(values).ok()?;
    (game.ending.stuck != other.ending.stuck).then_some(())?;
    other.ending.stuck = game.ending.stuck;
    (game == other).then_some(())?;
    let numbers = game.numbers()?;
    let source = truth.law(patience);
    let laws = &source.law()?.certificate().laws;
    // The verification shows that open parameters don't move a border.
    laws.iter()
        .any(|law| matches!(law, Law::Constant(_)))
        .then_some(())?;
    let (inner, _) = Constant::inner(&game)?;
    for (slot, from) in inner.iter().enumerate() {
        (*from <= WIDEST).then_some(())?;
        for value in 0..*from {
            let mut slots = vec![Interval::new(0, FAR); inner.len()];
            slots[slot] = Interval::new(i128::from(value), i128::from(value));
            let over = |goal: &whowins::analysis::Goal| always(&goal.when, &slots);
            game.ending.goals.iter().any(over).then_some(())?;
        }
    }
    let border: Vec<String> = numbers
        .variables
        .iter()
        .zip(&inner)
        .map(|(variable, from)| format!("{} >= {from}", variable.name))
        .collect();
    Some(format!(
        "nobody is ever without a move: where {} all moves are legal, and elsewhere play is over",
        border.join(" and ")
    ))
}

/// Returns true if a condition is true for all values of the slots.
fn always(condition: &Cond, slots: &[Interval]) -> bool {
    match condition {
        Cond::Const(holds) => *holds,
        Cond::And(all) => all.iter().all(|one| always(one, slots)),
        Cond::Or(all) => all.iter().any(|one| always(one, slots)),
        Cond::Compare(relation, a, b) => {
            let (a, b) = (Interval::of(a, slots), Interval::of(b, slots));
            match relation {
                Relation::Less => a.most < b.least,
                Relation::AtMost => a.most <= b.least,
                Relation::More => a.least > b.most,
                Relation::AtLeast => a.least >= b.most,
                Relation::Equal => a.least == b.most && a.most == b.least,
                Relation::Unequal => a.most < b.least || a.least > b.most,
            }
        }
        Cond::Not(_) | Cond::Marked(..) | Cond::Has(_) => false,
    }
}
