//! Base k.
use crate::{Dfa, Error, Limits, NumerationSystem};
use dashu_int::{UBig, ops::BitTest};

/// The positional system of base `k`, for `k` from 2 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base(u8);

impl Base {
    /// Creates the system. Returns an error if `k` is below 2.
    pub fn new(k: u8) -> Result<Base, Error> {
        if k < 2 {
            return Err(Error::Malformed(format!(
                "there is no base {k}; the least base is 2"
            )));
        }
        Ok(Base(k))
    }
}

impl NumerationSystem for Base {
    fn name(&self) -> String {
        format!("base {}", self.0)
    }

    fn digits(&self) -> u8 {
        self.0
    }

    fn place_value(&self, place: usize) -> UBig {
        UBig::from(self.0).pow(place)
    }

    /// Linear for base 2. Other bases up to 36 use the number's text.
    fn represent(&self, number: &UBig) -> Vec<u8> {
        let base = u32::from(self.0);
        if base == 2 {
            let bits = (0..number.bit_len()).rev();
            return bits.map(|place| number.bit(place).into()).collect();
        }
        if *number == UBig::ZERO {
            return Vec::new();
        }
        if base <= 36 {
            let text = number.in_radix(self.0).to_string();
            let digit = |c: char| c.to_digit(base).map(|d| d as u8); // below the base
            return text.chars().filter_map(digit).collect();
        }
        let (mut rest, mut word) = (number.clone(), Vec::new());
        while rest > UBig::ZERO {
            let digit = &rest % base;
            word.push(u8::try_from(digit).unwrap_or(0)); // below the base
            rest /= base;
        }
        word.reverse();
        word
    }

    /// Bases up to 36 parse the digits as text.
    fn value(&self, word: &[u8]) -> UBig {
        let base = u32::from(self.0);
        let text = |digit: &u8| char::from_digit((*digit).into(), base.min(36));
        let text: Option<String> = word.iter().map(text).collect();
        match text {
            Some(text) if base <= 36 => {
                UBig::from_str_radix(&text, base).unwrap_or(UBig::ZERO) // only the empty word fails
            }
            _ => word.iter().fold(UBig::ZERO, |n, &digit| {
                n * UBig::from(self.0) + UBig::from(digit)
            }),
        }
    }

    fn representations(&self, limits: &Limits) -> Result<Dfa, Error> {
        Dfa::explore(vec![self.0], (), |_, _| Some(()), |_| true, limits)
    }

    /// The state is the carry that the remaining digits must produce.
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error> {
        let k = i32::from(self.0);
        let step = |&carry: &i32, t: &[u8]| {
            let needed = k * carry + i32::from(t[2]) - i32::from(t[0]) - i32::from(t[1]);
            Some(needed).filter(|n| (0..=1).contains(n))
        };
        Dfa::explore(vec![self.0; 3], 0, step, |&carry| carry == 0, limits)
    }
}
