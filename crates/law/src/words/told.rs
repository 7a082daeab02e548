//! Why a statement holds of given numbers, or why it does not: with the numbers in it.

use dashu_int::{IBig, UBig};
use whowins_analysis::expression::Relation;
use whowins_automata::{NumerationSystem, System};

use super::print::sign;
use super::tree::{Statement, Term};
use super::value::Numbers;

/// Longer numbers are cut to their ends.
const LONGEST: usize = 40;

impl Term {
    /// The term with the numbers that its names stand for.
    fn filled(&self, of: &dyn Numbers) -> Self {
        let one = |term: &Self| Box::new(term.filled(of));
        let all = |terms: &[Self]| terms.iter().map(|term| term.filled(of)).collect();
        match self {
            Self::Name(name) => match of.number(name) {
                Some(number) => constant(&number),
                None => self.clone(),
            },
            Self::Number(_) => self.clone(),
            Self::Sum(a, b) => Self::Sum(one(a), one(b)),
            Self::Difference(a, b) => Self::Difference(one(a), one(b)),
            Self::Times(by, a) => Self::Times(by.clone(), one(a)),
            Self::Quotient(a, by) => Self::Quotient(one(a), *by),
            Self::Remainder(a, by) => Self::Remainder(one(a), *by),
            Self::Xor(terms) => Self::Xor(all(terms)),
            Self::Least(terms) => Self::Least(all(terms)),
            Self::Most(terms) => Self::Most(all(terms)),
            Self::Golden(a) => Self::Golden(one(a)),
            Self::Last(system, a) => Self::Last(system.clone(), one(a)),
        }
    }

    /// "3 ⊕ 5 ⊕ 7 = 1": the term with its numbers, and what it comes to.
    fn told(&self, of: &dyn Numbers) -> String {
        let filled = self.filled(of).to_string();
        match self.value(of) {
            Some(value) if matches!(self, Self::Name(_)) => format!("{self} = {value}"),
            None => format!("{filled}, which has no value"),
            Some(value) if value.to_string() == filled => filled,
            Some(value) => format!("{filled} = {value}"),
        }
    }
}

fn constant(number: &IBig) -> Term {
    match UBig::try_from(number.clone()) {
        Ok(number) => Term::Number(number),
        Err(_) => Term::Difference(
            Term::Number(UBig::ZERO).into(),
            Term::Number(UBig::try_from(-number).unwrap_or_default()).into(),
        ),
    }
}

fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::AtLeast,
        Relation::AtMost => Relation::More,
        Relation::Equal => Relation::Unequal,
        Relation::Unequal => Relation::Equal,
        Relation::AtLeast => Relation::Less,
        Relation::More => Relation::AtMost,
    }
}

