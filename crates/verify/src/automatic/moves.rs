//! The moves of the rules as formulas of first-order arithmetic.

use whowins_analysis::derive::{Falling, Ray};
use whowins_analysis::expression::{Affine, Cond, Expr, Relation};
use whowins_automata::{Formula, constant};

use crate::Rejection;
use crate::linear::{Linear, all, never};

/// The variable that holds a coordinate before the move.
pub(super) fn before(coordinate: usize) -> String {
    format!("x{coordinate}")
}

/// The variable that holds a coordinate after the move.
pub(super) fn after(coordinate: usize) -> String {
    format!("y{coordinate}")
}

/// How many steps past the least a ray goes.
const FURTHER: &str = "k";

/// «The ray leads from x0, x1, ... to y0, y1, ...».
pub(super) fn leads(ray: &Ray, coordinates: usize) -> Result<Formula, Rejection> {
    let moves_on = ray.free.is_some() && ray.most.is_none_or(|most| most > ray.least);
    let (mut along, mut fixed) = (Vec::new(), Vec::new());
    for at in 0..coordinates {
        let (base, step) = (i128::from(ray.base[at]), i128::from(ray.step[at]));
        let first = base + step * i128::from(ray.least);
        let mut terms = vec![(before(at), 1), (after(at), -1)];
        if moves_on && step != 0 {
            terms.push((FURTHER.into(), step));
        }
        let atom = Linear {
            constant: first,
            terms,
        }
        .is_zero()?;
        if moves_on && step != 0 {
            along.push(atom);
        } else {
            fixed.push(atom);
        }
    }
    let guard = condition(ray, coordinates, &ray.guard)?;
    if moves_on {
        if let Some(most) = ray.most {
            let further = i128::from(most) - i128::from(ray.least);
            let bound = Linear {
                constant: -further,
                terms: vec![(FURTHER.into(), 1)],
            };
            along.push(bound.compares(Relation::AtMost)?);
        }
        // Only the formulas that speak of k stand under its quantifier; a guard may.
        along.extend(guard);
        fixed.extend(all(along).map(|formula| formula.exists(FURTHER)));
    } else {
        if ray.most.is_some_and(|most| most < ray.least) {
            fixed.push(never());
        }
        fixed.extend(guard);
    }
    all(fixed).ok_or_else(|| Rejection::rules("a game without variables"))
}

/// The guard as a formula; `None` where it always holds.
fn condition(ray: &Ray, coordinates: usize, guard: &Cond) -> Result<Option<Formula>, Rejection> {
    let inner = |cond: &Cond| condition(ray, coordinates, cond);
    let always = || constant(0u8).equals(constant(0u8));
    Ok(match guard {
        Cond::Const(true) => None,
        Cond::Const(false) => Some(never()),
        Cond::Compare(relation, a, b) => {
            Some(difference(ray, coordinates, a, b)?.compares(*relation)?)
        }
        Cond::And(conds) => {
            let parts = conds.iter().map(inner).collect::<Result<Vec<_>, _>>()?;
            all(parts.into_iter().flatten().collect())
        }
        Cond::Or(conds) => {
            let parts = conds.iter().map(inner).collect::<Result<Vec<_>, _>>()?;
            // One part that always holds makes the whole hold.
            let parts = parts.into_iter().collect::<Option<Vec<_>>>();
            parts.map(|parts| parts.into_iter().reduce(Formula::or).unwrap_or_else(never))
        }
        Cond::Not(cond) => Some(inner(cond)?.unwrap_or_else(always).negate()),
        Cond::Marked(..) | Cond::Has(_) => {
            return Err(Rejection::rules(
                "a guard speaks of a board; this kind of law has none",
            ));
        }
    })
}

/// `a - b` over the coordinates before the move, and k.
fn difference(ray: &Ray, coordinates: usize, a: &Expr, b: &Expr) -> Result<Linear, Rejection> {
    let slots = coordinates + ray.chosen.len();
    let form = |expr: &Expr| -> Result<Affine, Rejection> {
        expr.affine(slots).ok_or_else(|| {
            Rejection::rules(
                "a guard compares what is no linear form; this kind of law has no such guards",
            )
        })
    };
    let (a, b) = (form(a)?, form(b)?);
    let mut constant = i128::from(a.constant) - i128::from(b.constant);
    let mut terms = Vec::new();
    for slot in 0..slots {
        let coefficient = i128::from(a.coefficients[slot]) - i128::from(b.coefficients[slot]);
        let mut add = |chosen: i64| -> Result<(), Rejection> {
            let term = coefficient.checked_mul(i128::from(chosen));
            constant = term
                .and_then(|term| constant.checked_add(term))
                .ok_or_else(|| Rejection::rules("a guard compares too large numbers"))?;
            Ok(())
        };
        match slot.checked_sub(coordinates) {
            None => terms.push((before(slot), coefficient)),
            Some(binder) if ray.free == Some(binder) => {
                add(ray.least)?;
                if ray.most.is_none_or(|most| most > ray.least) {
                    terms.push((FURTHER.into(), coefficient));
                }
            }
            Some(binder) => add(ray.chosen[binder])?,
        }
    }
    terms.retain(|(_, coefficient)| *coefficient != 0);
    Ok(Linear { constant, terms })
}

/// Whether the form falls by at least 1 along every displacement of every ray, and is never negative: then play ends.
pub(super) fn ends(rays: &[Ray], form: &Falling) -> bool {
    let dot = |v: &[i64]| -> i128 {
        let products = form.weights.iter().zip(v);
        products.map(|(w, x)| i128::from(*w) * i128::from(*x)).sum()
    };
    form.weights.iter().all(|weight| *weight >= 0)
        && rays.iter().all(|ray| {
            let (base, step) = (dot(&ray.base), dot(&ray.step));
            let at = |k: i64| base.saturating_add(step.saturating_mul(i128::from(k)));
            at(ray.least) < 0 && ray.most.map_or(step <= 0, |most| at(most) < 0)
        })
}
