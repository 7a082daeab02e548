//! Intervals: between which numbers the value of an expression lies, whatever the state.

use dashu_int::IBig;
use whowins_core::{Array, Expr, Op};

use crate::Setting;

/// All integers from `least` to `most`. An end past ±2^100 is none: the interval goes on without
/// bound there, so that it is never too small.
///
/// ```
/// use whowins_analysis::Interval;
/// use whowins_core::Op;
///
/// let digit = Interval::new(0, 9);
/// assert_eq!(Interval::of(Op::Mul, digit, digit), Interval::new(0, 81));
/// assert!(!Interval::ANY.is_word());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least number in it.
    pub least: i128,
    /// The largest.
    pub most: i128,
}

/// Stands for no bound.
const WIDE: i128 = 1 << 120;

/// Ends past this are no bound.
const FAR: i128 = 1 << 100;

/// Rounds in which the result of a fold may still grow before it counts as unbounded.
const ROUNDS: usize = 8;

impl Interval {
    /// All integers.
    pub const ANY: Self = Self {
        least: -WIDE,
        most: WIDE,
    };
    /// 0 and 1.
    pub const FLAG: Self = Self { least: 0, most: 1 };

    /// All integers between these; without bound where an end is past 2^100.
    pub fn new(least: i128, most: i128) -> Self {
        Self {
            least: if least < -FAR { -WIDE } else { least.min(FAR) },
            most: if most > FAR { WIDE } else { most.max(-FAR) },
        }
    }

    /// One number; all beyond 2^100 are alike.
    pub fn exactly(number: &IBig) -> Self {
        match i128::try_from(number) {
            Ok(number) if number.unsigned_abs() <= FAR.unsigned_abs() => Self::new(number, number),
            _ if *number < IBig::ZERO => Self::new(-WIDE, -FAR),
            _ => Self::new(FAR, WIDE),
        }
    }

    /// The least interval around both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self::new(self.least.min(other.least), self.most.max(other.most))
    }

    /// What both have, if there is anything.
    #[must_use]
    pub fn meet(self, other: Self) -> Option<Self> {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        (least <= most).then_some(Self { least, most })
    }

    /// Whether all of the other is in it; an unbounded one is in an unbounded one.
    pub fn holds(self, other: Self) -> bool {
        self.least <= other.least && other.most <= self.most
    }

    /// Whether all of it fits into 64 bits with a sign.
    pub fn is_word(self) -> bool {
        Self::new(i64::MIN.into(), i64::MAX.into()).holds(self)
    }

    /// The one number in it, if there is one alone.
    pub fn single(self) -> Option<i128> {
        (self.least == self.most).then_some(self.least)
    }

    /// The values of an operation on numbers of two intervals.
    #[must_use]
    pub fn of(op: Op, x: Self, y: Self) -> Self {
        let corners = |apply: fn(i128, i128) -> i128| {
            let all = [
                apply(x.least, y.least),
                apply(x.least, y.most),
                apply(x.most, y.least),
                apply(x.most, y.most),
            ];
            let least = all.iter().min().copied().unwrap_or(-WIDE);
            Self::new(least, all.iter().max().copied().unwrap_or(WIDE))
        };
        match op {
            Op::Add => Self::new(x.least + y.least, x.most + y.most),
            Op::Sub => Self::new(x.least - y.most, x.most - y.least),
            // An end without bound times 0 is 0, as the numbers behind it are.
            Op::Mul => corners(i128::saturating_mul),
            // Division brings a number nearer to 0, or makes it 0 or -1.
            Op::Div if x.least >= 0 && x.most < WIDE => Self::new(0, x.most / y.least.max(1)),
            Op::Div => Self::new(x.least.min(0), x.most.max(0)),
            Op::Mod if x.least >= 0 => Self::new(0, x.most.min((y.most - 1).max(0))),
            Op::Mod => Self::new(0, (y.most - 1).max(0)),
            Op::Min => Self::new(x.least.min(y.least), x.most.min(y.most)),
            Op::Max => Self::new(x.least.max(y.least), x.most.max(y.most)),
            Op::Gcd => {
                let size = |one: Self| one.least.abs().max(one.most.abs());
                Self::new(0, size(x).max(size(y)))
            }
            Op::And if x.least >= 0 || y.least >= 0 => {
                let most = match (x.least >= 0, y.least >= 0) {
                    (true, true) => x.most.min(y.most),
                    (true, false) => x.most,
                    _ => y.most,
                };
                Self::new(0, most)
            }
            Op::Xor | Op::And | Op::Or => {
                // As many bits as the longer of the two has, and a sign if one of them has.
                let size = |one: Self| one.most.max(-1 - one.least).max(0) as u128;
                let room = size(x).max(size(y)).checked_add(1);
                let room = room.and_then(u128::checked_next_power_of_two);
                let room = room.map_or(WIDE, |room| room.min(WIDE as u128) as i128);
                match x.least >= 0 && y.least >= 0 {
                    true => Self::new(0, room - 1),
                    false => Self::new(-room, room - 1),
                }
            }
            Op::Shl => match u32::try_from(y.most.max(0)) {
                Ok(by) if by < 120 => {
                    let scale = 1 << by;
                    let ends = [x.least, x.most].map(|end: i128| end.saturating_mul(scale));
                    Self::new(ends[0].min(x.least), ends[1].max(x.most))
                }
                _ => Self::new(
                    if x.least < 0 { -WIDE } else { 0 },
                    if x.most > 0 { WIDE } else { 0 },
                ),
            },
            Op::Shr if x.least >= 0 => Self::new(0, x.most),
            Op::Shr => Self::new(x.least, x.most.max(-1)),
            Op::Eq => match x.meet(y) {
                None => Self::new(0, 0),
                Some(_) => Self::FLAG,
            },
            Op::Lt if x.most < y.least => Self::new(1, 1),
            Op::Lt if x.least >= y.most && x.is_bounded() && y.is_bounded() => Self::new(0, 0),
            Op::Le if x.most <= y.least && x.is_bounded() && y.is_bounded() => Self::new(1, 1),
            Op::Le if x.least > y.most => Self::new(0, 0),
            Op::Lt | Op::Le => Self::FLAG,
        }
    }

    const fn is_bounded(self) -> bool {
        -WIDE < self.least && self.most < WIDE
    }
}

