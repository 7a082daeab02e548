//! The order of values: G <= H exactly if no left option of G is >= H, and no right option of H is
//! <= G.

use std::cmp::Ordering;
use std::fmt;

use crate::arena::{Arena, Side, Value};
use crate::cut::Cut;

/// The winner of a value under normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move wins.
    Next,
    /// The player who moved last wins: the value is 0.
    Previous,
    /// Left wins, no matter who starts: the value is positive.
    Left,
    /// Right wins, no matter who starts: the value is negative.
    Right,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Next => "N",
            Self::Previous => "P",
            Self::Left => "L",
            Self::Right => "R",
        })
    }
}

impl Arena {
    /// Returns true if G <= H: in every sum, Left does at least as well with H as with G.
    ///
    /// Equal ids, stops and formulas of nus decide most comparisons. The others use recursion with
    /// a memo.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool, Cut> {
        if g == h {
            return Ok(true);
        }
        let (of_g, of_h) = (self.record(g), self.record(h));
        let cmp = |x, y| self.numbers.cmp(x, y);
        if cmp(of_g.stop, of_h.right_stop()).is_lt() {
            return Ok(true);
        }
        if cmp(of_g.stop, of_h.stop).is_gt() || cmp(of_g.right_stop(), of_h.right_stop()).is_gt() {
            return Ok(false);
        }
        if let (Some(x), Some(y)) = (of_g.nus(), of_h.nus()) {
            return Ok(x.is_less(y, self));
        }
        if let Some(answer) = self.answers.get(g.0, h.0) {
            return Ok(answer);
        }
        let answer = self.deeper(|arena| arena.le_by_options(g, h))?;
        self.answers.put(g.0, h.0, answer);
        self.tend_memos();
        Ok(answer)
    }

    /// Compares by the definition. In a sum, moves in a number come last, so the options of a
    /// number are skipped.
    fn le_by_options(&mut self, g: Value, h: Value) -> Result<bool, Cut> {
        if !self.record(g).is_number() {
            let (from, to) = self.span(g, Side::Left)?;
            self.charge((to - from) as u64 + 1)?;
            for at in from..to {
                if self.le(h, self.pooled(at))? {
                    return Ok(false);
                }
            }
        }
        if !self.record(h).is_number() {
            let (from, to) = self.span(h, Side::Right)?;
            self.charge((to - from) as u64 + 1)?;
            for at in from..to {
                if self.le(self.pooled(at), g)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Compares two values; the greater one is better for Left.
    ///
    /// Returns `None` if they are confused: the player to move wins G − H.
    ///
    /// # Errors
    /// See [`Arena::le`].
    pub fn compare(&mut self, g: Value, h: Value) -> Result<Option<Ordering>, Cut> {
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    /// Returns the outcome of a value.
    ///
    /// # Errors
    /// See [`Arena::le`].
    pub fn outcome(&mut self, value: Value) -> Result<Outcome, Cut> {
        Ok(match self.compare(value, Value::ZERO)? {
            None => Outcome::Next,
            Some(Ordering::Equal) => Outcome::Previous,
            Some(Ordering::Greater) => Outcome::Left,
            Some(Ordering::Less) => Outcome::Right,
        })
    }

    /// Returns true if `side` wins when it moves first.
    ///
    /// # Errors
    /// See [`Arena::le`].
    pub fn wins_first(&mut self, value: Value, side: Side) -> Result<bool, Cut> {
        Ok(!match side {
            Side::Left => self.le(value, Value::ZERO)?,
            Side::Right => self.le(Value::ZERO, value)?,
        })
    }
}
