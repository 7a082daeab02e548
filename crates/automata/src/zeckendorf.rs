//! Zeckendorf's system: sums of Fibonacci numbers without adjacent ones.
use crate::{Dfa, Error, Limits, NumerationSystem, continuants};
use dashu_int::UBig;
use std::ops::AddAssign;

/// The system with the Fibonacci numbers 1, 2, 3, 5, ... as place values, and digits 0 and 1
/// without adjacent ones (E. Zeckendorf, 1972).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zeckendorf;

/// The number of places whose value, and that of the next one, is below 2^64. The 93rd Fibonacci
/// number is the largest.
const SHORT: usize = 91;

/// Returns true if `u * phi <= bound`, exactly: `u * sqrt(5) <= 2 * bound - u`.
fn golden_at_most(u: i64, bound: i64) -> bool {
    let (u, right) = (i128::from(u), 2 * i128::from(bound) - i128::from(u));
    match (u >= 0, right >= 0) {
        (true, true) => 5 * u * u <= right * right,
        (false, false) => 5 * u * u >= right * right,
        (positive, _) => !positive,
    }
}

/// The quotients give 1, 2, 3, 5, ...: from the third on, each place value is the sum of the two
/// before.
fn quotient(place: usize) -> u8 {
    match place {
        0 => 2,
        _ => 1,
    }
}

impl NumerationSystem for Zeckendorf {
    fn name(&self) -> String {
        "Zeckendorf".into()
    }

    fn digits(&self) -> u8 {
        2
    }

    fn place_value(&self, place: usize) -> UBig {
        fn walk<N: for<'a> AddAssign<&'a N>>(mut this: N, mut next: N, places: usize) -> N {
            for _ in 0..places {
                this += &next;
                std::mem::swap(&mut this, &mut next);
            }
            this
        }
        match place {
            0..SHORT => walk(1u64, 2, place).into(),
            _ => walk(UBig::ONE, UBig::from(2u8), place),
        }
    }

    /// Walks up to the number and down again with two adjacent place values. Large numbers use
    /// divide and conquer (`continuants`).
    fn represent(&self, number: &UBig) -> Vec<u8> {
        if let Some(word) = continuants::represent(number, quotient) {
            return word;
        }
        let (mut this, mut next) = (UBig::ONE, UBig::from(2u8));
        let mut places = 0;
        while this <= *number {
            this += &next;
            std::mem::swap(&mut this, &mut next);
            places += 1;
        }
        let (mut rest, mut word) = (number.clone(), Vec::with_capacity(places));
        for _ in 0..places {
            next -= &this;
            std::mem::swap(&mut this, &mut next);
            let digit = rest >= this;
            if digit {
                rest -= &this;
            }
            word.push(digit.into());
        }
        word
    }

    /// Horner's rule on two adjacent place values. Long words use divide and conquer
    /// (`continuants`).
    fn value(&self, word: &[u8]) -> UBig {
        if let Some(value) = continuants::value(word, quotient) {
            return value;
        }
        // The digits so far have the value of `this` times the next higher place value plus `last`
        // times the current one.
        let (mut this, mut last) = (UBig::ZERO, UBig::ZERO);
        for &digit in word {
            last += &this;
            std::mem::swap(&mut this, &mut last);
            last += UBig::from(digit);
        }
        &this + &this + last
    }

    fn representations(&self, limits: &Limits) -> Result<Dfa, Error> {
        Dfa::explore(
            vec![2],
            0,
            |&last, t| (last + t[0] < 2).then_some(t[0]),
            |_| true,
            limits,
        )
    }

    /// The state is the excess of the digits read so far: `u` times one Fibonacci number plus `v`
    /// times the one before.
    ///
    /// The remaining digits can only compensate a bounded `u * phi + v`. The conjugate is bounded
    /// by itself, so the number of states is finite.
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error> {
        let step = |&(u, v): &(i64, i64), t: &[u8]| {
            let (u, v) = (
                u + v,
                u + i64::from(t[0]) + i64::from(t[1]) - i64::from(t[2]),
            );
            let bounded = golden_at_most(u, 3 - v) && golden_at_most(-u, 4 + v);
            bounded.then_some((u, v))
        };
        Dfa::explore(vec![2; 3], (0, 0), step, |&(u, v)| 2 * u + v == 0, limits)
    }
}
