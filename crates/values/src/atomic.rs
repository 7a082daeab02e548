//! Dicots and atomic weights: the number of ups in a value, as seen next to far stars.
//!
//! Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, 1982; A. N. Siegel, 2013, II.7.

use crate::arena::{Arena, Nus, Side, Value};
use crate::cut::Cut;
use crate::number::Word;
use crate::sheet::Sheet;

/// The results for the forms below a value.
#[derive(Default)]
struct Known {
    dicot: Sheet<bool>,
    nimber: Sheet<u32>,
    weight: Sheet<Value>,
}

impl Arena {
    /// Returns true if the value is a dicot: in each follower, either both players can move or
    /// neither can.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn is_dicot(&mut self, value: Value) -> Result<bool, Cut> {
        self.is_dicot_by(value, &mut Sheet::default())
    }

    fn is_dicot_by(&mut self, value: Value, known: &mut Sheet<bool>) -> Result<bool, Cut> {
        if let Some(nus) = self.record(value).nus() {
            return Ok(nus.number == Word::ZERO);
        }
        if let Some(known) = known.get(value) {
            return Ok(*known);
        }
        let mut is_dicot = true;
        'sides: for side in Side::BOTH {
            for option in self.options_of(value, side)? {
                if !self.deeper(|arena| arena.is_dicot_by(option, known))? {
                    is_dicot = false;
                    break 'sides;
                }
            }
        }
        known.put(self, value, is_dicot, 0)?;
        Ok(is_dicot)
    }

    /// Returns the atomic weight of a dicot, or `None` for other values.
    ///
    /// The atomic weight is additive, and that of ↑ is 1. If it is at least 2, Left wins (the
    /// two-ahead rule).
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn atomic_weight(&mut self, value: Value) -> Result<Option<Value>, Cut> {
        let mut known = Known::default();
        match self.is_dicot_by(value, &mut known.dicot)? {
            true => self.weight(value, &mut known).map(Some),
            false => Ok(None),
        }
    }

    fn weight(&mut self, value: Value, known: &mut Known) -> Result<Value, Cut> {
        if let Some(nus) = self.record(value).nus() {
            return self.nus(Nus::of_number(Word::of(nus.ups)));
        }
        if let Some(known) = known.weight.get(value) {
            return Ok(*known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            let away = if side == Side::Left { -2 } else { 2 };
            let away = self.nus(Nus::of_number(Word::of(away)))?;
            for option in self.options_of(value, side)? {
                let weight = self.deeper(|arena| arena.weight(option, known))?;
                sides[side as usize].push(self.add(weight, away)?);
            }
        }
        let mut weight = self.make(&sides[0], &sides[1])?;
        if self.as_integer(weight).is_some() {
            let far = self.far_star(value, known)?;
            // The comparison with a far star decides which integer to choose among those that the
            // options leave.
            let ahead = match (self.le(far, value)?, self.le(value, far)?) {
                (true, _) => Some(Side::Left),
                (_, true) => Some(Side::Right),
                _ => None,
            };
            weight = match ahead {
                Some(side) => self.farthest(&sides[side.other() as usize], side)?,
                None => Value::ZERO,
            };
        }
        known.weight.put(self, value, weight, 0)?;
        Ok(weight)
    }

    /// Returns the integer if the value is an integer.
    fn as_integer(&self, value: Value) -> Option<i64> {
        let record = self.record(value);
        record.stop.as_integer().filter(|_| record.is_number())
    }

    /// Returns the best integer for a player that no option of the opponent reaches.
    fn farthest(&mut self, barred: &[Value], side: Side) -> Result<Value, Cut> {
        // The integer is within one of the stops of the barred options. Start there and take the
        // first that fits.
        let sign = if side == Side::Left { 1 } else { -1 };
        let stops = barred.iter().map(|&option| self.stop(option, side));
        let near = match side {
            Side::Left => stops.min(),
            Side::Right => stops.max(),
        };
        let near = near.expect("a dicot that is not 0 has options on both sides");
        let whole = near.numerator().clone() >> near.exponent() as usize;
        let mut integer = i64::try_from(&whole).map_err(|_| Cut::Size)? + 2 * sign;
        loop {
            self.charge(1)?;
            let tried = self.integer(integer)?;
            let mut fits = true;
            for &option in barred {
                fits &= !match side {
                    Side::Left => self.le(option, tried)?,
                    Side::Right => self.le(tried, option)?,
                };
            }
            if fits {
                return Ok(tried);
            }
            integer -= sign;
        }
    }

    /// Returns a star that is larger than any nimber in play of the value.
    fn far_star(&mut self, value: Value, known: &mut Known) -> Result<Value, Cut> {
        let largest = self.largest_nimber(value, known)?;
        let far = (largest | 1).checked_add(1).ok_or(Cut::Size)?;
        self.nimber(far.checked_next_power_of_two().ok_or(Cut::Size)?)
    }

    /// Returns the largest nimber of a nus among the followers of a value.
    fn largest_nimber(&mut self, value: Value, known: &mut Known) -> Result<u32, Cut> {
        if let Some(nus) = self.record(value).nus() {
            return Ok(nus.nimber | 1);
        }
        if let Some(known) = known.nimber.get(value) {
            return Ok(*known);
        }
        let mut largest = 0;
        for side in Side::BOTH {
            for option in self.options_of(value, side)? {
                largest = largest.max(self.deeper(|arena| arena.largest_nimber(option, known))?);
            }
        }
        known.nimber.put(self, value, largest, 0)?;
        Ok(largest)
    }

    /// Returns the value of an integer.
    ///
    /// # Errors
    /// Returns an error if memory is exhausted.
    pub fn integer(&mut self, integer: i64) -> Result<Value, Cut> {
        self.number(&crate::Dyadic::from(integer))
    }
}
