//! Numbers and conditions in machine words along a run of steps: what is linear on the way is
//! worked out once for all of it.
//!
//! A number over slots, one of which runs, is a line as long as no `min`, `max`, `div` or `mod` in
//! it turns; a condition keeps its truth as long as no line in it passes 0. So a move's follow-ups
//! come as a few runs, each with equal steps, and none is worked out by itself.
//!
//! Nothing here checks for overflow. [`Node::of`] takes a number only where intervals show that it
//! and all its parts stay within [`FAR`] over all slots that come; sums of products may leave words
//! on the way, where modulo 2^64 gives the right end. The slope of a line that ends where it begins
//! may be any number: what follows from it is cut at that end.

use std::sync::Arc;

use crate::expression::{Cond, Expr, Op, Relation};
use crate::range::Interval;

/// Numbers stay within ± this.
pub(super) const FAR: i128 = 1 << 60;

/// A number along the running slot, from its value now to `end`: `at`, and `slope` more with each
/// step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) at: i64,
    pub(super) slope: i64,
    pub(super) end: i64,
}

/// A sum of products modulo 2^64.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    constant: i64,
    terms: Vec<(usize, i64)>,
    /// The running slot's coefficient.
    slope: i64,
}

/// A number.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Sum(Sum),
    Min(Box<[Node; 2]>),
    Max(Box<[Node; 2]>),
    Plus(Box<[Node; 2]>),
    Minus(Box<[Node; 2]>),
    Times(Box<[Node; 2]>),
    Div(Box<Node>, i64),
    Rem(Box<Node>, i64),
    Bit(Arc<[bool]>, Box<Node>),
}

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Known(bool),
    /// Whether the number is below 0, or not.
    Below(Node, bool),
    /// Whether it is 0, or not.
    Zero(Node, bool),
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
}

/// Whether an interval lies within the numbers that are worked with.
pub(super) fn near(interval: Interval) -> bool {
    let near = -FAR..=FAR;
    near.contains(&interval.least) && near.contains(&interval.most)
}

impl Sum {
    /// `constant + Σ coefficient · slot`; `running` is the slot that runs, if one does.
    pub(super) fn new(constant: i64, coefficients: &[i64], running: Option<usize>) -> Self {
        let all = coefficients.iter().copied().enumerate();
        Self {
            constant,
            terms: all.filter(|(_, coefficient)| *coefficient != 0).collect(),
            slope: running.map_or(0, |running| coefficients[running]),
        }
    }

    #[inline]
    pub(super) fn line(&self, slots: &[i64]) -> Line {
        let at = self.terms.iter().fold(self.constant, |sum, (slot, by)| {
            sum.wrapping_add(slots[*slot].wrapping_mul(*by))
        });
        Line {
            at,
            slope: self.slope,
            end: i64::MAX,
        }
    }
}

impl Node {
    /// The number over slots in these intervals; `None` where it is not seen to stay near.
    pub(super) fn of(expr: &Expr, slots: &[Interval], running: Option<usize>) -> Option<Self> {
        if !near(Interval::of(expr, slots)) {
            return None;
        }
        if let Some(form) = expr.affine(slots.len()) {
            let sum = Sum::new(form.constant, &form.coefficients, running);
            return Some(Self::Sum(sum));
        }
        Some(match expr {
            Expr::Const(value) => Self::Sum(Sum::new(*value, &[], None)),
            // A slot is a linear form.
            Expr::Slot(_) => return None,
            Expr::Bit(bits, index) => {
                let index = Self::of(index, slots, running)?;
                Self::Bit(Arc::clone(bits), Box::new(index))
            }
            Expr::Binary(operation, a, b) => {
                let divisor = || {
                    let Interval { least, most } = Interval::of(b, slots);
                    (least == most && least >= 1).then_some(least as i64)
                };
                let one = Self::of(a, slots, running)?;
                let both = || {
                    let other = Self::of(b, slots, running)?;
                    Some(Box::new([one.clone(), other]))
                };
                match operation {
                    Op::Add => Self::Plus(both()?),
                    Op::Sub => Self::Minus(both()?),
                    Op::Mul => Self::Times(both()?),
                    Op::Min => Self::Min(both()?),
                    Op::Max => Self::Max(both()?),
                    Op::Div => Self::Div(Box::new(one), divisor()?),
                    Op::Mod => Self::Rem(Box::new(one), divisor()?),
                    _ => return None,
                }
            }
        })
    }

