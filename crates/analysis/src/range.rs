//! Between which integers a number lies, for slots that lie between integers: what shows that
//! nothing leaves machine words, and how far play can reach.

use crate::expression::{Cond, Expr, Op, Relation};
use crate::interval;

/// All integers from the least to the most; none where the least is larger. Ends at ±[`FAR`] stand
/// for "without end".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub least: i128,
    /// The largest.
    pub most: i128,
}

/// Numbers this large are taken for endless: far beyond machine words, and far enough below the
/// largest that some can be added up.
pub const FAR: i128 = 1 << 120;

impl Interval {
    /// All integers.
    pub const ALL: Self = Self {
        least: -FAR,
        most: FAR,
    };

    /// The integers from one to another.
    pub fn new(least: i128, most: i128) -> Self {
        Self {
            least: least.clamp(-FAR, FAR),
            most: most.clamp(-FAR, FAR),
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.least > self.most
    }

    fn one(value: i64) -> Self {
        Self::new(i128::from(value), i128::from(value))
    }

    /// An interval that holds every value of `expr` over slots in these intervals. Where one of
    /// them is empty, so may be the answer. Linear in the expression.
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

    fn combined(self, operation: Op, other: Self) -> Self {
        match operation {
            Op::Add => self.plus(other),
            Op::Sub => self.plus(Self::new(-other.most, -other.least)),
            Op::Mul => self.times(other),
            // Divisors are known and positive.
            Op::Div | Op::Mod if other.least != other.most || other.least < 1 => Self::ALL,
            // A side without end stays so; a least that is far is a bound like others.
            Op::Div => Self {
                least: match self.least <= -FAR {
                    true => -FAR,
                    false => self.least.div_euclid(other.least),
                },
                most: match self.most >= FAR {
                    true => FAR,
                    false => self.most.div_euclid(other.least),
                },
            },
            Op::Mod => {
                let largest = other.most - 1;
                match self.least >= 0 {
                    true => Self::new(0, largest.min(self.most)),
                    false => Self::new(0, largest),
                }
            }
            Op::Min => Self::new(self.least.min(other.least), self.most.min(other.most)),
            Op::Max => Self::new(self.least.max(other.least), self.most.max(other.most)),
            op => self.by_meaning(op, other),
        }
    }

    /// The range of any other operation, as the core calculus has it.
    fn by_meaning(self, op: Op, other: Self) -> Self {
        let whole = |side: Self| interval::Interval::new(side.least, side.most);
        if self.is_empty() || other.is_empty() {
            return Self::ALL;
        }
        let found = interval::Interval::of(op, whole(self), whole(other));
        // An end past 2^100 is none there.
        Self::new(found.least, found.most)
    }

    /// The range of products, which is one of products of ends.
    fn times(self, other: Self) -> Self {
        let product = |a: i128, b: i128| {
            let endless = match (a < 0) == (b < 0) {
                true => FAR,
                false => -FAR,
            };
            a.checked_mul(b).unwrap_or(endless)
        };
        let ends = [
            product(self.least, other.least),
            product(self.least, other.most),
            product(self.most, other.least),
            product(self.most, other.most),
        ];
        Self::new(
            ends.into_iter().fold(FAR, i128::min),
            ends.into_iter().fold(-FAR, i128::max),
        )
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

/// Narrows the slots' ranges to where a condition can hold, as far as its comparisons of one slot
/// with an expression show.
pub(crate) fn narrow(slots: &mut [Interval], guard: &Cond) {
    match guard {
        Cond::And(all) => all.iter().for_each(|one| narrow(slots, one)),
        Cond::Compare(relation, a, b) => {
            narrow_side(slots, *relation, a, b);
            narrow_side(slots, relation.mirrored(), b, a);
        }
        Cond::Not(inner) => {
            if let Cond::Compare(relation, a, b) = &**inner {
                narrow_side(slots, relation.opposite(), a, b);
                narrow_side(slots, relation.opposite().mirrored(), b, a);
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
