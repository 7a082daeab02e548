//! Commands to steps on words: each way to its end.

use whowins_analysis::Setting;
use whowins_core::{Command, Expr, Game, Op};

use super::super::Declined;
use super::super::command::{chooses, is_name, size};
use super::super::cuts::{Cuts, cuts};
use super::known::{Domain, Now, Value};
use super::maker::Maker;
use super::step::{Place, Reg, Step, Word};

/// Ways that have so many nodes in all are written out.
const WRITTEN_OUT: usize = 6000;

/// The same where the code does not go apart.
const WRITTEN_TOGETHER: usize = 1000;

/// What comes after a command.
#[derive(Clone, Copy)]
enum Rest<'r> {
    /// The state is handed out.
    Emit,
    /// These, under so many variables, and then the rest.
    Then(&'r [Command], usize, &'r Self),
    /// The rounds of a loop from this number on.
    Rounds {
        body: &'r Command,
        from: i64,
        until: i64,
        level: usize,
        rest: &'r Self,
    },
    /// Another round of a loop whose counter is in this register.
    Again { counter: Reg, again: Place },
}

impl<W: Word> Maker<'_, W> {
    /// All that there is to do in a state.
    pub(super) fn game(&mut self, game: &Game) -> Result<(), Declined> {
        let mut now = self.begin();
        // Whose turn it is is asked once.
        if self.apart
            && let Some((turn, 1)) = self.cells_of(0)
            && matches!(now.domains[turn], Domain::Set(0b11))
        {
            let other = self.gathering();
            self.ask_set(turn, 1, &mut now, other, false)?;
            let mut second = now.clone();
            self.turn(game, now)?;
            self.place(other);
            second.domains = self.gathered(other).ok_or(Declined)?;
            return self.turn(game, second);
        }
        self.turn(game, now)
    }

    /// Ends, tiers, and what is paid where nothing can be done.
    fn turn(&mut self, game: &Game, mut now: Now) -> Result<(), Declined> {
        for end in &game.ends {
            let next = self.gathering();
            self.branch(&end.when, &mut now, next, false)?;
            self.pay(&end.pays, &mut now)?;
            self.place(next);
            let Some(domains) = self.gathered(next) else {
                // It is always over.
                return Ok(());
            };
            now.domains = domains;
        }
        for tier in &game.tiers {
            let next = self.label();
            self.command(tier, now.clone(), next, &Rest::Emit)?;
            self.place(next);
            self.emit(Step::Tier)?;
        }
        self.answer(&game.stuck, &mut now)
    }

    /// What is paid where nothing can be done.
    pub(super) fn answer(&mut self, expr: &Expr, now: &mut Now) -> Result<(), Declined> {
        let top = self.top;
        let value = self.expr(expr, now)?;
        let value = self.register_of(value)?;
        self.top = top;
        self.emit(Step::Answer { value })
    }

    /// What an end pays.
    fn pay(&mut self, expr: &Expr, now: &mut Now) -> Result<(), Declined> {
        let top = self.top;
        let value = self.expr(expr, now)?;
        let value = self.register_of(value)?;
        self.top = top;
        self.emit(Step::Pay { value })
    }

    /// A command and what comes after it, to the end of every way; who fails, and who has come to the end, goes to the next one.
    fn command(
        &mut self,
        command: &Command,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let top = self.top;
        if self.apart
            && let Some(cell) = self.parting_command(command, &now)
        {
            return self.go_apart(cell, command, now, next, rest);
        }
        match command {
            Command::Guard(condition) => {
                let decided = self.branch(condition, &mut now, next, false)?;
                if decided != Some(false) {
                    self.go_on(rest, now, next)?;
                }
            }
            Command::Seq(all) => {
                let level = now.env.len();
                self.go_on(&Rest::Then(all, level, rest), now, next)?;
            }
            Command::Alt(all) => {
                let Some((last, others)) = all.split_last() else {
                    return self.emit(Step::Jump { to: next });
                };
                for one in others {
                    let after = self.label();
                    self.command(one, now.clone(), after, rest)?;
                    self.place(after);
                    self.top = top;
                }
                self.command(last, now, next, rest)?;
            }
            Command::When(condition, yes, no) => {
                self.when(condition, yes, no, now, next, rest)?;
            }
            Command::Choose(lo, hi, body) => self.choice(lo, hi, body, now, next, rest)?,
            Command::Loop(lo, hi, body) => self.rounds(lo, hi, body, now, next, rest)?,
            Command::Set(part, index, value) => {
                self.set(*part, index, value, now, next, rest)?;
            }
            Command::Splice(..) => return Err(Declined),
        }
        self.top = top;
        Ok(())
    }

    fn when(
        &mut self,
        condition: &Expr,
        yes: &Command,
        no: &Command,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let (other, from) = (self.gathering(), self.mark());
        let mut second = now.clone();
        let decided = self.branch(condition, &mut now, other, false)?;
        if decided != Some(false) {
            let top = self.top;
            self.command(yes, now, next, rest)?;
            self.top = top;
        }
        self.place(other);
        if decided != Some(true) {
            second.domains = self.gathered(other).unwrap_or(second.domains);
            self.command(no, second, next, rest)?;
            self.merge(from, other);
        }
        Ok(())
    }

    /// What comes after a command.
    fn go_on(&mut self, rest: &Rest<'_>, mut now: Now, next: Place) -> Result<(), Declined> {
        match *rest {
            Rest::Emit => self.hand_out(&now, next),
            Rest::Then(all, level, rest) => {
                now.env.truncate(level);
                match all {
                    [] => self.go_on(rest, now, next),
                    [last] => self.command(last, now, next, rest),
                    [first, others @ ..] => {
                        self.command(first, now, next, &Rest::Then(others, level, rest))
                    }
                }
            }
            Rest::Rounds {
                body,
                from,
                until,
                level,
                rest,
            } => {
                now.env.truncate(level);
                if from >= until {
                    return self.go_on(rest, now, next);
                }
                now.env.push(Value::Known(from));
                let more = Rest::Rounds {
                    body,
                    from: from + 1,
                    until,
                    level,
                    rest,
                };
                self.command(body, now, next, &more)
            }
            Rest::Again { counter, again } => {
                let top = self.top;
                self.carry_out(&mut now)?;
                self.top = top;
                self.emit(Step::Again)?;
                let one = self.constant(1);
                self.emit(Step::Add {
                    to: counter,
                    x: counter,
                    y: one,
                })?;
                self.emit(Step::Jump { to: again })
            }
        }
    }

    /// The cell that the code had better go apart for before a command.
    fn parting_command(&self, command: &Command, now: &Now) -> Option<usize> {
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

    /// The cell that the code goes apart for in any case in a command, whatever number was chosen before.
    fn parting_inside(&self, command: &Command, now: &Now) -> Option<usize> {
        match command {
            Command::Seq(all) => all.iter().find_map(|one| self.parting_inside(one, now)),
            Command::Choose(_, _, body) => self
                .parting_command(command, now)
                .or_else(|| self.parting_inside(body, now)),
            Command::Alt(_) | Command::Splice(..) => None,
            command => self.parting_command(command, now),
        }
    }

    /// The code for each value of a cell by itself.
    fn go_apart(
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

    fn choice(
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
        let written = if self.apart {
            WRITTEN_OUT
        } else {
            WRITTEN_TOGETHER
        };
        let known = self.number(hi, &now);
        if let Some(from) = self.number(lo, &now)
            && let Ok(until) = i64::try_from(numbers.most + 1)
            && (until - from) as usize <= if known.is_some() { written } else { 64 }
            && ((until - from) as usize).saturating_mul(size(body)) <= written
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

    /// Brings the ends of a choice together, as far as its guards allow.
    fn cut(
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
            // Of the numbers that are as much at least, the quotient rounded down is at or below the first.
            if let Some(y) = self.quotient(least, by, now)? {
                self.keep(Op::Max, counter, y)?;
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
    fn keep(&mut self, op: Op, to: Reg, y: Reg) -> Result<(), Declined> {
        self.emit(Step::Operation { op, to, x: to, y })
    }

    /// A command carried out again and again.
    fn rounds(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        body: &Command,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let level = now.env.len();
        let lo = self.expr(lo, &mut now)?;
        let hi = self.expr(hi, &mut now)?;
        let written = if self.apart {
            WRITTEN_OUT
        } else {
            WRITTEN_TOGETHER
        };
        if let Some((from, until)) = self.number(lo, &now).zip(self.number(hi, &now)) {
            let rounds = usize::try_from(until.saturating_sub(from)).unwrap_or(0);
            if rounds.saturating_mul(size(body)) <= written {
                let all = Rest::Rounds {
                    body,
                    from,
                    until,
                    level,
                    rest,
                };
                return self.go_on(&all, now, next);
            }
        }
        let ends = (self.interval(lo, &now), self.interval(hi, &now));
        let Some(numbers) = Setting::rounds(ends.0, ends.1) else {
            return self.go_on(rest, now, next);
        };
        if chooses(body) || self.writes_points(body) {
            return Err(Declined);
        }
        let (counter, end) = (self.register(), self.register());
        let (from, to) = (self.register_of(lo)?, self.register_of(hi)?);
        self.emit(Step::Move { to: end, from: to })?;
        self.emit(Step::Move { to: counter, from })?;
        self.carry_out(&mut now)?;
        let mut written = Vec::new();
        parts(body, &mut written);
        for part in written {
            if self.cells_of(part).is_some() {
                self.forget(part, &mut now)?;
            }
        }
        let slot = self.keeps();
        self.emit(Step::Enter { slot })?;
        let (again, over, fails) = (self.label(), self.label(), self.label());
        self.head(again);
        self.emit(Step::UnlessLt {
            x: counter,
            y: end,
            to: over,
        })?;
        let mut inner = now.clone();
        inner.env.push(Value::Reg {
            reg: counter,
            interval: numbers,
        });
        let top = self.top;
        self.command(body, inner, fails, &Rest::Again { counter, again })?;
        self.top = top;
        self.place(over);
        self.go_on(rest, now, fails)?;
        self.leave(slot, fails, next)
    }

    /// Who fails from here on has the word back that there was.
    fn leave(&mut self, slot: u32, fails: Place, next: Place) -> Result<(), Declined> {
        self.place(fails);
        self.emit(Step::Leave { slot })?;
        self.kept = slot;
        self.emit(Step::Jump { to: next })
    }

    fn writes_points(&self, body: &Command) -> bool {
        let mut written = Vec::new();
        parts(body, &mut written);
        let points = self.points.map(|cell| self.cells[cell].part);
        written.iter().any(|part| Some(*part) == points)
    }

    fn set(
        &mut self,
        part: usize,
        index: &Expr,
        value: &Expr,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let index = self.expr(index, &mut now)?;
        if self.forks(value, &now) {
            return self.expr_apart(value, now, &mut |maker, value, now| {
                maker.written(part, index, value, now, next, rest)
            });
        }
        let value = self.expr(value, &mut now)?;
        self.written(part, index, value, now, next, rest)
    }

    /// A value is written to an element.
    fn written(
        &mut self,
        part: usize,
        index: Value,
        value: Value,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let range = self.layout.parts[part].range;
        self.within(value, range, &mut now, next)?;
        if let Some(number) = self.number(index, &now) {
            let Some(cell) = self.cell_at(part, number) else {
                return self.emit(Step::Jump { to: next });
            };
            let value = self.number(value, &now).map_or(value, Value::Known);
            self.write(cell, value, &mut now);
            return self.go_on(rest, now, next);
        }
        if self.points.is_some_and(|cell| self.cells[cell].part == part) {
            return Err(Declined);
        }
        self.write_at(part, index, value, &mut now, next)?;
        let (slot, fails) = (self.keeps(), self.label());
        self.emit(Step::Enter { slot })?;
        self.go_on(rest, now, fails)?;
        self.leave(slot, fails, next)
    }
}

/// The parts that a command writes.
fn parts(command: &Command, all: &mut Vec<usize>) {
    match command {
        Command::Guard(_) => {}
        Command::Seq(commands) | Command::Alt(commands) => {
            commands.iter().for_each(|one| parts(one, all));
        }
        Command::When(_, yes, no) => {
            parts(yes, all);
            parts(no, all);
        }
        Command::Choose(_, _, body) | Command::Loop(_, _, body) => parts(body, all),
        Command::Set(part, ..) | Command::Splice(part, ..) => all.push(*part),
    }
}

