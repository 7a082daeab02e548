//! Birthdays: the maximum length of play in the canonical form.

use dashu_int::IBig;

use crate::arena::{Arena, Nus, Side, Value};
use crate::cut::Cut;
use crate::dyadic::Dyadic;
use crate::sheet::Sheet;

/// Returns the birthday of a number: the length of its sign expansion, which is |x| rounded up plus
/// the number of fractional bits.
fn of_number(number: &Dyadic) -> IBig {
    use dashu_int::ops::Abs;
    let exponent = number.exponent();
    let whole = number.numerator().clone().abs() >> exponent as usize;
    match exponent {
        0 => whole,
        _ => whole + 1 + IBig::from(exponent),
    }
}

/// Returns the maximum number of moves from n·↑ + *m to 0.
fn of_infinitesimal(nus: Nus) -> u64 {
    let ups = u64::from(nus.ups.unsigned_abs());
    // Each move removes an up and flips the last bit of the star. The options of ↑* are * and 0;
    // those of ↑ are * and 0.
    match (ups, nus.nimber) {
        (0, nimber) => u64::from(nimber),
        (_, 0 | 1) => ups + 1,
        (_, nimber) => ups + (u64::from(nimber) ^ (ups & 1)),
    }
}

impl Arena {
    /// Returns the birthday: 0 for the value 0, else one more than the largest birthday of an
    /// option.
    ///
    /// Complexity: linear in the number of subforms. A nus uses a formula.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn birthday(&mut self, value: Value) -> Result<IBig, Cut> {
        self.birthday_by(value, &mut Sheet::default())
    }

    fn birthday_by(&mut self, value: Value, known: &mut Sheet<IBig>) -> Result<IBig, Cut> {
        if let Some(nus) = self.record(value).nus() {
            return Ok(of_number(&self.numbers.dyadic(nus.number)) + of_infinitesimal(nus));
        }
        if let Some(known) = known.get(value) {
            return Ok(known.clone());
        }
        let mut latest = IBig::ZERO;
        for side in Side::BOTH {
            for option in self.options_of(value, side)? {
                latest = latest.max(self.deeper(|arena| arena.birthday_by(option, known))?);
            }
        }
        latest += 1;
        known.put(self, value, latest.clone(), 0)?;
        Ok(latest)
    }
}
