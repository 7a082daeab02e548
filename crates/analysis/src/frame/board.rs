//! Rewriting rules laid on a board of known size.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{Emit, Play};
use crate::board::{Board, Placement, Rewrite};
use crate::budget::Budget;
use crate::game::{By, Player};

/// All places where each rule can be laid.
pub struct BoardFrame {
    /// The moves: who, which rule, where.
    pub moves: Vec<(By, usize, Placement)>,
    /// The forced follow-ups in the order in which they are tried.
    pub at_once: Vec<Placement>,
    /// For each cell the follow-ups that look at it.
    looking: Vec<Vec<u32>>,
    pub(super) budget: Budget,
}

/// Placements tried between two charges.
const TRIED: usize = 64;

/// Follow-ups that may fit: those from `from` on, and some before it. All others do not.
struct Open {
    before: BTreeSet<u32>,
    from: usize,
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
        let at_once: Vec<Placement> = board.at_once.iter().flat_map(place).collect();
        let mut looking = Vec::new();
        if !at_once.is_empty() {
            looking.resize(rows * columns, Vec::new());
        }
        for (number, placement) in (0u32..).zip(&at_once) {
            for (cell, before, _) in &placement.cells {
                if before.is_some() {
                    looking[*cell].push(number);
                }
            }
        }
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
            at_once,
            looking,
            budget: Budget::OPEN,
        }
    }

    /// Carries out forced follow-ups until none applies, each time the first that does; breaks off
    /// where the budget is over, and then the state is one in between. They end because the rules
    /// demand a falling measure of them.
    ///
    /// `O(placements)`, and for each follow-up carried out as many as look at its cells: after it,
    /// no other can have come to fit.
    pub fn settle(&self, state: &mut [i64]) -> ControlFlow<()> {
        let open = Open {
            before: BTreeSet::new(),
            from: 0,
        };
        self.settle_open(state, open)
    }

    /// The same for a state that was settled before `placement` was carried out on it, without a
    /// look at all the others.
    pub fn settle_after(&self, placement: &Placement, state: &mut [i64]) -> ControlFlow<()> {
        let mut open = Open {
            before: BTreeSet::new(),
            from: self.at_once.len(),
        };
        self.touched(placement, &mut open)?;
        self.settle_open(state, open)
    }

    fn settle_open(&self, state: &mut [i64], mut open: Open) -> ControlFlow<()> {
        loop {
            while let Some(number) = open.before.pop_first() {
                let placement = &self.at_once[number as usize];
                self.budget.charge(1)?;
                if placement.fits(state) {
                    self.carry_out(number, state, &mut open)?;
                }
            }
            let rest = &self.at_once[open.from..];
            let tried = &rest[..rest.len().min(TRIED)];
            if tried.is_empty() {
                return ControlFlow::Continue(());
            }
            self.budget.charge(tried.len() as u64)?;
            match tried.iter().position(|placement| placement.fits(state)) {
                None => open.from += tried.len(),
                Some(at) => {
                    open.from += at;
                    self.carry_out(open.from as u32, state, &mut open)?;
                }
            }
        }
    }

    fn carry_out(&self, number: u32, state: &mut [i64], open: &mut Open) -> ControlFlow<()> {
        let placement = &self.at_once[number as usize];
        placement.apply(state);
        self.touched(placement, open)
    }

    /// Opens the follow-ups that look at a cell which the placement writes; it may be among them
    /// itself.
    fn touched(&self, placement: &Placement, open: &mut Open) -> ControlFlow<()> {
        for (cell, _, after) in &placement.cells {
            if after.is_some() {
                let looking = &self.looking[*cell];
                self.budget.charge(looking.len() as u64)?;
                let before = looking
                    .iter()
                    .filter(|other| (**other as usize) < open.from);
                open.before.extend(before);
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn options(
        &self,
        player: Player,
        state: &[i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        let mut next = state.to_vec();
        let mut settled = None;
        for (chunk, moves) in self.moves.chunks(TRIED).enumerate() {
            self.budget.charge(moves.len() as u64)?;
            for (at, (by, rule, placement)) in moves.iter().enumerate() {
                if !by.allows(player) || !placement.fits(state) {
                    continue;
                }
                let at = chunk * TRIED + at;
                self.budget.charge(1 + state.len() as u64 / 8)?;
                next.copy_from_slice(state);
                placement.apply(&mut next);
                if !self.at_once.is_empty() {
                    let is_settled = || !self.at_once.iter().any(|follow_up| follow_up.fits(state));
                    let settled = match settled {
                        Some(settled) => settled,
                        None => {
                            self.budget.charge(self.at_once.len() as u64)?;
                            *settled.insert(is_settled())
                        }
                    };
                    match settled {
                        true => self.settle_after(placement, &mut next)?,
                        false => self.settle(&mut next)?,
                    }
                }
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
