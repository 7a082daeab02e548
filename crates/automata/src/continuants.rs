//! Digits of huge numbers in systems whose place values are continuants: each the quotient at its
//! place times the one before, plus the one before that. Zeckendorf's system and Ostrowski's are
//! such.
//!
//! A number is cut into the digits from a middle place on and those below, and these again. With
//! `X` the place values of the lower part and `Y` those that the upper part has by itself, place `m +
//! j` is worth `X_m * Y_j + X_{m-1} * Z_j`, where `Z` are the place values that begin one quotient
//! later (Ostrowski 1922). So the upper digits stand for a `v = sum d_j Y_j` and a `w = sum d_j
//! Z_j`, the number is `X_m * v + X_{m-1} * w` and a rest, and `v` is a quotient of the number, up
//! to a few. All products are of numbers of like size: as many operations as subquadratic
//! multiplication takes, times a logarithm.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use dashu_int::{IBig, UBig, ops::BitTest};
use rustc_hash::FxBuildHasher;

/// Place values of stretches that are gone through place by place are at most this.
const WORD: u64 = 1 << 56;

/// A stretch of places, with what its quotients do: the last and last but one place value of `X`
/// and `Z` after it.
struct Stretch {
    x: [UBig; 2],
    z: [UBig; 2],
    parts: Parts,
}

enum Parts {
    /// The quotients, and the same place values in words.
    Places(Vec<u8>, [[u64; 2]; 2]),
    Halves(Box<Halves>),
}

struct Halves {
    low: Rc<Stretch>,
    high: Rc<Stretch>,
    /// What a number, without its lowest bits, is to be multiplied with for its upper part's `v`,
    /// and how many bits fall off then; a little too much.
    spare: usize,
    inverse: UBig,
    bits: usize,
}

/// Stretches by their quotients: where these repeat, so do the stretches.
type Known<'a> = HashMap<&'a [u8], Rc<Stretch>, FxBuildHasher>;

/// The next pair of place values; `None` where they are too large to go on place by place.
fn step([this, last]: [u64; 2], quotient: u8) -> Option<[u64; 2]> {
    let next = this.checked_mul(quotient.into())?.checked_add(last)?;
    (next <= WORD).then_some([next, this])
}

