//! Functions that are built in.

use whowins_core::{Expr, Op};

use super::Lower;
use super::data::Content;
use super::parts::Kind;
use super::scope::{Is, Value, add, at_most, both, equal, plus, sub};
use crate::diagnostic::Span;
use crate::tree::{self, Word};

/// So many rounds of Newton's method find the root of any number below 2^128.
const ROUNDS: i64 = 80;

impl<'a> Lower<'a> {
    pub(super) fn function(
        &mut self,
        word: &'a Word,
        arguments: &'a [tree::Expr],
        span: &Span,
    ) -> Option<Value> {
        let name = word.text.as_str();
        match name {
            "min" | "max" | "gcd" | "xor" => self.of_several(name, arguments, span),
            "abs" | "prime" | "root" => {
                let said = self.only(word, arguments, span)?;
                let value = self.number_value(said)?;
                let x = value.expr;
                let result = match name {
                    "abs" => Value::number(Expr::bin(Op::Max, x.clone(), sub(Expr::num(0), x))),
                    "root" => Value::number(self.root(x)),
                    _ => Value::condition(self.prime(x)),
                };
                Some(result.only_where(value.exists))
            }
            "length" | "rows" | "columns" => self.extent(word, arguments, span),
            "row" | "column" => {
                let said = self.only(word, arguments, span)?;
                let value = self.value(said)?;
                self.coordinate(name, value, span)
            }
            "edge" => {
                let [a, b] = arguments else {
                    return self.error(span.clone(), "`edge` takes two nodes", "write: edge(a, b)");
                };
                let (a, b) = (self.value(a)?, self.value(b)?);
                let Is::Node(graph) = a.is else {
                    let help = "a node is written: node NAME";
                    return self.error(span.clone(), "`edge` takes two nodes", help);
                };
                self.edge_between(graph, &a, &b, span)
            }
            "digits" => {
                let help = "write: sum(digits(n)), or: for d in digits(n)";
                self.error(span.clone(), "these are several numbers", help)
            }
            _ => self.unknown(word),
        }
    }

    fn only(
        &mut self,
        word: &Word,
        arguments: &'a [tree::Expr],
        span: &Span,
    ) -> Option<&'a tree::Expr> {
        match arguments {
            [one] => Some(one),
            _ => {
                let name = &word.text;
                let message = format!("`{name}` takes one argument");
                self.error(span.clone(), message, format!("write: {name}(n)"))
            }
        }
    }

    fn of_several(
        &mut self,
        name: &str,
        arguments: &'a [tree::Expr],
        span: &Span,
    ) -> Option<Value> {
        let op = match name {
            "min" => Op::Min,
            "max" => Op::Max,
            "gcd" => Op::Gcd,
            _ => Op::Xor,
        };
        if arguments.len() < 2 {
            let message = match name {
                "gcd" => "`gcd` takes two".into(),
                _ => format!("`{name}` takes two numbers or more"),
            };
            return self.error(span.clone(), message, format!("write: {name}(m, n)"));
        }
        let mut all = Vec::new();
        for argument in arguments {
            all.push(self.number_value(argument)?);
        }
        all.into_iter().reduce(|x, y| {
            Value::number(Expr::bin(op, x.expr, y.expr)).only_where(both(x.exists, y.exists))
        })
    }

    /// The square root, rounded down.
    fn root(&self, x: Expr) -> Expr {
        let so_far = Expr::Var(self.bound + 1);
        let inner = super::scope::lift(&x, self.bound, self.bound + 2);
        let mean = add(so_far.clone(), Expr::bin(Op::Div, inner, so_far.clone()));
        let next = Expr::bin(Op::Div, mean, Expr::num(2));
        let body = Expr::bin(Op::Min, so_far, next);
        Expr::fold(Expr::num(0), Expr::num(ROUNDS), x, body)
    }

    fn prime(&self, x: Expr) -> Expr {
        let (divisor, so_far) = (Expr::Var(self.bound), Expr::Var(self.bound + 1));
        let inner = super::scope::lift(&x, self.bound, self.bound + 2);
        let divides = equal(Expr::bin(Op::Mod, inner, divisor), Expr::num(0));
        let body = so_far.and(!divides);
        let end = plus(self.root(x.clone()), 1);
        let start = at_most(Expr::num(2), x);
        Expr::fold(Expr::num(2), end, start, body)
    }

    /// `length(a)`, `rows(t)`, `columns(t)`
    fn extent(
        &mut self,
        word: &'a Word,
        arguments: &'a [tree::Expr],
        span: &Span,
    ) -> Option<Value> {
        let said = self.only(word, arguments, span)?;
        let value = self.value(said)?;
        let name = word.text.as_str();
        let extent = match &value.is {
            Is::Whole(part, core, _) => match (name, self.geometry(*part)) {
                ("rows", Some(geometry)) => Some(geometry.rows()),
                ("columns", Some(geometry)) => Some(geometry.columns()),
                ("length", _) => Some(match self.length_of(*part) {
                    Some(length) => Expr::num(length),
                    None => Expr::Len(whowins_core::Array::Part(*core)),
                }),
                _ => None,
            },
            Is::Data(at) => {
                let length = match (name, &self.data[*at].content) {
                    ("length", Content::Numbers(all) | Content::Text(all)) => Some(all.len()),
                    ("rows", Content::Table(all, columns)) => all.len().checked_div(*columns),
                    ("columns", Content::Table(_, columns)) => Some(*columns),
                    ("rows", Content::Grid(lines)) => Some(lines.len()),
                    ("columns", Content::Grid(lines)) => Some(lines.first().map_or(0, Vec::len)),
                    _ => None,
                };
                length.map(Expr::num)
            }
            _ => None,
        };
        match extent {
            Some(extent) => Some(Value::number(extent)),
            None => {
                let help = match name {
                    "length" => "write: length(a), of an array, a row or a list",
                    _ => "write it of a board, a table or a map",
                };
                self.error(span.clone(), format!("`{name}` has no meaning here"), help)
            }
        }
    }

    /// `row(c)`, `column(c)`
    fn coordinate(&mut self, name: &str, value: Value, span: &Span) -> Option<Value> {
        let boards = || {
            (0..self.parts.len()).filter(|at| self.geometry(*at).is_some_and(|one| one.is_board()))
        };
        let (part, cell) = match value.is {
            Is::Cell(part) => (Some(part), value.expr),
            Is::Number if boards().count() == 1 => (boards().next(), plus(value.expr, -1)),
            Is::Node(ground) if !self.grounds[ground].squares.is_empty() => {
                let squares = self.grounds[ground].squares.clone();
                let coordinates = squares.iter().map(|(row, column, _)| match name {
                    "row" => *row as i64 + 1,
                    _ => *column as i64 + 1,
                });
                let table = self.table(name, coordinates.collect::<Vec<_>>());
                return Some(Value::number(Expr::get(table, value.expr)));
            }
            _ => (None, value.expr),
        };
        let Some(geometry) = part.and_then(|part| self.geometry(part)) else {
            let board = self.parts.iter().find(|one| {
                matches!(&one.kind, Kind::NumberBoard(_))
                    || matches!(&one.kind, Kind::Cells(geometry, _) if geometry.is_board())
            });
            let help = match board {
                Some(board) => format!("write: {name}(c) for c in cells of {}", board.name),
                None => "only boards and maps have rows and columns".into(),
            };
            return self.error(span.clone(), format!("`{name}` takes a cell"), help);
        };
        let at = geometry.at(&cell);
        let number = plus(if name == "row" { at.row } else { at.column }, 1);
        Some(Value::number(number).only_where(value.exists))
    }
}
