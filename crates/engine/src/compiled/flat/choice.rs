//! Choices: each number by itself, or one after the other as far as guards allow.

use whowins_analysis::Setting;
use whowins_core::{Command, Expr, Op};

use super::super::Declined;
use super::super::command::{is_name, size};
use super::super::cuts::{Cuts, cuts};
use super::command::Rest;
use super::count;
use super::known::{Domain, Now, Value};
use super::maker::Maker;
use super::step::{Place, Reg, Step};
use super::word::Word;

impl<W: Word> Maker<'_, W> {
    pub(super) fn choice(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        body: &Command,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let level = now.env.len();
        if is_name(lo, hi) {
            if self.forks(lo, &now) {
                return self.expr_apart(lo, now, &mut |maker, value, mut now| {
                    now.env.truncate(level);
                    now.env.push(value);
                    maker.command(body, now, next, rest)
                });
            }
            let value = self.expr(lo, &mut now)?;
            now.env.push(value);
            return self.command(body, now, next, rest);
        }
        let hi_expr = hi;
        let lo = self.expr(lo, &mut now)?;
        let hi = self.expr(hi, &mut now)?;
        let ends = (self.interval(lo, &now), self.interval(hi, &now));
        let Some(numbers) = Setting::rounds(ends.0, ends.1) else {
            return self.emit(Step::Jump { to: next });
        };
        let written = self.effort.ways;
        let known = self.number(hi, &now);
        if let Some(from) = self.number(lo, &now)
            && let Ok(until) = i64::try_from(numbers.most + 1)
            && count(from, until) <= if known.is_some() { written } else { 64 }
            && count(from, until).saturating_mul(size(body)) <= written
        {
            let top = self.top;
            for number in from..until {
                let after = if number + 1 < until {
                    self.label()
                } else {
                    next
                };
                if known.is_none() {
                    let bound = Value::Known(number);
                    let decided = self.compare(Op::Lt, bound, hi, &mut now, next, false)?;
                    if decided == Some(false) {
                        return Ok(());
                    }
                }
                let mut inner = now.clone();
                inner.env.push(Value::Known(number));
                self.command(body, inner, after, rest)?;
                self.top = top;
                if number + 1 < until {
                    self.place(after);
                }
            }
            return Ok(());
        }
        let mut cuts = cuts(self.setting.game, body, level);
        if ends.0.least < 1 {
            cuts.divide = None;
        }
        let (counter, end, of) = (self.register(), self.register(), self.register());
        let (from, to) = (self.register_of(lo)?, self.register_of(hi)?);
        self.emit(Step::Move { to: end, from: to })?;
        self.emit(Step::Move { to: counter, from })?;
        let most = ends.1.most;
        self.cut(&cuts, hi_expr, most, (counter, end), &mut now)?;
        let (first, after) = (self.label(), self.label());
        if let Some(divide) = &cuts.divide {
            let top = self.top;
            let value = self.expr(divide, &mut now)?;
            let from = self.register_of(value)?;
            self.top = top;
            self.emit(Step::Move { to: of, from })?;
            let one = self.constant(1);
            self.emit(Step::Sub {
                to: counter,
                x: counter,
                y: one,
            })?;
            self.head(after);
            self.emit(Step::NextDivisor {
                counter,
                end,
                to: first,
            })?;
        } else {
            self.emit(Step::IfLt {
                x: counter,
                y: end,
                to: first,
            })?;
            self.emit(Step::Jump { to: next })?;
            self.head(after);
            self.emit(Step::Next {
                counter,
                end,
                to: first,
            })?;
        }
        self.emit(Step::Jump { to: next })?;
        self.place(first);
        now.env.push(Value::Reg {
            reg: counter,
            interval: numbers,
        });
        self.command(body, now, after, rest)
    }

    /// The code for each value of a cell by itself.
    pub(super) fn go_apart(
        &mut self,
        cell: usize,
        command: &Command,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let Domain::Set(set) = now.domains[cell] else {
            return Err(Declined);
        };
        let top = self.top;
        if set.count_ones() == 2 {
            let other = self.gathering();
            let mut second = now.clone();
            self.ask_set(cell, set & set.wrapping_neg(), &mut now, other, false)?;
            self.command(command, now, next, rest)?;
            self.place(other);
            self.top = top;
            second.domains = self.gathered(other).ok_or(Declined)?;
            return self.command(command, second, next, rest);
        }
        let field = self.cells[cell].field.ok_or(Declined)?;
        let labels: Vec<Place> = (0..1u64 << field.width)
            .map(|offset| match offset < 128 && set >> offset & 1 == 1 {
                true => self.label(),
                false => next,
            })
            .collect();
        self.switch(field, labels.clone())?;
        for (offset, label) in labels.iter().enumerate() {
            if offset < 128 && set >> offset & 1 == 1 {
                self.place(*label);
                let mut one = now.clone();
                one.domains[cell] = Domain::Set(1 << offset);
                self.command(command, one, next, rest)?;
                self.top = top;
            }
        }
        Ok(())
    }

    /// Brings the ends of a choice together, as far as its guards allow.
    pub(super) fn cut(
        &mut self,
        cuts: &Cuts,
        hi_expr: &Expr,
        hi: i128,
        (counter, end): (Reg, Reg),
        now: &mut Now,
    ) -> Result<(), Declined> {
        let top = self.top;
        let past = |most: &Expr| Expr::bin(Op::Add, most.clone(), Expr::num(1));
        let written = hi_expr.clone().tidy();
        for most in &cuts.most {
            let past = past(most).tidy();
            if past == written {
                continue;
            }
            let value = self.expr(&past, now)?;
            if self.interval(value, now).least < hi {
                let y = self.register_of(value)?;
                self.keep(Op::Min, end, y)?;
            }
            self.top = top;
        }
        for square in &cuts.square {
            let value = self.expr(square, now)?;
            let x = self.register_of(value)?;
            let (root, one) = (self.register(), self.constant(1));
            self.emit(Step::Root { to: root, x })?;
            self.emit(Step::Add {
                to: root,
                x: root,
                y: one,
            })?;
            self.keep(Op::Min, end, root)?;
            self.top = top;
        }
        for (most, by) in &cuts.most_times {
            if let Some(x) = self.quotient(most, by, now)? {
                let (to, y) = (self.register(), self.constant(1));
                let op = Op::Add;
                self.emit(Step::Operation { op, to, x, y })?;
                self.keep(Op::Min, end, to)?;
            }
            self.top = top;
        }
        for least in &cuts.least {
            let value = self.expr(least, now)?;
            let y = self.register_of(value)?;
            self.keep(Op::Max, counter, y)?;
            self.top = top;
        }
        for (least, by) in &cuts.least_times {
            // Of the numbers that are as much at least, the quotient rounded down is at or below
            // the first.
            if let Some(y) = self.quotient(least, by, now)? {
                self.keep(Op::Max, counter, y)?;
            }
            self.top = top;
        }
        Ok(())
    }

    /// A quotient rounded down, where the divisor is above 0.
    pub(super) fn quotient(
        &mut self,
        of: &Expr,
        by: &Expr,
        now: &mut Now,
    ) -> Result<Option<Reg>, Declined> {
        let by = self.expr(by, now)?;
        if self.interval(by, now).least < 1 {
            return Ok(None);
        }
        let of = self.expr(of, now)?;
        let (x, y) = (self.register_of(of)?, self.register_of(by)?);
        let (to, op) = (self.register(), Op::Div);
        self.emit(Step::Operation { op, to, x, y })?;
        Ok(Some(to))
    }

    /// The register keeps the smaller number, or the larger one.
    pub(super) fn keep(&mut self, op: Op, to: Reg, y: Reg) -> Result<(), Declined> {
        self.emit(Step::Operation { op, to, x: to, y })
    }
}