    /// The line from the running slot's value `now` on.
    #[inline]
    pub(super) fn line(&self, slots: &[i64], now: i64) -> Line {
        match self {
            Self::Sum(sum) => sum.line(slots),
            _ => self.turning(slots, now),
        }
    }

    fn turning(&self, slots: &[i64], now: i64) -> Line {
        let both = |pair: &[Self; 2]| [pair[0].line(slots, now), pair[1].line(slots, now)];
        match self {
            Self::Sum(sum) => sum.line(slots),
            Self::Min(pair) => {
                let [a, b] = both(pair);
                lower(a, b, now)
            }
            Self::Max(pair) => {
                let [a, b] = both(pair);
                lower(a.negative(), b.negative(), now).negative()
            }
            Self::Plus(pair) => {
                let [a, b] = both(pair);
                a.plus(b)
            }
            Self::Minus(pair) => {
                let [a, b] = both(pair);
                a.plus(b.negative())
            }
            Self::Times(pair) => {
                let [a, b] = both(pair);
                let end = match a.slope == 0 || b.slope == 0 {
                    true => a.end.min(b.end),
                    false => now,
                };
                let slope = a.slope.wrapping_mul(b.at);
                Line {
                    at: a.at.wrapping_mul(b.at),
                    slope: slope.wrapping_add(b.slope.wrapping_mul(a.at)),
                    end,
                }
            }
            Self::Div(a, divisor) => a.line(slots, now).quotient(*divisor, now),
            Self::Rem(a, divisor) => a.line(slots, now).remainder(*divisor, now),
            Self::Bit(bits, index) => {
                let index = index.line(slots, now);
                let digit = usize::try_from(index.at).ok();
                let digit = digit.and_then(|digit| bits.get(digit.checked_sub(1)?));
                Line {
                    at: i64::from(digit.copied().unwrap_or(false)),
                    slope: 0,
                    end: if index.slope == 0 { index.end } else { now },
                }
            }
        }
    }
}

/// The lower of two lines, up to where the other one is lower.
fn lower(a: Line, b: Line, now: i64) -> Line {
    let (low, high) = match (a.at, a.slope) <= (b.at, b.slope) {
        true => (a, b),
        false => (b, a),
    };
    let closing = low.slope.wrapping_sub(high.slope);
    let meets = match closing > 0 {
        true => now.saturating_add((high.at - low.at) / closing),
        false => i64::MAX,
    };
    Line {
        end: low.end.min(high.end).min(meets),
        ..low
    }
}

/// How many whole steps of `slope` there are before more than `room` is gone.
fn steps(room: i64, slope: i64) -> i64 {
    (room as u64 / slope.unsigned_abs()) as i64
}

impl Line {
    fn negative(self) -> Self {
        Self {
            at: self.at.wrapping_neg(),
            slope: self.slope.wrapping_neg(),
            end: self.end,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            at: self.at.wrapping_add(other.at),
            slope: self.slope.wrapping_add(other.slope),
            end: self.end.min(other.end),
        }
    }

    /// Up to where a number with the remainder `rest` now, and the line's slope, comes to the next
    /// multiple.
    fn before_multiple(self, rest: i64, divisor: i64, now: i64) -> i64 {
        let room = match self.slope > 0 {
            true => divisor - 1 - rest,
            false => rest,
        };
        self.end.min(now.saturating_add(steps(room, self.slope)))
    }

    fn quotient(self, divisor: i64, now: i64) -> Self {
        let at = self.at.div_euclid(divisor);
        if self.slope % divisor == 0 {
            let slope = self.slope / divisor;
            return Self { at, slope, ..self };
        }
        let rest = self.at.rem_euclid(divisor);
        Self {
            at,
            slope: 0,
            end: self.before_multiple(rest, divisor, now),
        }
    }

    fn remainder(self, divisor: i64, now: i64) -> Self {
        let at = self.at.rem_euclid(divisor);
        if self.slope % divisor == 0 {
            return Self {
                at,
                slope: 0,
                ..self
            };
        }
        Self {
            at,
            slope: self.slope,
            end: self.before_multiple(at, divisor, now),
        }
    }

