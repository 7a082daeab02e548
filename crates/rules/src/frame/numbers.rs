//! Guarded commands over variables, compiled.

use std::ops::ControlFlow;

use super::{Emit, Play};
use crate::budget::Budget;
use crate::expression::{Affine, Cond, CondFn, NumberFn};
use crate::game::{By, Player};
use crate::numbers::{Choices, NumberMove, Numbers, Variable};

/// The compiled moves and the ranges of the variables.
pub struct NumbersFrame {
    moves: Vec<CompiledMove>,
    ranges: Vec<(i64, i64)>,
    pub(super) budget: Budget,
}

struct CompiledMove {
    /// What trying one choice of all its numbers costs, roughly.
    cost: u64,
    by: By,
    binders: Vec<CompiledChoices>,
    guard: Option<CondFn>,
    updates: Vec<(usize, NumberFn)>,
}

enum CompiledChoices {
    Of(Vec<i64>),
    Between(NumberFn, Option<NumberFn>, Vec<Bound>),
}

/// A variable's range seen as a bound on an open binder: `form(slots) + coefficient · binder` must not pass the range's end.
struct Bound {
    form: Affine,
    coefficient: i64,
    limit: i64,
}

impl Bound {
    /// The largest value of the binder that the variable's range leaves.
    fn largest(&self, slots: &[i64]) -> i64 {
        let rest = self
            .form
            .coefficients
            .iter()
            .zip(slots)
            .fold(self.form.constant, |sum, (c, slot)| {
                sum.saturating_add(c.saturating_mul(*slot))
            });
        if self.coefficient < 0 {
            rest.saturating_sub(self.limit)
                .div_euclid(-self.coefficient)
        } else {
            self.limit.saturating_sub(rest).div_euclid(self.coefficient)
        }
    }
}

/// The bounds that the variables' ranges put on binder `binder` of a move; empty where nothing stops it.
///
/// Only updates that are linear, and in which later binders can but tighten the bound, are used.
fn bounds(numbers: &Numbers, command: &NumberMove, binder: usize) -> Vec<Bound> {
    let variables = numbers.variables.len();
    let slots = variables + command.binders.len();
    let slot = variables + binder;
    command
        .updates
        .iter()
        .filter_map(|(variable, update)| {
            let mut form = update.affine(slots)?;
            let coefficient = std::mem::take(&mut form.coefficients[slot]);
            let range: &Variable = &numbers.variables[*variable];
            let limit = match coefficient {
                0 => return None,
                c if c < 0 => range.least,
                _ => range.most?,
            };
            for later in binder + 1..command.binders.len() {
                let other = std::mem::take(&mut form.coefficients[variables + later]);
                let tightens = other == 0
                    || (other < 0) == (coefficient < 0)
                        && least_choice(&command.binders[later].choices) >= Some(0);
                if !tightens {
                    return None;
                }
            }
            Some(Bound {
                form,
                coefficient,
                limit,
            })
        })
        .collect()
}

/// The least value of a binder, where it is known without the position.
fn least_choice(choices: &Choices) -> Option<i64> {
    match choices {
        Choices::Of(members) => members.iter().min().copied(),
        Choices::Between(least, _) => match least {
            crate::expression::Expr::Const(value) => Some(*value),
            _ => None,
        },
    }
}

/// Whether the ranges of the variables bound a binder that has no upper bound of its own.
pub(crate) fn is_bounded(numbers: &Numbers, command: &NumberMove, binder: usize) -> bool {
    match &command.binders[binder].choices {
        Choices::Between(_, None) => !bounds(numbers, command, binder).is_empty(),
        _ => true,
    }
}

impl NumbersFrame {
    pub(super) fn new(numbers: &Numbers) -> Self {
        let moves = numbers
            .moves
            .iter()
            .map(|command| CompiledMove {
                // Guards have no more terms than letters.
                cost: 1 + command.text.len() as u64 / 16,
                by: command.by,
                binders: command
                    .binders
                    .iter()
                    .enumerate()
                    .map(|(at, binder)| match &binder.choices {
                        Choices::Of(members) => CompiledChoices::Of(members.clone()),
                        Choices::Between(least, most) => CompiledChoices::Between(
                            least.compile(),
                            most.as_ref().map(|most| most.compile()),
                            bounds(numbers, command, at),
                        ),
                    })
                    .collect(),
                guard: (command.guard != Cond::Const(true)).then(|| command.guard.compile(1, 1)),
                updates: command
                    .updates
                    .iter()
                    .map(|(variable, value)| (*variable, value.compile()))
                    .collect(),
            })
            .collect();
        Self {
            moves,
            ranges: numbers
                .variables
                .iter()
                .map(|variable| (variable.least, variable.most.unwrap_or(i64::MAX - 1)))
                .collect(),
            budget: Budget::OPEN,
        }
    }

    pub(super) fn options(
        &self,
        player: Player,
        state: &[i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        let mut next = state.to_vec();
        for (rule, command) in self.moves.iter().enumerate() {
            if command.by.allows(player) {
                let mut slots = state.to_vec();
                slots.resize(state.len() + command.binders.len(), 0);
                self.choose(command, rule, 0, &mut slots, &mut next, emit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn choose(
        &self,
        command: &CompiledMove,
        rule: usize,
        binder: usize,
        slots: &mut [i64],
        next: &mut [i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        let variables = self.ranges.len();
        let Some(choices) = command.binders.get(binder) else {
            return self.play(command, rule, slots, next, emit);
        };
        match choices {
            CompiledChoices::Of(members) => {
                for member in members {
                    self.budget.charge(1)?;
                    slots[variables + binder] = *member;
                    self.choose(command, rule, binder + 1, slots, next, emit)?;
                }
            }
            CompiledChoices::Between(least, most, bounds) => {
                let written = most.as_ref().map_or(i64::MAX - 1, |most| most(slots));
                let largest = bounds
                    .iter()
                    .map(|bound| bound.largest(slots))
                    .fold(written, i64::min);
                for value in least(slots)..=largest {
                    self.budget.charge(1)?;
                    slots[variables + binder] = value;
                    self.choose(command, rule, binder + 1, slots, next, emit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(
        &self,
        command: &CompiledMove,
        rule: usize,
        slots: &[i64],
        next: &mut [i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        self.budget.charge(command.cost)?;
        if command.guard.as_ref().is_some_and(|guard| !guard(slots)) {
            return ControlFlow::Continue(());
        }
        let variables = self.ranges.len();
        next.copy_from_slice(&slots[..variables]);
        for (variable, value) in &command.updates {
            let value = value(slots);
            let (least, most) = self.ranges[*variable];
            if value < least || value > most {
                return ControlFlow::Continue(());
            }
            next[*variable] = value;
        }
        emit(Play {
            rule,
            chosen: &slots[variables..],
            to: next,
        })
    }
}
