//! Guards of moves on numbers of any size.

use dashu_int::IBig;
use dashu_int::ops::{DivEuclid, RemEuclid};
use whowins_rules::expression::{Cond, Expr, Operation};

/// Whether a condition holds over slots of any size; `None` where it speaks of cells or tokens.
pub fn holds(condition: &Cond, slots: &[IBig]) -> Option<bool> {
    Some(match condition {
        Cond::Const(known) => *known,
        Cond::Compare(relation, a, b) => relation.holds(number(a, slots)?, number(b, slots)?),
        Cond::And(all) => all
            .iter()
            .try_fold(true, |so_far, one| Some(so_far && holds(one, slots)?))?,
        Cond::Or(all) => all
            .iter()
            .try_fold(false, |so_far, one| Some(so_far || holds(one, slots)?))?,
        Cond::Not(one) => !holds(one, slots)?,
        Cond::Marked(..) | Cond::Has(_) => return None,
    })
}

fn number(expression: &Expr, slots: &[IBig]) -> Option<IBig> {
    Some(match expression {
        Expr::Const(value) => IBig::from(*value),
        Expr::Slot(slot) => slots.get(*slot)?.clone(),
        Expr::Bit(bits, index) => {
            let index = usize::try_from(&number(index, slots)?).ok();
            let bit = index.and_then(|index| bits.get(index.checked_sub(1)?));
            IBig::from(u8::from(bit.copied().unwrap_or(false)))
        }
        Expr::Binary(operation, a, b) => {
            let (a, b) = (number(a, slots)?, number(b, slots)?);
            match operation {
                Operation::Add => a + b,
                Operation::Sub => a - b,
                Operation::Mul => a * b,
                Operation::Div if b > IBig::ZERO => a.div_euclid(b),
                Operation::Rem if b > IBig::ZERO => IBig::from(a.rem_euclid(b)),
                Operation::Div | Operation::Rem => IBig::ZERO,
                Operation::Min => a.min(b),
                Operation::Max => a.max(b),
            }
        }
    })
}