impl Stretch {
    fn new<'a>(quotients: &'a [u8], known: &mut Known<'a>) -> Rc<Self> {
        if let Some(stretch) = known.get(quotients) {
            return Rc::clone(stretch);
        }
        let start = Some([[1, 0], [0, 1]]);
        let words = quotients.iter().try_fold(start, |pairs, quotient| {
            let [x, z] = pairs?;
            Some(Some([step(x, *quotient)?, step(z, *quotient)?]))
        });
        let stretch = Rc::new(match words.flatten() {
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
        known.insert(quotients, Rc::clone(&stretch));
        stretch
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

    /// Puts the digits of a number below the stretch's last place value into `digits`, least
    /// significant first, and gives their worth by the other place values, where it is asked for.
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
        // The quotient of the leading bits, not too small and a few too large at most.
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
            // By itself the upper part knows no digit as large as the quotient in its least place.
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

    /// What digits stand for, by both kinds of place values.
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
                // Place values are at most 2^56, and places at most 100: continuants double in
                // every second one.
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

/// The digits of a number below the last place value, from the most significant place on; gives
/// their worth by the other place values.
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

/// Makes the digits of a number above 0 those of the number before it; gives the place that was
/// lowered.
fn predecessor(stretch: &Stretch, digits: &mut [u8]) -> usize {
    let places = digits.len();
    let Some(at) = digits.iter().position(|digit| *digit > 0) else {
        return 0;
    };
    digits[at] -= 1;
    // A place value less 1 has the largest digits in every second place below, and less by one in
    // the least.
    for place in (0..at).rev().step_by(2) {
        digits[place] = stretch.quotient(place, places) - u8::from(place == 0);
    }
    at
}

/// Numbers with fewer bits are quicker place by place.
const SHORT: usize = 1 << 10;
/// Stretches up to so many places are kept for the next number.
const KEPT: usize = 1 << 24;

thread_local! {
    /// The stretch that served last, with its quotients: numbers that are asked about together are
    /// about as long.
    static LAST: RefCell<Option<(Vec<u8>, Rc<Stretch>)>> = const { RefCell::new(None) };
}

/// The last stretch and how many places it has, where it has the quotients that are asked for and
/// `suits`.
fn last(
    quotient: &impl Fn(usize) -> u8,
    suits: impl Fn(usize, &Stretch) -> bool,
) -> Option<(usize, Rc<Stretch>)> {
    LAST.with_borrow(|last| {
        let (quotients, stretch) = last.as_ref()?;
        let same = || (quotients.iter().enumerate()).all(|(place, one)| *one == quotient(place));
        let found = suits(quotients.len(), stretch) && same();
        found.then(|| (quotients.len(), Rc::clone(stretch)))
    })
}

/// A stretch of these quotients, kept for the next.
fn stretch(quotients: Vec<u8>) -> (usize, Rc<Stretch>) {
    let made = Stretch::new(&quotients, &mut Known::default());
    let found = (quotients.len(), Rc::clone(&made));
    if quotients.len() <= KEPT {
        LAST.set(Some((quotients, made)));
    }
    found
}

/// Whether so many places are about as many as are needed.
fn is_near(places: usize, needed: usize) -> bool {
    (needed..=needed + needed / 8).contains(&places)
}

/// So many places, and a few more, hold all numbers of so many bits.
fn places(bits: usize, quotient: &impl Fn(usize) -> u8) -> Vec<u8> {
    // What one multiplies the place value by is the quotient and a fraction.
    let (mut fraction, mut product, mut held) = (0.0f64, 1.0f64, 0.0f64);
    let mut quotients = Vec::new();
    while held < bits as f64 + 2.0 {
        let next = quotient(quotients.len());
        quotients.push(next);
        let factor = f64::from(next) + fraction;
        product *= factor;
        fraction = factor.recip();
        // A logarithm once in some places.
        if product > 1e9 {
            held += product.log2();
            product = 1.0;
        }
    }
    quotients
}

/// The digits of a large number, most significant first and without leading zeros, with these
/// quotients from the least place on; `None` where going place by place is as good.
pub fn represent(number: &UBig, quotient: impl Fn(usize) -> u8) -> Option<Vec<u8>> {
    if number.bit_len() < SHORT {
        return None;
    }
    let bits = number.bit_len();
    let suits =
        |_, stretch: &Stretch| stretch.x[0] > *number && is_near(stretch.x[0].bit_len(), bits);
    let (places, stretch) =
        last(&quotient, suits).unwrap_or_else(|| stretch(places(bits, &quotient)));
    if stretch.x[0] <= *number {
        return None;
    }
    let mut digits = vec![0; places];
    stretch.represent(number.clone(), &mut digits, false);
    let length = digits
        .iter()
        .rposition(|digit| *digit > 0)
        .map_or(0, |at| at + 1);
    digits.truncate(length);
    digits.reverse();
    Some(digits)
}

/// What a long word of digits stands for, most significant first; `None` where going place by place
/// is as good.
pub fn value(word: &[u8], quotient: impl Fn(usize) -> u8) -> Option<UBig> {
    if word.len() < SHORT {
        return None;
    }
    let suits = |places, _: &Stretch| is_near(places, word.len());
    let (places, stretch) =
        last(&quotient, suits).unwrap_or_else(|| stretch((0..word.len()).map(quotient).collect()));
    let mut digits: Vec<u8> = word.iter().rev().copied().collect();
    digits.resize(places, 0);
    let [value, _] = stretch.value(&digits);
    Some(value)
}
