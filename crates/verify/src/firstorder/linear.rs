//! Linear forms of first-order arithmetic, compared with 0.

use whowins_automata::{Formula, Term, constant, var};

use crate::Rejection;

/// The largest coefficient of a variable: multiplication is addition, written out. With
/// [`CONSTANT`] it keeps the automata small.
const FACTOR: i128 = 64;
/// The largest constant: an automaton grows with its digits.
const CONSTANT: i128 = 1 << 40;

/// `constant + Σ coefficient · variable`, compared with 0.
pub(crate) struct Linear {
    /// The constant.
    pub constant: i128,
    /// Variables with their coefficients.
    pub terms: Vec<(String, i128)>,
}

impl Linear {
    /// Both sides with positive coefficients only: the sum compares to 0 as the left side does to
    /// the right one.
    fn sides(&self) -> Result<[Term; 2], Rejection> {
        Ok([self.side(1)?, self.side(-1)?])
    }

    fn side(&self, sign: i128) -> Result<Term, Rejection> {
        let mut sum: Option<Term> = None;
        let mut add = |term: Term| {
            sum = Some(match sum.take() {
                None => term,
                Some(before) => before.plus(term),
            });
        };
        for (name, coefficient) in &self.terms {
            let times = coefficient * sign;
            if times > FACTOR {
                return Err(Rejection::rules(format!(
                    "a coefficient of {coefficient} is more than this kind of law multiplies by"
                )));
            }
            for _ in 0..times.max(0) {
                add(var(name.clone()));
            }
        }
        let rest = self.constant * sign;
        if rest > CONSTANT {
            return Err(Rejection::rules(format!(
                "a constant of {rest} is more than this kind of law adds"
            )));
        }
        if rest > 0 || sum.is_none() {
            let rest = constant(u64::try_from(rest.max(0)).unwrap_or(0));
            sum = Some(match sum {
                None => rest,
                Some(before) => before.plus(rest),
            });
        }
        sum.ok_or_else(|| Rejection::rules("an empty sum"))
    }

    /// The sum is 0.
    pub fn is_zero(&self) -> Result<Formula, Rejection> {
        let [left, right] = self.sides()?;
        Ok(left.equals(right))
    }

    /// The sum is not negative.
    pub fn is_not_negative(&self) -> Result<Formula, Rejection> {
        let [left, right] = self.sides()?;
        Ok(right.at_most(left))
    }
}

/// What never holds.
pub(crate) fn never() -> Formula {
    constant(0u8).less(constant(0u8))
}

/// All of them; `None` where there is none.
pub(crate) fn all(formulas: Vec<Formula>) -> Option<Formula> {
    formulas.into_iter().reduce(Formula::and)
}
