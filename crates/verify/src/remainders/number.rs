//! What is known of an integer: between which numbers it lies, what it leaves when it is divided,
//! and how far it is from a number of the position.

use dashu_int::IBig;
use dashu_int::ops::DivRemEuclid;
use whowins_analysis::Interval;
use whowins_core::Op;

/// A larger modulus says nothing more.
const LARGEST: u64 = 1 << 40;

/// Past these an interval has no end.
const FAR: Interval = Interval {
    least: -(1 << 99),
    most: 1 << 99,
};

/// Every integer of an interval that leaves the rest by the modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The one integer that it is, where there is one alone.
    pub exact: Option<IBig>,
    /// It lies in this.
    pub within: Interval,
    /// It leaves `rest` when it is divided by this, which is at least 1.
    pub modulus: u64,
    /// From 0 to the modulus less 1.
    pub rest: u64,
    /// A number of the position before the move, and how much more than it this is.
    pub beyond: Option<(usize, Interval)>,
}

/// The greatest common divisor; of 0 and a number that number.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

fn rest_of(number: &IBig, modulus: u64) -> u64 {
    let rest = number.clone().div_rem_euclid(IBig::from(modulus)).1;
    u64::try_from(rest).unwrap_or_default() // less than the modulus
}

/// Sums of intervals, and differences.
fn plus(a: Interval, b: Interval) -> Interval {
    Interval::of(Op::Add, a, b)
}

fn minus(a: Interval, b: Interval) -> Interval {
    Interval::of(Op::Sub, a, b)
}

