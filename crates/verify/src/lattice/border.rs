//! Where a game's goals can apply, and what parameters they read.

use whowins_analysis::expression::{Cond, Relation};
use whowins_rules::source::split;

use crate::{Rejection, Subject};

/// Numbers, one a variable, such that `condition` holds only where some variable is below its
/// number; `None` where none are seen. Variables are at least 0. Linear in the condition.
pub(super) fn thresholds(condition: &Cond, dimension: usize) -> Option<Vec<i64>> {
    bounds(condition, false, dimension)
}

fn bounds(condition: &Cond, negated: bool, dimension: usize) -> Option<Vec<i64>> {
    match condition {
        Cond::Const(value) => (*value == negated).then(|| vec![0; dimension]),
        Cond::Not(inner) => bounds(inner, !negated, dimension),
        Cond::Compare(relation, a, b) => {
            let (a, b) = (a.affine(dimension)?, b.affine(dimension)?);
            let relation = if negated {
                relation.opposite()
            } else {
                *relation
            };
            let form = a
                .coefficients
                .iter()
                .zip(&b.coefficients)
                // So that it can be negated.
                .map(|(a, b)| a.checked_sub(*b).filter(|c| *c > i64::MIN))
                .collect::<Option<Vec<_>>>()?;
            let limit = b.constant.checked_sub(a.constant)?;
            // `form · x` against `limit`; the other way round where the relation asks for much.
            let (low, high) = match relation {
                Relation::Less => (false, Some(limit.checked_sub(1)?)),
                Relation::AtMost => (false, Some(limit)),
                Relation::AtLeast => (true, Some(limit.checked_neg()?)),
                Relation::More => (true, Some(limit.checked_neg()?.checked_sub(1)?)),
                Relation::Equal => {
                    return at_most(&form, limit).or_else(|| {
                        let form: Vec<i64> = form.iter().map(|c| -c).collect();
                        at_most(&form, limit.checked_neg()?)
                    });
                }
                Relation::Unequal => (false, None),
            };
            let form: Vec<i64> = form.iter().map(|c| if low { -c } else { *c }).collect();
            at_most(&form, high?)
        }
        Cond::And(all) | Cond::Or(all) => {
            let every = all.iter().map(|one| bounds(one, negated, dimension));
            if matches!(condition, Cond::And(_)) == negated {
                // One of them holds: the largest of all the numbers.
                every.collect::<Option<Vec<_>>>().map(|every| {
                    let mut largest = vec![0; dimension];
                    for bounds in every {
                        for (largest, bound) in largest.iter_mut().zip(bounds) {
                            *largest = bound.max(*largest);
                        }
                    }
                    largest
                })
            } else {
                // All hold: any one of them will do, best the one that says most.
                every
                    .flatten()
                    .min_by_key(|bounds| bounds.iter().copied().fold(0, i64::saturating_add))
            }
        }
        Cond::Marked(..) | Cond::Has(_) => None,
    }
}

/// The thresholds of `form · x <= limit`, where no coefficient is negative and some is positive.
fn at_most(form: &[i64], limit: i64) -> Option<Vec<i64>> {
    if form.iter().any(|c| *c < 0) {
        return None;
    }
    let (at, coefficient) = form.iter().enumerate().max_by_key(|(_, c)| **c)?;
    if *coefficient == 0 {
        // Holds everywhere or nowhere.
        return (limit < 0).then(|| vec![0; form.len()]);
    }
    let mut bounds = vec![0; form.len()];
    bounds[at] = limit.div_euclid(*coefficient).checked_add(1)?.max(0);
    Some(bounds)
}

/// Sees to it that open parameters reach nothing but upper bounds of variables and the verdicts of
/// `at` goals, so that moves and the places where goals apply are the same whatever their values.
///
/// # Errors
///
/// The statement that mentions an open parameter elsewhere.
pub(super) fn open_parameters(subject: &Subject) -> Result<(), Rejection> {
    let (_, statements) = split(&subject.text);
    for statement in statements {
        let text = subject.text.get(statement.span).unwrap_or_default();
        // A comment inside a statement could hide where its parts begin.
        let commented = text.contains("//");
        for (at, word) in words(text) {
            let open = subject.open.iter().any(|name| name == word);
            if open && (commented || !may_stand(text, at)) {
                return Err(Rejection::rules(format!(
                    "the parameter `{word}` is open, and `{text}` depends on it: no law is known to hold for all its values"
                )));
            }
        }
    }
    Ok(())
}

/// Whether an open parameter may stand at byte `at` of a statement.
fn may_stand(text: &str, at: usize) -> bool {
    let first = words(text).next().map_or("", |(_, word)| word);
    let rest = &text[first.len().min(text.len())..];
    let named = text.starts_with(first) && !rest.trim_start().starts_with(':');
    let before = &text[..at];
    match first {
        "given" | "game" => named,
        // An upper bound: behind `..` or `<`, with no further variable since.
        "position" if named => {
            let bound = before.rfind("..").max(before.rfind('<'));
            let variable = words(before).filter(|(_, word)| *word == "in").last();
            bound.is_some() && bound > before.rfind(',') && bound > variable.map(|(at, _)| at)
        }
        "at" => named && before.contains(':'),
        _ => false,
    }
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(part)?;
        let end = text[start..]
            .find(|c| !part(c))
            .map_or(text.len(), |length| start + length);
        at = end;
        Some((start, &text[start..end]))
    })
}
