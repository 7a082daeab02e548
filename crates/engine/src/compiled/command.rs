//! Commands to code.

use dashu_int::IBig;
use whowins_analysis::{Interval, Setting};
use whowins_core::{Array, Command, Expr, Op};

use super::code::{Code, Place, Range, Slot, Splicing};
use super::cuts::{Cuts, cuts};
use super::expr::Value;
use super::{Compiler, Declined, Kind};

/// Ways that have so many nodes in all are written out.
const WRITTEN_OUT: usize = 1500;

/// Where a way that fails goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fails {
    /// Back to the latest mark.
    Back,
    /// To a place that has no mark yet: nothing has been done since.
    Jump(Place),
}

/// Whether a command writes nothing and leaves no choice.
fn only_looks(command: &Command) -> bool {
    match command {
        Command::Guard(_) => true,
        Command::Seq(all) => all.iter().all(only_looks),
        Command::When(_, yes, no) => only_looks(yes) && only_looks(no),
        _ => false,
    }
}

/// Whether a command leaves a choice.
pub(super) fn chooses(command: &Command) -> bool {
    match command {
        Command::Guard(_) | Command::Set(..) | Command::Splice(..) => false,
        Command::Seq(all) => all.iter().any(chooses),
        Command::Alt(all) => all.len() > 1 || all.iter().any(chooses),
        Command::When(_, yes, no) => chooses(yes) || chooses(no),
        Command::Choose(lo, hi, body) => !is_name(lo, hi) || chooses(body),
        Command::Loop(_, _, body) | Command::Repeat(_, body) => chooses(body),
    }
}

/// Whether a choice is from one number alone: a name for a value.
pub(super) fn is_name(lo: &Expr, hi: &Expr) -> bool {
    match (lo, hi) {
        (_, Expr::Bin(Op::Add, x, one)) if **x == *lo && **one == Expr::num(1) => true,
        (Expr::Num(lo), Expr::Num(hi)) => lo + IBig::ONE == *hi,
        _ => Expr::bin(Op::Add, lo.clone(), Expr::num(1)).tidy() == hi.clone().tidy(),
    }
}

pub(super) fn size(command: &Command) -> usize {
    1 + match command {
        Command::Seq(all) | Command::Alt(all) => all.iter().map(size).sum(),
        Command::When(_, yes, no) => 3 + size(yes) + size(no),
        Command::Choose(_, _, body) | Command::Loop(_, _, body) | Command::Repeat(_, body) => {
            4 + size(body)
        }
        Command::Guard(_) | Command::Set(..) | Command::Splice(..) => 4,
    }
}