/// Whether each number of the one is at most each of the other: certainly, certainly not, or nobody
/// knows.
fn at_most_known(x: Interval, y: Interval) -> Option<bool> {
    let less = |a, b| Interval::of(Op::Lt, a, b) == Interval::new(1, 1);
    match (less(x, plus(y, Interval::new(1, 1))), less(y, x)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// As much as this, or any less.
fn at_most(most: i128) -> Interval {
    Interval::new(Interval::ANY.least, most)
}

impl Number {
    /// Any integer.
    pub const ANY: Self = Self {
        exact: None,
        within: Interval::ANY,
        modulus: 1,
        rest: 0,
        beyond: None,
    };

    /// One integer.
    pub fn exactly(number: impl Into<IBig>) -> Self {
        let number = number.into();
        Self {
            within: Interval::exactly(&number),
            exact: Some(number),
            ..Self::ANY
        }
    }

    /// Integers of an interval.
    pub fn within(within: Interval) -> Self {
        match within.single() {
            Some(number) => Self::exactly(number),
            None => Self {
                within,
                ..Self::ANY
            },
        }
    }

    /// Integers of an interval that leave a rest by a modulus; it is at least 1.
    pub fn class(within: Interval, modulus: u64, rest: u64) -> Self {
        let one = Self::within(within);
        match one.exact {
            Some(_) => one,
            None => one.leaving(modulus, rest),
        }
    }

    /// 0, 1, or either.
    pub fn flag(holds: Option<bool>) -> Self {
        match holds {
            Some(holds) => Self::exactly(u8::from(holds)),
            None => Self::within(Interval::FLAG),
        }
    }

    /// The same, which leaves this rest by the modulus; the interval's ends are brought to numbers
    /// that do.
    fn leaving(self, modulus: u64, rest: u64) -> Self {
        if self.exact.is_some() || !(2..=LARGEST).contains(&modulus) {
            return Self {
                modulus: 1,
                rest: 0,
                ..self
            };
        }
        let (by, left) = (i128::from(modulus), i128::from(rest % modulus));
        let Interval { least, most } = self.within;
        let ends = Interval::new(
            least + (left - least).rem_euclid(by),
            most - (most - left).rem_euclid(by),
        );
        // An end that is none stays none.
        let within = match (least > FAR.least, most < FAR.most) {
            (true, true) => ends,
            (true, false) => Interval::new(ends.least, Interval::ANY.most),
            (false, true) => Interval::new(Interval::ANY.least, ends.most),
            (false, false) => Interval::ANY,
        };
        match within.single() {
            Some(number) => Self::exactly(number).beyond(self.beyond),
            // Where there is no such number, whatever is said of it is true.
            None if within.least > within.most => self,
            None => Self {
                within,
                modulus,
                rest: rest % modulus,
                ..self
            },
        }
    }

    /// The same, known to be no more than so much beyond a number of the position.
    fn beyond(self, beyond: Option<(usize, Interval)>) -> Self {
        Self { beyond, ..self }
    }

    /// 0 for a single integer, which leaves what it leaves by every modulus.
    fn step(&self) -> u64 {
        if self.exact.is_some() {
            0
        } else {
            self.modulus
        }
    }

    /// What it leaves by a divisor of its modulus.
    fn left(&self, divisor: u64) -> u64 {
        match &self.exact {
            Some(number) => rest_of(number, divisor),
            None => self.rest % divisor,
        }
    }

    /// A number by which all that it can be is divisible; 0 for 0.
    fn divisor(&self) -> u64 {
        match &self.exact {
            Some(number) if *number == IBig::ZERO => 0,
            Some(number) => u64::try_from(number).unwrap_or(1),
            None => gcd(self.modulus, self.rest),
        }
    }

    /// The greatest common divisor with a number that is a multiple of this one, and so much.
    fn common(&self, other: &Self) -> Option<u64> {
        let own = u64::try_from(self.exact.as_ref()?)
            .ok()
            .filter(|own| *own > 0)?;
        let told = other.exact.is_none() && other.modulus.is_multiple_of(own);
        told.then(|| gcd(own, other.left(own)))
    }

    /// Whether it is not 0: for certain, certainly not, or nobody knows.
    pub fn is_true(&self) -> Option<bool> {
        match &self.exact {
            Some(number) => Some(*number != IBig::ZERO),
            None => self.excludes(&Self::exactly(0)).then_some(true),
        }
    }

    /// Whether the two are never equal.
    fn excludes(&self, other: &Self) -> bool {
        let common = gcd(self.step(), other.step());
        let apart = match common {
            0 => self.exact != other.exact,
            _ => self.left(common) != other.left(common),
        };
        apart || self.within.meet(other.within).is_none() || {
            let apart = self.distance(other);
            apart.is_some_and(|by| by.meet(Interval::new(0, 0)).is_none())
        }
    }

    /// Between which numbers their difference lies, by a number of the position that both are
    /// measured from.
    fn distance(&self, other: &Self) -> Option<Interval> {
        let ((one, a), (two, b)) = (self.beyond?, other.beyond?);
        (one == two).then(|| minus(a, b))
    }

    /// Either of the two.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        let (a, b) = (self.step(), other.step());
        let mut common = gcd(a, b);
        // What both leave alike.
        common = match (&self.exact, &other.exact) {
            (Some(x), Some(y)) => u64::try_from(if x < y { y - x } else { x - y }).unwrap_or(1),
            _ => gcd(common, self.left(common).abs_diff(other.left(common))),
        };
        let beyond = match (self.beyond, other.beyond) {
            (Some((one, a)), Some((two, b))) if one == two => Some((one, a.join(b))),
            _ => None,
        };
        let within = self.within.join(other.within);
        let rest = if common == 0 { 0 } else { self.left(common) };
        Self::class(within, common.max(1), rest).beyond(beyond)
    }

    /// Those of an interval alone; `None` where there are none.
    #[must_use]
    pub fn meet(&self, interval: Interval) -> Option<Self> {
        let within = self.within.meet(interval)?;
        Some(match self.exact {
            Some(_) => self.clone(),
            None => Self::class(within, self.modulus, self.rest).beyond(self.beyond),
        })
    }

    /// `op(x, y)`.
    #[must_use]
    pub fn of(op: Op, x: &Self, y: &Self) -> Self {
        if let (Some(a), Some(b)) = (&x.exact, &y.exact)
            && (op != Op::Shl || *b <= IBig::from(LARGEST.ilog2()))
        {
            let beyond = x.shifted(op, y);
            return Self::exactly(op.exact(a.clone(), b.clone())).beyond(beyond);
        }
        let mut within = Interval::of(op, x.within, y.within);
        if let (Op::Sub, Some(apart)) = (op, x.distance(y)) {
            // Both are measured from one number of the position.
            within = within.meet(apart).unwrap_or(within);
        }
        let plain = Self::within(within);
        let common = gcd(x.step(), y.step());
        let found = match op {
            Op::Add => plain.leaving(common, x.left(common) + y.left(common)),
            Op::Sub => plain.leaving(common, x.left(common) + common - y.left(common)),
            Op::Mul => plain.product(x, y),
            Op::Div => plain.quotient(x, y),
            Op::Mod => plain.remainder(x, y),
            Op::Min | Op::Max => match Self::compare(Op::Le, x, y) {
                Some(first) => {
                    return if first == (op == Op::Min) {
                        x.clone()
                    } else {
                        y.clone()
                    };
                }
                None => {
                    let either = x.or(y);
                    plain.leaving(either.modulus, either.rest)
                }
            },
            Op::Gcd => match x.common(y).or_else(|| y.common(x)) {
                Some(common) => Self::exactly(common),
                None => plain.leaving(gcd(x.divisor(), y.divisor()), 0),
            },
            Op::Xor | Op::And | Op::Or => {
                // The last binary digits that are known of both.
                let known = 1u64 << common.trailing_zeros().min(LARGEST.ilog2());
                let last = [x, y].map(|one| IBig::from(one.left(known)));
                let [a, b] = last;
                plain.leaving(known, rest_of(&op.exact(a, b), known))
            }
            Op::Shl | Op::Shr => plain.shift(op, x, y),
            Op::Eq | Op::Lt | Op::Le => return Self::flag(Self::compare(op, x, y)),
        };
        found.beyond(x.shifted(op, y))
    }

    /// Whether `op(x, y)` holds, which is a comparison; `None` where it may or may not.
    fn compare(op: Op, x: &Self, y: &Self) -> Option<bool> {
        match op {
            Op::Eq if x.excludes(y) => Some(false),
            // Two integers are compared as such, and of others nobody knows that they are equal.
            Op::Eq => None,
            Op::Le => at_most_known(x.within, y.within)
                .or_else(|| at_most_known(x.distance(y)?, Interval::new(0, 0))),
            _ => Self::compare(Op::Le, y, x).map(|at_most| !at_most),
        }
    }

    fn product(self, x: &Self, y: &Self) -> Self {
        // (a k + r)(b l + s) is r s by the greatest common divisor of a b, a s and b r.
        let by = |one: &Self, number: &IBig| {
            let size = u64::try_from(if *number < IBig::ZERO {
                -number
            } else {
                number.clone()
            });
            let modulus = size.ok().and_then(|size| one.modulus.checked_mul(size));
            let modulus = modulus.filter(|modulus| (1..=LARGEST).contains(modulus));
            let modulus = modulus.unwrap_or(one.modulus);
            (modulus, rest_of(&(IBig::from(one.rest) * number), modulus))
        };
        let (modulus, rest) = match (&x.exact, &y.exact) {
            (Some(number), _) => by(y, number),
            (_, Some(number)) => by(x, number),
            _ => {
                let [a, b, r, s] = [x.modulus, y.modulus, x.rest, y.rest].map(u128::from);
                let common = gcd_wide(gcd_wide(a * b, a * s), b * r);
                let modulus = u64::try_from(common).unwrap_or(1);
                (
                    modulus,
                    u64::try_from(r * s % u128::from(modulus.max(1))).unwrap_or_default(),
                )
            }
        };
        self.leaving(modulus, rest)
    }

    fn quotient(self, x: &Self, y: &Self) -> Self {
        let Some(divisor) = y.exact.as_ref().and_then(|by| u64::try_from(by).ok()) else {
            return self;
        };
        match divisor > 0 && x.exact.is_none() && x.modulus.is_multiple_of(divisor) {
            true => self.leaving(x.modulus / divisor, x.rest / divisor),
            false => self,
        }
    }

    fn remainder(self, x: &Self, y: &Self) -> Self {
        // x less a multiple of y, where y is above 0; else 0.
        let common = gcd(x.step(), y.divisor());
        let common = if y.within.least >= 1 {
            common
        } else {
            gcd(common, x.left(common.max(1)))
        };
        match common {
            0 => self,
            _ => self.leaving(common, x.left(common)),
        }
    }

    fn shift(self, op: Op, x: &Self, y: &Self) -> Self {
        let bits = y.exact.as_ref().and_then(|by| u32::try_from(by).ok());
        let power = bits
            .filter(|bits| *bits <= LARGEST.ilog2())
            .map(|bits| 1u64 << bits);
        match (op, power) {
            (Op::Shl, Some(power)) => self.product(x, &Self::exactly(power)),
            (_, Some(power)) => self.quotient(x, &Self::exactly(power)),
            _ => self,
        }
    }

    /// How much more `op(x, y)` is than the number of the position that x or y is measured from.
    fn shifted(&self, op: Op, y: &Self) -> Option<(usize, Interval)> {
        match (op, self.beyond, y.beyond) {
            (Op::Add, Some((of, by)), _) => Some((of, plus(by, y.within))),
            (Op::Add, _, Some((of, by))) => Some((of, plus(by, self.within))),
            (Op::Sub, Some((of, by)), _) => Some((of, minus(by, y.within))),
            (Op::Min, Some((of, by)), _) | (Op::Min, None, Some((of, by))) => {
                Some((of, at_most(by.most)))
            }
            // A quotient of what is above 0 by 2 or more is less by one at least.
            (Op::Div, Some((of, by)), _) if self.within.least >= 1 && y.within.least >= 2 => {
                Some((of, at_most(plus(by, Interval::new(-1, -1)).most)))
            }
            (Op::Div | Op::Mod, Some((of, by)), _) if self.within.least >= 0 => {
                Some((of, at_most(by.most)))
            }
            _ => None,
        }
    }
}

fn gcd_wide(a: u128, b: u128) -> u128 {
    match b {
        0 => a,
        _ => gcd_wide(b, a % b),
    }
}
