//! A term carried out on cells that are not known: every way through a turn, by what it asks and
//! what it writes.

use dashu_int::IBig;
use whowins_core::{Array, Command, Expr, Game, Op};

use super::form::{Foreign, Forms, Id, Place};
use crate::Setting;

/// More ways are not looked at, and no longer loops or folds.
const WAYS: usize = 1 << 13;
const ROUNDS: i64 = 1 << 10;
/// Nor more steps.
const STEPS: usize = 1 << 17;

/// A way through a turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// Where it is open: 0 or 1.
    pub(super) when: Id,
    /// How many numbers it picks that are not told one by one.
    pub(super) chosen: u32,
    /// The cells that it changes, and to what.
    pub(super) writes: Vec<(Place, Id)>,
}

/// What a term says, in forms.
pub(super) struct Said {
    /// The ways of each tier, each once.
    pub(super) tiers: Vec<Vec<Way>>,
    /// When play is over, and what is paid; last what is paid to who cannot move.
    pub(super) ends: Vec<(Id, Id)>,
}

pub(super) struct Run<'a> {
    game: &'a Game,
    setting: &'a Setting<'a>,
    constants: Vec<Option<Vec<i64>>>,
    pub(super) forms: Forms,
    /// What each cell holds before a turn.
    cells: Vec<Vec<Id>>,
    ways: Vec<Way>,
    steps: usize,
}

/// What is known on a way.
#[derive(Clone)]
struct Now {
    cells: Vec<Vec<Id>>,
    when: Vec<Id>,
    env: Vec<Id>,
    chosen: u32,
}

/// What comes after a command.
#[derive(Clone, Copy)]
enum Rest<'r> {
    End,
    Then(&'r [Command], usize, &'r Self),
    Rounds(&'r Command, i64, i64, usize, &'r Self),
}

fn small(number: &IBig) -> Result<i64, Foreign> {
    let number = i64::try_from(number).ok();
    number
        .filter(|number| number.unsigned_abs() < 1 << 40)
        .ok_or(Foreign)
}

impl<'a> Run<'a> {
    pub(super) fn new(
        setting: &'a Setting<'a>,
        state: &whowins_core::State,
        forms: Forms,
    ) -> Result<Self, Foreign> {
        let game = setting.game;
        let values =
            |at: usize| -> Result<Vec<i64>, Foreign> { state[at].iter().map(small).collect() };
        let mut constants = Vec::new();
        for at in 0..game.parts.len() {
            constants.push(setting.constant[at].then(|| values(at)).transpose()?);
        }
        let mut run = Self {
            game,
            setting,
            constants,
            forms,
            cells: Vec::new(),
            ways: Vec::new(),
            steps: 0,
        };
        for (part, values) in run.constants.clone().iter().enumerate() {
            let length = setting.lengths[part].ok_or(Foreign)?;
            let cells = (0..length).map(|at| match values {
                Some(values) => run.forms.num(values[at]),
                None => run.forms.cell(Place {
                    part: part as u32,
                    at: at as u32,
                }),
            });
            let cells: Vec<Id> = cells.collect::<Result<_, _>>()?;
            run.cells.push(cells);
        }
        Ok(run)
    }

    /// All that the term says.
    pub(super) fn said(&mut self) -> Result<Said, Foreign> {
        let now = || Now {
            cells: self.cells.clone(),
            when: Vec::new(),
            env: Vec::new(),
            chosen: 0,
        };
        let (start, game) = (now(), self.game);
        let mut tiers = Vec::new();
        for tier in &game.tiers {
            self.command(tier, start.clone(), Rest::End)?;
            let mut ways = std::mem::take(&mut self.ways);
            ways.sort_unstable();
            ways.dedup();
            tiers.push(ways);
        }
        let mut ends = Vec::new();
        for end in &game.ends {
            let when = self.expr(&end.when, &start)?;
            ends.push((self.forms.truth(when)?, self.expr(&end.pays, &start)?));
        }
        let stuck = self.expr(&game.stuck, &start)?;
        ends.push((stuck, stuck));
        Ok(Said { tiers, ends })
    }

    fn step(&mut self) -> Result<(), Foreign> {
        self.steps += 1;
        match self.steps > STEPS {
            true => Err(Foreign),
            false => Ok(()),
        }
    }

