//! Evaluates parsed expressions.

use std::cmp::Ordering;
use std::fmt;

use super::syntax::{Expression, Fault, Function, Kind, Question, Relation};
use crate::arena::{Arena, Side, Value};
use crate::cut::Cut;
use crate::operations::nim_product;

/// The reason why a text has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The text is invalid.
    Fault(Fault),
    /// The arena has no answer.
    Cut(Cut),
}

impl From<Fault> for Why {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Cut> for Why {
    fn from(cut: Cut) -> Self {
        Self::Cut(cut)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Cut(cut) => cut.fmt(f),
        }
    }
}

impl std::error::Error for Why {}

/// The result of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value, or that of the left side of a comparison.
    pub value: Value,
    /// The claimed relation, the value of the right side, and the actual order (`None` if the
    /// values are confused).
    pub claim: Option<(Relation, Value, Option<Ordering>)>,
}

impl Relation {
    /// Returns true if the relation is true for two values with this order.
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Self::Less => order == Some(Ordering::Less),
            Self::AtMost => order.is_some_and(Ordering::is_le),
            Self::Equal => order == Some(Ordering::Equal),
            Self::Different => order != Some(Ordering::Equal),
            Self::AtLeast => order.is_some_and(Ordering::is_ge),
            Self::Greater => order == Some(Ordering::Greater),
            Self::Confused => order.is_none(),
            Self::NotAtLeast => !order.is_some_and(Ordering::is_ge),
            Self::NotAtMost => !order.is_some_and(Ordering::is_le),
        }
    }
}

impl Question {
    /// Evaluates a text in an arena.
    ///
    /// # Errors
    /// Returns an error with its place if an operation doesn't accept its operands, or if the
    /// budget is exceeded.
    pub fn answer(&self, arena: &mut Arena) -> Result<Answer, Why> {
        let mut known = Vec::new();
        for definition in &self.definitions {
            known.push(value(definition, arena, &known)?);
        }
        let left = value(&self.value, arena, &known)?;
        let claim = match &self.claim {
            None => None,
            Some((relation, right)) => {
                let right = value(right, arena, &known)?;
                Some((*relation, right, arena.compare(left, right)?))
            }
        };
        Ok(Answer { value: left, claim })
    }
}

impl Arena {
    /// Evaluates an expression.
    ///
    /// ```
    /// use whowins_values::{Arena, Budget};
    ///
    /// let mut arena = Arena::new(Budget::OPEN);
    /// let value = arena.read("{3|1} + *2 - ^").unwrap();
    /// assert_eq!(arena.show(value).unwrap(), "{3v*2|1v*2}");
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text is invalid or the budget is exceeded.
    pub fn read(&mut self, text: &str) -> Result<Value, Why> {
        let question = super::read::read(text)?;
        match &question.claim {
            None => Ok(question.answer(self)?.value),
            Some(_) => Err(Why::Fault(Fault::new(
                question.value.span.clone(),
                "one value is expected here, but two are compared",
                "write one of the two",
            ))),
        }
    }
}

fn value(expression: &Expression, arena: &mut Arena, known: &[Value]) -> Result<Value, Why> {
    let all = |arena: &mut Arena, list: &[Expression]| {
        let values = list.iter().map(|one| value(one, arena, known));
        values.collect::<Result<Vec<_>, Why>>()
    };
    Ok(match &expression.kind {
        Kind::UpStar(number, ups, nimber) => arena.up_star(number, *ups, *nimber)?,
        Kind::Uptimal(n, is_sum, sign) => {
            let first = if *is_sum { 1 } else { *n };
            let mut sum = Value::ZERO;
            for n in first..=*n {
                let up = arena.up_nth(n)?;
                sum = arena.add(sum, up)?;
            }
            if *sign < 0 { arena.neg(sum)? } else { sum }
        }
        Kind::Braces(left, right) => {
            let left = all(arena, left)?;
            let right = all(arena, right)?;
            arena.make(&left, &right)?
        }
        Kind::PlusMinus(options) => {
            let left = all(arena, options)?;
            let right = left.iter().map(|&option| arena.neg(option));
            let right = right.collect::<Result<Vec<_>, Cut>>()?;
            arena.make(&left, &right)?
        }
        Kind::Negative(inner) => {
            let inner = value(inner, arena, known)?;
            arena.neg(inner)?
        }
        Kind::Sum(terms) => {
            let mut sum = Value::ZERO;
            for (is_added, term) in terms {
                let term = value(term, arena, known)?;
                sum = match is_added {
                    true => arena.add(sum, term)?,
                    false => arena.sub(sum, term)?,
                };
            }
            sum
        }
        Kind::Ordinal(x, y) => {
            let (x, y) = (value(x, arena, known)?, value(y, arena, known)?);
            arena.ordinal_sum(x, y)?
        }
        Kind::Multiple(x, y) => {
            let (times, by) = (value(x, arena, known)?, value(y, arena, known)?);
            let integer = |value| arena.as_number(value).filter(crate::Dyadic::is_integer);
            let (times, by) = match (integer(times), integer(by)) {
                (Some(times), _) => (times, by),
                (None, Some(by)) => (by, times),
                (None, None) => {
                    return Err(Why::Fault(Fault::new(
                        expression.span.clone(),
                        "a product has an integer on one side",
                        "write norton(G, U) for the Norton product, nim(*a, *b) for that of nimbers",
                    )));
                }
            };
            arena.scale_by(by, times.numerator())?
        }
        Kind::Named(place) => known[*place],
        Kind::Call(function, arguments) => {
            let values = all(arena, arguments)?;
            called(*function, arguments, &values, arena)?
        }
    })
}

