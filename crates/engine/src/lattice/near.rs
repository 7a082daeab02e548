//! Where a condition can hold: bounds of single variables that follow from it.

use whowins_analysis::expression::{Cond, Relation};

/// For each variable a number that it is below wherever the condition holds (or, `negated`, does
/// not hold); `None` where none is seen. Variables are at least 0. Linear in the condition.
pub(super) fn bounds(condition: &Cond, negated: bool, variables: usize) -> Vec<Option<i64>> {
    let unknown = vec![None; variables];
    match condition {
        Cond::Const(value) if *value == negated => vec![Some(0); variables],
        Cond::Not(inner) => bounds(inner, !negated, variables),
        Cond::Compare(relation, a, b) => {
            let (Some(a), Some(b)) = (a.affine(variables), b.affine(variables)) else {
                return unknown;
            };
            // form · x + shift against 0, with the sign for which it is at most 0.
            let (sign, shift) = match (relation, negated) {
                (Relation::Less, false) | (Relation::AtLeast, true) => (1, 1),
                (Relation::AtMost, false) | (Relation::More, true) => (1, 0),
                (Relation::More, false) | (Relation::AtMost, true) => (-1, 1),
                (Relation::AtLeast, false) | (Relation::Less, true) => (-1, 0),
                (Relation::Equal, false) | (Relation::Unequal, true) => {
                    let difference = a.coefficients.iter().zip(&b.coefficients);
                    let falls = difference.into_iter().any(|(a, b)| a < b);
                    (if falls { -1 } else { 1 }, 0)
                }
                (Relation::Equal, true) | (Relation::Unequal, false) => return unknown,
            };
            let forms = a.coefficients.iter().zip(&b.coefficients);
            let form: Vec<i128> = forms
                .map(|(a, b)| sign * (i128::from(*a) - i128::from(*b)))
                .collect();
            let room = sign * (i128::from(b.constant) - i128::from(a.constant)) - shift;
            if form.iter().any(|c| *c < 0) {
                return unknown;
            }
            form.iter()
                .map(|c| match c {
                    _ if room < 0 => Some(0),
                    0 => None,
                    c => i64::try_from(room / c + 1).ok(),
                })
                .collect()
        }
        Cond::And(all) | Cond::Or(all) => {
            let together = matches!(condition, Cond::And(_)) != negated;
            let each = all.iter().map(|one| bounds(one, negated, variables));
            let joined = each.reduce(|a, b| {
                let pairs = a.into_iter().zip(b);
                pairs
                    .map(|(a, b)| match (a, b) {
                        (Some(a), Some(b)) if together => Some(a.min(b)),
                        (Some(a), Some(b)) => Some(a.max(b)),
                        (a, b) if together => a.or(b),
                        _ => None,
                    })
                    .collect()
            });
            joined.unwrap_or(unknown)
        }
        _ => unknown,
    }
}

/// Numbers, one a variable, such that the condition holds only where some variable is below its
/// number.
pub(super) fn strips(condition: &Cond, variables: usize) -> Option<Vec<i64>> {
    if let Cond::Or(any) = condition {
        let mut widest = vec![0; variables];
        for one in any {
            for (widest, width) in widest.iter_mut().zip(strips(one, variables)?) {
                *widest = width.max(*widest);
            }
        }
        return Some(widest);
    }
    let bounds = bounds(condition, false, variables).into_iter().enumerate();
    let (at, width) = bounds
        .filter_map(|(at, b)| Some((at, b?)))
        .min_by_key(|(_, b)| *b)?;
    let mut strips = vec![0; variables];
    strips[at] = width;
    Some(strips)
}