    fn expr(&mut self, expr: &Expr, now: &Now) -> Result<Id, Foreign> {
        let mut env = now.env.clone();
        self.value(expr, &mut env, now)
    }

    fn value(&mut self, expr: &Expr, env: &mut Vec<Id>, now: &Now) -> Result<Id, Foreign> {
        self.step()?;
        match expr {
            Expr::Num(number) => self.forms.num(small(number)?),
            Expr::Var(level) => env.get(*level).copied().ok_or(Foreign),
            Expr::Len(array) => {
                let length = self.setting.length(*array).ok_or(Foreign)?;
                self.forms.num(length as i64)
            }
            Expr::Get(array, index, default) => {
                let index = self.value(index, env, now)?;
                let default = small(default)?;
                let game = self.game;
                self.forms.for_each(index, &mut |forms, index| {
                    let at = usize::try_from(index).ok();
                    match array {
                        Array::Const(one) => {
                            let values = &game.consts[*one].values;
                            let value = at.and_then(|at| values.get(at));
                            forms.num(value.map_or(Ok(default), small)?)
                        }
                        Array::Part(part) => {
                            let cell = at.and_then(|at| now.cells[*part].get(at));
                            cell.map_or_else(|| forms.num(default), |cell| Ok(*cell))
                        }
                    }
                })
            }
            Expr::Bin(op, x, y) => {
                let (x, y) = (self.value(x, env, now)?, self.value(y, env, now)?);
                self.forms.op(*op, x, y)
            }
            Expr::Ite(condition, yes, no) => {
                let condition = self.value(condition, env, now)?;
                match self.forms.number(condition) {
                    Some(0) => self.value(no, env, now),
                    Some(_) => self.value(yes, env, now),
                    None => {
                        let yes = self.value(yes, env, now)?;
                        let no = self.value(no, env, now)?;
                        self.forms.ite(condition, yes, no)
                    }
                }
            }
            Expr::Fold(lo, hi, init, body) => {
                let (from, until) = (self.value(lo, env, now)?, self.value(hi, env, now)?);
                let (from, until) = self.numbers(from, until).ok_or(Foreign)?;
                let mut result = self.value(init, env, now)?;
                let level = env.len();
                for number in from..until {
                    let number = self.forms.num(number)?;
                    env.extend([number, result]);
                    result = self.value(body, env, now)?;
                    env.truncate(level);
                }
                Ok(result)
            }
        }
    }

    /// The numbers of a choice, a loop or a fold, if they are known and few.
    fn numbers(&self, from: Id, until: Id) -> Option<(i64, i64)> {
        let ends = self.forms.number(from).zip(self.forms.number(until));
        ends.filter(|(from, until)| until.saturating_sub(*from) <= ROUNDS)
    }

    /// What must hold from here on; whether it may.
    fn demand(&mut self, condition: Id, now: &mut Now) -> Result<bool, Foreign> {
        let holds = self.forms.truth(condition)?;
        match self.forms.number(holds) {
            Some(number) => Ok(number != 0),
            None => {
                now.when.push(holds);
                Ok(true)
            }
        }
    }

