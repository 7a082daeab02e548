//! First-order formulas over natural numbers.
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

/// A first-order formula. [`crate::Theory::relation`] defines its meaning.
///
/// Build formulas from the leaves: `var("x").plus(constant(1u8)).equals(var("y")).exists("x")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Both terms are equal.
    Equal(Term, Term),
    /// The first term is less than the second.
    Less(Term, Term),
    /// A named automaton accepts the terms.
    Call(String, Vec<Term>),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Box<Formula>, Box<Formula>),
    /// Disjunction.
    Or(Box<Formula>, Box<Formula>),
    /// Implication.
    Implies(Box<Formula>, Box<Formula>),
    /// Equivalence.
    Iff(Box<Formula>, Box<Formula>),
    /// Existential quantifier.
    Exists(String, Box<Formula>),
    /// Universal quantifier.
    Forall(String, Box<Formula>),
}

/// Returns a variable.
pub fn var(name: impl Into<String>) -> Term {
    Term::Variable(name.into())
}

/// Returns a constant.
pub fn constant(number: impl Into<UBig>) -> Term {
    Term::Constant(number.into())
}

/// Returns the formula that a named automaton accepts these terms.
pub fn call(name: impl Into<String>, terms: impl IntoIterator<Item = Term>) -> Formula {
    Formula::Call(name.into(), terms.into_iter().collect())
}

impl Term {
    /// Returns the sum of two terms.
    pub fn plus(self, other: Term) -> Term {
        Term::Sum(self.into(), other.into())
    }

    /// Returns the formula `self = other`.
    pub fn equals(self, other: Term) -> Formula {
        Formula::Equal(self, other)
    }

    /// Returns the formula `self < other`.
    pub fn less(self, other: Term) -> Formula {
        Formula::Less(self, other)
    }

    /// Returns the formula `self <= other`.
    pub fn at_most(self, other: Term) -> Formula {
        other.less(self).negate()
    }
}

impl Formula {
    /// Returns the negation.
    pub fn negate(self) -> Formula {
        Formula::Not(self.into())
    }

    /// Returns the conjunction.
    pub fn and(self, other: Formula) -> Formula {
        Formula::And(self.into(), other.into())
    }

    /// Returns the disjunction.
    pub fn or(self, other: Formula) -> Formula {
        Formula::Or(self.into(), other.into())
    }

    /// Returns the formula that `self` implies `other`.
    pub fn implies(self, other: Formula) -> Formula {
        Formula::Implies(self.into(), other.into())
    }

    /// Returns the equivalence.
    pub fn iff(self, other: Formula) -> Formula {
        Formula::Iff(self.into(), other.into())
    }

    /// Binds a variable with an existential quantifier.
    pub fn exists(self, name: impl Into<String>) -> Formula {
        Formula::Exists(name.into(), self.into())
    }

    /// Binds a variable with a universal quantifier.
    pub fn forall(self, name: impl Into<String>) -> Formula {
        Formula::Forall(name.into(), self.into())
    }
}
