//! Expressions to steps on words and registers.

use whowins_analysis::Interval;
use whowins_core::{Expr, Op};

use super::super::Declined;
use super::super::expr::{quantifier, size, word, words};
use super::known::{Now, Value};
use super::maker::Maker;
use super::step::{Reg, Step};
use super::word::Word;
use crate::stack::deeper;

impl<W: Word> Maker<'_, W> {
    pub(super) fn is_short(&self, rounds: usize, body: &Expr) -> bool {
        rounds.saturating_mul(size(body)) <= self.effort.rounds
    }

    /// An expression's value.
    pub(super) fn expr(&mut self, expr: &Expr, now: &mut Now) -> Result<Value, Declined> {
        self.visit()?;
        deeper(|| self.expr_here(expr, now))
    }

    fn expr_here(&mut self, expr: &Expr, now: &mut Now) -> Result<Value, Declined> {
        Ok(match expr {
            Expr::Num(number) => Value::Known(word(number)?),
            Expr::Var(level) => {
                let value = *now.env.get(*level).ok_or(Declined)?;
                self.number(value, now).map_or(value, Value::Known)
            }
            Expr::Len(array) => {
                let length = self.length_of(*array, now).ok_or(Declined)?;
                self.number(length, now).map_or(length, Value::Known)
            }
            Expr::Get(array, index, default) => {
                let index = self.expr(index, now)?;
                self.element(*array, index, word(default)?, now)?
            }
            Expr::Bin(op, x, y) => {
                let x = self.expr(x, now)?;
                let y = self.expr(y, now)?;
                self.operation(*op, x, y, now)?
            }
            Expr::Ite(condition, yes, no) => self.either(condition, yes, no, now, None)?,
            Expr::Fold(_, _, init, body) if self.is_quantified(init, body, now) => {
                self.flag(expr, now)?
            }
            Expr::Fold(lo, hi, init, body) => self.round(lo, hi, init, body, now)?,
        })
    }

    /// An expression's value, in the register that is named.
    pub(super) fn into(
        &mut self,
        expr: &Expr,
        to: Reg,
        now: &mut Now,
    ) -> Result<Interval, Declined> {
        let value = match expr {
            Expr::Ite(condition, yes, no) => self.either(condition, yes, no, now, Some(to))?,
            expr => self.expr(expr, now)?,
        };
        let interval = self.interval(value, now);
        let from = self.register_of(value)?;
        if from != to {
            self.emit(Step::Move { to, from })?;
        }
        Ok(interval)
    }

    /// Whether a fold is a quantifier whose value is 0 or 1.
    pub(super) fn is_quantified(&self, init: &Expr, body: &Expr, now: &Now) -> bool {
        quantifier(init, body, now.env.len()).is_some_and(|one| {
            let mut bound = self.intervals(now);
            bound.extend([Interval::ANY, Interval::FLAG]);
            Interval::FLAG.holds(self.setting.interval(one.asked, &mut bound))
        })
    }

    pub(super) fn intervals(&self, now: &Now) -> Vec<Interval> {
        let values = now.env.iter();
        values.map(|value| self.interval(*value, now)).collect()
    }

    /// A condition as 0 or 1.
    pub(super) fn flag(&mut self, condition: &Expr, now: &mut Now) -> Result<Value, Declined> {
        let to = self.register();
        let (yes, end, top) = (self.label(), self.label(), self.top);
        let (zero, one) = (self.constant(0), self.constant(1));
        let before = now.domains.clone();
        let decided = self.branch(condition, now, yes, true)?;
        now.domains = before;
        self.emit(Step::Move { to, from: zero })?;
        self.emit(Step::Jump { to: end })?;
        self.place(yes);
        self.emit(Step::Move { to, from: one })?;
        self.place(end);
        self.top = top;
        Ok(match decided {
            Some(holds) => Value::Known(i64::from(holds)),
            None => Value::Reg {
                reg: to,
                interval: Interval::FLAG,
            },
        })
    }

    pub(super) fn operation(
        &mut self,
        op: Op,
        x: Value,
        y: Value,
        now: &Now,
    ) -> Result<Value, Declined> {
        let (a, b) = (self.number(x, now), self.number(y, now));
        if let Some((a, b)) = a.zip(b) {
            return op.word(a, b).map(Value::Known).ok_or(Declined);
        }
        let interval = Interval::of(op, self.interval(x, now), self.interval(y, now));
        if let Some(single) = interval.single().and_then(|one| i64::try_from(one).ok()) {
            return Ok(Value::Known(single));
        }
        match (op, a, b) {
            (Op::Add | Op::Sub, _, Some(0)) | (Op::Mul | Op::Div, _, Some(1)) => return Ok(x),
            (Op::Add, Some(0), _) | (Op::Mul, Some(1), _) => return Ok(y),
            _ => {}
        }
        let moved = |value: Value, by: Option<i64>| match value {
            Value::Cell { cell, plus } => {
                let plus = plus.checked_add(by?)?;
                (plus.unsigned_abs() < 1 << 40).then_some(Value::Cell { cell, plus })
            }
            _ => None,
        };
        let sum = match op {
            Op::Add => moved(x, b).or_else(|| moved(y, a)),
            Op::Sub => moved(x, b.and_then(i64::checked_neg)),
            Op::Eq | Op::Lt | Op::Le => self.bit(op, x, y, now)?,
            _ => None,
        };
        if let Some(value) = sum {
            return Ok(value);
        }
        let (x, y) = (self.register_of(x)?, self.register_of(y)?);
        let to = self.register();
        self.emit(match (op, interval.is_word()) {
            (Op::Add, true) => Step::Add { to, x, y },
            (Op::Sub, true) => Step::Sub { to, x, y },
            (Op::Mul, true) => Step::Mul { to, x, y },
            _ => Step::Operation { op, to, x, y },
        })?;
        Ok(Value::Reg {
            reg: to,
            interval: words(interval),
        })
    }

    /// One expression or another.
    pub(super) fn either(
        &mut self,
        condition: &Expr,
        yes: &Expr,
        no: &Expr,
        now: &mut Now,
        into: Option<Reg>,
    ) -> Result<Value, Declined> {
        let (other, end) = (self.gathering(), self.label());
        let before = now.domains.clone();
        let to = match into {
            Some(to) => to,
            None => self.register(),
        };
        let top = self.top;
        match self.branch(condition, now, other, false)? {
            Some(true) => {
                self.place(other);
                return self.expr(yes, now);
            }
            Some(false) => {
                self.place(other);
                now.domains = self.gathered(other).unwrap_or(before);
                return self.expr(no, now);
            }
            None => {}
        }
        let one = self.into(yes, to, now)?;
        self.emit(Step::Jump { to: end })?;
        self.place(other);
        self.top = top;
        now.domains = self.gathered(other).unwrap_or_else(|| before.clone());
        let two = self.into(no, to, now)?;
        self.place(end);
        self.top = top;
        now.domains = before;
        Ok(Value::Reg {
            reg: to,
            interval: one.join(two),
        })
    }
}