    fn command(&mut self, command: &Command, mut now: Now, rest: Rest<'_>) -> Result<(), Foreign> {
        self.step()?;
        match command {
            Command::Guard(condition) => {
                let condition = self.expr(condition, &now)?;
                match self.demand(condition, &mut now)? {
                    true => self.go_on(now, rest),
                    false => Ok(()),
                }
            }
            Command::Seq(all) => {
                let level = now.env.len();
                self.go_on(now, Rest::Then(all, level, &rest))
            }
            Command::Alt(all) => {
                for one in all {
                    self.command(one, now.clone(), rest)?;
                }
                Ok(())
            }
            Command::When(condition, yes, no) => {
                let condition = self.expr(condition, &now)?;
                let (zero, mut other) = (self.forms.num(0)?, now.clone());
                if self.demand(condition, &mut now)? {
                    self.command(yes, now, rest)?;
                }
                let fails = self.forms.op(Op::Eq, condition, zero)?;
                match self.demand(fails, &mut other)? {
                    true => self.command(no, other, rest),
                    false => Ok(()),
                }
            }
            Command::Choose(lo, hi, body) => {
                let (from, until) = (self.expr(lo, &now)?, self.expr(hi, &now)?);
                if let Some((from, until)) = self.numbers(from, until) {
                    for number in from..until {
                        let mut one = now.clone();
                        one.env.push(self.forms.num(number)?);
                        self.command(body, one, rest)?;
                    }
                    return Ok(());
                }
                let past = self.forms.num(1)?;
                let next = self.forms.op(Op::Add, from, past)?;
                if next == until {
                    // A name for a value.
                    now.env.push(from);
                    return self.command(body, now, rest);
                }
                let picked = self.forms.chosen(now.chosen)?;
                now.chosen += 1;
                let (above, below) = (
                    self.forms.op(Op::Le, from, picked)?,
                    self.forms.op(Op::Lt, picked, until)?,
                );
                if self.demand(above, &mut now)? && self.demand(below, &mut now)? {
                    now.env.push(picked);
                    self.command(body, now, rest)?;
                }
                Ok(())
            }
            Command::Loop(lo, hi, body) => {
                let (from, until) = (self.expr(lo, &now)?, self.expr(hi, &now)?);
                let (from, until) = self.numbers(from, until).ok_or(Foreign)?;
                let level = now.env.len();
                self.go_on(now, Rest::Rounds(body, from, until, level, &rest))
            }
            Command::Set(part, index, value) => {
                let (index, value) = (self.expr(index, &now)?, self.expr(value, &now)?);
                if let Some(index) = self.forms.number(index) {
                    return self.set(*part, index, value, now, rest);
                }
                for (holds, index) in self.forms.values(index)? {
                    let mut one = now.clone();
                    if self.demand(holds, &mut one)? {
                        self.set(*part, index, value, one, rest)?;
                    }
                }
                Ok(())
            }
            Command::Repeat(..) | Command::Splice(..) => Err(Foreign),
        }
    }

    fn set(
        &mut self,
        part: usize,
        index: i64,
        value: Id,
        mut now: Now,
        rest: Rest<'_>,
    ) -> Result<(), Foreign> {
        let at = usize::try_from(index).ok();
        let Some(at) = at.filter(|at| *at < now.cells[part].len()) else {
            return Ok(());
        };
        let own = &self.game.parts[part];
        let least = self.forms.num(small(&own.least)?)?;
        let mut fits = self.forms.op(Op::Le, least, value)?;
        if let Some(most) = &own.most {
            let most = self.forms.num(small(most)?)?;
            let below = self.forms.op(Op::Le, value, most)?;
            fits = self.forms.many(Op::And, &[fits, below])?;
        }
        if !self.demand(fits, &mut now)? {
            return Ok(());
        }
        now.cells[part][at] = value;
        self.go_on(now, rest)
    }

    fn go_on(&mut self, mut now: Now, rest: Rest<'_>) -> Result<(), Foreign> {
        match rest {
            Rest::End => self.hand_out(&now),
            Rest::Then(all, level, after) => {
                now.env.truncate(level);
                match all {
                    [] => self.go_on(now, *after),
                    [first, others @ ..] => {
                        self.command(first, now, Rest::Then(others, level, after))
                    }
                }
            }
            Rest::Rounds(body, from, until, level, after) => {
                now.env.truncate(level);
                if from >= until {
                    return self.go_on(now, *after);
                }
                now.env.push(self.forms.num(from)?);
                self.command(body, now, Rest::Rounds(body, from + 1, until, level, after))
            }
        }
    }

    fn hand_out(&mut self, now: &Now) -> Result<(), Foreign> {
        let when = match now.when.as_slice() {
            [] => self.forms.num(1)?,
            all => self.forms.many(Op::And, all)?,
        };
        if self.forms.number(when) == Some(0) {
            return Ok(());
        }
        let mut writes = Vec::new();
        for (part, (new, old)) in now.cells.iter().zip(&self.cells).enumerate() {
            for (at, (new, old)) in new.iter().zip(old).enumerate() {
                if new != old {
                    let (part, at) = (part as u32, at as u32);
                    writes.push((Place { part, at }, *new));
                }
            }
        }
        if self.ways.len() >= WAYS {
            return Err(Foreign);
        }
        self.ways.push(Way {
            when,
            chosen: now.chosen,
            writes,
        });
        Ok(())
    }
}
