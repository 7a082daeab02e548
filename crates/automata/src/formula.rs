//! First-order formulas over natural numbers, and how to write them.
use dashu_int::UBig;

/// A number: a variable, a constant or a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A variable by its name.
    Variable(String),
    /// A constant.
    Constant(UBig),
    /// A sum.
    Sum(Box<Term>, Box<Term>),
}

/// A first-order formula; see [`crate::Theory::relation`] for its meaning. A formula is built from
/// the leaves: `var("x").plus(constant(1u8)).equals(var("y")).exists("x")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Both terms are one number.
    Equal(Term, Term),
    /// The first is less.
    Less(Term, Term),
    /// A named automaton accepts the terms.
    Call(String, Vec<Term>),
    /// Not.
    Not(Box<Formula>),
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// Either or both.
    Or(Box<Formula>, Box<Formula>),
    /// The second if the first.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For some number.
    Exists(String, Box<Formula>),
    /// For every number.
    Forall(String, Box<Formula>),
}

/// The variable of this name.
pub fn var(name: impl Into<String>) -> Term {
    Term::Variable(name.into())
}

/// The constant.
pub fn constant(number: impl Into<UBig>) -> Term {
    Term::Constant(number.into())
}

/// The named automaton on these terms.
pub fn call(name: impl Into<String>, terms: impl IntoIterator<Item = Term>) -> Formula {
    Formula::Call(name.into(), terms.into_iter().collect())
}

impl Term {
    /// The sum of both.
    pub fn plus(self, other: Term) -> Term {
        Term::Sum(self.into(), other.into())
    }

    /// Both are one number.
    pub fn equals(self, other: Term) -> Formula {
        Formula::Equal(self, other)
    }

    /// This is less.
    pub fn less(self, other: Term) -> Formula {
        Formula::Less(self, other)
    }

    /// This is less or equal.
    pub fn at_most(self, other: Term) -> Formula {
        other.less(self).negate()
    }
}

impl Formula {
    /// Not.
    pub fn negate(self) -> Formula {
        Formula::Not(self.into())
    }

    /// Both.
    pub fn and(self, other: Formula) -> Formula {
        Formula::And(self.into(), other.into())
    }

    /// Either or both.
    pub fn or(self, other: Formula) -> Formula {
        Formula::Or(self.into(), other.into())
    }

    /// The second if the first.
    pub fn implies(self, other: Formula) -> Formula {
        Formula::Implies(self.into(), other.into())
    }

    /// Both or neither.
    pub fn iff(self, other: Formula) -> Formula {
        Formula::Iff(self.into(), other.into())
    }

    /// For some value of the variable.
    pub fn exists(self, name: impl Into<String>) -> Formula {
        Formula::Exists(name.into(), self.into())
    }

    /// For every value of the variable.
    pub fn forall(self, name: impl Into<String>) -> Formula {
        Formula::Forall(name.into(), self.into())
    }
}
