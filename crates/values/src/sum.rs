//! The group of values: sums, negatives and integer multiples.

use crate::arena::{Arena, Nus, Side, Value};
use crate::cut::Cut;

impl Arena {
    /// Returns −G: the players switch sides.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn neg(&mut self, value: Value) -> Result<Value, Cut> {
        let record = *self.record(value);
        if record.negative != crate::arena::NONE {
            return Ok(Value(record.negative));
        }
        let negative = match record.nus() {
            Some(nus) => {
                let number = self.numbers.negate(nus.number);
                let ups = nus.ups.checked_neg().ok_or(Cut::Size)?;
                self.nus(Nus { number, ups, ..nus })?
            }
            None => {
                let left = self.negatives(value, Side::Right)?;
                let right = self.negatives(value, Side::Left)?;
                self.intern(&left, &right)?
            }
        };
        self.records[value.0 as usize].negative = negative.0;
        self.records[negative.0 as usize].negative = value.0;
        Ok(negative)
    }

    /// Returns the negatives of one player's options, sorted.
    fn negatives(&mut self, value: Value, side: Side) -> Result<Vec<Value>, Cut> {
        let (from, to) = self.span(value, side)?;
        self.charge((to - from) as u64)?;
        let mut all = Vec::with_capacity(to - from);
        for at in from..to {
            let option = self.pooled(at);
            all.push(self.deeper(|arena| arena.neg(option))?);
        }
        all.sort_unstable();
        Ok(all)
    }

    /// Returns the disjunctive sum G + H.
    ///
    /// Sums of nus are formulas. A number is added to each option (number translation). Otherwise
    /// uses recursion with a memo.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn add(&mut self, g: Value, h: Value) -> Result<Value, Cut> {
        if g == Value::ZERO || h == Value::ZERO {
            return Ok(g.max(h));
        }
        let (of_g, of_h) = (*self.record(g), *self.record(h));
        if of_g.negative == h.0 {
            return Ok(Value::ZERO);
        }
        if let (Some(x), Some(y)) = (of_g.nus(), of_h.nus()) {
            return self.add_nus(x, y);
        }
        let (x, y) = (g.min(h), g.max(h));
        if let Some(sum) = self.sums.get(x.0, y.0) {
            return Ok(Value(sum));
        }
        let is_translated = of_g.is_number() || of_h.is_number();
        let mut left = self.sums_of(g, h, Side::Left)?;
        let mut right = self.sums_of(g, h, Side::Right)?;
        let sum = match is_translated {
            // Translated canonical options are canonical.
            true => {
                left.sort_unstable();
                right.sort_unstable();
                self.intern(&left, &right)?
            }
            false => self.make(&left, &right)?,
        };
        self.sums.put(x.0, y.0, sum.0);
        self.tend_memos();
        Ok(sum)
    }

    fn add_nus(&mut self, x: Nus, y: Nus) -> Result<Value, Cut> {
        let number = self.numbers.add(x.number, y.number);
        let ups = x.ups.checked_add(y.ups).ok_or(Cut::Size)?;
        self.nus(Nus {
            number,
            ups,
            nimber: x.nimber ^ y.nimber,
        })
    }

    /// Returns a player's options in a sum. Skips moves in a number, which come last.
    fn sums_of(&mut self, g: Value, h: Value, side: Side) -> Result<Vec<Value>, Cut> {
        let mut all = Vec::new();
        for (moved, still) in [(g, h), (h, g)] {
            if self.record(moved).is_number() {
                continue;
            }
            let (from, to) = self.span(moved, side)?;
            self.charge((to - from) as u64)?;
            for at in from..to {
                let option = self.pooled(at);
                all.push(self.deeper(|arena| arena.add(option, still))?);
            }
        }
        Ok(all)
    }

    /// Returns G − H.
    ///
    /// # Errors
    /// See [`Arena::add`].
    pub fn sub(&mut self, g: Value, h: Value) -> Result<Value, Cut> {
        let negative = self.neg(h)?;
        self.add(g, negative)
    }

    /// Returns the sum of several values. The empty sum is 0.
    ///
    /// # Errors
    /// See [`Arena::add`].
    pub fn total(&mut self, values: impl IntoIterator<Item = Value>) -> Result<Value, Cut> {
        let mut values = values.into_iter();
        values.try_fold(Value::ZERO, |sum, value| self.add(sum, value))
    }

    /// Returns n·G: the sum of n copies of G, or of |n| copies of −G if n is negative.
    ///
    /// The number of sums is linear in the number of digits of n.
    ///
    /// # Errors
    /// See [`Arena::add`].
    pub fn scale(&mut self, value: Value, times: i64) -> Result<Value, Cut> {
        let mut power = match times < 0 {
            true => self.neg(value)?,
            false => value,
        };
        let mut left = times.unsigned_abs();
        let mut sum = Value::ZERO;
        while left > 0 {
            if left & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            left >>= 1;
            if left > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }
}
