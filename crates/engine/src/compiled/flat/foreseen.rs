//! What is known without any code, and which cells the code had better go apart for.

use whowins_analysis::Interval;
use whowins_core::{Array, Command, Expr, Op};

use super::super::command::is_name;
use super::known::{Domain, Now, Value};
use super::lists::There;
use super::maker::Maker;
use super::word::Word;

impl<W: Word> Maker<'_, W> {
    /// The number that an expression is, if that is known without any code; variables beyond the
    /// bound ones are not known.
    pub(super) fn foreseen(&self, expr: &Expr, env: &[Value], now: &Now) -> Option<i64> {
        match self.glimpsed(expr, env, now) {
            Some(value) => self.number(value, now),
            None => None,
        }
    }

    pub(super) fn glimpsed(&self, expr: &Expr, env: &[Value], now: &Now) -> Option<Value> {
        Some(match expr {
            Expr::Num(number) => Value::Known(i64::try_from(number).ok()?),
            Expr::Var(level) => *env.get(*level)?,
            Expr::Len(array) => self.length_of(*array, now)?,
            Expr::Get(array, index, default) => {
                let index = self.foreseen(index, env, now)?;
                let at = usize::try_from(index).ok();
                match array {
                    Array::Part(part) if self.cells_of(*part).is_some() => {
                        self.read(*part, index, i64::try_from(default).ok()?, now)?
                    }
                    array => {
                        let values = self.constants(*array)?;
                        let one = at.and_then(|at| values.get(at)).unwrap_or(default);
                        Value::Known(i64::try_from(one).ok()?)
                    }
                }
            }
            Expr::Bin(op, x, y) => {
                let (x, y) = (self.glimpsed(x, env, now)?, self.glimpsed(y, env, now)?);
                let (a, b) = (self.number(x, now), self.number(y, now));
                if let Some((a, b)) = a.zip(b) {
                    return op.word(a, b).map(Value::Known);
                }
                let interval = Interval::of(*op, self.interval(x, now), self.interval(y, now));
                if let Some(single) = interval.single() {
                    return i64::try_from(single).ok().map(Value::Known);
                }
                match (op, x, b) {
                    (Op::Add, Value::Cell { cell, plus }, Some(b)) => Value::Cell {
                        cell,
                        plus: plus.checked_add(b)?,
                    },
                    (Op::Sub, Value::Cell { cell, plus }, Some(b)) => Value::Cell {
                        cell,
                        plus: plus.checked_sub(b)?,
                    },
                    _ => return None,
                }
            }
            Expr::Ite(c, y, n) => match self.foreseen(c, env, now)? {
                0 => self.glimpsed(n, env, now)?,
                _ => self.glimpsed(y, env, now)?,
            },
            Expr::Fold(lo, hi, init, body) => {
                let lo = self.foreseen(lo, env, now)?;
                let hi = self.foreseen(hi, env, now)?;
                let mut result = self.glimpsed(init, env, now)?;
                if hi.saturating_sub(lo) > 64 {
                    return None;
                }
                for v in lo..hi {
                    let mut inner = env.to_vec();
                    inner.extend([Value::Known(v), result]);
                    result = self.glimpsed(body, &inner, now)?;
                }
                result
            }
        })
    }

    /// A small cell that an array is read at, so that the code had better go apart for what it
    /// holds.
    pub(super) fn parting(&self, expr: &Expr, now: &Now) -> Option<usize> {
        match expr {
            Expr::Num(_) | Expr::Var(_) | Expr::Len(_) => None,
            Expr::Get(_, index, _) => {
                self.parting(index, now)
                    .or_else(|| match self.foreseen(index, &now.env, now) {
                        Some(_) => None,
                        None => self.small(index, now),
                    })
            }
            Expr::Bin(_, x, y) => self.parting(x, now).or_else(|| self.parting(y, now)),
            Expr::Ite(c, y, n) => match self.foreseen(c, &now.env, now) {
                Some(0) => self.parting(n, now),
                Some(_) => self.parting(y, now),
                None => [c, y, n].into_iter().find_map(|one| self.parting(one, now)),
            },
            Expr::Fold(lo, hi, init, body) => [lo, hi, init, body]
                .into_iter()
                .find_map(|one| self.parting(one, now)),
        }
    }

    /// A small cell that an expression's value hangs on.
    pub(super) fn small(&self, expr: &Expr, now: &Now) -> Option<usize> {
        let cell = |value: Value| match value {
            Value::Cell { cell, .. } => {
                let open = matches!(now.domains[cell], Domain::Set(set) if set.count_ones() > 1);
                (open && self.number(value, now).is_none()).then_some(cell)
            }
            _ => None,
        };
        match expr {
            Expr::Num(_) => None,
            Expr::Len(array) => self.length_of(*array, now).and_then(cell),
            Expr::Var(level) => now.env.get(*level).and_then(|value| cell(*value)),
            Expr::Get(Array::Part(part), index, _) if self.cells_of(*part).is_some() => {
                let index = self.foreseen(index, &now.env, now)?;
                match self.there(*part, index, now) {
                    There::Yes(at) | There::Maybe(at) => cell(self.cell(at, now)),
                    There::No => None,
                }
            }
            Expr::Get(_, index, _) => self.small(index, now),
            Expr::Bin(_, x, y) => self.small(x, now).or_else(|| self.small(y, now)),
            Expr::Ite(c, y, n) => [c, y, n].into_iter().find_map(|one| self.small(one, now)),
            Expr::Fold(lo, hi, init, body) => [lo, hi, init, body]
                .into_iter()
                .find_map(|one| self.small(one, now)),
        }
    }

    /// The cell that the code had better go apart for before a command.
    pub(super) fn parting_command(&self, command: &Command, now: &Now) -> Option<usize> {
        let written = |part: usize, index: &Expr| {
            let known = self.foreseen(index, &now.env, now).is_some();
            (!known && self.cells_of(part).is_some_and(|(_, length)| length > 1))
                .then(|| self.small(index, now))
                .flatten()
        };
        match command {
            Command::Guard(condition) | Command::When(condition, _, _) => {
                self.parting(condition, now)
            }
            Command::Set(part, index, value) => written(*part, index)
                .or_else(|| self.parting(index, now))
                .or_else(|| self.parting(value, now)),
            Command::Splice(part, index, count, values) => written(*part, index)
                .or_else(|| written(*part, count))
                .or_else(|| values.iter().find_map(|value| self.parting(value, now))),
            Command::Choose(lo, hi, body) => {
                let ends = self.parting(lo, now).or_else(|| self.parting(hi, now));
                // Better once than for each number.
                let inside = || match self.foreseen(hi, &now.env, now) {
                    Some(_) if !is_name(lo, hi) => self.parting_inside(body, now),
                    _ => None,
                };
                ends.or_else(inside)
            }
            Command::Loop(lo, hi, _) => [lo, hi].into_iter().find_map(|end| {
                let open = || match self.foreseen(end, &now.env, now) {
                    Some(_) => None,
                    None => self.small(end, now),
                };
                self.parting(end, now).or_else(open)
            }),
            _ => None,
        }
    }

    /// The cell that the code goes apart for in any case in a command, whatever number was chosen
    /// before.
    pub(super) fn parting_inside(&self, command: &Command, now: &Now) -> Option<usize> {
        match command {
            Command::Seq(all) => all.iter().find_map(|one| self.parting_inside(one, now)),
            Command::Choose(_, _, body) => self
                .parting_command(command, now)
                .or_else(|| self.parting_inside(body, now)),
            Command::Alt(_) | Command::Splice(..) => None,
            command => self.parting_command(command, now),
        }
    }
}