fn called(
    function: Function,
    arguments: &[Expression],
    values: &[Value],
    arena: &mut Arena,
) -> Result<Value, Why> {
    let fault = |at: usize, message: &str, help: &str| {
        Why::Fault(Fault::new(arguments[at].span.clone(), message, help))
    };
    Ok(match (function, values) {
        (Function::Heat, [value, by]) => arena.heat(*value, *by)?,
        (Function::Cool, [value, tax]) => {
            let tax = arena
                .as_number(*tax)
                .filter(|tax| *tax >= crate::Dyadic::default());
            let Some(tax) = tax else {
                let help = "give a number that is not negative, such as 1/2";
                return Err(fault(1, "a value is cooled by a number", help));
            };
            arena.cool(*value, &tax)?
        }
        (Function::Overheat, [value, from, by]) => {
            if *from == Value::ZERO || !arena.le(Value::ZERO, *from)? {
                let help = "give a value above 0, such as 1 or ^";
                return Err(fault(1, "overheating begins at a positive value", help));
            }
            arena.overheat(*value, *from, *by)?
        }
        (Function::Norton, [value, unit]) => {
            if *unit == Value::ZERO || !arena.le(Value::ZERO, *unit)? {
                let help = "give a value above 0, such as ^";
                return Err(fault(1, "a Norton product is by a positive value", help));
            }
            arena.norton(*value, *unit)?
        }
        (Function::Nim, [x, y]) => {
            let mut heaps = [0, 0];
            for (at, value) in [x, y].into_iter().enumerate() {
                let nus = arena.as_up_star(*value);
                let heap = nus.filter(|nus| nus.0 == crate::Dyadic::default() && nus.1 == 0);
                let Some((.., heap)) = heap else {
                    return Err(fault(
                        at,
                        "this isn't a nimber",
                        "give a nimber, such as *2",
                    ));
                };
                heaps[at] = heap;
            }
            arena.nimber(nim_product(heaps[0], heaps[1]))?
        }
        (Function::Reduced, [value]) => arena.reduced(*value)?,
        (Function::Weight, [value]) => arena.atomic_weight(*value)?.ok_or_else(|| {
            let help = "in a dicot, one player can move wherever the other can: ^, *, {0|^*}";
            fault(0, "only dicots have atomic weights, and this is none", help)
        })?,
        (Function::Mean, [value]) => {
            let mean = arena.mean(*value)?;
            arena.number(&mean)?
        }
        (Function::Temperature, [value]) => {
            let temperature = arena.temperature(*value)?;
            arena.number(&temperature)?
        }
        (Function::LeftStop, [value]) => {
            let stop = arena.stop(*value, Side::Left);
            arena.number(&stop)?
        }
        (Function::RightStop, [value]) => {
            let stop = arena.stop(*value, Side::Right);
            arena.number(&stop)?
        }
        (Function::Tiny | Function::Miny, [value]) => {
            if *value == Value::ZERO || !arena.le(Value::ZERO, *value)? {
                let help = "write {0||0|-G} for the form itself";
                return Err(fault(0, "tiny and miny are of positive values", help));
            }
            let tiny = arena.tiny(*value)?;
            match function {
                Function::Miny => arena.neg(tiny)?,
                _ => tiny,
            }
        }
        _ => unreachable!("the reader counts the arguments"),
    })
}
