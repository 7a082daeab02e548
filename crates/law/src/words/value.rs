//! What statements say of given numbers, exactly.

use dashu_int::ops::{DivEuclid, RemEuclid, SquareRoot};
use dashu_int::{IBig, Sign, UBig};
use whowins_analysis::expression::Relation;
use whowins_automata::{NumerationSystem, System};

use super::tree::{Class, Statement, Term};

/// What names stand for, and what positions are.
pub trait Numbers {
    /// The number of this name.
    fn number(&self, name: &str) -> Option<IBig>;
    /// Whether the position of these numbers, or the one at hand, is of the class; `None` where
    /// that is not known.
    fn is(&self, class: Class, numbers: Option<&[IBig]>) -> Option<bool>;
    /// Whose turn it is.
    fn turn(&self) -> usize;
}

/// No names at all.
struct Nameless;

impl Numbers for Nameless {
    fn number(&self, _: &str) -> Option<IBig> {
        None
    }

    fn is(&self, _: Class, _: Option<&[IBig]>) -> Option<bool> {
        None
    }

    fn turn(&self) -> usize {
        0
    }
}

impl Term {
    /// Returns the number of a term that mentions no name; `None` if it mentions one or has no
    /// value.
    pub(super) fn constant(&self) -> Option<IBig> {
        self.value(&Nameless)
    }

    /// Returns the product with a constant.
    pub(super) fn times(self, by: IBig) -> Self {
        let (sign, size) = by.into_parts();
        let product = Self::Times(size, self.into());
        match sign {
            Sign::Positive => product,
            Sign::Negative => Self::Difference(Self::Number(UBig::ZERO).into(), product.into()),
        }
    }

    /// The number; `None` where it has no value.
    pub fn value(&self, of: &dyn Numbers) -> Option<IBig> {
        let natural = |term: &Term| UBig::try_from(term.value(of)?).ok();
        let all = |terms: &[Term]| -> Option<Vec<IBig>> {
            terms.iter().map(|one| one.value(of)).collect()
        };
        Some(match self {
            Self::Number(number) => number.clone().into(),
            Self::Name(name) => of.number(name)?,
            Self::Sum(a, b) => a.value(of)? + b.value(of)?,
            Self::Difference(a, b) => a.value(of)? - b.value(of)?,
            Self::Times(times, a) => IBig::from(times.clone()) * a.value(of)?,
            Self::Quotient(a, by) => a.value(of)?.div_euclid(IBig::from(*by)),
            Self::Remainder(a, by) => a.value(of)?.rem_euclid(IBig::from(*by)).into(),
            Self::Xor(terms) => {
                let each: Option<Vec<UBig>> = terms.iter().map(natural).collect();
                each?
                    .into_iter()
                    .fold(UBig::ZERO, |sum, one| sum ^ one)
                    .into()
            }
            Self::Least(terms) => all(terms)?.into_iter().min()?,
            Self::Most(terms) => all(terms)?.into_iter().max()?,
            Self::Golden(a) => {
                let number = natural(a)?;
                let root = (UBig::from(5u8) * &number * &number).sqrt();
                ((number + root) >> 1usize).into()
            }
            Self::Last(system, a) => {
                let system = System::named(system)?;
                let digits = system.represent(&natural(a)?);
                let zeros = digits.iter().rev().position(|digit| *digit != 0)?;
                system.place_value(zeros).into()
            }
        })
    }
}

/// Whether the numbers compare so.
fn compares(relation: Relation, a: &IBig, b: &IBig) -> bool {
    match relation {
        Relation::Less => a < b,
        Relation::AtMost => a <= b,
        Relation::Equal => a == b,
        Relation::Unequal => a != b,
        Relation::AtLeast => a >= b,
        Relation::More => a > b,
    }
}

impl Statement {
    /// Whether it holds; `None` where it binds numbers, or speaks of positions that are not known.
    pub fn holds(&self, of: &dyn Numbers) -> Option<bool> {
        let natural = |term: &Term| UBig::try_from(term.value(of)?).ok();
        Some(match self {
            Self::Constant(holds) => *holds,
            Self::Compare(relation, a, b) => match (a.value(of), b.value(of)) {
                (Some(a), Some(b)) => compares(*relation, &a, &b),
                _ => false,
            },
            Self::Among(a, set) => match a.value(of) {
                Some(a) => set.iter().any(|one| IBig::from(*one) == a),
                None => false,
            },
            Self::OddZeros(system, a) => {
                let system = System::named(system)?;
                let digits = natural(a).map(|number| system.represent(&number));
                let zeros = digits.and_then(|all| all.iter().rev().position(|digit| *digit != 0));
                zeros.is_some_and(|zeros| zeros % 2 == 1)
            }
            Self::Place(system, a) => {
                let system = System::named(system)?;
                let digits = natural(a).map(|number| system.represent(&number));
                digits.is_some_and(|all| {
                    all.first() == Some(&1) && all[1..].iter().all(|digit| *digit == 0)
                })
            }
            Self::Is(class, None) => of.is(*class, None)?,
            Self::Is(class, Some(terms)) => {
                let numbers: Option<Vec<IBig>> = terms.iter().map(|one| one.value(of)).collect();
                match numbers {
                    Some(numbers) => of.is(*class, Some(&numbers))?,
                    None => false,
                }
            }
            Self::ToMove(player, _) => of.turn() == *player,
            Self::Not(a) => !a.holds(of)?,
            Self::And(a, b) => a.holds(of)? && b.holds(of)?,
            Self::Or(a, b) => a.holds(of)? || b.holds(of)?,
            Self::Implies(a, b) => !a.holds(of)? || b.holds(of)?,
            Self::Iff(a, b) => a.holds(of)? == b.holds(of)?,
            Self::ForAll(..) | Self::Exists(..) => return None,
        })
    }
}
