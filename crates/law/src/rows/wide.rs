//! Numbers of 256 bits, as far as packed rows need them.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// 256 bits, as two halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide {
    low: u128,
    high: u128,
}

/// Bits of a half.
const HALF: u32 = u128::BITS;

impl Wide {
    /// How many bits there are.
    pub const BITS: u32 = 2 * HALF;
    /// No bit set.
    pub const ZERO: Self = Self { low: 0, high: 0 };
    /// The lowest bit set.
    pub const ONE: Self = Self { low: 1, high: 0 };

    /// Whether no bit is set.
    pub fn is_zero(self) -> bool {
        self.low | self.high == 0
    }

    /// Whether a bit below [`Self::BITS`] is set.
    pub fn has(self, bit: u32) -> bool {
        let half = if bit < HALF { self.low } else { self.high };
        half >> (bit % HALF) & 1 == 1
    }

    /// The number of the lowest bit that is set, which it clears; `None` for 0.
    pub fn take_lowest(&mut self) -> Option<u32> {
        let (half, before) = if self.low != 0 {
            (&mut self.low, 0)
        } else {
            (&mut self.high, HALF)
        };
        let bit = half.trailing_zeros();
        *half &= half.checked_sub(1)?;
        Some(before + bit)
    }
}

impl From<u64> for Wide {
    fn from(low: u64) -> Self {
        Self {
            low: u128::from(low),
            high: 0,
        }
    }
}

/// The number, where it fits.
impl From<Wide> for usize {
    fn from(wide: Wide) -> Self {
        wide.low as Self
    }
}

impl BitAnd for Wide {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self {
            low: self.low & other.low,
            high: self.high & other.high,
        }
    }
}

impl BitOr for Wide {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self {
            low: self.low | other.low,
            high: self.high | other.high,
        }
    }
}

impl BitOrAssign for Wide {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXor for Wide {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self {
            low: self.low ^ other.low,
            high: self.high ^ other.high,
        }
    }
}

impl Not for Wide {
    type Output = Self;
    fn not(self) -> Self {
        Self {
            low: !self.low,
            high: !self.high,
        }
    }
}

/// By fewer than [`Wide::BITS`] bits.
impl Shl<u32> for Wide {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        match by {
            0 => self,
            1..HALF => Self {
                low: self.low << by,
                high: self.high << by | self.low >> (HALF - by),
            },
            _ => Self {
                low: 0,
                high: self.low << (by - HALF),
            },
        }
    }
}

/// By fewer than [`Wide::BITS`] bits.
impl Shr<u32> for Wide {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        match by {
            0 => self,
            1..HALF => Self {
                low: self.low >> by | self.high << (HALF - by),
                high: self.high >> by,
            },
            _ => Self {
                low: self.high >> (by - HALF),
                high: 0,
            },
        }
    }
}
