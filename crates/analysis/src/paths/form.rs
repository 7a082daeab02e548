//! Linear forms over natural unknowns, and constraints on them.

use std::collections::BTreeMap;

use dashu_int::IBig;
use dashu_int::ops::DivRemEuclid;
use whowins_core::Op;

/// A constant and multiples of unknowns, which are natural numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Form {
    /// The constant.
    pub constant: IBig,
    /// The coefficient of each unknown that has one; none is 0.
    pub terms: BTreeMap<usize, IBig>,
}

/// What an operation on binary digits makes of two numbers that are not negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Digits {
    /// The nim-sum, the common digits, or all of them.
    pub op: Op,
    /// The two numbers.
    pub of: [Form; 2],
    /// The unknown that it comes to.
    pub is: usize,
}

/// What holds of the unknowns on a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The form is not negative.
    NotNegative(Form),
    /// The form is 0.
    Zero(Form),
}

impl Form {
    /// A constant.
    pub fn constant(number: impl Into<IBig>) -> Self {
        Self {
            constant: number.into(),
            terms: BTreeMap::new(),
        }
    }

    /// One unknown.
    pub fn unknown(index: usize) -> Self {
        Self {
            constant: IBig::ZERO,
            terms: BTreeMap::from([(index, IBig::ONE)]),
        }
    }

    /// This and so many times the other.
    #[must_use]
    pub fn plus(&self, times: &IBig, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.constant += times * &other.constant;
        for (unknown, coefficient) in &other.terms {
            let own = sum.terms.entry(*unknown).or_default();
            *own += times * coefficient;
            if *own == IBig::ZERO {
                sum.terms.remove(unknown);
            }
        }
        sum
    }

    /// This less the other.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&IBig::NEG_ONE, other)
    }

    /// This and a number.
    #[must_use]
    pub fn and(&self, number: impl Into<IBig>) -> Self {
        let mut sum = self.clone();
        sum.constant += number.into();
        sum
    }

    /// So many times this.
    #[must_use]
    pub fn times(&self, times: &IBig) -> Self {
        Self::default().plus(times, self)
    }

    /// The number, where no unknown is in it.
    pub fn as_constant(&self) -> Option<&IBig> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The unknown, where it is one and nothing else.
    pub fn as_unknown(&self) -> Option<usize> {
        let (unknown, coefficient) = self.terms.first_key_value()?;
        let alone = self.terms.len() == 1 && self.constant == IBig::ZERO;
        (alone && *coefficient == IBig::ONE).then_some(*unknown)
    }

    /// Whether it is not negative, whatever the unknowns are.
    pub fn is_never_negative(&self) -> bool {
        self.constant >= IBig::ZERO && self.terms.values().all(|one| *one >= IBig::ZERO)
    }

    /// The form with another in place of an unknown.
    #[must_use]
    pub fn with(&self, unknown: usize, by: &Self) -> Self {
        let mut rest = self.clone();
        match rest.terms.remove(&unknown) {
            Some(times) => rest.plus(&times, by),
            None => rest,
        }
    }

    /// `q` and `r` with `self = divisor · q + r`, where the constant and all coefficients of r are
    /// below the divisor and not negative; the divisor is above 0. So the quotient of the form,
    /// rounded down, is q and that of r.
    pub(super) fn divided(&self, divisor: &IBig) -> (Self, Self) {
        let (mut quotient, mut rest) = (Self::default(), Self::default());
        let part = |number: &IBig| {
            let (q, r) = number.clone().div_rem_euclid(divisor.clone());
            (q, IBig::from(r))
        };
        (quotient.constant, rest.constant) = part(&self.constant);
        for (unknown, coefficient) in &self.terms {
            let (q, r) = part(coefficient);
            for (form, number) in [(&mut quotient, q), (&mut rest, r)] {
                if number != IBig::ZERO {
                    form.terms.insert(*unknown, number);
                }
            }
        }
        (quotient, rest)
    }
}

impl Constraint {
    /// Its form.
    pub fn form(&self) -> &Form {
        match self {
            Self::NotNegative(form) | Self::Zero(form) => form,
        }
    }

    /// The same of another form.
    #[must_use]
    pub fn of(&self, form: Form) -> Self {
        match self {
            Self::NotNegative(_) => Self::NotNegative(form),
            Self::Zero(_) => Self::Zero(form),
        }
    }

    /// The constraint with a form in place of an unknown.
    #[must_use]
    pub fn with(&self, unknown: usize, by: &Form) -> Self {
        self.of(self.form().with(unknown, by))
    }

    /// Whether it holds, where no unknown is in it.
    pub fn is_true(&self) -> Option<bool> {
        let number = self.form().as_constant()?;
        Some(match self {
            Self::NotNegative(_) => *number >= IBig::ZERO,
            Self::Zero(_) => *number == IBig::ZERO,
        })
    }
}

/// Whether the form is not negative, where that follows from the constraints one by one, without
/// more than a look at the signs.
pub fn decided(constraints: &[Constraint], form: &Form) -> Option<bool> {
    let follows = |form: &Form| {
        let from = |one: &Constraint| match one {
            Constraint::NotNegative(known) => form.minus(known).is_never_negative(),
            Constraint::Zero(known) => {
                form.minus(known).is_never_negative()
                    || form.plus(&IBig::ONE, known).is_never_negative()
            }
        };
        form.is_never_negative() || constraints.iter().any(from)
    };
    match (follows(form), follows(&Form::constant(-1).minus(form))) {
        (_, true) => Some(false),
        (true, _) => Some(true),
        _ => None,
    }
}

/// Takes away unknowns that an equation gives as a form of the others: those that `may_go` and have
/// the coefficient 1 or -1 there. That they are natural stays as a constraint. What is left has the
/// same solutions in the other unknowns.
pub fn solve(constraints: &mut Vec<Constraint>, may_go: &dyn Fn(usize) -> bool) {
    let unit = |number: &IBig| *number == IBig::ONE || *number == IBig::NEG_ONE;
    loop {
        let found = constraints.iter().enumerate().find_map(|(at, one)| {
            let Constraint::Zero(form) = one else {
                return None;
            };
            let mut terms = form.terms.iter();
            let (unknown, sign) =
                terms.find(|(unknown, times)| may_go(**unknown) && unit(times))?;
            let mut rest = form.clone();
            rest.terms.remove(unknown);
            // sign · unknown + rest = 0
            Some((at, *unknown, rest.times(&-sign)))
        });
        let Some((at, unknown, by)) = found else {
            break;
        };
        constraints.remove(at);
        for one in constraints.iter_mut() {
            *one = one.with(unknown, &by);
        }
        constraints.push(Constraint::NotNegative(by));
    }
    let always = |one: &Constraint| match one {
        Constraint::NotNegative(form) => form.is_never_negative(),
        Constraint::Zero(_) => one.is_true() == Some(true),
    };
    constraints.retain(|one| !always(one));
}
