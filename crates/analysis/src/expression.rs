//! Typed numbers and conditions over the slots of a position.
//!
//! A *slot* is one integer of a position: a variable, a cell's symbol, or the cell a token stands
//! on. The numbers that a move chooses (`for k >= 1`) follow the position's slots. Arithmetic is
//! that of the integers, of any size.

use std::sync::Arc;

use crate::board::Stencil;
pub use crate::evaluate::{CondFn, Number, Word};
pub use whowins_core::Op;

/// An integer computed from slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Const(i64),
    /// The slot of this index.
    Slot(usize),
    /// A digit, 0 or 1, of a parameter given as bits; digits count from 1, and outside the string
    /// they read 0.
    Bit(Arc<[bool]>, Box<Expr>),
    /// An operation on two integers. Divisors are positive constants, as a family has them.
    Binary(Op, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The expression as rules write it, slots by their names.
    pub fn written(&self, name: &dyn Fn(usize) -> String) -> String {
        let inner = |one: &Self| match one {
            Self::Binary(Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod, ..) => {
                format!("({})", one.written(name))
            }
            one => one.written(name),
        };
        match self {
            Self::Const(number) => number.to_string(),
            Self::Slot(slot) => name(*slot),
            Self::Bit(_, index) => format!("bits[{}]", index.written(name)),
            Self::Binary(op, x, y) => {
                let sign = match op {
                    Op::Add => "+",
                    Op::Sub => "-",
                    Op::Mul => "*",
                    Op::Div => "/",
                    Op::Mod => "%",
                    op => {
                        let function = format!("{op:?}").to_lowercase();
                        return format!("{function}({}, {})", x.written(name), y.written(name));
                    }
                };
                format!("{} {sign} {}", inner(x), inner(y))
            }
        }
    }
}

/// How two integers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Relation {
    /// The relation with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            Self::More => Self::Less,
            same => same,
        }
    }

    /// The relation that holds where this one does not.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::More,
            Self::Equal => Self::Unequal,
            Self::Unequal => Self::Equal,
            Self::AtLeast => Self::Less,
            Self::More => Self::AtMost,
        }
    }

    /// Whether it holds between two numbers.
    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::AtLeast => a >= b,
            Self::More => a > b,
        }
    }
}

/// A condition on slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// Always or never.
    Const(bool),
    /// A comparison.
    Compare(Relation, Expr, Expr),
    /// All hold.
    And(Vec<Cond>),
    /// One holds at least.
    Or(Vec<Cond>),
    /// It does not hold.
    Not(Box<Cond>),
    /// The token in this slot stands on one of the marked cells.
    Marked(usize, Arc<[bool]>),
    /// The board shows one of the stencils somewhere.
    Has(Arc<[Stencil]>),
}

impl Expr {
    /// An operation, carried out at once where both sides are known and 64 bits hold the result.
    pub fn binary(operation: Op, a: Self, b: Self) -> Self {
        let known = match (&a, &b) {
            (Self::Const(x), Self::Const(y)) => operation.word(*x, *y),
            _ => None,
        };
        known.map_or_else(
            || Self::Binary(operation, Box::new(a), Box::new(b)),
            Self::Const,
        )
    }

    /// The linear form of the number over its slots, `constant + Σ coefficient · slot`, where it
    /// has one whose numbers all lie within ±2^62, so that they can be negated and corrected by
    /// one.
    pub fn affine(&self, slots: usize) -> Option<Affine> {
        match self {
            Self::Const(value) => Some(Affine::constant(moderate(*value)?, slots)),
            Self::Slot(slot) => {
                let mut form = Affine::constant(0, slots);
                *form.coefficients.get_mut(*slot)? = 1;
                Some(form)
            }
            Self::Bit(..) => None,
            Self::Binary(operation, a, b) => {
                let (a, b) = (a.affine(slots)?, b.affine(slots)?);
                match operation {
                    Op::Add => a.plus(&b, 1),
                    Op::Sub => a.plus(&b, -1),
                    Op::Mul if b.is_constant() => a.times(b.constant),
                    Op::Mul if a.is_constant() => b.times(a.constant),
                    _ => None,
                }
            }
        }
    }

    /// The number with a known value in a slot.
    pub fn with(&self, slot: usize, value: i64) -> Self {
        match self {
            Self::Slot(one) if *one == slot => Self::Const(value),
            Self::Const(_) | Self::Slot(_) => self.clone(),
            Self::Bit(bits, index) => {
                Self::Bit(Arc::clone(bits), Box::new(index.with(slot, value)))
            }
            Self::Binary(operation, a, b) => {
                Self::binary(*operation, a.with(slot, value), b.with(slot, value))
            }
        }
    }

    /// Whether the number depends on a slot that `which` picks.
    pub fn mentions(&self, which: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Const(_) => false,
            Self::Slot(slot) => which(*slot),
            Self::Bit(_, index) => index.mentions(which),
            Self::Binary(_, a, b) => a.mentions(which) || b.mentions(which),
        }
    }
}

impl Cond {
    /// The condition with a known value in a slot that is no cell and no token.
    pub fn with(&self, slot: usize, value: i64) -> Self {
        let each = |all: &[Self]| all.iter().map(|one| one.with(slot, value)).collect();
        match self {
            Self::Compare(relation, a, b) => {
                Self::Compare(*relation, a.with(slot, value), b.with(slot, value))
            }
            Self::And(all) => Self::And(each(all)),
            Self::Or(any) => Self::Or(each(any)),
            Self::Not(one) => Self::Not(Box::new(one.with(slot, value))),
            Self::Const(_) | Self::Marked(..) | Self::Has(_) => self.clone(),
        }
    }

    /// Whether the condition depends on a slot that `which` picks; a board's pattern depends on
    /// all.
    pub fn mentions(&self, which: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Const(_) => false,
            Self::Compare(_, a, b) => a.mentions(which) || b.mentions(which),
            Self::And(all) | Self::Or(all) => all.iter().any(|one| one.mentions(which)),
            Self::Not(inner) => inner.mentions(which),
            Self::Marked(slot, _) => which(*slot),
            Self::Has(_) => true,
        }
    }
}

/// The number, if it is far from the ends of 64-bit integers.
pub(crate) fn moderate(number: i64) -> Option<i64> {
    (-(1 << 62)..=1 << 62).contains(&number).then_some(number)
}

/// `constant + Σ coefficients[i] · slot i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    /// The part that depends on no slot.
    pub constant: i64,
    /// One coefficient a slot.
    pub coefficients: Vec<i64>,
}

impl Affine {
    fn constant(constant: i64, slots: usize) -> Self {
        Self {
            constant,
            coefficients: vec![0; slots],
        }
    }

    /// Whether no slot matters.
    pub fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|c| *c == 0)
    }

    fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let add = |a: &i64, b: &i64| moderate(a.checked_add(b.checked_mul(factor)?)?);
        Some(Self {
            constant: add(&self.constant, &other.constant)?,
            coefficients: self
                .coefficients
                .iter()
                .zip(&other.coefficients)
                .map(|(a, b)| add(a, b))
                .collect::<Option<_>>()?,
        })
    }

    fn times(&self, factor: i64) -> Option<Self> {
        Self::constant(0, self.coefficients.len()).plus(self, factor)
    }
}