impl Compiler<'_> {
    /// All that a tier can do.
    pub(super) fn tier(&mut self, command: &Command) -> Result<(), Declined> {
        let fails = self.command(command, &mut Vec::new(), Fails::Back)?;
        self.emit(Code::Emit)?;
        self.fail_to(fails)
    }

    /// Where a step jumps that fails.
    const fn target_of(&self, fails: Fails) -> Place {
        match fails {
            Fails::Back => self.fail,
            Fails::Jump(to) => to,
        }
    }

    fn fail_to(&mut self, fails: Fails) -> Result<(), Declined> {
        self.emit(match fails {
            Fails::Back => Code::Fail,
            Fails::Jump(to) => Code::Jump { to },
        })
    }

    /// From here on something is done, or chosen: who fails goes back to a mark.
    fn mark(&mut self, fails: Fails) -> Result<Fails, Declined> {
        if let Fails::Jump(resume) = fails {
            self.emit(Code::Mark { resume })?;
        }
        Ok(Fails::Back)
    }

    /// A slot for something that is kept: where one way comes here more than once, what it had is
    /// kept for the way back.
    fn keeps(&mut self, slot: Slot) -> Result<(), Declined> {
        if self.rewrites {
            self.emit(Code::Save { slot })?;
        }
        Ok(())
    }

    fn command(
        &mut self,
        command: &Command,
        env: &mut Vec<Value>,
        fails: Fails,
    ) -> Result<Fails, Declined> {
        match command {
            Command::Guard(condition) => {
                let to = self.target_of(fails);
                self.branch(condition, env, to, false)?;
                Ok(fails)
            }
            Command::Seq(all) => all
                .iter()
                .try_fold(fails, |fails, one| self.command(one, env, fails)),
            Command::Alt(all) => self.alternatives(all, env, fails),
            Command::When(condition, yes, no) => {
                let (other, end) = (self.label(), self.label());
                let looks = only_looks(yes) && only_looks(no);
                let fails = if looks { fails } else { self.mark(fails)? };
                self.branch(condition, env, other, false)?;
                self.command(yes, env, fails)?;
                self.emit(Code::Jump { to: end })?;
                self.place(other);
                self.command(no, env, fails)?;
                self.place(end);
                Ok(fails)
            }
            Command::Choose(lo, hi, body) => self.choice(lo, hi, body, env, fails),
            Command::Loop(lo, hi, body) => self.rounds(lo, hi, body, env, fails),
            Command::Repeat(fuel, body) => self.repeat(fuel, body, env, fails),
            Command::Set(part, index, value) => self.set(*part, index, value, env, fails),
            Command::Splice(part, index, count, values) => {
                let fails = self.mark(fails)?;
                let top = self.top;
                let mut slots = Vec::new();
                let range = self.range(*part);
                for (place, one) in [index, count].into_iter().chain(values).enumerate() {
                    let value = self.expr(one, env, None)?;
                    if place > 1 {
                        self.within(value, range, fails)?;
                    }
                    slots.push(self.slot_of(value));
                }
                let splicing = Splicing {
                    list: self.list(*part)?,
                    index: slots[0],
                    count: slots[1],
                    values: slots.split_off(2),
                };
                self.top = top;
                let splice = self.splices.len() as u32;
                self.splices.push(splicing);
                let to = self.target_of(fails);
                self.emit(Code::Splice { splice, to })?;
                Ok(fails)
            }
        }
    }

    /// One of several.
    fn alternatives(
        &mut self,
        all: &[Command],
        env: &mut Vec<Value>,
        fails: Fails,
    ) -> Result<Fails, Declined> {
        let Some((last, others)) = all.split_last() else {
            self.fail_to(fails)?;
            return Ok(fails);
        };
        if others.is_empty() {
            return self.command(last, env, fails);
        }
        // No two of them are ever under way at once: they share their slots.
        let (end, base) = (self.label(), self.top);
        let mut most = base;
        for one in others {
            let next = self.label();
            let after = self.command(one, env, Fails::Jump(next))?;
            self.mark(after)?;
            self.emit(Code::Jump { to: end })?;
            self.place(next);
            most = most.max(self.top);
            self.top = base;
        }
        let after = self.command(last, env, fails)?;
        self.mark(after)?;
        self.place(end);
        self.top = most.max(self.top);
        Ok(Fails::Back)
    }

    fn choice(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        body: &Command,
        env: &mut Vec<Value>,
        fails: Fails,
    ) -> Result<Fails, Declined> {
        if is_name(lo, hi) {
            let slot = self.variable();
            self.keeps(slot)?;
            let value = self.expr(lo, env, Some(slot))?;
            env.push(match value.known() {
                Some(number) => Value::constant(number),
                None => value,
            });
            let fails = self.command(body, env, fails);
            env.pop();
            return fails;
        }
        let (counter, end) = (self.variable(), self.variable());
        let top = self.top;
        let hi_expr = hi;
        let lo = self.expr(lo, env, None)?;
        let hi = self.expr(hi, env, None)?;
        self.top = top;
        if let Some((from, until)) = lo.known().zip(hi.known()) {
            let ways = usize::try_from(until.saturating_sub(from)).unwrap_or(0);
            if ways.saturating_mul(size(body)) <= WRITTEN_OUT / self.shorter {
                return self.written_out(from, until, body, env, fails);
            }
        }
        let Some(numbers) = Setting::rounds(lo.interval, hi.interval) else {
            self.fail_to(fails)?;
            return Ok(fails);
        };
        let mut cuts = cuts(self.setting.game, body, env.len());
        // The slot after the end: what the numbers divide.
        let of = self.variable();
        if lo.interval.least < 1 {
            cuts.divide = None;
        }
        let (from, to) = (self.slot_of(lo), self.slot_of(hi));
        self.keeps(counter)?;
        self.keeps(end)?;
        self.emit(Code::Move { to: end, from: to })?;
        self.emit(Code::Move { to: counter, from })?;
        self.cut(&cuts, hi_expr, hi, (counter, end), env)?;
        let (first, next, over) = (self.label(), self.label(), self.target_of(fails));
        if let Some(divide) = &cuts.divide {
            self.keeps(of)?;
            self.expr(divide, env, Some(of))?;
            let one = self.constant(1);
            self.emit(Code::Sub {
                to: counter,
                x: counter,
                y: one,
            })?;
            self.place(next);
            self.emit(Code::NextDivisor {
                counter,
                end,
                to: first,
            })?;
        } else {
            self.emit(Code::IfLt {
                x: counter,
                y: end,
                to: first,
            })?;
            self.emit(Code::Jump { to: over })?;
            self.place(next);
            self.emit(Code::Next {
                counter,
                end,
                to: first,
            })?;
        }
        self.fail_to(fails)?;
        self.place(first);
        env.push(Value::slot(counter, numbers));
        let after = self.command(body, env, Fails::Jump(next))?;
        env.pop();
        self.mark(after)
    }

    /// Brings the ends of a choice together, as far as its guards allow.
    fn cut(
        &mut self,
        cuts: &Cuts,
        hi_expr: &Expr,
        hi: Value,
        (counter, end): (Slot, Slot),
        env: &mut Vec<Value>,
    ) -> Result<(), Declined> {
        let top = self.top;
        let past = |most: &Expr| Expr::bin(Op::Add, most.clone(), Expr::num(1));
        let written = hi_expr.clone().tidy();
        for most in &cuts.most {
            let past = past(most).tidy();
            if past == written {
                continue;
            }
            let value = self.expr(&past, env, None)?;
            if value.interval.least < hi.interval.most {
                self.at_most(end, value)?;
            }
            self.top = top;
        }
        for square in &cuts.square {
            let value = self.expr(square, env, None)?;
            let (x, root, one) = (self.slot_of(value), self.slot(), self.constant(1));
            self.emit(Code::Root { to: root, x })?;
            self.emit(Code::Add {
                to: root,
                x: root,
                y: one,
            })?;
            self.at_most(end, Value::slot(root, Interval::ANY))?;
            self.top = top;
        }
        for (most, by) in &cuts.most_times {
            if let Some(quotient) = self.quotient(most, by, env)? {
                let to = self.slot();
                let (x, y) = (self.slot_of(quotient), self.constant(1));
                let op = Op::Add;
                self.emit(Code::Operation { op, to, x, y })?;
                self.at_most(end, Value::slot(to, Interval::ANY))?;
            }
            self.top = top;
        }
        for least in &cuts.least {
            let value = self.expr(least, env, None)?;
            self.at_least(counter, value)?;
            self.top = top;
        }
        for (least, by) in &cuts.least_times {
            // Of the numbers that are as much at least, the quotient rounded down is at or below
            // the first.
            if let Some(quotient) = self.quotient(least, by, env)? {
                self.at_least(counter, quotient)?;
            }
            self.top = top;
        }
        Ok(())
    }

    /// A quotient rounded down, where the divisor is above 0.
    fn quotient(
        &mut self,
        of: &Expr,
        by: &Expr,
        env: &mut Vec<Value>,
    ) -> Result<Option<Value>, Declined> {
        let by = self.expr(by, env, None)?;
        if by.interval.least < 1 {
            return Ok(None);
        }
        let of = self.expr(of, env, None)?;
        let (x, y, to) = (self.slot_of(of), self.slot_of(by), self.slot());
        let op = Op::Div;
        self.emit(Code::Operation { op, to, x, y })?;
        Ok(Some(Value::slot(to, Interval::ANY)))
    }

    /// The slot keeps the smaller number.
    fn at_most(&mut self, slot: Slot, value: Value) -> Result<(), Declined> {
        self.keep(Op::Min, slot, value)
    }

    /// The slot keeps the larger number.
    fn at_least(&mut self, slot: Slot, value: Value) -> Result<(), Declined> {
        self.keep(Op::Max, slot, value)
    }

    fn keep(&mut self, op: Op, slot: Slot, value: Value) -> Result<(), Declined> {
        let y = self.slot_of(value);
        self.emit(Code::Operation {
            op,
            to: slot,
            x: slot,
            y,
        })
    }

    /// Each number of a choice by itself.
    fn written_out(
        &mut self,
        from: i64,
        until: i64,
        body: &Command,
        env: &mut Vec<Value>,
        fails: Fails,
    ) -> Result<Fails, Declined> {
        if from >= until {
            self.fail_to(fails)?;
            return Ok(fails);
        }
        let (end, base) = (self.label(), self.top);
        let mut most = base;
        for number in from..until {
            let next = self.label();
            let own = match number + 1 < until {
                true => Fails::Jump(next),
                false => fails,
            };
            env.push(Value::constant(number));
            let after = self.command(body, env, own)?;
            env.pop();
            self.mark(after)?;
            self.emit(Code::Jump { to: end })?;
            self.place(next);
            most = most.max(self.top);
            self.top = base;
        }
        self.place(end);
        self.top = most;
        Ok(Fails::Back)
    }

    /// A command carried out again and again.
    fn rounds(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        body: &Command,
        env: &mut Vec<Value>,
        fails: Fails,
    ) -> Result<Fails, Declined> {
        let (counter, end) = (self.variable(), self.variable());
        let top = self.top;
        let lo = self.expr(lo, env, None)?;
        let hi = self.expr(hi, env, None)?;
        self.top = top;
        if let Some((from, until)) = lo.known().zip(hi.known()) {
            let rounds = usize::try_from(until.saturating_sub(from)).unwrap_or(0);
            if rounds.saturating_mul(size(body)) <= WRITTEN_OUT / self.shorter {
                return (from..until).try_fold(fails, |fails, number| {
                    env.push(Value::constant(number));
                    let after = self.command(body, env, fails);
                    env.pop();
                    after
                });
            }
        }
        let Some(numbers) = Setting::rounds(lo.interval, hi.interval) else {
            return Ok(fails);
        };
        let fails = match only_looks(body) {
            true => fails,
            false => self.mark(fails)?,
        };
        let (from, to) = (self.slot_of(lo), self.slot_of(hi));
        self.keeps(counter)?;
        self.keeps(end)?;
        let (again, over) = self.counts((counter, from), (end, to))?;
        let outer = self.rewrites;
        self.rewrites |= chooses(body);
        env.push(Value::slot(counter, numbers));
        self.command(body, env, fails)?;
        env.pop();
        self.keeps(counter)?;
        self.rewrites = outer;
        let one = self.constant(1);
        self.emit(Code::Add {
            to: counter,
            x: counter,
            y: one,
        })?;
        self.emit(Code::Jump { to: again })?;
        self.place(over);
        Ok(fails)
    }

    /// Sets the counter and the end of a loop, and begins a round or leaves the loop. Returns the
    /// labels of the next round and of the end.
    fn counts(
        &mut self,
        (counter, from): (Slot, Slot),
        (end, to): (Slot, Slot),
    ) -> Result<(Place, Place), Declined> {
        self.emit(Code::Move { to: end, from: to })?;
        self.emit(Code::Move { to: counter, from })?;
        let (again, over) = (self.label(), self.label());
        self.place(again);
        let (x, y) = (counter, end);
        self.emit(Code::UnlessLt { x, y, to: over })?;
        Ok((again, over))
    }

    /// Compiles `Repeat`.
    ///
    /// A body without choices is a plain loop. If the body has choices, a flag tells if it has
    /// produced a state: each round saves the flag of the round before and clears it.
    fn repeat(
        &mut self,
        fuel: &Expr,
        body: &Command,
        env: &mut Vec<Value>,
        fails: Fails,
    ) -> Result<Fails, Declined> {
        let (counter, end, found) = (self.variable(), self.variable(), self.variable());
        let top = self.top;
        let fuel = self.expr(&fuel.bounded_fuel(), env, None)?;
        self.top = top;
        let fails = self.mark(fails)?;
        let (fuel, zero, one) = (self.slot_of(fuel), self.constant(0), self.constant(1));
        for slot in [counter, end, found] {
            self.keeps(slot)?;
        }
        let (to, x, y) = (counter, counter, one);
        let (again, over) = self.counts((counter, zero), (end, fuel))?;
        if chooses(body) {
            self.emit(Code::Save { slot: found })?;
            self.emit(Code::Move {
                to: found,
                from: zero,
            })?;
            let none = self.label();
            self.emit(Code::Mark { resume: none })?;
            let outer = std::mem::replace(&mut self.rewrites, true);
            self.command(body, env, Fails::Back)?;
            self.rewrites = outer;
            self.emit(Code::Move {
                to: found,
                from: one,
            })?;
            self.emit(Code::Save { slot: counter })?;
            self.emit(Code::Add { to, x, y })?;
            self.emit(Code::Jump { to: again })?;
            self.place(none);
            self.emit(Code::Unless { x: found, to: over })?;
            self.emit(Code::Fail)?;
        } else {
            if self.command(body, env, Fails::Jump(over))? == Fails::Back {
                self.emit(Code::Unmark)?;
            }
            self.emit(Code::Add { to, x, y })?;
            self.emit(Code::Jump { to: again })?;
        }
        self.place(over);
        Ok(fails)
    }

    /// What the elements of a part may be.
    fn range(&self, part: usize) -> Range {
        self.parts[part].range
    }

    /// Fails where the value is outside the range.
    fn within(&mut self, value: Value, range: Range, fails: Fails) -> Result<(), Declined> {
        let all = Interval::new(range.least.into(), range.most.into());
        if all.holds(value.interval) {
            return Ok(());
        }
        let found = self.ranges.iter().position(|one| *one == range);
        let place = found.unwrap_or_else(|| {
            self.ranges.push(range);
            self.ranges.len() - 1
        });
        let (value, to) = (self.slot_of(value), self.target_of(fails));
        self.emit(Code::Within {
            value,
            range: place as u32,
            to,
        })
    }

    /// One element.
    fn set(
        &mut self,
        part: usize,
        index: &Expr,
        value: &Expr,
        env: &mut Vec<Value>,
        fails: Fails,
    ) -> Result<Fails, Declined> {
        let top = self.top;
        let index = self.expr(index, env, None)?;
        let value = self.expr(value, env, None)?;
        self.top = top;
        self.within(value, self.range(part), fails)?;
        let to = self.target_of(fails);
        let Kind::Cells { first, length } = self.parts[part].kind else {
            let list = self.list(part)?;
            let (index, value) = (self.slot_of(index), self.slot_of(value));
            self.emit(Code::InsideList { index, list, to })?;
            let fails = self.mark(fails)?;
            self.emit(Code::PutList { list, index, value })?;
            return Ok(fails);
        };
        if let Some(index) = index.known() {
            let Some(at) = Slot::try_from(index)
                .ok()
                .filter(|at| (*at as usize) < length)
            else {
                self.emit(Code::Jump { to })?;
                return Ok(fails);
            };
            let fails = self.mark(fails)?;
            let value = self.slot_of(value);
            self.emit(Code::Put {
                cell: first + at,
                value,
            })?;
            return Ok(fails);
        }
        let Some(table) = self.cells(Array::Part(part), 0)? else {
            return Err(Declined);
        };
        let inside = Interval::new(0, length as i128 - 1).holds(index.interval);
        let (table, index) = (self.table(table), self.slot_of(index));
        if !inside {
            self.emit(Code::Inside { index, table, to })?;
        }
        let fails = self.mark(fails)?;
        let value = self.slot_of(value);
        self.emit(Code::PutAt {
            table,
            index,
            value,
        })?;
        Ok(fails)
    }
}