impl Statement {
    /// Why it holds, or why it does not, with the numbers in it: of what is joined by "or" the part
    /// that holds, of what is joined by "and" the part that fails. Long numbers are cut to their
    /// ends by whoever shows them. `None` where it cannot be decided ([`Statement::holds`]).
    pub fn told(&self, of: &dyn Numbers) -> Option<String> {
        let holds = self.holds(of)?;
        let both = |a: &Self, b: &Self| {
            let (a, b) = (a.told(of)?, b.told(of)?);
            let comma = if a.contains(',') { "," } else { "" };
            Some(format!("{a}{comma} and {b}"))
        };
        Some(match self {
            Self::Constant(true) => "every such position is one".into(),
            Self::Constant(false) => "no such position is one".into(),
            Self::Compare(relation, a, b) => compared(*relation, a, b, holds, of),
            Self::Among(a, set) => {
                let all: Vec<String> = set.iter().map(u64::to_string).collect();
                let not = if holds { "" } else { "not " };
                match holds {
                    true => a.told(of),
                    false => format!("{}, {not}in {{{}}}", a.told(of), all.join(", ")),
                }
            }
            Self::OddZeros(_, a) | Self::Place(_, a) if natural(a, of).is_none() => a.told(of),
            Self::OddZeros(system, a) => {
                let digits = written(system, a, of)?;
                let zeros = digits.len() - digits.trim_end_matches('0').len();
                let count = match zeros {
                    0 => "no zero".into(),
                    1 => "1 zero".into(),
                    _ if digits.bytes().all(|digit| digit == b'0') => "nothing but zeros".into(),
                    many => format!("{many} zeros"),
                };
                format!(
                    "{} is {digits} in {system}, which ends in {count}",
                    a.told(of)
                )
            }
            Self::Place(system, a) => {
                let is = if holds { "is" } else { "is not" };
                let digits = written(system, a, of)?;
                format!("{} {is} a place of {system}: {digits}", a.told(of))
            }
            Self::Is(class, _) => {
                let is = if holds { "is" } else { "is not" };
                format!("the position {is} {}", class.name())
            }
            Self::ToMove(_, name) => match holds {
                true => format!("{name} is to move"),
                false => format!("{name} is not to move"),
            },
            Self::Not(a) => a.told(of)?,
            Self::And(a, b) => match (a.holds(of)?, b.holds(of)?) {
                (false, _) => a.told(of)?,
                (_, false) => b.told(of)?,
                _ => both(a, b)?,
            },
            Self::Or(a, b) => match (a.holds(of)?, b.holds(of)?) {
                (true, _) => a.told(of)?,
                (_, true) => b.told(of)?,
                _ => both(a, b)?,
            },
            Self::Implies(a, b) => match (a.holds(of)?, b.holds(of)?) {
                (false, _) => a.told(of)?,
                (_, true) => b.told(of)?,
                _ => both(a, b)?,
            },
            Self::Iff(a, b) => both(a, b)?,
            Self::ForAll(..) | Self::Exists(..) => return None,
        })
    }
}

/// Returns "5 is odd" or "9 ≡ 1 (mod 4)" for an equality of remainders by 2 or of two numbers.
fn congruent(
    relation: Relation,
    a: &Term,
    b: &Term,
    holds: bool,
    of: &dyn Numbers,
) -> Option<String> {
    let Term::Remainder(number, by) = a else {
        return None;
    };
    let is_equal = match relation {
        Relation::Equal => holds,
        Relation::Unequal => !holds,
        _ => return None,
    };
    let rest = a.value(of)?;
    match b {
        Term::Number(_) if *by == 2 => {
            let parity = if rest.is_zero() { "even" } else { "odd" };
            Some(match &**number {
                Term::Name(_) => format!("{} is {parity}", number.filled(of)),
                number => format!("{}, which is {parity}", number.told(of)),
            })
        }
        Term::Remainder(other, same) if same == by => {
            let sign = if is_equal { "≡" } else { "≢" };
            let (left, right) = (number.filled(of), other.filled(of));
            Some(format!("{left} {sign} {right} (mod {by})"))
        }
        _ => None,
    }
}

fn compared(relation: Relation, a: &Term, b: &Term, holds: bool, of: &dyn Numbers) -> String {
    if let Some(text) = congruent(relation, a, b, holds, of) {
        return text;
    }
    let (left, right) = (a.told(of), b.told(of));
    let plain = |term: &Term| matches!(term.filled(of), Term::Number(_));
    match (relation, holds) {
        (Relation::Equal, true) if plain(b) => left,
        (Relation::Equal, true) => format!("{left}, and {right}"),
        (Relation::Equal, false) if plain(b) => format!("{left}, not {right}"),
        (Relation::Equal, false) => format!("{left}, and {right}"),
        _ if a.value(of).is_none() || b.value(of).is_none() => format!("{left}, and {right}"),
        _ => {
            let relation = if holds { relation } else { opposite(relation) };
            format!("{left} {} {right}", sign(relation))
        }
    }
}

fn natural(term: &Term, of: &dyn Numbers) -> Option<UBig> {
    UBig::try_from(term.value(of)?).ok()
}

/// The digits of a number, long ones cut to their ends.
fn written(system: &str, term: &Term, of: &dyn Numbers) -> Option<String> {
    let number = natural(term, of)?;
    let digits = System::named(system)?.represent(&number);
    let text: String = digits.iter().map(u8::to_string).collect();
    Some(match text.len() {
        0 => "0".into(),
        length if length > LONGEST => {
            let half = LONGEST / 2;
            format!("{}...{}", &text[..half], &text[length - half..])
        }
        _ => text,
    })
}
