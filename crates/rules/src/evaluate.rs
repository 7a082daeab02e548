//! What numbers and conditions mean over integers of any size.

use dashu_int::IBig;
use dashu_int::ops::{DivEuclid, RemEuclid};

use crate::expression::{Cond, Expr, Operation};
use crate::game::{End, Ending, Verdict};

impl Operation {
    fn exact(self, a: IBig, b: IBig) -> IBig {
        match self {
            Self::Add => a + b,
            Self::Sub => a - b,
            Self::Mul => a * b,
            Self::Div | Self::Rem if b < IBig::ONE => IBig::ZERO,
            Self::Div => a.div_euclid(b),
            Self::Rem => IBig::from(a.rem_euclid(b)),
            Self::Min => a.min(b),
            Self::Max => a.max(b),
        }
    }
}

/// The digit at `index`, counted from 1; 0 outside.
fn bit(bits: &[bool], index: Option<usize>) -> IBig {
    let digit = index
        .and_then(|index| index.checked_sub(1))
        .and_then(|index| bits.get(index));
    IBig::from(u8::from(digit.copied().unwrap_or(false)))
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
}

impl Ending {
    /// The result over slots of any size, if the game is over there by a goal or a border, of positions that are numbers.
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
}
