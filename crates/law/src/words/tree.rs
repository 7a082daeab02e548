//! What statements are made of.

use dashu_int::UBig;
use whowins_analysis::expression::Relation;

/// A number. It may be negative, and has no value where it is made of one that has none, such as
/// the least binary 1 of 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A constant.
    Number(UBig),
    /// A number of the position, or one that is bound by "for all" or "exists".
    Name(String),
    /// The sum.
    Sum(Box<Term>, Box<Term>),
    /// The difference.
    Difference(Box<Term>, Box<Term>),
    /// So many times the term.
    Times(UBig, Box<Term>),
    /// The quotient by a constant above 0, rounded down.
    Quotient(Box<Term>, u64),
    /// The remainder by a constant above 0; never negative.
    Remainder(Box<Term>, u64),
    /// The nim-sum of natural numbers.
    Xor(Vec<Term>),
    /// The least of these.
    Least(Vec<Term>),
    /// The largest of these.
    Most(Vec<Term>),
    /// The golden ratio times a natural number, rounded down.
    Golden(Box<Term>),
    /// The place of the last digit other than 0 of a number above 0, in a numeration system: its
    /// least Zeckendorf part, its least binary 1.
    Last(String, Box<Term>),
}

/// What a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The player to move loses, whoever that is.
    P,
    /// The player to move wins, whoever that is.
    N,
    /// The first-named player wins moving first or second.
    L,
    /// The second-named player wins moving first or second.
    R,
    /// None of these, since play may be drawn.
    D,
    /// The player who is to move loses.
    Lost,
    /// The player who is to move wins.
    Won,
    /// Nobody wins.
    Drawn,
}

/// A statement. One that is made of a number without a value does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// What always holds, or never.
    Constant(bool),
    /// How two numbers compare.
    Compare(Relation, Term, Term),
    /// The number is one of these.
    Among(Term, Vec<u64>),
    /// The number is above 0, and ends in an odd number of zeros in the numeration system.
    OddZeros(String, Term),
    /// The number is a place of the numeration system: a power of the base, a Fibonacci number.
    Place(String, Term),
    /// The position of these numbers is of the class; without numbers, the position at hand.
    Is(Class, Option<Vec<Term>>),
    /// It is the turn of the player with this number and name.
    ToMove(usize, String),
    /// Not.
    Not(Box<Statement>),
    /// Both.
    And(Box<Statement>, Box<Statement>),
    /// Either or both.
    Or(Box<Statement>, Box<Statement>),
    /// The second if the first.
    Implies(Box<Statement>, Box<Statement>),
    /// Both or neither.
    Iff(Box<Statement>, Box<Statement>),
    /// For all natural numbers.
    ForAll(Vec<String>, Box<Statement>),
    /// For some natural numbers.
    Exists(Vec<String>, Box<Statement>),
}

impl Class {
    /// The classes by their names in statements.
    pub(crate) const NAMES: [(&'static str, Self); 8] = [
        ("P", Self::P),
        ("N", Self::N),
        ("L", Self::L),
        ("R", Self::R),
        ("D", Self::D),
        ("lost", Self::Lost),
        ("won", Self::Won),
        ("drawn", Self::Drawn),
    ];

    /// The class of this name.
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|one| one.0 == name);
        found.map(|one| one.1)
    }

    /// Its name in statements.
    pub fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|one| one.1 == self);
        found.map_or("", |one| one.0)
    }

    /// Whether it hangs on who is to move.
    pub fn of_mover(self) -> bool {
        matches!(self, Self::Lost | Self::Won | Self::Drawn)
    }
}

impl Term {
    /// Goes through the term and its parts.
    pub fn visit(&self, see: &mut dyn FnMut(&Term)) {
        see(self);
        match self {
            Self::Number(_) | Self::Name(_) => {}
            Self::Sum(a, b) | Self::Difference(a, b) => {
                a.visit(see);
                b.visit(see);
            }
            Self::Times(_, a)
            | Self::Quotient(a, _)
            | Self::Remainder(a, _)
            | Self::Golden(a)
            | Self::Last(_, a) => a.visit(see),
            Self::Xor(all) | Self::Least(all) | Self::Most(all) => {
                all.iter().for_each(|one| one.visit(see));
            }
        }
    }
}

impl Statement {
    /// Not.
    #[must_use]
    pub fn negate(self) -> Self {
        Self::Not(self.into())
    }

