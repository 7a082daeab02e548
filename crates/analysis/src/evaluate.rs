//! What numbers and conditions mean, and their compiled form.
//!
//! Rules speak of integers of any size. What a machine word holds is worked out in machine words,
//! with every operation checked; the first that leaves them sends the whole expression to integers
//! without bounds. So no result is ever rounded or cut, and a comparison is true of the integers.

use std::sync::Arc;

use dashu_int::IBig;

use crate::expression::{Cond, Expr, Op, Relation};
use crate::game::{End, Ending, Verdict};

/// An integer, as far as a machine word of 64 bits holds it. The order is that of the integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// Below -2^63.
    Below,
    /// This one.
    Is(i64),
    /// 2^63 or more.
    Above,
}

impl From<&IBig> for Word {
    fn from(integer: &IBig) -> Self {
        match i64::try_from(integer) {
            Ok(word) => Self::Is(word),
            Err(_) if *integer < IBig::ZERO => Self::Below,
            Err(_) => Self::Above,
        }
    }
}

/// The digit at `index`, counted from 1; 0 outside.
fn bit<N: From<u8>>(bits: &[bool], index: Option<usize>) -> N {
    let digit = index
        .and_then(|index| index.checked_sub(1))
        .and_then(|index| bits.get(index));
    N::from(u8::from(digit.copied().unwrap_or(false)))
}

/// A number compiled to closures that leave off where a result leaves 64 bits.
type Quick = Box<dyn Fn(&[i64]) -> Option<i64> + Send + Sync>;
/// A compiled condition.
pub type CondFn = Box<dyn Fn(&[i64]) -> bool + Send + Sync>;

/// A compiled number.
pub struct Number {
    quick: Quick,
    exact: Expr,
}

impl Number {
    /// The number as it was compiled.
    pub fn expression(&self) -> &Expr {
        &self.exact
    }

    /// The value over the given slots, exactly.
    #[inline]
    pub fn value(&self, slots: &[i64]) -> Word {
        match (self.quick)(slots) {
            Some(value) => Word::Is(value),
            None => self.exact.value(slots),
        }
    }
}

impl Expr {
    /// The value over slots of any size, exactly.
    pub fn exact(&self, slots: &[IBig]) -> IBig {
        match self {
            Self::Const(value) => IBig::from(*value),
            Self::Slot(slot) => slots[*slot].clone(),
            Self::Bit(bits, index) => bit(bits, usize::try_from(&index.exact(slots)).ok()),
            Self::Binary(operation, a, b) => operation.exact(a.exact(slots), b.exact(slots)),
        }
    }

    /// The value over the given slots, exactly.
    #[cold]
    pub fn value(&self, slots: &[i64]) -> Word {
        Word::from(&self.exact(&large(slots)))
    }

    /// The form that is quick to evaluate.
    pub fn compile(&self) -> Number {
        Number {
            quick: self.quick(),
            exact: self.clone(),
        }
    }

    /// The closures, with the common small shapes fused.
    fn quick(&self) -> Quick {
        match self {
            Self::Const(value) => {
                let value = *value;
                Box::new(move |_| Some(value))
            }
            Self::Slot(slot) => {
                let slot = *slot;
                Box::new(move |slots| Some(slots[slot]))
            }
            Self::Bit(bits, index) => {
                let (bits, index) = (Arc::clone(bits), index.quick());
                Box::new(move |slots| Some(bit(&bits, usize::try_from(index(slots)?).ok())))
            }
            Self::Binary(operation, a, b) => match (*operation, a.as_ref(), b.as_ref()) {
                (Op::Add, Self::Slot(a), Self::Const(b)) => {
                    let (a, b) = (*a, *b);
                    Box::new(move |slots| slots[a].checked_add(b))
                }
                (Op::Sub, Self::Slot(a), Self::Const(b)) => {
                    let (a, b) = (*a, *b);
                    Box::new(move |slots| slots[a].checked_sub(b))
                }
                (Op::Add, Self::Slot(a), Self::Slot(b)) => {
                    let (a, b) = (*a, *b);
                    Box::new(move |slots| slots[a].checked_add(slots[b]))
                }
                (Op::Sub, Self::Slot(a), Self::Slot(b)) => {
                    let (a, b) = (*a, *b);
                    Box::new(move |slots| slots[a].checked_sub(slots[b]))
                }
                (operation, a, b) => {
                    let (a, b) = (a.quick(), b.quick());
                    Box::new(move |slots| operation.word(a(slots)?, b(slots)?))
                }
            },
        }
    }
}

fn large(slots: &[i64]) -> Vec<IBig> {
    slots.iter().copied().map(IBig::from).collect()
}

/// Whether a comparison holds, exactly.
#[cold]
fn compares(relation: Relation, a: &Expr, b: &Expr, slots: &[i64]) -> bool {
    let slots = large(slots);
    relation.holds(a.exact(&slots), b.exact(&slots))
}

fn marked(cells: &[bool], cell: i64) -> bool {
    usize::try_from(cell).is_ok_and(|cell| cells.get(cell).copied().unwrap_or(false))
}

impl Ending {
    /// The result over slots of any size, if the game is over there by a goal or a border, of
    /// positions that are numbers.
    pub fn exact(&self, slots: &[IBig]) -> Option<End> {
        let holds = |condition: &Cond| condition.exact(slots) == Some(true);
        let goal = self.goals.iter().find(|goal| holds(&goal.when))?;
        Some(match &goal.verdict {
            Verdict::Is(end) => *end,
            Verdict::Depends(condition, a, _) if holds(condition) => *a,
            Verdict::Depends(_, _, b) => *b,
        })
    }
}

impl Cond {
    /// Whether it holds over slots of any size; `None` where it speaks of cells or tokens.
    pub fn exact(&self, slots: &[IBig]) -> Option<bool> {
        Some(match self {
            Self::Const(known) => *known,
            Self::Compare(relation, a, b) => relation.holds(a.exact(slots), b.exact(slots)),
            Self::And(all) => all
                .iter()
                .try_fold(true, |so_far, one| Some(so_far && one.exact(slots)?))?,
            Self::Or(all) => all
                .iter()
                .try_fold(false, |so_far, one| Some(so_far || one.exact(slots)?))?,
            Self::Not(one) => !one.exact(slots)?,
            Self::Marked(..) | Self::Has(_) => return None,
        })
    }

    /// Whether it holds over the given slots, read naively; `rows` and `columns` are the board's,
    /// where there is one.
    pub fn holds(&self, slots: &[i64], rows: usize, columns: usize) -> bool {
        match self {
            Self::Const(value) => *value,
            Self::Compare(relation, a, b) => compares(*relation, a, b, slots),
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
                let (relation, a, b) = (*relation, a.clone(), b.clone());
                let (one, other) = (a.quick(), b.quick());
                Box::new(move |slots| match (one(slots), other(slots)) {
                    (Some(one), Some(other)) => relation.holds(one, other),
                    _ => compares(relation, &a, &b, slots),
                })
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
}
