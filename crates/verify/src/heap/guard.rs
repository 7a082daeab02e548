//! Guards over the chosen number: from which number on they depend on its remainder alone.
//!
//! Sums, products with constants, quotients and remainders of a number `k` are *linear by
//! residues*: for a modulus `m` and each remainder `r`, the value at `k = m q + r` is `a q + b`
//! from some `k` on. A comparison of two such values is settled, residue by residue, once the
//! steeper has overtaken. So every guard built of them has a threshold and a modulus.

use whowins_analysis::expression::{Cond, Expr, Op};

use crate::Rejection;

/// Larger moduli are not followed.
const MODULUS: i128 = 1 << 12;
/// Larger thresholds are not followed.
const THRESHOLD: i128 = 1 << 20;
/// Slopes and constants beyond this are not followed: 128 bits hold all that is worked out from
/// smaller ones.
const LARGEST: i128 = 1 << 80;

/// A value that is linear by residues.
struct Form {
    /// The value is as said for numbers above this.
    threshold: i128,
    /// By remainder: slope and constant, over the quotient. Its length is the modulus.
    lines: Vec<(i128, i128)>,
}

/// Threshold and modulus: above the threshold the guard depends on the remainder of slot `free`
/// alone. `slots` holds the other chosen numbers; slot 0 is the heap, of which the guard must not
/// speak.
pub(super) fn settles(guard: &Cond, slots: &[i64], free: usize) -> Result<(i64, i64), Rejection> {
    let (threshold, modulus) = condition(guard, slots, free)?;
    let fits = |number: i128| {
        i64::try_from(number).map_err(|_| {
            Rejection::rules("a condition of a move reaches further than laws of heaps do")
        })
    };
    Ok((fits(threshold)?, fits(modulus)?))
}

fn condition(guard: &Cond, slots: &[i64], free: usize) -> Result<(i128, i128), Rejection> {
    match guard {
        Cond::Const(_) => Ok((0, 1)),
        Cond::Not(inner) => condition(inner, slots, free),
        Cond::And(all) | Cond::Or(all) => {
            let mut settled = (0, 1);
            for one in all {
                let (threshold, modulus) = condition(one, slots, free)?;
                settled = (settled.0.max(threshold), multiple(settled.1, modulus)?);
            }
            Ok(settled)
        }
        Cond::Compare(_, a, b) => {
            let difference = number(a, slots, free)?.with(
                number(b, slots, free)?,
                |(slope, constant), (other, less)| (slope - other, constant - less),
            )?;
            let modulus = difference.lines.len() as i128;
            let mut threshold = difference.threshold;
            for line in &difference.lines {
                threshold = threshold.max(overtaken(*line, modulus));
            }
            Ok((capped(threshold)?, modulus))
        }
        Cond::Marked(..) | Cond::Has(..) => Err(foreign("it isn't a comparison of numbers")),
    }
}

/// Above this number `slope q + constant` keeps its sign.
fn overtaken((slope, constant): (i128, i128), modulus: i128) -> i128 {
    match slope {
        0 => 0,
        _ => modulus * (constant.abs() / slope.abs() + 2),
    }
}

/// The form of a number, with slopes and constants up to [`LARGEST`].
fn number(expr: &Expr, slots: &[i64], free: usize) -> Result<Form, Rejection> {
    let form = form(expr, slots, free)?;
    let small = |(slope, constant): &(i128, i128)| slope.abs().max(constant.abs()) <= LARGEST;
    Some(form)
        .filter(|form| form.lines.iter().all(small))
        .ok_or_else(too_large)
}

fn form(expr: &Expr, slots: &[i64], free: usize) -> Result<Form, Rejection> {
    match expr {
        Expr::Const(value) => Ok(Form::constant(*value)),
        Expr::Slot(slot) if *slot == free => Ok(Form {
            threshold: 0,
            lines: vec![(1, 0)],
        }),
        Expr::Slot(0) => Err(foreign("it speaks of the heap")),
        Expr::Slot(slot) => match slots.get(*slot) {
            Some(value) => Ok(Form::constant(*value)),
            None => Err(foreign("it speaks of a number that is not chosen")),
        },
        Expr::Bit(..) => Err(foreign("it reads digits of a parameter")),
        Expr::Binary(operation, a, b) => {
            let (a, b) = (number(a, slots, free)?, number(b, slots, free)?);
            match operation {
                Op::Add => a.with(b, |a, b| (a.0 + b.0, a.1 + b.1)),
                Op::Sub => a.with(b, |a, b| (a.0 - b.0, a.1 - b.1)),
                Op::Mul => match (a.known(), b.known()) {
                    (Some(factor), _) => b.times(factor),
                    (_, Some(factor)) => a.times(factor),
                    _ => Err(foreign("it multiplies the chosen number with itself")),
                },
                Op::Div | Op::Mod => match b.known() {
                    Some(divisor) if divisor >= 1 => a.divided(divisor, *operation == Op::Mod),
                    _ => Err(foreign("it divides by the chosen number")),
                },
                Op::Min => a.chosen(b, false),
                Op::Max => a.chosen(b, true),
                _ => Err(foreign(
                    "it has an operation that no set of remainders follows",
                )),
            }
        }
    }
}

