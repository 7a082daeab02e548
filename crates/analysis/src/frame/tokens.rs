//! Token moves, carried out step by step.

use std::ops::ControlFlow;

use super::{Emit, Play};
use crate::budget::Budget;
use crate::expression::{Cond, CondFn};
use crate::game::{By, Ending, Player};
use crate::tokens::{Go, Neighbours, Step, Tokens};

/// The token moves of a game, compiled.
pub struct TokensFrame {
    /// Cells of the map.
    pub cells: usize,
    /// Tokens on it.
    pub tokens: usize,
    /// The neighbour relations that steps name.
    pub relations: Vec<Neighbours>,
    moves: Vec<CompiledMove>,
    passing: Vec<CondFn>,
    pub(super) budget: Budget,
}

struct CompiledMove {
    by: By,
    steps: Vec<CompiledStep>,
}

enum CompiledStep {
    Require(CondFn),
    Go(Go),
    GoIf(CondFn, Go),
}

impl TokensFrame {
    pub(super) fn new(tokens: &Tokens, ending: &Ending) -> Self {
        let passing: Vec<&Cond> = ending
            .goals
            .iter()
            .filter(|goal| goal.passing)
            .map(|goal| &goal.when)
            .collect();
        let compile = |condition: &Cond| condition.compile(1, 1);
        Self {
            cells: tokens.cells.len(),
            tokens: tokens.names.len(),
            relations: tokens.relations.clone(),
            moves: tokens
                .moves
                .iter()
                .map(|token_move| CompiledMove {
                    by: token_move.by,
                    steps: token_move
                        .steps
                        .iter()
                        .map(|step| match step {
                            Step::Require(condition) => CompiledStep::Require(compile(condition)),
                            Step::Go(go) => CompiledStep::Go(*go),
                            Step::GoIf(condition, go) => {
                                CompiledStep::GoIf(compile(condition), *go)
                            }
                        })
                        .collect(),
                })
                .collect(),
            passing: passing.iter().map(|condition| compile(condition)).collect(),
            budget: Budget::OPEN,
        }
    }

    pub(super) fn options(
        &self,
        player: Player,
        state: &[i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        let mut slots = state.to_vec();
        for (rule, token_move) in self.moves.iter().enumerate() {
            if token_move.by.allows(player) {
                self.walk(rule, &token_move.steps, false, &mut slots, emit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Carries out the steps that are left; `moved` tells whether some step was taken already.
    fn walk(
        &self,
        rule: usize,
        steps: &[CompiledStep],
        moved: bool,
        slots: &mut [i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        self.budget.charge(1)?;
        let passed = moved && self.passing.iter().any(|goal| goal(slots));
        let (Some((step, rest)), false) = (steps.split_first(), passed) else {
            return if moved {
                emit(Play {
                    rule,
                    chosen: &[],
                    to: slots,
                })
            } else {
                ControlFlow::Continue(())
            };
        };
        let go = match step {
            CompiledStep::Require(condition) => {
                return if condition(slots) {
                    self.walk(rule, rest, moved, slots, emit)
                } else {
                    ControlFlow::Continue(())
                };
            }
            CompiledStep::GoIf(condition, _) if !condition(slots) => {
                return self.walk(rule, rest, moved, slots, emit);
            }
            CompiledStep::Go(go) | CompiledStep::GoIf(_, go) => *go,
        };
        let from = slots[go.token];
        for to in &self.relations[go.relation].forward[from as usize] {
            let to = i64::from(*to);
            self.budget.charge(1)?;
            if go.free && is_occupied(slots, go.token, to) {
                continue;
            }
            slots[go.token] = to;
            let flow = self.walk(rule, rest, true, slots, emit);
            slots[go.token] = from;
            flow?;
        }
        ControlFlow::Continue(())
    }
}

/// Whether another token than `token` stands on `cell`.
pub(crate) fn is_occupied(slots: &[i64], token: usize, cell: i64) -> bool {
    slots
        .iter()
        .enumerate()
        .any(|(other, at)| other != token && *at == cell)
}
