//! Rewriting rules laid on a board of known size.

use std::ops::ControlFlow;

use super::{Emit, Play};
use crate::board::{Board, Placement, Rewrite};
use crate::game::{By, Player};

/// All places where each rule can be laid.
pub struct BoardFrame {
    /// The moves: who, which rule, where.
    pub moves: Vec<(By, usize, Placement)>,
    /// The forced follow-ups in the order in which they are tried.
    pub at_once: Vec<Placement>,
}

impl BoardFrame {
    pub(super) fn new(board: &Board, rows: usize, columns: usize) -> Self {
        let place = |rewrite: &Rewrite| -> Vec<Placement> {
            rewrite
                .stencils
                .iter()
                .flat_map(|stencil| stencil.placements(rows, columns))
                .collect()
        };
        Self {
            moves: board
                .moves
                .iter()
                .enumerate()
                .flat_map(|(rule, rewrite)| {
                    place(rewrite)
                        .into_iter()
                        .map(move |placement| (rewrite.by, rule, placement))
                })
                .collect(),
            at_once: board.at_once.iter().flat_map(place).collect(),
        }
    }

    /// Carries out forced follow-ups until none applies. They end because the checker demands a falling measure of them.
    pub fn settle(&self, state: &mut [i64]) {
        while let Some(placement) = self.at_once.iter().find(|placement| placement.fits(state)) {
            placement.apply(state);
        }
    }

    pub(super) fn options(
        &self,
        player: Player,
        state: &[i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        let mut next = state.to_vec();
        for (at, (by, rule, placement)) in self.moves.iter().enumerate() {
            if by.allows(player) && placement.fits(state) {
                next.copy_from_slice(state);
                placement.apply(&mut next);
                self.settle(&mut next);
                emit(Play {
                    rule: *rule,
                    chosen: &[at as i64],
                    to: &next,
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}
