//! Where a game's goals can apply.

use whowins_analysis::expression::{Cond, Relation};

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
