//! One of the ways that a term can take: its unknowns, what holds of them, and the state.

use dashu_int::IBig;
use whowins_core::Op;

use super::form::{Constraint, Digits, Form, decided};
use super::stretch::Stretch;

/// One of the ways that a term can take.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// How many unknowns there are.
    pub unknowns: usize,
    /// What holds of them.
    pub constraints: Vec<Constraint>,
    /// What operations on digits came to.
    pub digits: Vec<Digits>,
    /// The elements of each part.
    pub state: Vec<Vec<Form>>,
    /// The part of any length, where there is one; `state` has those of its elements that were
    /// looked at.
    pub long: Option<Long>,
}

/// A part of any length: its elements are met one by one.
#[derive(Clone, Debug)]
pub(super) struct Long {
    /// Which part it is.
    pub part: usize,
    /// How many elements it has.
    pub length: Form,
    /// The place of each element that was looked at, from 0; no two are the same, and all are below
    /// the length.
    pub places: Vec<Form>,
    /// The unknown that each of these elements is, counted from the least that it may be.
    pub unknowns: Vec<usize>,
    /// Stretches in which all elements have changed alike.
    pub stretches: Vec<Stretch>,
}

impl Way {
    /// Whether the form is not negative, where that follows at once.
    pub fn decided(&self, form: &Form) -> Option<bool> {
        decided(&self.constraints, form)
    }

    /// The way where the form is not negative; `None` where it never is.
    pub fn not_negative(mut self, form: Form) -> Option<Self> {
        match self.decided(&form) {
            Some(false) => return None,
            Some(true) => {}
            None => self.constraints.push(Constraint::NotNegative(form)),
        }
        Some(self)
    }

    /// The way where the form is 0.
    pub fn zero(mut self, form: Form) -> Option<Self> {
        if self.decided(&form) == Some(false)
            || self.decided(&form.times(&IBig::NEG_ONE)) == Some(false)
        {
            return None;
        }
        if !form.terms.is_empty() {
            self.constraints.push(Constraint::Zero(form));
        }
        Some(self)
    }

    /// One more unknown.
    pub fn fresh(&mut self) -> Form {
        self.unknowns += 1;
        Form::unknown(self.unknowns - 1)
    }
}

/// The quotient, rounded down, or the remainder, of a form by a number; 0 where that is not above 0.
pub(super) fn divided(op: Op, form: &Form, divisor: &IBig, mut way: Way) -> (Way, Form) {
    if *divisor <= IBig::ZERO {
        return (way, Form::default());
    }
    let (mut quotient, mut rest) = form.divided(divisor);
    if !rest.terms.is_empty() {
        // The rest is never negative: its quotient is the one natural number q with divisor · q <=
        // rest < divisor · (q + 1).
        let q = way.fresh();
        rest = rest.minus(&q.times(divisor));
        let below = Form::constant(divisor.clone()).minus(&rest).and(-1);
        way.constraints.push(Constraint::NotNegative(rest.clone()));
        way.constraints.push(Constraint::NotNegative(below));
        quotient = quotient.plus(&IBig::ONE, &q);
    }
    match op {
        Op::Mod => (way, rest),
        _ => (way, quotient),
    }
}
