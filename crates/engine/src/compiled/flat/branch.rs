//! Conditions to tests and jumps.

use whowins_analysis::{Interval, Setting};
use whowins_core::{Expr, Op};

use super::super::Declined;
use super::super::expr::{Quantifier, is, quantifier};
use super::known::{Now, Value};
use super::maker::Maker;
use super::step::{Place, Step};
use super::word::Word;
use crate::stack::deeper;

impl<W: Word> Maker<'_, W> {
    /// Jumps to the label where the condition is true, or where it is false, and goes on else; what
    /// it always is, if that is known.
    pub(super) fn branch(
        &mut self,
        condition: &Expr,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        deeper(|| self.branch_here(condition, now, to, when))
    }

    fn branch_here(
        &mut self,
        condition: &Expr,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        if let Expr::Fold(lo, hi, init, body) = condition
            && let Some(one) = quantifier(init, body, now.env.len())
        {
            return self.search(lo, hi, one, now, to, when);
        }
        let top = self.top;
        let decided = match condition {
            Expr::Bin(Op::Eq, x, y) if is(y, 0) && self.is_sum(x, now) => {
                self.nothing(x, now, to, when)?
            }
            Expr::Bin(op @ (Op::Eq | Op::Lt | Op::Le), x, y) => {
                let x = self.expr(x, now)?;
                let y = self.expr(y, now)?;
                self.compare(*op, x, y, now, to, when)?
            }
            // "not"
            Expr::Ite(c, nay, aye) if is(nay, 0) && is(aye, 1) => {
                self.branch(c, now, to, !when)?.map(|holds| !holds)
            }
            // "and", "or"
            Expr::Ite(c, y, n) if is(n, 0) => self.both(c, y, false, now, to, when)?,
            Expr::Ite(c, y, n) if is(y, 1) => self.both(c, n, true, now, to, when)?,
            // One condition or another.
            Expr::Ite(c, y, n) => self.either_branch(c, y, n, now, to, when)?,
            _ => {
                let value = self.expr(condition, now)?;
                self.compare_flag(value, now, to, when)?
            }
        };
        self.top = top;
        Ok(decided)
    }

    /// Whether an expression adds up numbers that are not below 0.
    pub(super) fn is_sum(&self, expr: &Expr, now: &Now) -> bool {
        let mut bound = self.intervals(now);
        match expr {
            Expr::Bin(Op::Add, x, y) => [x, y]
                .into_iter()
                .all(|one| self.setting.interval(one, &mut bound).least >= 0),
            Expr::Fold(lo, hi, init, body) => {
                let level = now.env.len();
                let Expr::Bin(Op::Add, x, y) = &**body else {
                    return false;
                };
                let result = Expr::Var(level + 1);
                let one = match (**x == result, **y == result) {
                    (true, false) => y,
                    (false, true) => x,
                    _ => return false,
                };
                bound.extend([Interval::ANY, Interval::ANY]);
                let ends = [lo, hi].map(|end| self.foreseen(end, &now.env, now));
                is(init, 0)
                    && ends.iter().all(Option::is_some)
                    && !one.mentions(level + 1)
                    && self.setting.interval(one, &mut bound).least >= 0
            }
            _ => false,
        }
    }

    /// Jumps where all that a sum adds up is 0, or where it is not.
    pub(super) fn nothing(
        &mut self,
        expr: &Expr,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let (level, before) = (now.env.len(), now.domains.clone());
        // Where one of them is not 0.
        let past = self.gathering();
        let out = if when { past } else { to };
        let (mut is_open, mut is_over) = (false, false);
        let mut parts = Vec::new();
        match expr {
            Expr::Bin(_, x, y) => parts.extend([(None, &**x), (None, &**y)]),
            Expr::Fold(lo, hi, _, body) => {
                let Expr::Bin(_, x, y) = &**body else {
                    return Err(Declined);
                };
                let one = if **x == Expr::Var(level + 1) { y } else { x };
                let ends = [lo, hi].map(|end| self.foreseen(end, &now.env, now));
                let [Some(lo), Some(hi)] = ends else {
                    return Err(Declined);
                };
                if hi.saturating_sub(lo) > 128 {
                    return Err(Declined);
                }
                parts.extend((lo..hi).map(|v| (Some(v), &**one)));
            }
            _ => return Err(Declined),
        }
        for (v, one) in parts {
            if let Some(v) = v {
                now.env.extend([Value::Known(v), Value::Known(0)]);
            }
            let decided = match self.is_sum(one, now) {
                true => self.nothing(one, now, out, false)?,
                false => {
                    let value = self.expr(one, now)?;
                    self.compare(Op::Eq, value, Value::Known(0), now, out, false)?
                }
            };
            now.env.truncate(level);
            is_open |= decided.is_none();
            if decided == Some(false) {
                is_over = true;
                break;
            }
        }
        if when && !is_over {
            self.jumps(to, &now.domains);
            self.emit(Step::Jump { to })?;
        }
        self.place(past);
        if when {
            now.domains = self.gathered(past).unwrap_or(before);
        }
        Ok(match (is_over, is_open) {
            (true, false) => Some(false),
            (false, false) => Some(true),
            _ => None,
        })
    }

    pub(super) fn either_branch(
        &mut self,
        c: &Expr,
        y: &Expr,
        n: &Expr,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let (other, end) = (self.gathering(), self.gathering());
        let before = now.domains.clone();
        match self.branch(c, now, other, false)? {
            Some(true) => {
                self.place(other);
                return self.branch(y, now, to, when);
            }
            Some(false) => {
                self.place(other);
                now.domains = self.gathered(other).unwrap_or(before);
                return self.branch(n, now, to, when);
            }
            None => {}
        }
        let one = self.branch(y, now, to, when)?;
        if one != Some(when) {
            self.jumps(end, &now.domains);
        }
        self.emit(Step::Jump { to: end })?;
        self.place(other);
        now.domains = self.gathered(other).unwrap_or_else(|| before.clone());
        let two = self.branch(n, now, to, when)?;
        if two != Some(when) {
            self.jumps(end, &now.domains);
        }
        self.place(end);
        now.domains = self.gathered(end).unwrap_or(before);
        Ok(one.filter(|holds| two == Some(*holds)))
    }

    /// The second condition counts where the first is not `settles`, which else is the value of
    /// both.
    pub(super) fn both(
        &mut self,
        first: &Expr,
        second: &Expr,
        settles: bool,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let past = self.gathering();
        let out = if when == settles { to } else { past };
        let before = now.domains.clone();
        let one = self.branch(first, now, out, settles)?;
        let decided = match one {
            Some(holds) if holds == settles => Some(settles),
            _ => {
                let two = self.branch(second, now, to, when)?;
                if two != Some(when) {
                    self.jumps(past, &now.domains);
                }
                match one {
                    // The first is always what leaves it to the second.
                    Some(_) => two,
                    None => two.filter(|holds| *holds == settles),
                }
            }
        };
        self.place(past);
        now.domains = self.gathered(past).unwrap_or(before);
        Ok(decided)
    }

    /// Jumps to the label where a quantified condition is true, or where it is false: one number
    /// after the other is asked.
    pub(super) fn search(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        quantifier: Quantifier<'_>,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let Quantifier { settles, asked } = quantifier;
        let (top, before) = (self.top, now.domains.clone());
        let (lo, hi) = (self.expr(lo, now)?, self.expr(hi, now)?);
        let ends = (self.interval(lo, now), self.interval(hi, now));
        let Some(numbers) = Setting::rounds(ends.0, ends.1) else {
            return self.decided(!settles, now, to, when).map(Some);
        };
        // Where it is settled, and where all numbers have been asked.
        let past = self.gathering();
        let (found, none) = if when == settles {
            (to, past)
        } else {
            (past, to)
        };
        // The result so far, which is not looked at.
        let result = Value::Known(i64::from(!settles));
        let level = now.env.len();
        let bounds = self.number(lo, now).zip(self.number(hi, now));
        let rounds = bounds.map(|(lo, hi)| usize::try_from(hi.saturating_sub(lo)).unwrap_or(0));
        let (mut is_settled, mut is_open) = (false, false);
        if let (Some((lo, hi)), Some(rounds)) = (bounds, rounds)
            && self.is_short(rounds, asked)
        {
            for number in lo..hi {
                now.env.extend([Value::Known(number), result]);
                let decided = self.branch(asked, now, found, settles)?;
                now.env.truncate(level);
                is_open |= decided.is_none();
                if decided == Some(settles) {
                    is_settled = true;
                    break;
                }
            }
        } else {
            is_open = true;
            let (counter, end) = (self.register(), self.register());
            let (from, until) = (self.register_of(lo)?, self.register_of(hi)?);
            self.emit(Step::Move { to: counter, from })?;
            self.emit(Step::Move {
                to: end,
                from: until,
            })?;
            self.jumps(none, &now.domains);
            self.emit(Step::UnlessLt {
                x: counter,
                y: end,
                to: none,
            })?;
            let again = self.label();
            self.head(again);
            let inner = now.domains.clone();
            let numbers = Value::Reg {
                reg: counter,
                interval: numbers,
            };
            now.env.extend([numbers, result]);
            self.branch(asked, now, found, settles)?;
            now.env.truncate(level);
            now.domains = inner;
            self.emit(Step::Next {
                counter,
                end,
                to: again,
            })?;
        }
        if !is_settled {
            self.jumps(none, &now.domains);
            if none == to {
                self.emit(Step::Jump { to })?;
            }
        }
        self.place(past);
        now.domains = self.gathered(past).unwrap_or(before);
        self.top = top;
        Ok(match (is_settled, is_open) {
            (true, false) => Some(settles),
            (false, false) => Some(!settles),
            _ => None,
        })
    }
}
