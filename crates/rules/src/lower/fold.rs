//! Folds: sums, counts, "all" and "any", the least, the largest and the first.

use whowins_core::{Expr, Op};

use super::Lower;
use super::scope::{Is, Value, add, all_of, both, known, lift, mul, plus};
use super::set::Members;
use crate::diagnostic::Span;
use crate::tree::{self, Choice, Fold, Set, Word};

/// The most names that one fold ranges over.
const NAMES: usize = 16;

/// What is chosen, one name at a time.
pub(super) enum Range<'a> {
    /// A member of a set.
    In(&'a Set),
    /// Between two numbers.
    Between {
        low: Option<&'a (tree::Expr, tree::Compare)>,
        high: Option<&'a (tree::Compare, tree::Expr)>,
    },
}

/// The names that are chosen, in order, each with what it ranges over.
pub(super) fn each_name(choices: &[Choice]) -> Vec<(&Word, Range<'_>)> {
    let mut all = Vec::new();
    for choice in choices {
        match choice {
            Choice::In(names, set) => {
                all.extend(names.iter().map(|name| (name, Range::In(set))));
            }
            Choice::Between { name, low, high } => {
                let (low, high) = (low.as_ref(), high.as_ref());
                all.push((name, Range::Between { low, high }));
            }
        }
    }
    all
}

/// What is gathered.
struct Gather<'a> {
    fold: Fold,
    body: Option<&'a tree::Expr>,
    guard: Option<&'a tree::Expr>,
    /// Where a value must exist to count.
    is: Option<Is>,
}

impl<'a> Lower<'a> {
    /// From where to before where a number ranges; `None` for no end.
    pub(super) fn between(
        &mut self,
        low: Option<&'a (tree::Expr, tree::Compare)>,
        high: Option<&'a (tree::Compare, tree::Expr)>,
    ) -> Option<(Expr, Option<Expr>)> {
        let lo = match low {
            None => Expr::num(0),
            Some((low, tree::Compare::Less)) => plus(self.number(low)?, 1),
            Some((low, _)) => self.number(low)?,
        };
        let hi = match high {
            None => None,
            Some((tree::Compare::Less, high)) => Some(self.number(high)?),
            Some((_, high)) => Some(plus(self.number(high)?, 1)),
        };
        Some((lo, hi))
    }

    /// `sum(E for CHOICE, ... if C)` and its kin.
    pub(super) fn fold(
        &mut self,
        fold: Fold,
        body: Option<&'a tree::Expr>,
        choices: &'a [Choice],
        guard: Option<&'a tree::Expr>,
        span: &Span,
    ) -> Option<Value> {
        let names = each_name(choices);
        if names.len() > NAMES {
            let message = format!("at most {NAMES} names are chosen at once");
            let help = "take one fold inside the other";
            return self.error(span.clone(), message, help);
        }
        let mut gather = Gather {
            fold,
            body,
            guard,
            is: None,
        };
        let bound = self.names.len();
        let result = self.gather(&mut gather, &names, start(fold), span);
        self.names.truncate(bound);
        let result = result?;
        self.is_of_something(fold, &result, span)?;
        Some(finished(fold, result, gather.is))
    }

    fn gather(
        &mut self,
        gather: &mut Gather<'a>,
        names: &[(&'a Word, Range<'a>)],
        init: Expr,
        span: &Span,
    ) -> Option<Expr> {
        let Some(((word, range), rest)) = names.split_first() else {
            return self.gathered(gather, init, span);
        };
        let (lo, hi, members) = match range {
            Range::In(set) => {
                let members = self.set(set)?;
                let (lo, hi) = members.bounds(self.bound);
                (lo, hi, Some(members))
            }
            Range::Between { low, high } => match self.between(*low, *high)? {
                (lo, Some(hi)) => (lo, hi, None),
                _ => {
                    let message = format!("nothing ends the range of `{}`", word.text);
                    let help = format!("write: 1 <= {} <= N", word.text);
                    return self.error(word.span.clone(), message, help);
                }
            },
        };
        let depth = self.bound;
        self.bound += 2;
        let inside = self.gather_each(gather, (word, members.as_ref()), rest, span);
        self.bound = depth;
        Some(Expr::fold(lo, hi, init, inside?))
    }

