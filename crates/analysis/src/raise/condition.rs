//! Numbers and conditions, back from expressions.

use std::sync::Arc;

use dashu_int::IBig;
use whowins_core::{Array, Expr, Op};

use super::{Term, number};
use crate::expression::{Cond, Expr as Number, Relation};

/// The elements as marks, where each is 0 or 1.
fn flags(values: &[IBig]) -> Option<Arc<[bool]>> {
    let flag = |value: &IBig| match u8::try_from(value) {
        Ok(0) => Some(false),
        Ok(1) => Some(true),
        _ => None,
    };
    values.iter().map(flag).collect()
}

impl Term<'_> {
    /// The slot that an expression reads: a part that is one number, or a number that is chosen.
    fn slot(&self, expr: &Expr, chosen: &[Expr]) -> Option<usize> {
        let part = (0..self.slots).find(|slot| *expr == Expr::part(slot + 1));
        part.or_else(|| Some(self.slots + chosen.iter().position(|one| one == expr)?))
    }

    /// A number over the slots; `chosen` are what is read for the numbers chosen so far.
    pub(super) fn number(&self, expr: &Expr, chosen: &[Expr]) -> Option<Number> {
        if let Some(slot) = self.slot(expr, chosen) {
            return Some(Number::Slot(slot));
        }
        match expr {
            Expr::Num(_) => Some(Number::Const(number(expr)?)),
            Expr::Get(array, index, default) if *default == IBig::ZERO => {
                let bits = flags(self.constant(*array)?)?;
                // Digits count from 1.
                let index = Expr::bin(Op::Add, (**index).clone(), Expr::num(1)).tidy();
                Some(Number::Bit(bits, Box::new(self.number(&index, chosen)?)))
            }
            Expr::Bin(op, x, y) => {
                let known = match op {
                    Op::Div | Op::Mod => number(y)? > 0,
                    // Conditions are not numbers, and a shift may be by any number.
                    Op::Shl | Op::Shr | Op::Eq | Op::Lt | Op::Le => false,
                    _ => true,
                };
                if !known {
                    return None;
                }
                let (x, y) = (self.number(x, chosen)?, self.number(y, chosen)?);
                Some(Number::Binary(*op, Box::new(x), Box::new(y)))
            }
            _ => None,
        }
    }

    /// A condition on the position.
    pub(super) fn condition(&self, expr: &Expr) -> Option<Cond> {
        self.condition_of(expr, &[])
    }

    /// A condition on the position and the numbers chosen.
    pub(super) fn condition_of(&self, expr: &Expr, chosen: &[Expr]) -> Option<Cond> {
        let under = |expr: &Expr| self.condition_of(expr, chosen);
        let compared = |relation, x: &Expr, y: &Expr| {
            let (x, y) = (self.number(x, chosen)?, self.number(y, chosen)?);
            Some(Cond::Compare(relation, x, y))
        };
        match expr {
            Expr::Num(_) => match number(expr)? {
                0 => Some(Cond::Const(false)),
                1 => Some(Cond::Const(true)),
                _ => None,
            },
            // A number is compared with what it bounds, as people write it.
            Expr::Bin(Op::Lt, x, y) if is_number(x) => compared(Relation::More, y, x),
            Expr::Bin(Op::Le, x, y) if is_number(x) => compared(Relation::AtLeast, y, x),
            Expr::Bin(Op::Lt, x, y) => compared(Relation::Less, x, y),
            Expr::Bin(Op::Le, x, y) => compared(Relation::AtMost, x, y),
            Expr::Bin(Op::Eq, x, y) => compared(Relation::Equal, x, y),
            Expr::Get(array @ Array::Const(_), index, default) if *default == IBig::ZERO => {
                let marks = flags(self.constant(*array)?)?;
                Some(Cond::Marked(self.slot(index, &[])?, marks))
            }
            Expr::Fold(..) => self.occurs(expr),
            Expr::Ite(c, x, y) => {
                let not = || match &**c {
                    Expr::Bin(Op::Eq, x, y) => compared(Relation::Unequal, x, y),
                    c => Some(Cond::Not(Box::new(under(c)?))),
                };
                match (number(x), number(y)) {
                    (Some(0), Some(1)) => not(),
                    (Some(1), Some(0)) => under(c),
                    (_, Some(0)) => Some(Cond::And(joined(expr, both, &under)?)),
                    (Some(1), _) => Some(some(joined(expr, either, &under)?)),
                    (Some(0), _) => Some(Cond::And(vec![not()?, under(y)?])),
                    (_, Some(1)) => Some(Cond::Or(vec![not()?, under(x)?])),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr, Expr::Num(_))
}

/// The sides of "and".
pub(super) fn both(expr: &Expr) -> Option<[&Expr; 2]> {
    match expr {
        Expr::Ite(x, y, no) if number(no) == Some(0) && number(y) != Some(1) => Some([x, y]),
        _ => None,
    }
}

/// The sides of "or".
fn either(expr: &Expr) -> Option<[&Expr; 2]> {
    match expr {
        Expr::Ite(x, yes, y) if number(yes) == Some(1) && number(y) != Some(0) => Some([x, y]),
        _ => None,
    }
}

/// The two sides of an "and", or of an "or".
type Sides = fn(&Expr) -> Option<[&Expr; 2]>;

/// What is joined, as one list where the lowering joins a list in this way, else as two sides.
fn joined(expr: &Expr, sides: Sides, under: &dyn Fn(&Expr) -> Option<Cond>) -> Option<Vec<Cond>> {
    match parts(expr, sides) {
        Some(parts) => parts.into_iter().map(under).collect(),
        None => sides(expr)?.into_iter().map(under).collect(),
    }
}

/// The leaves, where the left side of each pair has half of them, rounded down.
fn parts(expr: &Expr, sides: Sides) -> Option<Vec<&Expr>> {
    let Some([x, y]) = sides(expr) else {
        return Some(vec![expr]);
    };
    let (mut x, y) = (parts(x, sides)?, parts(y, sides)?);
    if x.len() != (x.len() + y.len()) / 2 {
        return None;
    }
    x.extend(y);
    Some(x)
}

/// Any of these; patterns of a board are one condition.
fn some(any: Vec<Cond>) -> Cond {
    let pattern = |one: &Cond| match one {
        Cond::Has(stencils) => Some(stencils.to_vec()),
        _ => None,
    };
    let patterns: Option<Vec<_>> = any.iter().map(pattern).collect();
    match patterns {
        Some(patterns) => Cond::Has(patterns.concat().into()),
        None => Cond::Or(any),
    }
}
