//! Typed numbers and conditions over the slots of a position, and their compiled form.
//!
//! A *slot* is one integer of a position: a variable, a cell's symbol, or the cell a token stands on. The numbers that a move
//! chooses (`for k >= 1`) follow the position's slots. Arithmetic saturates at the ends of 64-bit integers.

use std::sync::Arc;

use crate::board::Stencil;

/// An integer computed from slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Const(i64),
    /// The slot of this index.
    Slot(usize),
    /// A digit, 0 or 1, of a parameter given as bits; digits count from 1, and outside the string they read 0.
    Bit(Arc<[bool]>, Box<Expr>),
    /// An operation on two integers.
    Binary(Operation, Box<Expr>, Box<Expr>),
}

/// What [`Expr::Binary`] does. Divisors are positive constants, which the checker sees to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded down.
    Div,
    /// Remainder, never negative.
    Rem,
    /// The smaller.
    Min,
    /// The larger.
    Max,
}

impl Operation {
    /// The operation on two numbers; a division by a number below 1 gives 0.
    pub fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Self::Add => a.saturating_add(b),
            Self::Sub => a.saturating_sub(b),
            Self::Mul => a.saturating_mul(b),
            Self::Div => a.checked_div_euclid(b).unwrap_or(0),
            Self::Rem => a.checked_rem_euclid(b).unwrap_or(0),
            Self::Min => a.min(b),
            Self::Max => a.max(b),
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

/// A compiled number.
pub type NumberFn = Box<dyn Fn(&[i64]) -> i64 + Send + Sync>;
/// A compiled condition.
pub type CondFn = Box<dyn Fn(&[i64]) -> bool + Send + Sync>;

impl Expr {
    /// An operation, carried out at once where both sides are known.
    pub fn binary(operation: Operation, a: Self, b: Self) -> Self {
        match (&a, &b) {
            (Self::Const(x), Self::Const(y)) => Self::Const(operation.apply(*x, *y)),
            _ => Self::Binary(operation, Box::new(a), Box::new(b)),
        }
    }

    /// The value over the given slots.
    pub fn value(&self, slots: &[i64]) -> i64 {
        match self {
            Self::Const(value) => *value,
            Self::Slot(slot) => slots[*slot],
            Self::Bit(bits, index) => bit(bits, index.value(slots)),
            Self::Binary(operation, a, b) => operation.apply(a.value(slots), b.value(slots)),
        }
    }

    /// A closure that computes the value, with the common small shapes fused.
    pub fn compile(&self) -> NumberFn {
        match self.clone() {
            Self::Const(value) => Box::new(move |_| value),
            Self::Slot(slot) => Box::new(move |slots| slots[slot]),
            Self::Bit(bits, index) => {
                let index = index.compile();
                Box::new(move |slots| bit(&bits, index(slots)))
            }
            Self::Binary(operation, a, b) => match (operation, *a, *b) {
                (Operation::Add, Self::Slot(a), Self::Const(b)) => {
                    Box::new(move |slots| slots[a].saturating_add(b))
                }
                (Operation::Sub, Self::Slot(a), Self::Const(b)) => {
                    Box::new(move |slots| slots[a].saturating_sub(b))
                }
                (Operation::Add, Self::Slot(a), Self::Slot(b)) => {
                    Box::new(move |slots| slots[a].saturating_add(slots[b]))
                }
                (Operation::Sub, Self::Slot(a), Self::Slot(b)) => {
                    Box::new(move |slots| slots[a].saturating_sub(slots[b]))
                }
                (_, a, b) => {
                    let (a, b) = (a.compile(), b.compile());
                    Box::new(move |slots| operation.apply(a(slots), b(slots)))
                }
            },
        }
    }

    /// The linear form of the number over its slots, `constant + Σ coefficient · slot`, where it has one whose numbers all
    /// lie within ±2^62, so that they can be negated and corrected by one.
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
                    Operation::Add => a.plus(&b, 1),
                    Operation::Sub => a.plus(&b, -1),
                    Operation::Mul if b.is_constant() => a.times(b.constant),
                    Operation::Mul if a.is_constant() => b.times(a.constant),
                    _ => None,
                }
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

/// The digit at `index`, counted from 1; 0 outside.
fn bit(bits: &[bool], index: i64) -> i64 {
    usize::try_from(index)
        .ok()
        .and_then(|index| index.checked_sub(1))
        .and_then(|index| bits.get(index))
        .map_or(0, |digit| i64::from(*digit))
}

impl Cond {
    /// Whether it holds over the given slots, read naively; `rows` and `columns` are the board's, where there is one.
    pub fn holds(&self, slots: &[i64], rows: usize, columns: usize) -> bool {
        match self {
            Self::Const(value) => *value,
            Self::Compare(relation, a, b) => relation.holds(a.value(slots), b.value(slots)),
            Self::And(all) => all.iter().all(|one| one.holds(slots, rows, columns)),
            Self::Or(any) => any.iter().any(|one| one.holds(slots, rows, columns)),
            Self::Not(inner) => !inner.holds(slots, rows, columns),
            Self::Marked(slot, cells) => marked(cells, slots[*slot]),
            Self::Has(stencils) => stencils.iter().any(|stencil| {
                stencil
                    .placements(rows, columns)
                    .any(|placement| placement.fits(slots))
            }),
        }
    }

    /// A closure that tells whether it holds on a board of this size.
    pub fn compile(&self, rows: usize, columns: usize) -> CondFn {
        match self {
            Self::Const(value) => {
                let value = *value;
                Box::new(move |_| value)
            }
            Self::Compare(relation, Expr::Slot(a), Expr::Const(b)) => {
                let (relation, a, b) = (*relation, *a, *b);
                Box::new(move |slots| relation.holds(slots[a], b))
            }
            Self::Compare(relation, Expr::Slot(a), Expr::Slot(b)) => {
                let (relation, a, b) = (*relation, *a, *b);
                Box::new(move |slots| relation.holds(slots[a], slots[b]))
            }
            Self::Compare(relation, a, b) => {
                let (relation, a, b) = (*relation, a.compile(), b.compile());
                Box::new(move |slots| relation.holds(a(slots), b(slots)))
            }
            Self::And(all) => {
                let all: Vec<_> = all.iter().map(|one| one.compile(rows, columns)).collect();
                Box::new(move |slots| all.iter().all(|one| one(slots)))
            }
            Self::Or(any) => {
                let any: Vec<_> = any.iter().map(|one| one.compile(rows, columns)).collect();
                Box::new(move |slots| any.iter().any(|one| one(slots)))
            }
            Self::Not(inner) => {
                let inner = inner.compile(rows, columns);
                Box::new(move |slots| !inner(slots))
            }
            Self::Marked(slot, cells) => {
                let (slot, cells) = (*slot, Arc::clone(cells));
                Box::new(move |slots| marked(&cells, slots[slot]))
            }
            Self::Has(stencils) => {
                let placements: Vec<_> = stencils
                    .iter()
                    .flat_map(|stencil| stencil.placements(rows, columns))
                    .collect();
                Box::new(move |slots| placements.iter().any(|placement| placement.fits(slots)))
            }
        }
    }

    /// Whether the condition depends on a slot that `which` picks; a board's pattern depends on all.
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

fn marked(cells: &[bool], cell: i64) -> bool {
    usize::try_from(cell).is_ok_and(|cell| cells.get(cell).copied().unwrap_or(false))
}

/// The number, if it is far from the ends of 64-bit integers.
fn moderate(number: i64) -> Option<i64> {
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
