//! Fast conversion of huge numbers in systems whose place values are continuants.
//!
//! Each place value is the quotient of its place times the previous place value, plus the one
//! before that. Zeckendorf's system and Ostrowski's systems have this form.
//!
//! A number is split into the digits from a middle place on and those below, recursively. Let `X`
//! be the place values of the lower part and `Y` those of the upper part by itself. Let `Z` be the
//! place values that begin one quotient later. Then place `m + j` has the value
//! `X_m * Y_j + X_{m-1} * Z_j` (A. Ostrowski, 1922).
//!
//! The upper digits thus represent `v = sum d_j Y_j` and `w = sum d_j Z_j`. The number is
//! `X_m * v + X_{m-1} * w` plus a remainder, and `v` is a quotient of the number, up to a small
//! error. All products have factors of similar size, so the cost is that of subquadratic
//! multiplication times a logarithm.
//!
//! Start reading at [`represent`] and [`value`].

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use dashu_int::{IBig, UBig, ops::BitTest};
use rustc_hash::FxBuildHasher;

/// Maximum place value of a segment that is converted place by place.
const WORD: u64 = 1 << 56;

/// A segment of places, with its continuants: the last two place values of `X` and of `Z`.
struct Segment {
    x: [UBig; 2],
    z: [UBig; 2],
    parts: Parts,
}

enum Parts {
    /// The quotients, and `x` and `z` in machine words.
    Places(Vec<u8>, [[u64; 2]; 2]),
    Halves(Box<Halves>),
}

struct Halves {
    low: Rc<Segment>,
    high: Rc<Segment>,
    /// Bits to drop before the multiplication by `inverse`; `bits` are dropped after it. The
    /// result is the `v` of the upper part, slightly too large.
    spare: usize,
    inverse: UBig,
    bits: usize,
}

/// Segments by their quotients. Repeated quotients share a segment.
type Known<'a> = HashMap<&'a [u8], Rc<Segment>, FxBuildHasher>;

/// Returns the next two place values, or `None` if they are too large to continue place by place.
fn step([this, last]: [u64; 2], quotient: u8) -> Option<[u64; 2]> {
    let next = this.checked_mul(quotient.into())?.checked_add(last)?;
    (next <= WORD).then_some([next, this])
}

