//! What a player chooses.

use whowins_core::{Command, Expr};

use super::Lower;
use super::affine::{Affine, Atom};
use super::fold::{Range, each_name};
use super::scope::{Value, known, lift, mul, plus, reads_from, reads_state, sub};
use crate::tree::{Choice, Word};

/// One number that is chosen.
pub(super) struct Pick<'a> {
    pub(super) word: &'a Word,
    /// Its variable.
    pub(super) level: usize,
    pub(super) lo: Expr,
    /// `None` where the writes must bound it.
    pub(super) hi: Option<Expr>,
    pub(super) conditions: Vec<Expr>,
    /// What it stands for, where that would change while the move is made: the next variable.
    held: Option<Expr>,
    /// The least number that it can be, where that is known.
    least: Option<i64>,
}

/// A change of an element, as far as it bounds choices: the new value, and the range.
pub(super) struct Reach {
    pub(super) value: Expr,
    pub(super) least: Option<Expr>,
    pub(super) most: Option<Expr>,
}

impl<'a> Lower<'a> {
    /// Names what is chosen; its variables are bound from here on.
    pub(super) fn picks(&mut self, choices: &'a [Choice]) -> Option<Vec<Pick<'a>>> {
        let mut picks = Vec::new();
        for (word, range) in each_name(choices) {
            if word.text == "own" || self.parts.iter().any(|part| part.name == word.text) {
                let message = format!("«{}» is a part of the position", word.text);
                return self.fault(word.span.clone(), message, "choose another name");
            }
            let (lo, hi, members) = match range {
                Range::In(set) => {
                    let members = self.set(set)?;
                    (members.lo.clone(), Some(members.hi.clone()), Some(members))
                }
                Range::Between { low, high } => {
                    let (lo, hi) = self.between(low, high)?;
                    (lo, hi, None)
                }
            };
            let level = self.bound;
            self.bound += 1;
            let (value, conditions) = match members {
                Some(members) => self.member(&members, Expr::Var(level))?,
                None => (Value::number(Expr::Var(level)), Vec::new()),
            };
            let held = reads_state(&value.expr).then(|| value.expr.clone());
            let least = match Atom::of(&value.expr) {
                Some(Atom::Choice(_, None)) => known(&lo),
                Some(atom) => self.least_member(atom),
                None => None,
            };
            let value = match held {
                Some(_) => {
                    self.bound += 1;
                    Value::new(Expr::Var(level + 1), value.is)
                }
                None => value,
            };
            self.bind(word, value);
            picks.push(Pick {
                word,
                level,
                lo,
                hi,
                conditions,
                held,
                least,
            });
        }
        Some(picks)
    }

    /// Bounds each choice that has no end by the ranges of what is written.
    pub(super) fn bound_by_writes(
        &mut self,
        picks: &mut [Pick<'a>],
        reaches: &[Reach],
    ) -> Option<()> {
        // Choices that are never negative.
        let naturals: Vec<usize> = picks
            .iter()
            .filter(|pick| pick.least.is_some_and(|least| least >= 0))
            .map(|pick| pick.level)
            .collect();
        for pick in picks.iter_mut().filter(|pick| pick.hi.is_none()) {
            let ends = reaches
                .iter()
                .filter_map(|reach| largest(reach, pick.level, &naturals, self.bound));
            let least = |a, b| Expr::bin(whowins_core::Op::Min, a, b);
            let Some(end) = ends.reduce(least) else {
                let name = &pick.word.text;
                let message = format!("nothing ends the choice of «{name}»");
                let help = format!("write: 1 <= {name} <= N, or name it last");
                return self.fault(pick.word.span.clone(), message, help);
            };
            // What it reads stands where the choice is made.
            pick.hi = Some(plus(lift(&end, self.bound, pick.level), 1));
        }
        Some(())
    }
}

/// The largest value of a variable with which a written value stays in its range, if it is seen.
fn largest(reach: &Reach, level: usize, naturals: &[usize], depth: usize) -> Option<Expr> {
    let later: Vec<usize> = naturals
        .iter()
        .copied()
        .filter(|one| *one > level)
        .collect();
    if let Some(form) = Affine::of(&reach.value) {
        let natural = |atom: Atom| matches!(atom, Atom::Choice(level, _) if later.contains(&level));
        let (rest, factor) = form.without(level, natural)?;
        let room = match factor < 0 {
            true => sub(rest, reach.least.clone()?),
            false => sub(reach.most.clone()?, rest),
        };
        let by = Expr::num(factor.checked_abs()?);
        return Some(Expr::bin(whowins_core::Op::Div, room, by));
    }
    let (rest, factor) = linear(&reach.value, level)?;
    let (mut rest, factor) = (rest.tidy(), factor.tidy());
    let sign = known(&factor);
    for other in later.iter().filter(|other| reach.value.mentions(**other)) {
        // What a later choice adds in the same sense leaves only less room.
        let (without, more) = linear(&rest, *other)?;
        let more = known(&more)?;
        sign.filter(|sign| sign.signum() * more.signum() >= 0)?;
        rest = without.tidy();
    }
    let room = match (sign, &reach.least, &reach.most) {
        (Some(0), ..) => return None,
        (Some(sign), Some(least), _) if sign < 0 => sub(rest, least.clone()),
        (Some(sign), _, Some(most)) if sign > 0 => sub(most.clone(), rest),
        (None, Some(least), None) => sub(rest, least.clone()),
        (None, _, Some(most)) => sub(most.clone(), rest),
        _ => return None,
    };
    let by = match sign {
        Some(sign) => Expr::num(sign.checked_abs()?),
        // Falling where there is only a least value.
        None if reach.most.is_none() => sub(Expr::num(0), factor),
        None => factor,
    };
    let end = Expr::bin(whowins_core::Op::Div, room, by);
    (!reads_from(&end, level, depth)).then_some(end)
}

/// `rest + factor * variable`, where an expression is that.
fn linear(expr: &Expr, level: usize) -> Option<(Expr, Expr)> {
    use whowins_core::Op;
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

/// The choices around what is done with them.
pub(super) fn wrapped(picks: &mut Vec<Pick<'_>>, body: Vec<Command>) -> Command {
    let mut body = body;
    while let Some(pick) = picks.pop() {
        if let Some(held) = pick.held {
            let inner = Command::Seq(std::mem::take(&mut body));
            body.push(Command::choose(held.clone(), plus(held, 1), inner));
        }
        let guards = pick.conditions.into_iter().map(Command::Guard);
        body.splice(0..0, guards);
        let hi = pick.hi.unwrap_or_else(|| pick.lo.clone());
        body = vec![Command::choose(pick.lo, hi, Command::Seq(body))];
    }
    Command::Seq(body)
}
