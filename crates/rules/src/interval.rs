//! Between which integers a number lies, for slots that lie between integers: what shows that nothing leaves machine words.

use crate::expression::{Expr, Operation};

/// All integers from the first to the second; none where the first is larger.
pub type Interval = (i128, i128);

impl Expr {
    /// An interval that holds every value over slots in these intervals; `None` where 128 bits do not hold one that is seen.
    /// Linear in the expression.
    pub fn interval(&self, slots: &[Interval]) -> Option<Interval> {
        Some(match self {
            Self::Const(value) => (i128::from(*value), i128::from(*value)),
            Self::Slot(slot) => slots[*slot],
            Self::Bit(..) => (0, 1),
            Self::Binary(operation, a, b) => {
                operation.interval(a.interval(slots)?, b.interval(slots)?)?
            }
        })
    }
}

impl Operation {
    fn interval(self, a: Interval, b: Interval) -> Option<Interval> {
        Some(match self {
            Self::Add => (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?),
            Self::Sub => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
            Self::Mul => {
                let ends = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
                let mut products = [0; 4];
                for (product, (a, b)) in products.iter_mut().zip(ends) {
                    *product = a.checked_mul(b)?;
                }
                (
                    products.into_iter().min().unwrap_or(0),
                    products.into_iter().max().unwrap_or(0),
                )
            }
            // Divisors are known and positive.
            Self::Div | Self::Rem if b.0 != b.1 || b.0 < 1 => return None,
            Self::Div => (a.0.div_euclid(b.0), a.1.div_euclid(b.0)),
            Self::Rem => (0, b.0 - 1),
            Self::Min => (a.0.min(b.0), a.1.min(b.1)),
            Self::Max => (a.0.max(b.0), a.1.max(b.1)),
        })
    }
}
