//! Positions that are tuples of naturals: heaps, lattice points, and guarded commands over small
//! variables.

use whowins_core::Op;

use crate::expression::{Cond, Expr};
use crate::game::By;

/// Variables and the moves that change them. Slot `i` of a position is variable `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The variables, in the order of the rules.
    pub variables: Vec<Variable>,
    /// The moves.
    pub moves: Vec<NumberMove>,
}

impl Numbers {
    /// Returns true if each move that changes the variable at `slot` sets it, without adding to it
    /// or subtracting from it.
    pub fn only_sets(&self, slot: usize) -> bool {
        let updates = self.moves.iter().flat_map(|one| &one.updates);
        let mut own = updates.filter(|(at, _)| *at == slot);
        own.all(|update| !is_step(update))
    }
}

/// Returns true if an update adds to its variable or subtracts from it.
pub(crate) fn is_step((slot, value): &(usize, Expr)) -> bool {
    matches!(value, Expr::Binary(Op::Sub | Op::Add, own, _) if **own == Expr::Slot(*slot))
}

/// One number of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The least value it takes; at least 0.
    pub least: i64,
    /// The largest value it takes, where the rules say.
    pub most: Option<i64>,
    /// Names of its values, `least` first; empty where they are plain numbers.
    pub words: Vec<String>,
}

/// A guarded command: choose the bound numbers, check the guard, assign all at once. A move that
/// would take a variable out of its range is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberMove {
    /// Who may use it.
    pub by: By,
    /// The numbers chosen; binder `j` of a game with `d` variables is slot `d + j`.
    pub binders: Vec<Binder>,
    /// Looked at before the move; it may speak of the chosen numbers.
    pub guard: Cond,
    /// The new value of each changed variable; everything is read before anything is written.
    pub updates: Vec<(usize, Expr)>,
    /// The move as it was written.
    pub text: String,
}

impl NumberMove {
    /// The move as rules write it, made from what it does: "move x -= k, y := k + 1". Choices and
    /// guard are left out.
    pub fn described(&self, numbers: &Numbers) -> String {
        let name = |slot: usize| {
            let variables = numbers.variables.iter().map(|variable| &variable.name);
            let mut names = variables.chain(self.binders.iter().map(|binder| &binder.name));
            names.nth(slot).cloned().unwrap_or_default()
        };
        let update = |(slot, value): &(usize, Expr)| {
            let own = Expr::Slot(*slot);
            let target = name(*slot);
            match value {
                Expr::Binary(Op::Sub, x, y) if **x == own => {
                    format!("{target} -= {}", y.written(&name))
                }
                Expr::Binary(Op::Add, x, y) if **x == own => {
                    format!("{target} += {}", y.written(&name))
                }
                value => format!("{target} := {}", value.written(&name)),
            }
        };
        let updates: Vec<String> = self.updates.iter().map(update).collect();
        format!("move {}", updates.join(", "))
    }
}

/// A number that a move chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub choices: Choices,
}

/// The values of a [`Binder`], tried in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// The members of a set, in the order given.
    Of(Vec<i64>),
    /// All from the least to the largest. The bounds may use variables and the binders before. With
    /// no largest, the move itself bounds it: the variables must stay in their ranges.
    Between(Expr, Option<Expr>),
}
