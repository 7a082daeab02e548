//! Folds to rounds.

use whowins_analysis::{Interval, Setting};
use whowins_core::Expr;

use super::super::Declined;
use super::super::expr::{is, words};
use super::count;
use super::known::{Now, Value};
use super::maker::Maker;
use super::step::{Place, Reg, Step};
use super::word::Word;

impl<W: Word> Maker<'_, W> {
    /// A fold.
    pub(super) fn round(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        init: &Expr,
        body: &Expr,
        now: &mut Now,
    ) -> Result<Value, Declined> {
        let (lo, hi) = (self.expr(lo, now)?, self.expr(hi, now)?);
        let level = now.env.len();
        let bounds = self.number(lo, now).zip(self.number(hi, now));
        let ends = (self.interval(lo, now), self.interval(hi, now));
        let Some(counter) = Setting::rounds(ends.0, ends.1) else {
            return self.expr(init, now);
        };
        let init = self.expr(init, now)?;
        // What a round that does not know its number leaves as it is, the next ones leave, too.
        let is_blind = !body.mentions(level);
        if let Some((lo, hi)) = bounds
            && self.is_short(count(lo, hi), body)
        {
            return self.written_out(lo..hi, init, body, is_blind, now);
        }
        // The result so far has a register of its own: the body may read another that the whole is
        // meant for.
        let result = self.register();
        let mut bound = self.intervals(now);
        let start = self.interval(init, now);
        let all = words(self.setting.folded(counter, start, body, &mut bound));
        let from = self.register_of(init)?;
        self.emit(Step::Move { to: result, from })?;
        let before = is_blind.then(|| self.register());
        let (number, end) = (self.register(), self.register());
        let top = self.top;
        let (from, until) = (self.register_of(lo)?, self.register_of(hi)?);
        self.emit(Step::Move { to: number, from })?;
        self.emit(Step::Move {
            to: end,
            from: until,
        })?;
        let (over, again) = (self.label(), self.label());
        self.emit(Step::UnlessLt {
            x: number,
            y: end,
            to: over,
        })?;
        self.head(again);
        let known = now.domains.clone();
        let numbers = Value::Reg {
            reg: number,
            interval: counter,
        };
        let so_far = Value::Reg {
            reg: result,
            interval: all,
        };
        now.env.extend([numbers, so_far]);
        if let Some(to) = before {
            self.emit(Step::Move { to, from: result })?;
        }
        self.into(body, result, now)?;
        if let Some(y) = before {
            self.emit(Step::IfEq {
                x: result,
                y,
                to: over,
            })?;
        }
        self.settled(body, level, now, over)?;
        now.env.truncate(level);
        now.domains = known;
        self.emit(Step::Next {
            counter: number,
            end,
            to: again,
        })?;
        self.place(over);
        self.top = top;
        Ok(so_far)
    }

    /// A fold whose rounds are all written out: the result is known as far as it can be.
    pub(super) fn written_out(
        &mut self,
        rounds: std::ops::Range<i64>,
        init: Value,
        body: &Expr,
        is_blind: bool,
        now: &mut Now,
    ) -> Result<Value, Declined> {
        let (level, last) = (now.env.len(), rounds.end - 1);
        let mut result = init;
        // Once the result hangs on what is looked at, it is in this register; and what it may be
        // for those who leave early.
        let (mut home, mut left): (Option<Reg>, Option<Interval>) = (None, None);
        let (over, known) = (self.label(), now.domains.clone());
        for v in rounds {
            now.env.extend([Value::Known(v), result]);
            let taken = self.taken(body, now);
            let is_open = is_blind && v < last && self.foreseen(body, &now.env, now).is_none();
            if let Some(one) = taken.filter(|_| !is_open) {
                let next = self.expr(one, now)?;
                now.env.truncate(level);
                if is_blind && next == result {
                    break;
                }
                result = next;
                if let (Some(_), Some(to)) = (left, home) {
                    let interval = self.interval(result, now);
                    let from = self.register_of(result)?;
                    if from != to {
                        self.emit(Step::Move { to, from })?;
                    }
                    result = Value::Reg { reg: to, interval };
                }
                continue;
            }
            let to = match home {
                Some(to) => to,
                None => self.register(),
            };
            home = Some(to);
            let interval = self.interval(result, now);
            let from = self.register_of(result)?;
            if from != to {
                self.emit(Step::Move { to, from })?;
            }
            now.env[level + 1] = Value::Reg { reg: to, interval };
            let before = is_open.then(|| self.register());
            if let Some(kept) = before {
                self.emit(Step::Move { to: kept, from: to })?;
            }
            let interval = self.into(body, to, now)?;
            result = Value::Reg { reg: to, interval };
            now.env[level + 1] = result;
            let mut leaves = before.is_some();
            if let Some(y) = before {
                self.emit(Step::IfEq { x: to, y, to: over })?;
            }
            if v < last {
                leaves |= self.settled(body, level, now, over)?;
            }
            if leaves {
                left = Some(left.map_or(interval, |left| left.join(interval)));
            }
            now.env.truncate(level);
            now.domains.clone_from(&known);
        }
        self.place(over);
        now.domains = known;
        Ok(match (result, left) {
            (Value::Reg { reg, interval }, Some(left)) => Value::Reg {
                reg,
                interval: interval.join(left),
            },
            (result, _) => result,
        })
    }

    /// What a round comes to without a look at anything that is not known; `None` where it has to
    /// be looked at.
    pub(super) fn taken<'b>(&self, body: &'b Expr, now: &Now) -> Option<&'b Expr> {
        let Expr::Ite(condition, yes, no) = body else {
            return Some(body);
        };
        match self.foreseen(condition, &now.env, now)? {
            0 => self.taken(no, now),
            _ => self.taken(yes, now),
        }
    }

    /// Leaves a fold whose result no further round changes: its body is "if c, the result, else
    /// more", or the other way round, and c looks at the result alone. Whether there is such a way
    /// out.
    pub(super) fn settled(
        &mut self,
        body: &Expr,
        level: usize,
        now: &mut Now,
        end: Place,
    ) -> Result<bool, Declined> {
        let result = Expr::Var(level + 1);
        let flag = self.interval(now.env[level + 1], now);
        let Expr::Ite(condition, yes, no) = body else {
            return Ok(false);
        };
        if condition.mentions(level) {
            return Ok(false);
        }
        let alone = **condition == result;
        let known = now.domains.clone();
        let when = if **yes == result || alone && is(yes, 1) && Interval::FLAG.holds(flag) {
            true
        } else if **no == result || alone && is(no, 0) {
            false
        } else {
            return Ok(false);
        };
        self.branch(condition, now, end, when)?;
        now.domains = known;
        Ok(true)
    }
}
