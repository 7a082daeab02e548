//! Guards that compare linear forms, as formulas.

use whowins_analysis::derive::Ray;
use whowins_analysis::expression::{Cond, Relation};
use whowins_automata::{Formula, Term, constant, var};

/// Larger coefficients are not written out as sums.
const FACTOR: i64 = 64;

/// `Σ coefficient · slot + constant`, to be compared with 0; the slots are the coordinates and the
/// chosen numbers.
struct Form {
    coefficients: Vec<i64>,
    constant: i64,
}

/// The guard with its comparisons as linear forms; `None` where one has none.
enum Guard {
    Const(bool),
    Compare(Relation, Form),
    All(Vec<Guard>),
    Any(Vec<Guard>),
    Not(Box<Guard>),
}

fn read(cond: &Cond, slots: usize) -> Option<Guard> {
    let several =
        |all: &[Cond]| -> Option<Vec<Guard>> { all.iter().map(|one| read(one, slots)).collect() };
    Some(match cond {
        Cond::Const(value) => Guard::Const(*value),
        Cond::And(all) => Guard::All(several(all)?),
        Cond::Or(any) => Guard::Any(several(any)?),
        Cond::Not(one) => Guard::Not(Box::new(read(one, slots)?)),
        Cond::Compare(relation, a, b) => {
            let (a, b) = (a.affine(slots)?, b.affine(slots)?);
            let minus =
                |a: &i64, b: &i64| a.checked_sub(*b).filter(|d| (-FACTOR..=FACTOR).contains(d));
            let pairs = a.coefficients.iter().zip(&b.coefficients);
            let coefficients = pairs.map(|(a, b)| minus(a, b)).collect::<Option<_>>()?;
            let constant = a.constant.checked_sub(b.constant)?;
            let form = Form {
                coefficients,
                constant,
            };
            (constant.unsigned_abs() <= 1 << 20).then_some(Guard::Compare(*relation, form))?
        }
        Cond::Marked(..) | Cond::Has(_) => return None,
    })
}

fn guard(ray: &Ray) -> Option<Guard> {
    let small = |chosen: &i64| chosen.abs() <= 1 << 20;
    let read = read(&ray.guard, ray.base.len() + ray.chosen.len())?;
    ray.chosen.iter().all(small).then_some(read)
}

/// Whether [`formula`] can write the guard.
pub(super) fn expressible(ray: &Ray) -> bool {
    guard(ray).is_some()
}

/// The guard as a formula over the coordinates named by `name`, and over `far`, how many steps past
/// its least the ray goes.
pub(super) fn formula(ray: &Ray, name: fn(usize) -> String, far: &str) -> Option<Formula> {
    Some(written(&guard(ray)?, ray, name, far))
}

fn written(guard: &Guard, ray: &Ray, name: fn(usize) -> String, far: &str) -> Formula {
    let inner = |guard: &Guard| written(guard, ray, name, far);
    let always = || constant(0u8).equals(constant(0u8));
    match guard {
        Guard::Const(true) => always(),
        Guard::Const(false) => always().negate(),
        Guard::All(all) => all
            .iter()
            .map(inner)
            .reduce(Formula::and)
            .unwrap_or_else(always),
        Guard::Any(any) => {
            let any = any.iter().map(inner).reduce(Formula::or);
            any.unwrap_or_else(|| always().negate())
        }
        Guard::Not(one) => inner(one).negate(),
        Guard::Compare(relation, form) => {
            let (mut left, mut right) = (constant(0u8), constant(0u8));
            let mut add = |coefficient: i64, term: Term| {
                let side = if coefficient < 0 {
                    &mut right
                } else {
                    &mut left
                };
                for _ in 0..coefficient.unsigned_abs() {
                    *side = side.clone().plus(term.clone());
                }
            };
            let mut rest = form.constant;
            for (slot, coefficient) in form.coefficients.iter().enumerate() {
                match slot.checked_sub(ray.base.len()) {
                    None => add(*coefficient, var(name(slot))),
                    Some(binder) if ray.free == Some(binder) => {
                        rest += coefficient * ray.least; // both are small
                        add(*coefficient, var(far));
                    }
                    Some(binder) => rest += coefficient * ray.chosen[binder], // both are small
                }
            }
            add(rest.signum(), constant(rest.unsigned_abs()));
            match relation {
                Relation::Less => left.less(right),
                Relation::AtMost => left.at_most(right),
                Relation::Equal => left.equals(right),
                Relation::Unequal => left.equals(right).negate(),
                Relation::AtLeast => right.at_most(left),
                Relation::More => right.less(left),
            }
        }
    }
}