impl Form {
    fn constant(value: i64) -> Self {
        Self {
            threshold: 0,
            lines: vec![(0, i128::from(value))],
        }
    }

    fn known(&self) -> Option<i128> {
        match self.lines[..] {
            [(0, value)] => Some(value),
            _ => None,
        }
    }

    fn times(mut self, factor: i128) -> Result<Self, Rejection> {
        for (slope, constant) in &mut self.lines {
            let product = |one: i128| one.checked_mul(factor).ok_or_else(too_large);
            (*slope, *constant) = (product(*slope)?, product(*constant)?);
        }
        Ok(self)
    }

    /// The same value over a modulus `times` as large: `q = times q' + j`.
    fn refined(&self, times: i128) -> Result<Self, Rejection> {
        let modulus = self.lines.len() as i128;
        if modulus.saturating_mul(times) > MODULUS {
            return Err(foreign("its remainders have too large a common multiple"));
        }
        let lines = (0..times).flat_map(|j| {
            self.lines
                .iter()
                .map(move |(slope, constant)| (slope * times, slope * j + constant))
        });
        Ok(Self {
            threshold: self.threshold,
            lines: lines.collect(),
        })
    }

    fn with(
        self,
        other: Self,
        join: impl Fn((i128, i128), (i128, i128)) -> (i128, i128),
    ) -> Result<Self, Rejection> {
        let modulus = multiple(self.lines.len() as i128, other.lines.len() as i128)?;
        let one = self.refined(modulus / self.lines.len() as i128)?;
        let two = other.refined(modulus / other.lines.len() as i128)?;
        Ok(Self {
            threshold: one.threshold.max(two.threshold),
            lines: one
                .lines
                .into_iter()
                .zip(two.lines)
                .map(|(a, b)| join(a, b))
                .collect(),
        })
    }

    /// Quotient or remainder: with the quotient cut by the divisor, the slope is a multiple of it.
    fn divided(self, divisor: i128, remainder: bool) -> Result<Self, Rejection> {
        let mut form = self.refined(divisor)?;
        for (slope, constant) in &mut form.lines {
            (*slope, *constant) = match remainder {
                true => (0, constant.rem_euclid(divisor)),
                false => (*slope / divisor, constant.div_euclid(divisor)),
            };
        }
        Ok(form)
    }

    /// The smaller or the larger, once one has overtaken the other.
    fn chosen(self, other: Self, larger: bool) -> Result<Self, Rejection> {
        let modulus = multiple(self.lines.len() as i128, other.lines.len() as i128)?;
        let threshold = std::cell::Cell::new(0);
        let mut form = self.with(other, |a, b| {
            let difference = (a.0 - b.0, a.1 - b.1);
            threshold.set(threshold.get().max(overtaken(difference, modulus)));
            if (difference > (0, 0)) == larger {
                a
            } else {
                b
            }
        })?;
        form.threshold = capped(form.threshold.max(threshold.get()))?;
        Ok(form)
    }
}

fn multiple(a: i128, b: i128) -> Result<i128, Rejection> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    Some(a / x * b)
        .filter(|multiple| *multiple <= MODULUS)
        .ok_or_else(|| foreign("its remainders have too large a common multiple"))
}

fn too_large() -> Rejection {
    foreign("it multiplies the chosen number with too large a number")
}

fn capped(threshold: i128) -> Result<i128, Rejection> {
    Some(threshold)
        .filter(|threshold| *threshold <= THRESHOLD)
        .ok_or_else(|| foreign("it compares the chosen number with too large a number"))
}

fn foreign(why: &str) -> Rejection {
    Rejection::rules(format!(
        "a move's guard is none that laws of heaps model: {why}"
    ))
}