impl Segment {
    fn new<'a>(quotients: &'a [u8], known: &mut Known<'a>) -> Rc<Self> {
        if let Some(segment) = known.get(quotients) {
            return Rc::clone(segment);
        }
        let start = Some([[1, 0], [0, 1]]);
        let words = quotients.iter().try_fold(start, |pairs, quotient| {
            let [x, z] = pairs?;
            Some(Some([step(x, *quotient)?, step(z, *quotient)?]))
        });
        let segment = Rc::new(match words.flatten() {
            Some(words) => {
                let [x, z] = words.map(|pair| pair.map(UBig::from));
                let parts = Parts::Places(quotients.to_vec(), words);
                Self { x, z, parts }
            }
            None => {
                let (low, high) = quotients.split_at(quotients.len() / 2);
                Self::joined(Self::new(low, known), Self::new(high, known))
            }
        });
        known.insert(quotients, Rc::clone(&segment));
        segment
    }

    fn joined(low: Rc<Self>, high: Rc<Self>) -> Self {
        let after =
            |of: &[UBig; 2]| [0, 1].map(|at: usize| &of[0] * &high.x[at] + &of[1] * &high.z[at]);
        let (x, z) = (after(&low.x), after(&low.z));
        let spare = x[0].bit_len().saturating_sub(high.x[0].bit_len() + 64);
        let leading: UBig = &x[0] >> spare;
        let bits = leading.bit_len();
        let inverse = (&high.x[0] << bits) / leading + UBig::ONE;
        let halves = Halves {
            low,
            high,
            spare,
            inverse,
            bits,
        };
        let parts = Parts::Halves(Box::new(halves));
        Self { x, z, parts }
    }

    /// Writes the digits of a number below the last place value of the segment, least significant
    /// first. If `worth` is true, returns their value in the place values `Z`.
    fn represent(&self, number: UBig, digits: &mut [u8], worth: bool) -> UBig {
        let halves = match &self.parts {
            Parts::Halves(halves) => &**halves,
            Parts::Places(quotients, words) => {
                let number = u64::try_from(&number).unwrap_or(u64::MAX);
                return UBig::from(plainly(quotients, *words, number, digits));
            }
        };
        let (low, high) = (&*halves.low, &*halves.high);
        let (below, above) = digits.split_at_mut(digits.len() / 2);
        // Estimate the quotient from the leading bits. It is never too small and only slightly too
        // large.
        let leading: UBig = (&number >> halves.spare) + UBig::ONE;
        let quotient: UBig = (leading * &halves.inverse) >> halves.bits;
        let mut v = (quotient + UBig::ONE).min(&high.x[0] - UBig::ONE);
        let mut w = high.represent(v.clone(), above, true);
        let mut rest = IBig::from(number) - IBig::from(&low.x[0] * &v + &low.x[1] * &w);
        while rest < IBig::ZERO {
            let at = predecessor(high, above);
            v -= UBig::ONE;
            rest += IBig::from(low.x[0].clone());
            if at % 2 == 1 {
                w -= UBig::ONE;
                rest += IBig::from(low.x[1].clone());
            }
        }
        let mut rest = UBig::try_from(rest).unwrap_or(UBig::ZERO);
        if rest >= low.x[0] {
            // The upper part by itself doesn't allow a digit as large as the quotient in its lowest
            // place.
            above[0] += 1;
            v += UBig::ONE;
            rest -= &low.x[0];
        }
        let lowest = low.represent(rest, below, worth);
        match worth {
            true => &low.z[0] * v + &low.z[1] * w + lowest,
            false => UBig::ZERO,
        }
    }

    /// Returns the value of digits for both kinds of place values.
    fn value(&self, digits: &[u8]) -> [UBig; 2] {
        match &self.parts {
            Parts::Halves(halves) => {
                let (low, high) = (&*halves.low, &*halves.high);
                let (below, above) = digits.split_at(digits.len() / 2);
                let ([v, w], [x, z]) = (high.value(above), low.value(below));
                [
                    &low.x[0] * &v + &low.x[1] * &w + x,
                    &low.z[0] * &v + &low.z[1] * &w + z,
                ]
            }
            Parts::Places(quotients, _) => {
                // Place values are at most 2^56, and continuants double in every second place, so
                // there are at most 100 places.
                let mut pairs = [[1u64, 0], [0, 1]];
                let mut sums = [0u128; 2];
                for (quotient, digit) in quotients.iter().zip(digits) {
                    for ([this, last], sum) in pairs.iter_mut().zip(&mut sums) {
                        *sum += u128::from(*this) * u128::from(*digit);
                        *last += *this * u64::from(*quotient);
                        std::mem::swap(this, last);
                    }
                }
                sums.map(UBig::from)
            }
        }
    }

    fn quotient(&self, place: usize, places: usize) -> u8 {
        match &self.parts {
            Parts::Places(quotients, _) => quotients[place],
            Parts::Halves(halves) => match place.checked_sub(places / 2) {
                None => halves.low.quotient(place, places / 2),
                Some(above) => halves.high.quotient(above, places - places / 2),
            },
        }
    }
}

/// Writes the digits of a number below the last place value, from the highest place on. Returns
/// their value in the place values `Z`.
fn plainly(quotients: &[u8], words: [[u64; 2]; 2], number: u64, digits: &mut [u8]) -> u128 {
    let [[mut this, mut last], [mut other, mut other_last]] = words;
    let (mut rest, mut worth) = (number, 0u128);
    for (place, quotient) in quotients.iter().enumerate().rev() {
        (this, last) = (last, this - last * u64::from(*quotient));
        (other, other_last) = (other_last, other - other_last * u64::from(*quotient));
        let digit = match rest >= this {
            false => 0,
            true if rest - this < this => 1,
            true => u8::try_from(rest / this).unwrap_or(u8::MAX),
        };
        rest -= this * u64::from(digit);
        worth += u128::from(other) * u128::from(digit);
        digits[place] = digit;
    }
    worth
}

