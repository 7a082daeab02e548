//! States in one word: of 64, 128 or 256 bits.

use super::step::Field;

/// A state in one word.
pub trait Word:
    Copy + Default + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static
{
    /// Bits that states may have.
    const BITS: u32;
    /// No bit.
    const ZERO: Self;
    /// All bits.
    const ALL: Self;

    /// A number moved up by so many bits; negative ones as in two's complement.
    fn of(number: i64, shift: u8) -> Self;

    /// So many bits from this one on, at most 64 and at least 1.
    fn field(self, field: Field) -> u64;

    /// Both.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// Either.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// The others.
    #[must_use]
    fn not(self) -> Self;

    /// The sum, without what is carried out of the word.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The difference, likewise.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// Moved up by so many bits, or down by so many less than none, fewer than it has; what goes
    /// out of it is lost.
    #[must_use]
    fn shifted(self, by: i16) -> Self;

    /// Its lowest bits.
    fn number(self) -> u64;

    /// A number for the step to another state: mostly the same where the same cells are changed in
    /// the same way.
    fn step(self, to: Self) -> u64;
}

macro_rules! word {
    ($word:ty, $signed:ty) => {
        impl Word for $word {
            const BITS: u32 = Self::BITS - 1;
            const ZERO: Self = 0;
            const ALL: Self = Self::MAX;

            #[inline]
            fn of(number: i64, shift: u8) -> Self {
                (<$signed>::from(number) as Self) << shift
            }

            #[inline]
            fn field(self, field: Field) -> u64 {
                (self >> field.shift) as u64 & (u64::MAX >> (64 - field.width))
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn not(self) -> Self {
                !self
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn shifted(self, by: i16) -> Self {
                match by < 0 {
                    true => self >> by.unsigned_abs(),
                    false => self << by,
                }
            }

            #[inline]
            fn number(self) -> u64 {
                self as u64
            }

            #[inline]
            fn step(self, to: Self) -> u64 {
                let changed = u128::from(self ^ to);
                changed as u64 ^ ((changed >> 64) as u64).rotate_left(17)
            }
        }
    };
}

word!(u64, i64);
word!(u128, i128);

/// 256 bits: boards of 64 cells with up to seven symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide {
    high: u128,
    low: u128,
}

impl Word for Wide {
    const BITS: u32 = 255;
    const ZERO: Self = Self { high: 0, low: 0 };
    const ALL: Self = Self {
        high: u128::MAX,
        low: u128::MAX,
    };

    #[inline]
    fn of(number: i64, shift: u8) -> Self {
        let number = i128::from(number);
        let shift = u32::from(shift);
        match shift.checked_sub(u128::BITS) {
            Some(rest) => Self {
                high: (number as u128) << rest,
                low: 0,
            },
            None => Self {
                // What goes out of the lower half, with the sign before it; no shift is as wide as
                // the word.
                high: ((number >> (u128::BITS - 1 - shift)) >> 1) as u128,
                low: (number as u128) << shift,
            },
        }
    }

    #[inline]
    fn field(self, field: Field) -> u64 {
        let shift = u32::from(field.shift);
        let all = match shift.checked_sub(u128::BITS) {
            Some(rest) => self.high >> rest,
            None => self.low >> shift | (self.high << 1) << (u128::BITS - 1 - shift),
        };
        all as u64 & (u64::MAX >> (64 - field.width))
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Self {
            high: self.high & other.high,
            low: self.low & other.low,
        }
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Self {
            high: self.high | other.high,
            low: self.low | other.low,
        }
    }

    #[inline]
    fn not(self) -> Self {
        Self {
            high: !self.high,
            low: !self.low,
        }
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        let (low, carries) = self.low.overflowing_add(other.low);
        let high = self.high.wrapping_add(other.high);
        Self {
            high: high.wrapping_add(u128::from(carries)),
            low,
        }
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        let (low, borrows) = self.low.overflowing_sub(other.low);
        let high = self.high.wrapping_sub(other.high);
        Self {
            high: high.wrapping_sub(u128::from(borrows)),
            low,
        }
    }

    #[inline]
    fn shifted(self, by: i16) -> Self {
        let Self { high, low } = self;
        let size = u32::from(by.unsigned_abs());
        match (by < 0, size.checked_sub(u128::BITS)) {
            (_, None) if size == 0 => self,
            (false, None) => Self {
                high: high << size | low >> (u128::BITS - size),
                low: low << size,
            },
            (true, None) => Self {
                high: high >> size,
                low: low >> size | high << (u128::BITS - size),
            },
            (false, Some(rest)) => Self {
                high: low << rest,
                low: 0,
            },
            (true, Some(rest)) => Self {
                high: 0,
                low: high >> rest,
            },
        }
    }

    #[inline]
    fn number(self) -> u64 {
        self.low as u64
    }

    #[inline]
    fn step(self, to: Self) -> u64 {
        let high = self.high.step(to.high);
        self.low.step(to.low) ^ high.rotate_left(37)
    }
}
