//! Code that goes apart: for the conditions of an expression.

use whowins_analysis::Interval;
use whowins_core::{Expr, Op};

use super::super::Declined;
use super::super::expr::quantifier;
use super::count;
use super::known::{Now, Value};
use super::maker::Maker;
use super::word::Word;
use crate::stack::deeper;

/// Conditions of one expression that the code goes apart for.
const MOST_FORKS: usize = 3;

/// Maximum nesting of expressions and what follows them.
const MAX_DEPTH: usize = 1 << 14;

/// What is made of a value, on one way.
pub(super) type Then<'t, W> = dyn FnMut(&mut Maker<'_, W>, Value, Now) -> Result<(), Declined> + 't;

impl<W: Word> Maker<'_, W> {
    /// Whether the code goes apart in an expression for few conditions, which are not known.
    pub(super) fn forks(&self, expr: &Expr, now: &Now) -> bool {
        self.effort.apart && matches!(self.count_forks(expr, &now.env, now), 1..=MOST_FORKS)
    }

    /// Conditions that are not known in an expression, on one way through it, as far as they are
    /// few.
    pub(super) fn count_forks(&self, expr: &Expr, env: &[Value], now: &Now) -> usize {
        if self.foreseen(expr, env, now).is_some() {
            return 0;
        }
        match expr {
            Expr::Ite(c, y, n) => match self.foreseen(c, env, now) {
                Some(0) => self.count_forks(n, env, now),
                Some(_) => self.count_forks(y, env, now),
                None => {
                    let ways = [y, n].map(|one| self.count_forks(one, env, now));
                    1 + ways[0].max(ways[1])
                }
            },
            Expr::Bin(Op::Eq | Op::Lt | Op::Le, _, _) => 1,
            Expr::Bin(_, x, y) => self.count_forks(x, env, now) + self.count_forks(y, env, now),
            Expr::Fold(_, _, init, body) if quantifier(init, body, env.len()).is_some() => 1,
            Expr::Fold(lo, hi, init, body) => {
                let ends = [lo, hi].map(|end| self.foreseen(end, env, now));
                let [Some(lo), Some(hi)] = ends else { return 0 };
                let mut sum = self.count_forks(init, env, now);
                let mut inner = env.to_vec();
                // What the rounds come to is not followed.
                let unknown = Value::Reg {
                    reg: 0,
                    interval: Interval::ANY,
                };
                inner.extend([Value::Known(lo), unknown]);
                for v in lo..hi {
                    inner[env.len()] = Value::Known(v);
                    sum += self.count_forks(body, &inner, now);
                    if sum > MOST_FORKS {
                        break;
                    }
                }
                sum
            }
            _ => 0,
        }
    }

    /// Makes code for an expression's value, separately for each path through its conditions.
    ///
    /// Returns [`Declined`] beyond [`MAX_DEPTH`]: whatever follows the value is nested in this call.
    pub(super) fn expr_apart(
        &mut self,
        expr: &Expr,
        now: Now,
        then: &mut Then<'_, W>,
    ) -> Result<(), Declined> {
        self.visit()?;
        if self.depth == MAX_DEPTH {
            return Err(Declined);
        }
        self.depth += 1;
        let made = deeper(|| self.expr_apart_here(expr, now, then));
        self.depth -= 1;
        made
    }

    fn expr_apart_here(
        &mut self,
        expr: &Expr,
        mut now: Now,
        then: &mut Then<'_, W>,
    ) -> Result<(), Declined> {
        let level = now.env.len();
        match expr {
            Expr::Ite(c, y, n) => match self.foreseen(c, &now.env, &now) {
                Some(0) => self.expr_apart(n, now, then),
                Some(_) => self.expr_apart(y, now, then),
                None => self.fork(c, now, &mut |maker, holds, mut now| {
                    now.env.truncate(level);
                    maker.expr_apart(if holds { y } else { n }, now, then)
                }),
            },
            Expr::Bin(Op::Eq | Op::Lt | Op::Le, _, _)
                if self.foreseen(expr, &now.env, &now).is_none() =>
            {
                self.fork(expr, now, &mut |maker, holds, now| {
                    then(maker, Value::Known(i64::from(holds)), now)
                })
            }
            Expr::Bin(op, x, y) => self.expr_apart(x, now, &mut |maker, x, mut now| {
                now.env.truncate(level);
                maker.expr_apart(y, now, &mut |maker, y, now| {
                    let value = maker.operation(*op, x, y, &now)?;
                    then(maker, value, now)
                })
            }),
            Expr::Fold(_, _, init, body)
                if self.is_quantified(init, body, &now)
                    && self.foreseen(expr, &now.env, &now).is_none() =>
            {
                self.fork(expr, now, &mut |maker, holds, now| {
                    then(maker, Value::Known(i64::from(holds)), now)
                })
            }
            Expr::Fold(lo, hi, init, body) => {
                let ends = [lo, hi].map(|end| self.foreseen(end, &now.env, &now));
                match ends {
                    [Some(lo), Some(hi)] if self.is_short(count(lo, hi), body) => {
                        self.expr_apart(init, now, &mut |maker, value, now| {
                            maker.rounds_apart(lo..hi, value, body, level, now, then)
                        })
                    }
                    _ => {
                        let value = self.expr(expr, &mut now)?;
                        then(self, value, now)
                    }
                }
            }
            _ => {
                let value = self.expr(expr, &mut now)?;
                then(self, value, now)
            }
        }
    }

    pub(super) fn rounds_apart(
        &mut self,
        rounds: std::ops::Range<i64>,
        value: Value,
        body: &Expr,
        level: usize,
        mut now: Now,
        then: &mut Then<'_, W>,
    ) -> Result<(), Declined> {
        now.env.truncate(level);
        if rounds.is_empty() {
            return then(self, value, now);
        }
        now.env.extend([Value::Known(rounds.start), value]);
        self.expr_apart(body, now, &mut |maker, value, now| {
            let rest = rounds.start + 1..rounds.end;
            maker.rounds_apart(rest, value, body, level, now, then)
        })
    }

    /// One way where a condition holds, and one where it does not.
    pub(super) fn fork(
        &mut self,
        condition: &Expr,
        mut now: Now,
        then: &mut dyn FnMut(&mut Self, bool, Now) -> Result<(), Declined>,
    ) -> Result<(), Declined> {
        let (other, from) = (self.gathering(), self.mark());
        let mut second = now.clone();
        let top = self.top;
        let decided = self.branch(condition, &mut now, other, false)?;
        if decided != Some(false) {
            then(self, true, now)?;
        }
        self.place(other);
        self.top = top;
        if decided != Some(true) {
            second.domains = self.gathered(other).unwrap_or(second.domains);
            then(self, false, second)?;
            self.merge(from, other);
        }
        Ok(())
    }
}
