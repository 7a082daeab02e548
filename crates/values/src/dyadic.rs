//! Dyadic rationals of any size: the numbers among short games.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use dashu_int::{IBig, UBig};

/// A number m / 2^k in lowest terms: m is odd, or k is 0.
///
/// ```
/// use whowins_values::Dyadic;
///
/// let number: Dyadic = "6/8".parse().unwrap();
/// assert_eq!(number.to_string(), "3/4");
/// assert!(number > Dyadic::from(0) && number < Dyadic::from(1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: IBig,
    exponent: u32,
}

impl Dyadic {
    /// Returns `numerator` / 2^`exponent`.
    pub fn new(numerator: IBig, exponent: u32) -> Self {
        let spare = numerator.trailing_zeros().unwrap_or(exponent as usize);
        let spare = spare.min(exponent as usize);
        Self {
            numerator: numerator >> spare,
            exponent: exponent - spare as u32,
        }
    }

    /// Returns the number of a sign expansion, where `true` is +.
    ///
    /// Signs before the first change count 1 each. From the first change on, each sign counts half
    /// of the one before (E. R. Berlekamp, 1974). Expansions are ordered like numbers: at the first
    /// difference, + is larger. A prefix gives a simpler number.
    ///
    /// Complexity: linear in the number of signs.
    ///
    /// ```
    /// use whowins_values::Dyadic;
    ///
    /// let of = |signs: &str| Dyadic::of_signs(signs.chars().map(|sign| sign == '+')).to_string();
    /// assert_eq!(
    ///     ["", "++", "--", "+-", "++-", "+-+", "-+--"].map(of),
    ///     ["0", "2", "-2", "1/2", "3/2", "3/4", "-7/8"]
    /// );
    /// ```
    pub fn of_signs(signs: impl IntoIterator<Item = bool>) -> Self {
        let mut signs = signs.into_iter().peekable();
        let Some(first) = signs.peek().copied() else {
            return Self::default();
        };
        let mut whole = IBig::ZERO;
        let one = if first { IBig::ONE } else { IBig::NEG_ONE };
        while signs.next_if_eq(&first).is_some() {
            whole += &one;
        }
        // The signs from the first change on, least significant first, count 2^-1 to 2^-k. Each is
        // added or subtracted.
        let mut fine: Vec<bool> = signs.collect();
        fine.reverse();
        let mut bytes = vec![0u8; fine.len().div_ceil(8)];
        for (at, _) in fine.iter().enumerate().filter(|(_, plus)| **plus) {
            bytes[at / 8] |= 1 << (at % 8);
        }
        let added = IBig::from(UBig::from_le_bytes(&bytes)) << 1;
        let all = IBig::ONE << fine.len();
        let numerator = (whole << fine.len()) + added - all + IBig::ONE;
        Self::new(numerator, fine.len() as u32)
    }

    /// Returns m of m / 2^k in lowest terms.
    pub fn numerator(&self) -> &IBig {
        &self.numerator
    }

    /// Returns k of m / 2^k in lowest terms. It is 0 for an integer.
    pub fn exponent(&self) -> u32 {
        self.exponent
    }

    /// Returns true if the number is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent == 0
    }

    /// Returns half of the number.
    pub fn half(&self) -> Self {
        Self::new(self.numerator.clone(), self.exponent + 1)
    }

    /// Returns 2^-k for the exponent k.
    pub fn step(exponent: u32) -> Self {
        Self::new(IBig::ONE, exponent)
    }

    /// Returns the nearest `f64`. Use it only for pictures.
    pub fn to_f64(&self) -> f64 {
        // With more than 1,000 fractional bits, only the leading ones are visible.
        let shown = self.exponent.min(1_000);
        let numerator = self.numerator.clone() >> (self.exponent - shown) as usize;
        numerator.to_f64().value() / 2f64.powi(shown as i32)
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        use dashu_int::ops::BitTest;
        32 + self.numerator.bit_len() as u64 / 8
    }

    /// Returns the numerator over the common denominator 2^`exponent`, which must not be smaller
    /// than the number's own.
    fn over(&self, exponent: u32) -> IBig {
        self.numerator.clone() << (exponent - self.exponent) as usize
    }

    /// Rounds up to a multiple of 2^-`exponent`. With `above` the result is strictly larger.
    fn up_to(&self, exponent: u32, above: bool) -> Self {
        let floor = match self.exponent.checked_sub(exponent) {
            None | Some(0) => self.over(exponent),
            Some(cut) => self.numerator.clone() >> cut as usize,
        };
        let least = Self::new(floor.clone(), exponent);
        match least < *self || above && least == *self {
            true => Self::new(floor + 1, exponent),
            false => least,
        }
    }
}

/// Returns the simplest number between two optional bounds. The flag of a bound tells if it is
/// included.
///
/// The simplest number is the first to be born: 0, else the integer closest to 0, else the number
/// with the least denominator (J. H. Conway, 1976). Returns `None` if there is no number between
/// the bounds.
pub fn simplest(low: Option<(&Dyadic, bool)>, high: Option<(&Dyadic, bool)>) -> Option<Dyadic> {
    let fits = |x: &Dyadic| {
        low.is_none_or(|(low, may)| x > low || may && x == low)
            && high.is_none_or(|(high, may)| x < high || may && x == high)
    };
    let zero = Dyadic::default();
    if fits(&zero) {
        return Some(zero);
    }
    let is_positive = low.is_some_and(|(low, _)| *low >= zero);
    if !is_positive {
        let (high, may) = high?;
        let high = -high;
        let low = low.map(|(low, may)| (-low, may));
        let low = low.as_ref().map(|(low, may)| (low, *may));
        return simplest(Some((&high, may)), low).map(|x| -&x);
    }
    let (least, may) = low?;
    let finest = high.map_or(0, |(high, _)| least.exponent.max(high.exponent) + 1);
    (0..=finest)
        .map(|exponent| least.up_to(exponent, !may))
        .find(fits)
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Self {
        Self::new(IBig::from(integer), 0)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        match self.exponent == other.exponent {
            true => self.numerator.cmp(&other.numerator),
            false => self.over(exponent).cmp(&other.over(exponent)),
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: Self) -> Dyadic {
        let exponent = self.exponent.max(other.exponent);
        Dyadic::new(self.over(exponent) + other.over(exponent), exponent)
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: Self) -> Dyadic {
        let exponent = self.exponent.max(other.exponent);
        Dyadic::new(self.over(exponent) - other.over(exponent), exponent)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic {
            numerator: -self.numerator.clone(),
            exponent: self.exponent,
        }
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            exponent => write!(f, "{}/{}", self.numerator, IBig::ONE << exponent as usize),
        }
    }
}

/// The error for a text that isn't a dyadic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDyadic;

impl FromStr for Dyadic {
    type Err = NoDyadic;

    /// Parses `-7` or `3/4`. The denominator must be a power of two.
    fn from_str(text: &str) -> Result<Self, NoDyadic> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let numerator: IBig = numerator.parse().map_err(|_| NoDyadic)?;
        let denominator: IBig = denominator.parse().map_err(|_| NoDyadic)?;
        let exponent = denominator.trailing_zeros().ok_or(NoDyadic)?;
        match denominator == IBig::ONE << exponent {
            true => Ok(Self::new(numerator, exponent as u32)),
            false => Err(NoDyadic),
        }
    }
}
