//! Tuples: a part for each variable.

use dashu_int::IBig;
use whowins_core::{Command, Expr, Op, Part};

use super::{Lowering, by, part};
use crate::frame::{Bound, bounds};
use crate::numbers::{Choices, NumberMove, Numbers};

impl Lowering {
    pub(super) fn numbers(&mut self, numbers: &Numbers) -> (Vec<Part>, Vec<Command>) {
        let parts = numbers
            .variables
            .iter()
            .map(|one| part(&one.name, one.least, one.most));
        let variables = numbers.variables.len();
        self.slots = (1..=variables).map(Expr::part).collect();
        let moves = numbers.moves.iter().map(|command| {
            let lowered = self.choices(numbers, command, 0);
            self.slots.truncate(variables);
            by(command.by, lowered)
        });
        (parts.collect(), moves.collect())
    }

    /// The move, once its first `chosen` numbers are. Each is a variable of the term, and behind
    /// one of a set stands its place in that.
    pub(super) fn choices(
        &mut self,
        numbers: &Numbers,
        command: &NumberMove,
        chosen: usize,
    ) -> Command {
        let Some(binder) = command.binders.get(chosen) else {
            return self.changes(command);
        };
        let variable = Expr::Var(chosen);
        match &binder.choices {
            Choices::Of(members) => {
                let values = members.iter().map(|member| IBig::from(*member)).collect();
                let set = self.constant("set", values);
                self.slots.push(Expr::get(set, variable));
                let rest = self.choices(numbers, command, chosen + 1);
                Command::choose(Expr::num(0), Expr::Len(set), rest)
            }
            Choices::Between(least, most) => {
                let lo = self.number(least);
                let next = |most: Expr| Expr::bin(Op::Add, most, Expr::num(1));
                let hi = match most {
                    Some(most) => next(self.number(most)),
                    // Larger choices take a variable out of its range: any bound that is large
                    // enough will do.
                    None => {
                        let bounds = bounds(numbers, command, chosen);
                        let largest = bounds.iter().map(|bound| self.largest(bound));
                        let least = |a, b| Expr::bin(Op::Min, a, b);
                        largest.reduce(least).map_or_else(|| lo.clone(), next)
                    }
                };
                self.slots.push(variable);
                let rest = self.choices(numbers, command, chosen + 1);
                Command::choose(lo, hi, rest)
            }
        }
    }

    /// The largest choice that the range of a variable leaves.
    fn largest(&self, bound: &Bound) -> Expr {
        let (form, limit) = (self.form(&bound.form), Expr::num(bound.limit));
        let room = match bound.coefficient < 0 {
            true => Expr::bin(Op::Sub, form, limit),
            false => Expr::bin(Op::Sub, limit, form),
        };
        Expr::bin(
            Op::Div,
            room,
            Expr::num(IBig::from(bound.coefficient.abs())),
        )
    }

    /// The guard, and the new values: all are read before any is written.
    fn changes(&mut self, command: &NumberMove) -> Command {
        let mut all = Vec::new();
        if command.guard != crate::expression::Cond::Const(true) {
            all.push(Command::Guard(
                self.condition(&command.guard, command.binders.len()),
            ));
        }
        let updates = &command.updates;
        let reads_changed = updates.iter().enumerate().any(|(at, (_, value))| {
            value.mentions(&|slot| updates[..at].iter().any(|(changed, _)| *changed == slot))
        });
        let values: Vec<(usize, Expr)> = updates
            .iter()
            .map(|(variable, value)| (*variable + 1, self.number(value)))
            .collect();
        if !reads_changed {
            all.extend(
                values
                    .into_iter()
                    .map(|(part, value)| Command::set(part, value)),
            );
            return Command::Seq(all);
        }
        let first = command.binders.len();
        let written = values
            .iter()
            .enumerate()
            .map(|(at, (part, _))| Command::set(*part, Expr::Var(first + at)));
        let write = Command::Seq(written.collect());
        all.push(values.into_iter().rev().fold(write, |rest, (_, value)| {
            let next = Expr::bin(Op::Add, value.clone(), Expr::num(1));
            Command::choose(value, next, rest)
        }));
        Command::Seq(all)
    }
}
