//! What an expression can be while its slots stay in known ranges.

use crate::expression::{Cond, Expr, Operation, Relation};

/// A range of integers; ends at ±[`FAR`] stand for «without end».
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub least: i128,
    pub most: i128,
}

/// Numbers this large are taken for endless; far below where 128-bit products overflow.
pub(super) const FAR: i128 = 1 << 60;

impl Interval {
    pub fn new(least: i128, most: i128) -> Self {
        Self {
            least: least.clamp(-FAR, FAR),
            most: most.clamp(-FAR, FAR),
        }
    }

    pub fn is_empty(self) -> bool {
        self.least > self.most
    }

    fn one(value: i64) -> Self {
        Self::new(i128::from(value), i128::from(value))
    }

    /// The range of `expr` over slots with these ranges. Where one of them is empty, so may be the answer.
    pub fn of(expr: &Expr, slots: &[Self]) -> Self {
        match expr {
            Expr::Const(value) => Self::one(*value),
            Expr::Slot(slot) => slots[*slot],
            Expr::Bit(..) => Self::new(0, 1),
            Expr::Binary(operation, a, b) => {
                Self::of(a, slots).combined(*operation, Self::of(b, slots))
            }
        }
    }

    fn combined(self, operation: Operation, other: Self) -> Self {
        match operation {
            Operation::Add => self.plus(other),
            Operation::Sub => self.plus(Self::new(-other.most, -other.least)),
            Operation::Mul => {
                let ends = [
                    self.least * other.least,
                    self.least * other.most,
                    self.most * other.least,
                    self.most * other.most,
                ];
                Self::new(
                    ends.into_iter().fold(FAR, i128::min),
                    ends.into_iter().fold(-FAR, i128::max),
                )
            }
            // Divisors are positive constants; endless stays endless.
            Operation::Div => {
                let by = |end: i128| match end.abs() < FAR {
                    true => end.div_euclid(other.least.max(1)),
                    false => end,
                };
                Self::new(by(self.least), by(self.most))
            }
            Operation::Rem => {
                let largest = other.most.max(1) - 1;
                match self.least >= 0 {
                    true => Self::new(0, largest.min(self.most)),
                    false => Self::new(0, largest),
                }
            }
            Operation::Min => Self::new(self.least.min(other.least), self.most.min(other.most)),
            Operation::Max => Self::new(self.least.max(other.least), self.most.max(other.most)),
        }
    }

    /// The range of sums; an endless side stays endless, whatever is added.
    fn plus(self, other: Self) -> Self {
        let least = match self.least <= -FAR || other.least <= -FAR {
            true => -FAR,
            false => self.least + other.least,
        };
        let most = match self.most >= FAR || other.most >= FAR {
            true => FAR,
            false => self.most + other.most,
        };
        Self::new(least, most)
    }
}

/// Narrows the slots' ranges to where a condition can hold, as far as its comparisons of one slot with an expression show.
pub(super) fn narrow(slots: &mut [Interval], guard: &Cond) {
    match guard {
        Cond::And(all) => all.iter().for_each(|one| narrow(slots, one)),
        Cond::Compare(relation, a, b) => {
            narrow_side(slots, *relation, a, b);
            narrow_side(slots, mirrored(*relation), b, a);
        }
        Cond::Not(inner) => {
            if let Cond::Compare(relation, a, b) = &**inner {
                narrow_side(slots, opposite(*relation), a, b);
                narrow_side(slots, mirrored(opposite(*relation)), b, a);
            }
        }
        _ => {}
    }
}

fn narrow_side(slots: &mut [Interval], relation: Relation, side: &Expr, other: &Expr) {
    let Expr::Slot(slot) = side else { return };
    let other = Interval::of(other, slots);
    let own = &mut slots[*slot];
    // An end that is endless bounds nothing.
    let below = |own: &mut Interval, most: i128| {
        if other.most < FAR {
            own.most = own.most.min(most);
        }
    };
    let above = |own: &mut Interval, least: i128| {
        if other.least > -FAR {
            own.least = own.least.max(least);
        }
    };
    match relation {
        Relation::Less => below(own, other.most - 1),
        Relation::AtMost => below(own, other.most),
        Relation::Equal => {
            below(own, other.most);
            above(own, other.least);
        }
        Relation::AtLeast => above(own, other.least),
        Relation::More => above(own, other.least + 1),
        Relation::Unequal if other.least == other.most => {
            if own.least == other.least {
                own.least += 1;
            }
            if own.most == other.most {
                own.most -= 1;
            }
        }
        Relation::Unequal => {}
    }
}

/// The relation with its sides exchanged.
pub(super) fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::More,
        Relation::AtMost => Relation::AtLeast,
        Relation::AtLeast => Relation::AtMost,
        Relation::More => Relation::Less,
        same => same,
    }
}

fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::AtLeast,
        Relation::AtMost => Relation::More,
        Relation::Equal => Relation::Unequal,
        Relation::Unequal => Relation::Equal,
        Relation::AtLeast => Relation::Less,
        Relation::More => Relation::AtMost,
    }
}