/// Changes the digits of a positive number to those of its predecessor. Returns the place that was
/// decremented.
fn predecessor(segment: &Segment, digits: &mut [u8]) -> usize {
    let places = digits.len();
    let Some(at) = digits.iter().position(|digit| *digit > 0) else {
        return 0;
    };
    digits[at] -= 1;
    // A place value minus 1 has maximum digits in every second place below. The digit in the lowest
    // place is one less.
    for place in (0..at).rev().step_by(2) {
        digits[place] = segment.quotient(place, places) - u8::from(place == 0);
    }
    at
}

/// Numbers with fewer bits are faster place by place.
const SHORT: usize = 1 << 10;
/// Maximum size of a cached segment, in places.
const MAX_CACHED_PLACES: usize = 1 << 24;

thread_local! {
    /// The last segment with its quotients. Consecutive numbers often have similar lengths.
    static LAST: RefCell<Option<(Vec<u8>, Rc<Segment>)>> = const { RefCell::new(None) };
}

/// Returns the cached segment and its number of places, if it has the requested quotients and
/// `suits`.
fn last(
    quotient: &impl Fn(usize) -> u8,
    suits: impl Fn(usize, &Segment) -> bool,
) -> Option<(usize, Rc<Segment>)> {
    LAST.with_borrow(|last| {
        let (quotients, segment) = last.as_ref()?;
        let same = || (quotients.iter().enumerate()).all(|(place, one)| *one == quotient(place));
        let found = suits(quotients.len(), segment) && same();
        found.then(|| (quotients.len(), Rc::clone(segment)))
    })
}

/// Creates and caches the segment of these quotients.
fn segment(quotients: Vec<u8>) -> (usize, Rc<Segment>) {
    let made = Segment::new(&quotients, &mut Known::default());
    let found = (quotients.len(), Rc::clone(&made));
    if quotients.len() <= MAX_CACHED_PLACES {
        LAST.set(Some((quotients, made)));
    }
    found
}

/// Returns true if the number of places is close to the number needed.
fn is_near(places: usize, needed: usize) -> bool {
    (needed..=needed + needed / 8).contains(&places)
}

/// Returns the quotients of enough places for all numbers of `bits` bits.
fn places(bits: usize, quotient: &impl Fn(usize) -> u8) -> Vec<u8> {
    // The ratio of consecutive place values is the quotient plus a fraction.
    let (mut fraction, mut product, mut held) = (0.0f64, 1.0f64, 0.0f64);
    let mut quotients = Vec::new();
    while held < bits as f64 + 2.0 {
        let next = quotient(quotients.len());
        quotients.push(next);
        let factor = f64::from(next) + fraction;
        product *= factor;
        fraction = factor.recip();
        // Take the logarithm only once in several places.
        if product > 1e9 {
            held += product.log2();
            product = 1.0;
        }
    }
    quotients
}

/// Returns the digits of a large number, most significant first, without leading zeros. `quotient`
/// gives the quotients from the lowest place on. Returns `None` if converting place by place is as
/// fast.
pub fn represent(number: &UBig, quotient: impl Fn(usize) -> u8) -> Option<Vec<u8>> {
    if number.bit_len() < SHORT {
        return None;
    }
    let bits = number.bit_len();
    let suits =
        |_, segment: &Segment| segment.x[0] > *number && is_near(segment.x[0].bit_len(), bits);
    let (places, segment) =
        last(&quotient, suits).unwrap_or_else(|| segment(places(bits, &quotient)));
    if segment.x[0] <= *number {
        return None;
    }
    let mut digits = vec![0; places];
    segment.represent(number.clone(), &mut digits, false);
    let length = digits
        .iter()
        .rposition(|digit| *digit > 0)
        .map_or(0, |at| at + 1);
    digits.truncate(length);
    digits.reverse();
    Some(digits)
}

/// Returns the value of a long word of digits, most significant first. Returns `None` if converting
/// place by place is as fast.
pub fn value(word: &[u8], quotient: impl Fn(usize) -> u8) -> Option<UBig> {
    if word.len() < SHORT {
        return None;
    }
    let suits = |places, _: &Segment| is_near(places, word.len());
    let (places, segment) =
        last(&quotient, suits).unwrap_or_else(|| segment((0..word.len()).map(quotient).collect()));
    let mut digits: Vec<u8> = word.iter().rev().copied().collect();
    digits.resize(places, 0);
    let [value, _] = segment.value(&digits);
    Some(value)
}
