//! Upper bounds of a choice that has no end of its own, from conditions that every legal move
//! satisfies.
//!
//! A condition `limit <= value` bounds k if `value <= (rest + factor · k) / by` with a factor that
//! is negative in every legal move: then k is at most `(rest - limit · by) / -factor`. A factor
//! that can be 0 gives no bound, because the condition then allows every k. Several such conditions
//! together give one if in every legal move the factor of at least one is negative: the greatest of
//! their quotients. Start reading at [`upper_bound`].

use whowins_core::{Expr, Op};

use super::facts::Facts;
use super::scope::{add, at_most, known, mul, sub};

/// The most forms that are tried for one condition.
const MAX_LINES: usize = 6;
/// The largest denominator.
const MAX_BY: i64 = 1 << 20;

/// A variable and its range: from `lo` on, and below `hi`.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) level: usize,
    pub(super) lo: Expr,
    pub(super) hi: Option<Expr>,
}

/// A value with a least or a largest limit in every legal move.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    pub(super) value: Expr,
    pub(super) limit: Expr,
    pub(super) is_least: bool,
}

/// `(rest + factor · variable) / by`, with `by` from 1 on.
#[derive(Clone, Debug)]
struct Line {
    rest: Expr,
    factor: Expr,
    by: i64,
}

/// A bound of a choice, `room / by`, where `by` is at least 1.
struct Quotient {
    room: Expr,
    by: Expr,
    /// The factor without approximation, for the proof that it is at least 1.
    factor: Expr,
}

/// Returns the largest value that a variable can have in a legal move, over what stands before it;
/// `None` if none is seen.
///
/// `later` are the variables that are bound after it, in order.
pub(super) fn upper_bound(
    facts: &Facts<'_>,
    of: &Variable,
    later: &[Variable],
    limits: &[Limit],
) -> Option<Expr> {
    let is_natural = facts.surely_at_least(&Expr::Var(of.level), 0);
    let mut natural = facts.clone();
    natural.at_least(&Expr::Var(of.level), 0);
    let search = Search {
        facts: &natural,
        of,
        later,
    };
    let quotients: Vec<Quotient> = limits
        .iter()
        .flat_map(|one| search.quotients(one))
        .collect();
    let one = Expr::num(1);
    let is_positive = |one_of: &Quotient| natural.surely_at_least(&one_of.factor, 1);
    let (sure, unsure): (Vec<_>, Vec<_>) = quotients.into_iter().partition(is_positive);
    let bound = if sure.is_empty() {
        let factors: Vec<Expr> = (unsure.iter())
            .map(|quotient| at_most(one.clone(), quotient.factor.clone()))
            .collect();
        if !natural.surely(&factors) {
            return None;
        }
        // Where a divisor is not positive, the quotient is 0.
        joined(Op::Max, unsure)?
    } else {
        joined(Op::Min, sure)?
    };
    // The bound was derived for values from 0 on; others stay possible.
    Some(match is_natural {
        true => bound,
        false => Expr::bin(Op::Max, bound, Expr::num(-1)),
    })
}

fn joined(op: Op, quotients: Vec<Quotient>) -> Option<Expr> {
    let mut all: Vec<Expr> = Vec::new();
    for one in quotients {
        let end = Expr::bin(Op::Div, one.room, one.by);
        if !all.contains(&end) {
            all.push(end);
        }
    }
    all.into_iter().reduce(|a, b| Expr::bin(op, a, b))
}

struct Search<'s> {
    facts: &'s Facts<'s>,
    of: &'s Variable,
    later: &'s [Variable],
}

