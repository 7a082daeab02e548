//! Commands to steps on words: each way to its end.

use whowins_analysis::{Interval, Setting};
use whowins_core::{Array, Command, Expr, Game, Op};

use super::super::Declined;
use super::super::command::{chooses, size};
use super::Kind;
use super::known::{Domain, Now, Value};
use super::lists::There;
use super::maker::Maker;
use super::step::{Place, Reg, Step};
use super::word::Word;
use crate::stack::deeper;

/// What comes after a command.
#[derive(Clone, Copy)]
pub(super) enum Rest<'r> {
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
        if self.effort.apart
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

    /// A command and what comes after it, to the end of every way; who fails, and who has come to
    /// the end, goes to the next one.
    pub(super) fn command(
        &mut self,
        command: &Command,
        now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        self.visit()?;
        deeper(|| self.command_here(command, now, next, rest))
    }

    fn command_here(
        &mut self,
        command: &Command,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let top = self.top;
        if self.effort.apart
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
            Command::Repeat(fuel, body) => self.repeat(fuel, body, now, next, rest)?,
            Command::Set(part, index, value) => {
                self.set(*part, index, value, now, next, rest)?;
            }
            Command::Splice(part, index, count, values) => {
                self.splice(*part, index, count, values, now, next, rest)?;
            }
        }
        self.top = top;
        Ok(())
    }

    pub(super) fn when(
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
    pub(super) fn go_on(
        &mut self,
        rest: &Rest<'_>,
        mut now: Now,
        next: Place,
    ) -> Result<(), Declined> {
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
        let written = self.effort.ways;
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
        let (from, to) = (self.register_of(lo)?, self.register_of(hi)?);
        self.looped((from, to), body, Some(numbers), now, next, rest)
    }

    /// A command carried out until it fails.
    fn repeat(
        &mut self,
        fuel: &Expr,
        body: &Command,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let fuel = self.expr(&fuel.bounded_fuel(), &mut now)?;
        let ends = (self.constant(0), self.register_of(fuel)?);
        self.looped(ends, body, None, now, next, rest)
    }

    /// A loop over a body without choices. If `numbers` is given, they are the values of the loop
    /// variable, and a body that fails ends the branch. Otherwise it ends the loop.
    fn looped(
        &mut self,
        (from, to): (Reg, Reg),
        body: &Command,
        numbers: Option<Interval>,
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        if chooses(body) || self.writes_points(body) {
            return Err(Declined);
        }
        let (counter, end) = (self.register(), self.register());
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
        let reg = counter;
        inner
            .env
            .extend(numbers.map(|interval| Value::Reg { reg, interval }));
        let failed = if numbers.is_some() { fails } else { over };
        let top = self.top;
        self.command(body, inner, failed, &Rest::Again { counter, again })?;
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

    fn is_points(&self, part: usize) -> bool {
        matches!(self.layout.parts[part].kind, Kind::Points { .. })
    }

    fn writes_points(&self, body: &Command) -> bool {
        let mut written = Vec::new();
        parts(body, &mut written);
        written.iter().any(|part| self.is_points(*part))
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
        if !self.within(value, range, &mut now, next)? {
            return Ok(());
        }
        if let Some(number) = self.number(index, &now) {
            let cell = match self.there(part, number, &now) {
                There::Yes(cell) => cell,
                There::No => return self.emit(Step::Jump { to: next }),
                There::Maybe(cell) => {
                    let length = self.length_of(Array::Part(part), &now).ok_or(Declined)?;
                    let index = Value::Known(number);
                    self.compare(Op::Lt, index, length, &mut now, next, false)?;
                    cell
                }
            };
            let value = self.number(value, &now).map_or(value, Value::Known);
            self.write(cell, value, &mut now);
            return self.go_on(rest, now, next);
        }
        if self.is_points(part) {
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
        Command::Choose(_, _, body) | Command::Loop(_, _, body) | Command::Repeat(_, body) => {
            parts(body, all);
        }
        Command::Set(part, ..) | Command::Splice(part, ..) => all.push(*part),
    }
}
