//! Statements as textbooks write them. [`super::read`] reads all that is printed.

use std::fmt;

use whowins_analysis::expression::Relation;

use super::simplify::flattened;
use super::tree::{Statement, Term};

impl Term {
    /// Returns the two terms of an absolute value that is written between bars. Bars aren't nested.
    fn bars(&self) -> Option<(&Self, &Self)> {
        let has_bars = |term: &Self| {
            let mut found = false;
            term.visit(&mut |one| found |= one.distance().is_some());
            found
        };
        let pair = self.distance()?;
        (!has_bars(pair.0) && !has_bars(pair.1)).then_some(pair)
    }

    /// How strongly its parts hold together.
    fn strength(&self) -> u8 {
        match self {
            Self::Xor(_) => 10,
            Self::Difference(..) if self.bars().is_some() => 14,
            Self::Sum(..) | Self::Difference(..) => 11,
            Self::Times(..) | Self::Quotient(..) | Self::Remainder(..) => 12,
            _ => 14,
        }
    }
}

/// A part, in parentheses where it holds together less than it must.
struct At<'a, T>(&'a T, u8);

impl fmt::Display for At<'_, Term> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.strength() < self.1 {
            true => write!(f, "({})", self.0),
            false => self.0.fmt(f),
        }
    }
}

impl fmt::Display for At<'_, Statement> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.strength() < self.1 {
            true => write!(f, "({})", self.0),
            false => self.0.fmt(f),
        }
    }
}

fn list<T: fmt::Display>(all: &[T], between: &str) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    all.join(between)
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => f.write_str(name),
            Self::Sum(a, b) => write!(f, "{} + {}", At(&**a, 11), At(&**b, 12)),
            Self::Difference(a, b) if matches!(&**a, Self::Number(n) if n.is_zero()) => {
                write!(f, "−{}", At(&**b, 13))
            }
            Self::Difference(a, b) => match self.bars() {
                Some((a, b)) => write!(f, "|{} − {}|", At(a, 11), At(b, 12)),
                None => write!(f, "{} − {}", At(&**a, 11), At(&**b, 12)),
            },
            Self::Times(by, a) => write!(f, "{by}·{}", At(&**a, 13)),
            Self::Quotient(a, by) => write!(f, "{} / {by}", At(&**a, 12)),
            Self::Remainder(a, by) => write!(f, "{} mod {by}", At(&**a, 12)),
            Self::Xor(all) => {
                let all: Vec<At<'_, Self>> = all.iter().map(|one| At(one, 12)).collect();
                f.write_str(&list(&all, " ⊕ "))
            }
            Self::Least(all) => write!(f, "min({})", list(all, ", ")),
            Self::Most(all) => write!(f, "max({})", list(all, ", ")),
            Self::Golden(a) => write!(f, "⌊φ·{}⌋", At(&**a, 13)),
            Self::Last(system, a) => match system.as_str() {
                "base 2" => write!(f, "the least binary 1 of {}", At(&**a, 13)),
                "Zeckendorf" => write!(f, "the least Zeckendorf part of {}", At(&**a, 13)),
                other => write!(f, "the least place in {other} of {}", At(&**a, 13)),
            },
        }
    }
}

/// The sign of a relation.
pub(super) fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::AtMost => "≤",
        Relation::Equal => "=",
        Relation::Unequal => "≠",
        Relation::AtLeast => "≥",
        Relation::More => ">",
    }
}

fn rises(relation: Relation) -> bool {
    matches!(relation, Relation::Less | Relation::AtMost)
}

/// Returns "x is even", "x ≡ 2 (mod 5)" or "x ≡ y (mod 5)" for a comparison of remainders.
fn congruence(relation: Relation, a: &Term, b: &Term) -> Option<String> {
    let sign = match relation {
        Relation::Equal => "≡",
        Relation::Unequal => "≢",
        _ => return None,
    };
    let Term::Remainder(a, by) = a else {
        return None;
    };
    let left = At(&**a, 10);
    match b {
        Term::Number(rest) if *by == 2 && relation == Relation::Equal && rest.is_zero() => {
            Some(format!("{left} is even"))
        }
        Term::Number(rest) if *by == 2 && relation == Relation::Equal && rest.is_one() => {
            Some(format!("{left} is odd"))
        }
        Term::Number(rest) if *rest < (*by).into() => {
            Some(format!("{left} {sign} {rest} (mod {by})"))
        }
        Term::Remainder(b, other) if by == other && !matches!(**b, Term::Number(_)) => {
            Some(format!("{left} {sign} {} (mod {by})", At(&**b, 10)))
        }
        _ => None,
    }
}

