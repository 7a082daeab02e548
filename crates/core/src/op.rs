//! Semantics of the operations, exact and in machine words.

use dashu_int::IBig;
use dashu_int::ops::{DivRemEuclid, Gcd, UnsignedAbs};

use crate::term::Op;

fn flag(holds: bool) -> IBig {
    IBig::from(u8::from(holds))
}

/// Returns an index or a count as a machine number, or `None` if it is negative or too large for an
/// array.
pub(crate) fn small(number: &IBig) -> Option<usize> {
    usize::try_from(number).ok()
}

impl Op {
    /// Evaluates `op(x, y)` for integers of any size. The caller ensures that a shift by y fits in
    /// memory.
    pub fn exact(self, x: IBig, y: IBig) -> IBig {
        let floors = y > IBig::ZERO;
        match self {
            Self::Add => x + y,
            Self::Sub => x - y,
            Self::Mul => x * y,
            Self::Div if floors => x.div_rem_euclid(y).0,
            Self::Mod if floors => x.div_rem_euclid(y).1.into(),
            Self::Div | Self::Mod => IBig::ZERO,
            Self::Min => x.min(y),
            Self::Max => x.max(y),
            Self::Gcd if x == IBig::ZERO => y.unsigned_abs().into(),
            Self::Gcd if y == IBig::ZERO => x.unsigned_abs().into(),
            Self::Gcd => x.gcd(&y).into(),
            Self::Xor => x ^ y,
            Self::And => x & y,
            Self::Or => x | y,
            // The memory check lets only 0 through if 2^y doesn't fit.
            Self::Shl if x == IBig::ZERO => x,
            Self::Shl => x << small(&y).unwrap_or(0),
            Self::Shr => match small(&y) {
                Some(by) => x >> by,
                None if y < IBig::ZERO => x,
                None => -flag(x < IBig::ZERO),
            },
            Self::Eq => flag(x == y),
            Self::Lt => flag(x < y),
            Self::Le => flag(x <= y),
        }
    }

    /// Evaluates `op(x, y)` in machine words. Returns `None` if the result overflows.
    ///
    /// ```
    /// use whowins_core::Op;
    ///
    /// assert_eq!(Op::Gcd.word(-12, 18), Some(6));
    /// assert_eq!(Op::Mul.word(1 << 40, 1 << 40), None);
    /// ```
    #[inline]
    pub fn word(self, x: i64, y: i64) -> Option<i64> {
        Some(match self {
            Self::Add => x.checked_add(y)?,
            Self::Sub => x.checked_sub(y)?,
            Self::Mul => x.checked_mul(y)?,
            Self::Div if y > 0 => x.div_euclid(y),
            Self::Mod if y > 0 => x.rem_euclid(y),
            Self::Div | Self::Mod => 0,
            Self::Min => x.min(y),
            Self::Max => x.max(y),
            Self::Gcd => {
                let (mut x, mut y) = (x.unsigned_abs(), y.unsigned_abs());
                while y > 0 {
                    (x, y) = (y, x % y);
                }
                i64::try_from(x).ok()?
            }
            Self::Xor => x ^ y,
            Self::And => x & y,
            Self::Or => x | y,
            Self::Shl if y <= 0 || x == 0 => x,
            Self::Shl if y < 63 => x.checked_mul(1 << y)?,
            Self::Shl => return None,
            Self::Shr if y <= 0 => x,
            Self::Shr => x >> y.min(63),
            Self::Eq => i64::from(x == y),
            Self::Lt => i64::from(x < y),
            Self::Le => i64::from(x <= y),
        })
    }
}
