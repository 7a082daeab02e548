//! Comparisons: what equals what, and membership.

use dashu_int::IBig;
use whowins_core::{Array, Expr, Op};

use super::Lower;
use super::scope::{Is, Value, all_of, at_most, both, equal, less};
use crate::diagnostic::Span;
use crate::tree::{self, Compare};

impl<'a> Lower<'a> {
    /// `1 <= x < y`
    pub(super) fn chain(
        &mut self,
        first: &'a tree::Expr,
        rest: &'a [(Compare, tree::Expr)],
    ) -> Option<Value> {
        let mut last = (self.value(first)?, &first.span);
        let mut all = Vec::new();
        for (compare, next) in rest {
            let value = self.value(next)?;
            let span = last.1.start..next.span.end;
            all.push(self.compare(*compare, &last.0, &value, &span)?);
            last = (value, &next.span);
        }
        Some(Value::condition(all_of(all)))
    }

    /// A comparison; false where one of the two has no value.
    fn compare(&mut self, how: Compare, a: &Value, b: &Value, span: &Span) -> Option<Expr> {
        let exists = both(a.exists.clone(), b.exists.clone());
        let holds = match how {
            Compare::Equal => self.equals(a, b, span)?,
            Compare::Unequal => !self.equals(a, b, span)?,
            _ => self.order(how, a, b, span)?,
        };
        both(exists, Some(holds))
    }

    fn order(&mut self, how: Compare, a: &Value, b: &Value, span: &Span) -> Option<Expr> {
        let alike = a.is == b.is && matches!(a.is, Is::Cell(_) | Is::Node(_) | Is::Edge(_));
        let (x, y) = match alike {
            true => (a.expr.clone(), b.expr.clone()),
            false => (self.as_number(a, span)?, self.as_number(b, span)?),
        };
        Some(match how {
            Compare::Less => less(x, y),
            Compare::AtMost => at_most(x, y),
            Compare::More => less(y, x),
            Compare::AtLeast => at_most(y, x),
            _ => {
                self.look_at_divisor(&x, &y, span);
                let rest = Expr::bin(Op::Mod, y, x.clone());
                less(Expr::num(0), x).and(equal(rest, Expr::num(0)))
            }
        })
    }

    /// Warns of `6 divides n` where n is never 6.
    fn look_at_divisor(&mut self, divisor: &Expr, number: &Expr, span: &Span) {
        let (Expr::Num(divisor), Expr::Get(Array::Part(part), ..)) = (divisor, number) else {
            return;
        };
        let part = &self.term_parts[*part];
        let most = part.most.clone().filter(|most| most < divisor);
        if let Some(most) = most.filter(|_| part.least >= IBig::ZERO) {
            let message = format!(
                "`{}` is at most {most}, so that only 0 is divided by {divisor}",
                part.name
            );
            let help = format!(
                "the other way round, write: {} divides {divisor}",
                part.name
            );
            self.warn(span.clone(), message, help);
        }
    }

    /// Whether two values are the same.
    pub(super) fn equals(&mut self, a: &Value, b: &Value, span: &Span) -> Option<Expr> {
        match (&a.is, &b.is) {
            (Is::Shown(part), _) => self.shows(&a.expr, *part, b, span),
            (_, Is::Shown(part)) => self.shows(&b.expr, *part, a, span),
            (Is::Of(x), Is::Of(y)) => Some(Expr::num(u8::from(x == y))),
            (Is::Letter(x), Is::Letter(y)) => Some(Expr::num(u8::from(x == y))),
            (Is::Of(player), Is::Letter(symbol)) | (Is::Letter(symbol), Is::Of(player)) => {
                let owns = self.symbols_of(*player, span)?.contains(symbol);
                Some(Expr::num(u8::from(owns)))
            }
            (Is::Character, Is::Letter(symbol)) | (Is::Letter(symbol), Is::Character) => {
                let code = Expr::num(u32::from(*symbol));
                let character = if a.is == Is::Character { a } else { b };
                Some(equal(character.expr.clone(), code))
            }
            (Is::Cell(_), Is::Cell(_))
            | (Is::Character, Is::Character)
            | (Is::Condition, Is::Condition) => Some(equal(a.expr.clone(), b.expr.clone())),
            (Is::Node(x), Is::Node(y)) | (Is::Edge(x), Is::Edge(y)) => match x == y {
                true => Some(equal(a.expr.clone(), b.expr.clone())),
                false => {
                    let help = "compare nodes or edges of one graph";
                    self.error(span.clone(), "these belong to two different graphs", help)
                }
            },
            (Is::Set(x), Is::Set(y)) if x == y => Some(equal(a.expr.clone(), b.expr.clone())),
            (Is::Node(ground), Is::Number) | (Is::Number, Is::Node(ground))
                if !self.grounds[*ground].squares.is_empty() =>
            {
                let help = "compare a token with a token, or with `start of TOKEN`";
                let message = "a token's place is compared with a number";
                self.error(span.clone(), message, help)
            }
            (Is::Node(_), Is::Number) | (Is::Number, Is::Node(_)) => {
                let help = "a node is written: node 0";
                self.error(span.clone(), "a node is compared with a number", help)
            }
            _ => {
                let (x, y) = (self.as_number(a, span)?, self.as_number(b, span)?);
                Some(equal(x, y))
            }
        }
    }

    pub(super) fn never_shows<T>(&mut self, part: usize, symbol: char, span: &Span) -> Option<T> {
        let symbols = self.symbols(part).iter().map(char::to_string);
        let help = format!("its symbols are {}", symbols.collect::<Vec<_>>().join(" "));
        let message = format!("`{}` never shows '{symbol}'", self.parts[part].name);
        self.error(span.clone(), message, help)
    }

    /// Whether what a part shows is this symbol.
    pub(super) fn shows(
        &mut self,
        shown: &Expr,
        part: usize,
        symbol: &Value,
        span: &Span,
    ) -> Option<Expr> {
        match &symbol.is {
            Is::Letter(letter) => match self.symbol(part, *letter) {
                Some(number) => Some(equal(shown.clone(), Expr::num(number))),
                None => self.never_shows(part, *letter, span),
            },
            Is::Of(player) => {
                let symbols = self.symbols_of(*player, span)?;
                Some(self.shows_one_of(shown, part, &symbols))
            }
            Is::Shown(other) if self.symbols(*other) == self.symbols(part) => {
                self.mention_all(part);
                self.mention_all(*other);
                // Outside there is nothing, which equals nothing.
                let there = match symbol.expr.clone() {
                    Expr::Get(array, index, _) => Expr::get_or(array, *index, -2),
                    other => other,
                };
                Some(equal(shown.clone(), there))
            }
            _ => {
                let help = match self.symbols(part).last() {
                    Some(symbol) => format!("symbols are quoted here: '{symbol}'"),
                    None => "compare it with a symbol in quotes".into(),
                };
                self.error(
                    span.clone(),
                    "a symbol is compared with something else",
                    help,
                )
            }
        }
    }
}
