//! Base k.
use crate::{Dfa, Error, Limits, NumerationSystem};
use dashu_int::UBig;

/// Base `k` for `k` from 2 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base(u8);

impl Base {
    /// The system, or an error where `k` is below 2.
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

    fn representations(&self, limits: Limits) -> Result<Dfa, Error> {
        Dfa::explore(vec![self.0], (), |_, _| Some(()), |_| true, limits)
    }

    /// The state is the carry that the digits still to come must bring.
    fn adder(&self, limits: Limits) -> Result<Dfa, Error> {
        let k = i32::from(self.0);
        let step = |&carry: &i32, t: &[u8]| {
            let needed = k * carry + i32::from(t[2]) - i32::from(t[0]) - i32::from(t[1]);
            Some(needed).filter(|n| (0..=1).contains(n))
        };
        Dfa::explore(vec![self.0; 3], 0, step, |&carry| carry == 0, limits)
    }
}