    /// Both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::And(self.into(), other.into())
    }

    /// Either or both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::Or(self.into(), other.into())
    }

    /// Not, said without "not" where numbers that have a value are compared.
    #[must_use]
    pub fn opposite(self) -> Self {
        let valued = |term: &Term| {
            let mut valued = true;
            term.visit(&mut |one| {
                valued &= !matches!(one, Term::Xor(_) | Term::Golden(_) | Term::Last(..));
            });
            valued
        };
        match self {
            Self::Constant(holds) => Self::Constant(!holds),
            Self::Not(inner) => *inner,
            Self::Compare(relation, a, b) if valued(&a) && valued(&b) => {
                let other = match relation {
                    Relation::Less => Relation::AtLeast,
                    Relation::AtMost => Relation::More,
                    Relation::Equal => Relation::Unequal,
                    Relation::Unequal => Relation::Equal,
                    Relation::AtLeast => Relation::Less,
                    Relation::More => Relation::AtMost,
                };
                Self::Compare(other, a, b)
            }
            other => other.negate(),
        }
    }

    /// All of them.
    pub fn all(statements: impl IntoIterator<Item = Self>) -> Self {
        let both = statements.into_iter().reduce(Self::and);
        both.unwrap_or(Self::Constant(true))
    }

    /// Goes through the statement and its parts, and the numbers in it.
    pub fn visit(&self, see: &mut dyn FnMut(&Statement), term: &mut dyn FnMut(&Term)) {
        see(self);
        match self {
            Self::Constant(_) | Self::ToMove(..) | Self::Is(_, None) => {}
            Self::Compare(_, a, b) => {
                a.visit(term);
                b.visit(term);
            }
            Self::Among(a, _) | Self::OddZeros(_, a) | Self::Place(_, a) => a.visit(term),
            Self::Is(_, Some(all)) => all.iter().for_each(|one| one.visit(term)),
            Self::Not(a) | Self::ForAll(_, a) | Self::Exists(_, a) => a.visit(see, term),
            Self::And(a, b) | Self::Or(a, b) | Self::Implies(a, b) | Self::Iff(a, b) => {
                a.visit(see, term);
                b.visit(see, term);
            }
        }
    }

    /// The statement with these numbers wherever it speaks of the position at hand.
    pub(crate) fn at(&self, here: &[Term]) -> Self {
        let inner = |a: &Self| Box::new(a.at(here));
        match self {
            Self::Is(class, None) => Self::Is(*class, Some(here.to_vec())),
            Self::Not(a) => Self::Not(inner(a)),
            Self::And(a, b) => Self::And(inner(a), inner(b)),
            Self::Or(a, b) => Self::Or(inner(a), inner(b)),
            Self::Implies(a, b) => Self::Implies(inner(a), inner(b)),
            Self::Iff(a, b) => Self::Iff(inner(a), inner(b)),
            Self::ForAll(names, a) => Self::ForAll(names.clone(), inner(a)),
            Self::Exists(names, a) => Self::Exists(names.clone(), inner(a)),
            other => other.clone(),
        }
    }

    /// The names that nothing binds, in the order in which they come.
    pub fn free(&self) -> Vec<String> {
        fn of_term(term: &Term, bound: &[String], found: &mut Vec<String>) {
            term.visit(&mut |one| {
                if let Term::Name(name) = one
                    && !bound.contains(name)
                    && !found.contains(name)
                {
                    found.push(name.clone());
                }
            });
        }
        fn of(one: &Statement, bound: &mut Vec<String>, found: &mut Vec<String>) {
            match one {
                Statement::Constant(_) | Statement::ToMove(..) | Statement::Is(_, None) => {}
                Statement::Compare(_, a, b) => {
                    of_term(a, bound, found);
                    of_term(b, bound, found);
                }
                Statement::Among(a, _) | Statement::OddZeros(_, a) | Statement::Place(_, a) => {
                    of_term(a, bound, found);
                }
                Statement::Is(_, Some(all)) => {
                    all.iter().for_each(|one| of_term(one, bound, found));
                }
                Statement::Not(a) => of(a, bound, found),
                Statement::ForAll(names, a) | Statement::Exists(names, a) => {
                    let before = bound.len();
                    bound.extend(names.iter().cloned());
                    of(a, bound, found);
                    bound.truncate(before);
                }
                Statement::And(a, b)
                | Statement::Or(a, b)
                | Statement::Implies(a, b)
                | Statement::Iff(a, b) => {
                    of(a, bound, found);
                    of(b, bound, found);
                }
            }
        }
        let mut found = Vec::new();
        of(self, &mut Vec::new(), &mut found);
        found
    }

    /// The numeration systems that it speaks of, each once.
    pub fn systems(&self) -> Vec<String> {
        let found = std::cell::RefCell::new(Vec::<String>::new());
        let add = |name: &str| {
            let mut found = found.borrow_mut();
            if !found.iter().any(|one| one == name) {
                found.push(name.into());
            }
        };
        self.visit(
            &mut |one| match one {
                Self::OddZeros(system, _) | Self::Place(system, _) => add(system),
                _ => {}
            },
            &mut |one| match one {
                Term::Xor(_) => add("base 2"),
                Term::Golden(_) => add("Zeckendorf"),
                Term::Last(system, _) => add(system),
                _ => {}
            },
        );
        found.into_inner()
    }

    /// Whether it speaks of who is to move.
    pub fn is_of_mover(&self) -> bool {
        let mut found = false;
        let mut see = |one: &Self| {
            found |= match one {
                Self::ToMove(..) => true,
                Self::Is(class, _) => class.of_mover(),
                _ => false,
            };
        };
        self.visit(&mut see, &mut |_| {});
        found
    }
}
