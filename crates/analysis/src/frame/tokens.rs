//! Token moves, read naively step by step, and as straight paths that can be walked backwards.

use std::ops::ControlFlow;

use super::{Emit, Play};
use crate::budget::Budget;
use crate::expression::{Cond, CondFn};
use crate::game::{By, Ending, Player};
use crate::tokens::{Go, Neighbours, Step, TokenMove, Tokens};

/// Ways through a game's moves that are laid out: each branch of a move and each goal that ends it
/// on the way doubles them.
pub const MOST_PATHS: usize = 1 << 13;

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
    /// Every way through a move, without branches; `None` where there are more than [`MOST_PATHS`].
    pub paths: Option<Vec<Path>>,
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

/// One way through a move: checks and steps in a fixed order, so that it can be walked backwards
/// from where it ends.
pub struct Path {
    /// Who may take it.
    pub by: By,
    /// The parts, in the order of play.
    pub parts: Vec<Part>,
}

/// A part of a [`Path`].
#[derive(Clone)]
pub enum Part {
    /// The state at this point must satisfy the condition.
    Check(Cond),
    /// A token steps.
    Go(Go),
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
            paths: all_paths(tokens, &passing),
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

fn all_paths(tokens: &Tokens, passing: &[&Cond]) -> Option<Vec<Path>> {
    let mut all = Vec::new();
    for token_move in &tokens.moves {
        all.extend(paths(token_move, passing, MOST_PATHS - all.len())?);
    }
    Some(all)
}

/// Every way through a move, its branches turned into checks; a passing goal ends the move where it
/// is reached. `None` where there are more than `most`.
fn paths(token_move: &TokenMove, passing: &[&Cond], most: usize) -> Option<Vec<Path>> {
    let mut open: Vec<Vec<Part>> = vec![Vec::new()];
    let mut done: Vec<Vec<Part>> = Vec::new();
    let not = |condition: &Cond| Part::Check(Cond::Not(Box::new(condition.clone())));
    for (at, step) in token_move.steps.iter().enumerate() {
        let last = at + 1 == token_move.steps.len();
        let mut next = Vec::new();
        for path in open {
            let with = |parts: &[Part]| [path.as_slice(), parts].concat();
            let mut gone = Vec::new();
            match step {
                Step::Require(condition) => next.push(with(&[Part::Check(condition.clone())])),
                Step::Go(go) => gone.push(with(&[Part::Go(*go)])),
                Step::GoIf(condition, go) => {
                    next.push(with(&[not(condition)]));
                    gone.push(with(&[Part::Check(condition.clone()), Part::Go(*go)]));
                }
            }
            for path in gone {
                if last || passing.is_empty() {
                    next.push(path);
                    continue;
                }
                let reached = Cond::Or(passing.iter().map(|goal| (*goal).clone()).collect());
                let mut ended = path.clone();
                ended.push(Part::Check(reached.clone()));
                done.push(ended);
                let mut on = path;
                on.push(not(&reached));
                next.push(on);
            }
        }
        open = next;
        if open.len() + done.len() > most {
            return None;
        }
    }
    done.extend(open);
    let all = done
        .into_iter()
        .filter(|path| path.iter().any(|part| matches!(part, Part::Go(_))))
        .map(|parts| Path {
            by: token_move.by,
            parts,
        })
        .collect();
    Some(all)
}