impl Statement {
    /// Returns the statement as a line of its own: parts that are joined by "and" are set off from
    /// other parts by ", or".
    pub(crate) fn line(&self) -> String {
        let parts = flattened(self, false);
        match parts.len() > 1 && parts.iter().any(|one| matches!(one, Self::And(..))) {
            true => {
                let parts: Vec<String> = parts.iter().map(|one| At(*one, 7).to_string()).collect();
                parts.join(", or ")
            }
            false => self.to_string(),
        }
    }

    /// Returns the terms of `a < b <= c`, each with its relation to `b`.
    fn chain(&self) -> Option<[(&Term, Relation); 3]> {
        let Self::And(first, second) = self else {
            return None;
        };
        match (&**first, &**second) {
            (Self::Compare(one, a, b), Self::Compare(other, same, c))
                if b == same && rises(*one) && rises(*other) =>
            {
                Some([(a, *one), (b, Relation::Equal), (c, *other)])
            }
            _ => None,
        }
    }

    fn strength(&self) -> u8 {
        match self {
            Self::And(..) if self.chain().is_some() => 9,
            Self::ForAll(..) | Self::Exists(..) => 2,
            Self::Iff(..) => 4,
            Self::Implies(..) => 5,
            Self::Or(..) => 6,
            Self::And(..) => 7,
            Self::Not(inner) if matches!(**inner, Self::Iff(..)) => 2,
            Self::Not(inner) if matches!(**inner, Self::Among(..)) => 9,
            Self::Not(_) => 8,
            _ => 9,
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(true) => f.write_str("all"),
            Self::Constant(false) => f.write_str("none"),
            Self::Compare(relation, a, b) => match congruence(*relation, a, b) {
                Some(text) => f.write_str(&text),
                None => write!(f, "{} {} {}", At(a, 10), sign(*relation), At(b, 10)),
            },
            Self::Among(a, set) => write!(f, "{} ∈ {{{}}}", At(a, 10), list(set, ", ")),
            Self::OddZeros(system, a) => {
                write!(
                    f,
                    "{} ends in an odd number of zeros in {system}",
                    At(a, 10)
                )
            }
            Self::Place(system, a) => match system.strip_prefix("base ") {
                Some(base) => write!(f, "{} is a power of {base}", At(a, 10)),
                None => write!(f, "{} is a Fibonacci number", At(a, 10)),
            },
            Self::Is(class, None) => f.write_str(class.name()),
            Self::Is(class, Some(all)) => write!(f, "{}({})", class.name(), list(all, ", ")),
            Self::ToMove(_, name) => write!(f, "{name} to move"),
            Self::Not(inner) => match &**inner {
                Self::Iff(a, b) => write!(f, "either {} or {}, not both", At(&**a, 7), At(&**b, 7)),
                Self::Among(a, set) => write!(f, "{} ∉ {{{}}}", At(a, 10), list(set, ", ")),
                other => write!(f, "not {}", At(other, 8)),
            },
            Self::And(first, second) => match self.chain() {
                Some([a, b, c]) => {
                    let (one, other) = (a.1, c.1);
                    let (a, b, c) = (At(a.0, 10), At(b.0, 10), At(c.0, 10));
                    write!(f, "{a} {} {b} {} {c}", sign(one), sign(other))
                }
                None => write!(f, "{} and {}", At(&**first, 7), At(&**second, 8)),
            },
            Self::Or(a, b) => write!(f, "{} or {}", At(&**a, 6), At(&**b, 7)),
            Self::Implies(a, b) => write!(f, "{} implies {}", At(&**a, 6), At(&**b, 5)),
            Self::Iff(a, b) => write!(f, "{} iff {}", At(&**a, 5), At(&**b, 5)),
            Self::ForAll(names, a) => write!(f, "for all {}: {}", names.join(", "), At(&**a, 2)),
            Self::Exists(names, a) => write!(f, "exists {}: {}", names.join(", "), At(&**a, 2)),
        }
    }
}