impl Setting<'_> {
    /// The values of an expression under so many bound variables, each from its interval; in every
    /// state of the setting.
    ///
    /// `O(the expression)` for each of some rounds of every fold in it.
    pub fn interval(&self, expr: &Expr, bound: &mut Vec<Interval>) -> Interval {
        match expr {
            Expr::Num(number) => Interval::exactly(number),
            Expr::Var(level) => bound.get(*level).copied().unwrap_or(Interval::ANY),
            Expr::Len(array) => match self.length(*array) {
                Some(length) => Interval::new(length as i128, length as i128),
                None => Interval::new(0, 1 << 40),
            },
            Expr::Get(array, index, default) => {
                let index = self.interval(index, bound);
                let elements = self.elements(*array);
                let inside = self.length(*array).is_some_and(|length| {
                    length > 0 && Interval::new(0, length as i128 - 1).holds(index)
                });
                match elements {
                    Some(elements) if inside => elements,
                    Some(elements) => elements.join(Interval::exactly(default)),
                    None => Interval::exactly(default),
                }
            }
            Expr::Bin(op, x, y) => {
                let x = self.interval(x, bound);
                Interval::of(*op, x, self.interval(y, bound))
            }
            Expr::Ite(condition, yes, no) => {
                let condition = self.interval(condition, bound);
                let never = Interval::new(0, 0);
                match condition.meet(never) {
                    None => self.interval(yes, bound),
                    Some(_) if condition == never => self.interval(no, bound),
                    Some(_) => self.interval(yes, bound).join(self.interval(no, bound)),
                }
            }
            Expr::Fold(lo, hi, init, body) => {
                let (lo, hi) = (self.interval(lo, bound), self.interval(hi, bound));
                let init = self.interval(init, bound);
                match Self::rounds(lo, hi) {
                    None => init,
                    Some(counter) => self.folded(counter, init, body, bound),
                }
            }
        }
    }

    /// The values of a counter from lo to hi - 1; `None` where there is never any.
    pub fn rounds(lo: Interval, hi: Interval) -> Option<Interval> {
        (lo.least < hi.most).then(|| Interval::new(lo.least, hi.most - 1))
    }

    /// The values that the result of a fold has in any round.
    pub fn folded(
        &self,
        counter: Interval,
        init: Interval,
        body: &Expr,
        bound: &mut Vec<Interval>,
    ) -> Interval {
        let mut result = init;
        let level = bound.len();
        for round in 0.. {
            bound.extend([counter, result]);
            let next = self.interval(body, bound);
            bound.truncate(level);
            if result.holds(next) {
                break;
            }
            let joined = result.join(next);
            // What still grows may grow without end: downwards, upwards, or both.
            result = match round < ROUNDS {
                true => joined,
                false => Interval {
                    least: if joined.least < result.least {
                        -WIDE
                    } else {
                        joined.least
                    },
                    most: if joined.most > result.most {
                        WIDE
                    } else {
                        joined.most
                    },
                },
            };
        }
        result
    }

    /// The values of an array's elements; `None` where it has none.
    pub fn elements(&self, array: Array) -> Option<Interval> {
        match array {
            Array::Part(part) => Some(self.ranges[part]),
            Array::Const(at) => {
                let values = &self.game.consts.get(at)?.values;
                let all = values.iter().map(Interval::exactly);
                all.reduce(Interval::join)
            }
        }
    }
}