impl Search<'_> {
    /// The bounds by a limit that hold where their factor is positive, except where it never is.
    fn quotients(&self, limit: &Limit) -> Vec<Quotient> {
        // Of a least limit the value is bounded from above, and falls.
        let up = limit.is_least;
        let mut values = vec![(limit.value.clone(), 1)];
        values.extend(
            self.without_later(&limit.value, up)
                .filter(|(value, _)| *value != limit.value),
        );
        let mut all = Vec::new();
        for (value, over) in values {
            for line in self.lines(&value, self.of.level, up, true) {
                let (Some(by), rest) = (line.by.checked_mul(over), line.rest.tidy()) else {
                    continue;
                };
                let limit = times(limit.limit.clone(), by);
                let factor = line.factor.tidy();
                let (room, factor) = match up {
                    true => (sub(rest, limit), sub(Expr::num(0), factor)),
                    false => (sub(limit, rest), factor),
                };
                if self
                    .facts
                    .surely_at_least(&sub(Expr::num(0), factor.clone()), 0)
                {
                    continue;
                }
                let Some((room, over)) = self.without_later(&room, true) else {
                    continue;
                };
                // A factor by later choices is at least 1 where there is a bound at all.
                let is_later = self.later.iter().any(|one| factor.mentions(one.level));
                let by = if is_later {
                    Expr::num(1)
                } else {
                    factor.clone()
                };
                all.push(Quotient {
                    room,
                    by: times(by, over),
                    factor,
                });
            }
        }
        all
    }

    /// An expression that is at least this one, or at most, divided by the number, and has no later
    /// variables.
    fn without_later(&self, expr: &Expr, up: bool) -> Option<(Expr, i64)> {
        let mut expr = expr.clone();
        let mut by = 1_i64;
        for variable in self.later.iter().rev() {
            let level = variable.level;
            if !expr.mentions(level) {
                continue;
            }
            let is_natural = self.facts.surely_at_least(&Expr::Var(level), 0);
            let lines = self.lines(&expr, level, up, is_natural);
            let ends = lines.into_iter().find_map(|line| {
                let at = |end: Expr| add(line.rest.clone(), mul(line.factor.clone(), end));
                let last = || Some(sub(variable.hi.clone()?, Expr::num(1)));
                let first = || variable.lo.clone();
                let rises = self.facts.surely_at_least(&line.factor, 0);
                let falls = self
                    .facts
                    .surely_at_least(&sub(Expr::num(0), line.factor.clone()), 0);
                let end = match (rises, falls) {
                    (true, true) => line.rest.clone(),
                    (true, _) if up => at(last()?),
                    (true, _) => at(first()),
                    (_, true) if up => at(first()),
                    (_, true) => at(last()?),
                    _ => {
                        let op = if up { Op::Max } else { Op::Min };
                        Expr::bin(op, at(first()), at(last()?))
                    }
                };
                Some((end.tidy(), line.by))
            });
            let (end, over) = ends?;
            expr = end;
            by = by.checked_mul(over).filter(|by| *by <= MAX_BY)?;
        }
        Some((expr, by))
    }

    /// Lines that are nowhere below an expression, or nowhere above it.
    ///
    /// A variable that is not `natural` can be negative; then only lines that equal the expression,
    /// or differ by a constant, count.
    fn lines(&self, expr: &Expr, level: usize, up: bool, natural: bool) -> Vec<Line> {
        let mut all = self.all_lines(expr, level, up, natural);
        all.truncate(MAX_LINES);
        all
    }

    fn all_lines(&self, expr: &Expr, level: usize, up: bool, natural: bool) -> Vec<Line> {
        if let Some((rest, factor)) = linear(expr, level) {
            return vec![Line {
                rest,
                factor,
                by: 1,
            }];
        }
        let flat = || self.flat(expr, up).into_iter().collect::<Vec<Line>>();
        let lines = |expr: &Expr, up: bool| self.lines(expr, level, up, natural);
        match expr {
            Expr::Bin(op @ (Op::Add | Op::Sub), x, y) => {
                let second = lines(y, up == (*op == Op::Add));
                pairs(&lines(x, up), &second, |a, b| Expr::bin(*op, a, b))
            }
            Expr::Bin(Op::Mul, x, y) => {
                let mut all = self.product(x, y, level, up, natural);
                all.extend(self.product(y, x, level, up, natural));
                all.extend(flat());
                all
            }
            Expr::Bin(Op::Div, x, by) => match known(by).filter(|by| (1..=MAX_BY).contains(by)) {
                Some(by) => lines(x, up)
                    .into_iter()
                    .filter_map(|line| {
                        let lost = if up {
                            0
                        } else {
                            (by - 1).checked_mul(line.by)?
                        };
                        Some(Line {
                            rest: sub(line.rest, Expr::num(lost)),
                            by: line.by.checked_mul(by).filter(|by| *by <= MAX_BY)?,
                            ..line
                        })
                    })
                    .collect(),
                None => flat(),
            },
            Expr::Bin(op @ (Op::Min | Op::Max), x, y) if natural => {
                // The greater of two is at least each of them, and at most a line above both.
                match up == (*op == Op::Max) {
                    true => pairs(&lines(x, up), &lines(y, up), |a, b| Expr::bin(*op, a, b)),
                    false => [lines(x, up), lines(y, up)].concat(),
                }
            }
            Expr::Ite(condition, x, y) if natural => {
                let op = if up { Op::Max } else { Op::Min };
                let fixed = !condition.mentions(level);
                pairs(&lines(x, up), &lines(y, up), |a, b| match fixed {
                    true => Expr::ite((**condition).clone(), a, b),
                    false => Expr::bin(op, a, b),
                })
            }
            _ => flat(),
        }
    }

    /// Lines of a product by those of its second factor.
    fn product(&self, x: &Expr, y: &Expr, level: usize, up: bool, natural: bool) -> Vec<Line> {
        let least = |expr: &Expr, least| self.facts.surely_at_least(expr, least);
        let minus = |expr: &Expr| sub(Expr::num(0), expr.clone());
        if !x.mentions(level) {
            let side = match (least(x, 0), least(&minus(x), 0)) {
                (true, _) => up,
                (_, true) => !up,
                _ => return Vec::new(),
            };
            let lines = self.lines(y, level, side, natural);
            let scaled = lines.into_iter().map(|line| Line {
                rest: mul(x.clone(), line.rest),
                factor: mul(x.clone(), line.factor),
                ..line
            });
            return scaled.collect();
        }
        // A square is at least its root, and a factor from 1 on takes a number only farther from 0.
        let is_square = !up && x == y;
        match is_square || least(x, 1) && least(&if up { minus(y) } else { y.clone() }, 0) {
            true => self.lines(y, level, up, natural),
            false => Vec::new(),
        }
    }

    /// The line without slope at the end of an interval.
    fn flat(&self, expr: &Expr, up: bool) -> Option<Line> {
        let end = match (expr, up) {
            // A remainder is below its divisor, whatever that is.
            (Expr::Bin(Op::Mod, _, by), true)
                if (self.later.iter().map(|one| one.level))
                    .chain([self.of.level])
                    .all(|level| !by.mentions(level)) =>
            {
                Expr::bin(Op::Max, sub((**by).clone(), Expr::num(1)), Expr::num(0))
            }
            _ => {
                let inside = self.facts.interval(expr);
                let end = if up { inside.most } else { inside.least };
                let far = 1_i128 << 62;
                Expr::num((-far..=far).contains(&end).then_some(end)?)
            }
        };
        Some(Line {
            rest: end,
            factor: Expr::num(0),
            by: 1,
        })
    }
}