    /// Whether it is below 0, and up to where that stays so.
    fn below(self, now: i64) -> (bool, i64) {
        let below = self.at < 0;
        // Below 0 are all up to -1: as far from there as it is, whichever side it is on.
        let (room, closes) = match below {
            true => (-1 - self.at, self.slope > 0),
            false => (self.at, self.slope < 0),
        };
        match closes {
            true => {
                let turns = now.saturating_add(steps(room, self.slope));
                (below, self.end.min(turns))
            }
            false => (below, self.end),
        }
    }

    /// Whether it is 0, and up to where that stays so.
    fn zero(self, now: i64) -> (bool, i64) {
        if self.at == 0 {
            let end = if self.slope == 0 { self.end } else { now };
            return (true, end);
        }
        let towards = (self.at < 0) == (self.slope > 0) && self.slope != 0;
        let distance = self.at.unsigned_abs();
        if !towards || !distance.is_multiple_of(self.slope.unsigned_abs()) {
            return (false, self.end);
        }
        let there = (distance / self.slope.unsigned_abs()) as i64;
        (false, self.end.min(now.saturating_add(there - 1)))
    }
}

impl Test {
    /// The condition over slots in these intervals; `None` where it speaks of numbers that are not
    /// seen to stay near, of cells or of tokens.
    pub(super) fn of(cond: &Cond, slots: &[Interval], running: Option<usize>) -> Option<Self> {
        let each = |all: &[Cond]| -> Option<Vec<Self>> {
            let one = |cond| Self::of(cond, slots, running);
            all.iter().map(one).collect()
        };
        Some(match cond {
            Cond::Const(known) => Self::Known(*known),
            Cond::Compare(relation, a, b) => {
                let node = |expr: Expr| Node::of(&expr, slots, running);
                let minus = |a: &Expr, b: &Expr| Expr::binary(Op::Sub, a.clone(), b.clone());
                match relation {
                    Relation::Less => Self::Below(node(minus(a, b))?, true),
                    Relation::More => Self::Below(node(minus(b, a))?, true),
                    Relation::AtMost => Self::Below(node(minus(b, a))?, false),
                    Relation::AtLeast => Self::Below(node(minus(a, b))?, false),
                    Relation::Equal => Self::Zero(node(minus(a, b))?, true),
                    Relation::Unequal => Self::Zero(node(minus(a, b))?, false),
                }
            }
            Cond::And(all) => Self::All(each(all)?),
            Cond::Or(any) => Self::Any(each(any)?),
            Cond::Not(one) => Self::Not(Box::new(Self::of(one, slots, running)?)),
            Cond::Marked(..) | Cond::Has(_) => return None,
        })
    }

    /// Whether it holds at the running slot's value `now`, and up to where that stays so.
    #[inline]
    pub(super) fn holds(&self, slots: &[i64], now: i64) -> (bool, i64) {
        match self {
            Self::Below(node, wanted) => {
                let (below, end) = node.line(slots, now).below(now);
                (below == *wanted, end)
            }
            Self::Zero(node, wanted) => {
                let (zero, end) = node.line(slots, now).zero(now);
                (zero == *wanted, end)
            }
            _ => self.compound(slots, now),
        }
    }

    fn compound(&self, slots: &[i64], now: i64) -> (bool, i64) {
        match self {
            Self::Known(known) => (*known, i64::MAX),
            Self::Below(..) | Self::Zero(..) => self.holds(slots, now),
            Self::All(all) => Self::unless(all, false, slots, now),
            Self::Any(any) => Self::unless(any, true, slots, now),
            Self::Not(one) => {
                let (holds, end) = one.holds(slots, now);
                (!holds, end)
            }
        }
    }

    /// What the first condition of this truth says of all; where there is none, all have the other.
    fn unless(all: &[Self], truth: bool, slots: &[i64], now: i64) -> (bool, i64) {
        let mut end = i64::MAX;
        for one in all {
            let (holds, until) = one.holds(slots, now);
            if holds == truth {
                return (truth, until);
            }
            end = end.min(until);
        }
        (!truth, end)
    }
}