    /// One round of the fold whose variables are the last two.
    fn gather_each(
        &mut self,
        gather: &mut Gather<'a>,
        (word, members): (&'a Word, Option<&Members<'a>>),
        rest: &[(&'a Word, Range<'a>)],
        span: &Span,
    ) -> Option<Expr> {
        let (index, so_far) = (Expr::Var(self.bound - 2), Expr::Var(self.bound - 1));
        let (value, conditions) = match members {
            Some(members) => self.member(members, index)?,
            None => (Value::number(index), Vec::new()),
        };
        if rest.is_empty() && gather.fold == Fold::First {
            gather.is = Some(value.is.clone());
        }
        self.bind(word, value);
        let inner = self.gather(gather, rest, so_far.clone(), span);
        self.names.pop();
        let inner = match conditions.is_empty() {
            true => inner?,
            false => Expr::ite(all_of(conditions), inner?, so_far.clone()),
        };
        Some(match gather.fold {
            Fold::Any | Fold::First if inner != so_far => Expr::ite(so_far.clone(), so_far, inner),
            Fold::All => so_far.and(inner),
            _ => inner,
        })
    }

    /// What is so far, and the value at hand.
    fn gathered(&mut self, gather: &mut Gather<'a>, so_far: Expr, span: &Span) -> Option<Expr> {
        let guard = match gather.guard {
            Some(guard) => Some(self.condition(guard)?),
            None => None,
        };
        let joined = match (gather.fold, gather.body) {
            (Fold::Count, _) => plus(so_far.clone(), 1),
            (Fold::First, _) => {
                let Some(last) = self.names.last() else {
                    let help = "write: first(k in 1..9 if C)";
                    return self.error(span.clone(), "the first of what?", help);
                };
                let value = lift(&last.value.expr, last.depth, self.bound);
                coded(value)
            }
            (Fold::All | Fold::Any, Some(body)) => self.condition(body)?,
            (fold, Some(body)) => {
                let value = self.number_value(body)?;
                let joined = join(fold, so_far.clone(), value.expr);
                match value.exists {
                    Some(exists) => Expr::ite(exists, joined, so_far.clone()),
                    None => joined,
                }
            }
            (_, None) => {
                let help = "write: sum(k for k in 1..9)";
                return self.error(span.clone(), "nothing is gathered here", help);
            }
        };
        Some(match (guard, gather.fold) {
            (None, _) => joined,
            (Some(guard), Fold::All) => Expr::ite(guard, joined, Expr::num(1)),
            (Some(guard), Fold::Any) => guard.and(joined),
            (Some(guard), _) => Expr::ite(guard, joined, so_far),
        })
    }

    /// The least, the largest and the first of nothing are none.
    fn is_of_something(&mut self, fold: Fold, result: &Expr, span: &Span) -> Option<()> {
        let name = match fold {
            Fold::Min => "min",
            Fold::Max => "max",
            Fold::First => "first",
            _ => return Some(()),
        };
        let is_empty = match result {
            Expr::Fold(lo, hi, ..) => known(lo).zip(known(hi)).is_some_and(|(lo, hi)| lo >= hi),
            one => known(one) == Some(0),
        };
        if !is_empty {
            return Some(());
        }
        let message = format!("`{name}` of nothing has no value, and here there is nothing");
        let help = "give it a set that can have a member, such as 1..3";
        self.error(span.clone(), message, help)
    }