fn times(expr: Expr, by: i64) -> Expr {
    match by {
        1 => expr,
        by => mul(expr, Expr::num(by)),
    }
}

/// Each line of the first with each of the second, joined over a common denominator.
fn pairs(first: &[Line], second: &[Line], join: impl Fn(Expr, Expr) -> Expr) -> Vec<Line> {
    let both = first
        .iter()
        .flat_map(|a| second.iter().map(move |b| (a, b)));
    both.filter_map(|(a, b)| {
        let by = a.by.checked_mul(b.by).filter(|by| *by <= MAX_BY)?;
        let over = |x: &Expr, y: &Expr| join(times(x.clone(), b.by), times(y.clone(), a.by));
        Some(Line {
            rest: over(&a.rest, &b.rest),
            factor: over(&a.factor, &b.factor),
            by,
        })
    })
    .collect()
}

/// Returns `rest` and `factor` of `rest + factor * variable`, where an expression is that.
pub(super) fn linear(expr: &Expr, level: usize) -> Option<(Expr, Expr)> {
    if !expr.mentions(level) {
        return Some((expr.clone(), Expr::num(0)));
    }
    match expr {
        Expr::Var(one) if *one == level => Some((Expr::num(0), Expr::num(1))),
        Expr::Bin(op @ (Op::Add | Op::Sub), x, y) => {
            let ((a, b), (c, d)) = (linear(x, level)?, linear(y, level)?);
            Some((Expr::bin(*op, a, c), Expr::bin(*op, b, d)))
        }
        Expr::Bin(Op::Mul, x, y) if !x.mentions(level) => {
            let (rest, factor) = linear(y, level)?;
            Some((mul((**x).clone(), rest), mul((**x).clone(), factor)))
        }
        Expr::Bin(Op::Mul, x, y) if !y.mentions(level) => {
            let (rest, factor) = linear(x, level)?;
            Some((mul(rest, (**y).clone()), mul(factor, (**y).clone())))
        }
        _ => None,
    }
}
