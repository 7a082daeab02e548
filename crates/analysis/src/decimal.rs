//! The decimal digits of huge numbers.
//!
//! A number is cut into an upper and a lower half by a power of ten, and these again. What the
//! powers are to be multiplied with instead of divided by is worked out once, so that each cut
//! takes two products (Barrett 1986): as many operations as subquadratic multiplication takes,
//! times a logarithm.

use std::cell::RefCell;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

/// Digits that are written at once.
pub const DIGITS: usize = 1 << 10;
/// Shorter numbers are written as they are.
pub const SHORT: usize = 1 << 14;
/// Powers of more bits than these are not kept for the next number.
const KEPT: usize = 1 << 26;

/// A power of ten.
struct Power {
    value: UBig,
    /// Its bits, and 2^(2 bits) divided by it.
    bits: usize,
    inverse: UBig,
}

thread_local! {
    /// 10^DIGITS, its square, the square of that, …
    static POWERS: RefCell<Vec<Power>> = const { RefCell::new(Vec::new()) };
}

impl Power {
    fn new(value: UBig) -> Self {
        let bits = value.bit_len();
        let inverse = (UBig::ONE << (2 * bits)) / &value;
        Self {
            value,
            bits,
            inverse,
        }
    }

    /// Quotient and remainder of a number below the power's square.
    fn divide(&self, number: &UBig) -> [UBig; 2] {
        // Too small by two at most.
        let leading: UBig = number >> (self.bits - 1);
        let mut quotient: UBig = (leading * &self.inverse) >> (self.bits + 1);
        let mut rest = number - &quotient * &self.value;
        while rest >= self.value {
            rest -= &self.value;
            quotient += UBig::ONE;
        }
        [quotient, rest]
    }
}

/// The digits of a number: what its `to_string` gives, in subquadratic time.
///
/// ```
/// use dashu_int::UBig;
///
/// let power = UBig::ONE << 200_000;
/// assert_eq!(whowins_analysis::decimal(&power).len(), 60_206);
/// ```
pub fn decimal(number: &UBig) -> String {
    if number.bit_len() < SHORT {
        return number.to_string();
    }
    POWERS.with_borrow_mut(|powers| {
        // Until any number of this length is below the last one's square.
        let reaches = |power: &Power| 2 * (power.bits - 1) >= number.bit_len();
        let level = loop {
            if let Some(level) = powers.iter().position(reaches) {
                break level + 1;
            }
            powers.push(Power::new(match powers.last() {
                Some(last) => last.value.sqr(),
                None => UBig::from(10u8).pow(DIGITS),
            }));
        };
        let mut out = String::new();
        write(number, &powers[..level], false, &mut out);
        if powers[level - 1].bits > KEPT {
            powers.clear();
        }
        out
    })
}

/// Writes a number below the square of the last power; with leading zeros, where digits stand
/// before it.
fn write(number: &UBig, powers: &[Power], inner: bool, out: &mut String) {
    let Some((last, rest)) = powers.split_last() else {
        let digits = number.to_string();
        if inner {
            out.extend(std::iter::repeat_n('0', DIGITS - digits.len()));
        }
        out.push_str(&digits);
        return;
    };
    if !inner && *number < last.value {
        return write(number, rest, false, out);
    }
    let [upper, lower] = last.divide(number);
    write(&upper, rest, inner, out);
    write(&lower, rest, true, out);
}