    /// `sum(heap[i])`: somebody must say which i.
    fn is_chosen(&mut self, fold: Fold, set: &Set) -> Option<()> {
        let tree::SetKind::Of(said) = &set.kind else {
            return Some(());
        };
        let tree::ExprKind::Index(array, None, indices) = &said.kind else {
            return Some(());
        };
        let [tree::ExprKind::Name(index, None)] = [&indices[0].kind] else {
            return Some(());
        };
        let name = &index.text;
        let is_part = |name: &str| self.parts.iter().any(|part| part.name == *name);
        let is_known = self.is_bound(name)
            || is_part(name)
            || self.datum(name).is_some()
            || self.definition(name).is_some()
            || self.words.contains_key(name);
        if is_known || indices.len() != 1 || !is_part(&array.text) {
            return Some(());
        }
        let fold = match fold {
            Fold::Min => "min",
            Fold::Max => "max",
            Fold::Xor => "xor",
            Fold::Count => "count",
            _ => "sum",
        };
        let array = &array.text;
        let each = format!("{fold}({array}[{name}] for {name} in places of {array})");
        let help = format!("write: {each}, or: {fold}({array})");
        self.error(index.span.clone(), format!("`{name}` is not chosen"), help)
    }

    /// `sum(SET)` and its kin.
    pub(super) fn fold_set(&mut self, fold: Fold, set: &'a Set, span: &Span) -> Option<Value> {
        self.is_chosen(fold, set)?;
        let members = self.set(set)?;
        if let (Fold::Count, Some((lo, hi))) = (fold, members.range()) {
            let count = Expr::bin(Op::Max, super::scope::sub(hi, lo), Expr::num(0));
            return Some(Value::number(count));
        }
        let depth = self.bound;
        self.bound += 2;
        let found = self.member(&members, Expr::Var(depth));
        let so_far = Expr::Var(depth + 1);
        let body = found.and_then(|(value, conditions)| {
            let joined = match fold {
                Fold::Count => plus(so_far.clone(), 1),
                Fold::First => Expr::ite(so_far.clone(), so_far.clone(), coded(value.expr.clone())),
                Fold::All | Fold::Any => {
                    let help = "write: any(C for x in S), all(C for x in S)";
                    return self.error(span.clone(), "of what is this said?", help);
                }
                _ => {
                    let number = self.as_number(&value, span)?;
                    join(fold, so_far.clone(), number)
                }
            };
            let body = match conditions.is_empty() {
                true => joined,
                false => Expr::ite(all_of(conditions), joined, so_far),
            };
            Some((body, value.is))
        });
        self.bound = depth;
        let (body, is) = body?;
        let (lo, hi) = members.bounds(depth);
        let result = Expr::fold(lo, hi, start(fold), body);
        self.is_of_something(fold, &result, span)?;
        Some(finished(fold, result, Some(is)))
    }
}

/// What a fold starts with. What can have no value is 0 as long as it has none, and then twice the
/// value and 1.
fn start(fold: Fold) -> Expr {
    Expr::num(u8::from(fold == Fold::All))
}

/// A value that is told from none.
fn coded(value: Expr) -> Expr {
    plus(mul(value, Expr::num(2)), 1)
}

fn join(fold: Fold, so_far: Expr, value: Expr) -> Expr {
    match fold {
        Fold::Min | Fold::Max => {
            let op = if fold == Fold::Min { Op::Min } else { Op::Max };
            let new = coded(value);
            let best = Expr::bin(op, so_far.clone(), new.clone());
            Expr::ite(so_far, best, new)
        }
        Fold::Xor => Expr::bin(Op::Xor, so_far, value),
        _ => add(so_far, value),
    }
}

fn finished(fold: Fold, result: Expr, is: Option<Is>) -> Value {
    match fold {
        Fold::All | Fold::Any => Value::condition(result),
        Fold::Min | Fold::Max | Fold::First => {
            let value = Expr::bin(Op::Div, result.clone(), Expr::num(2));
            let is = match fold {
                Fold::First => is.unwrap_or(Is::Number),
                _ => Is::Number,
            };
            let exists = match known(&result) {
                Some(_) => None,
                None => Some(result),
            };
            Value::new(value, is).only_where(both(exists, None))
        }
        _ => Value::number(result),
    }
}
