//! By how much each move can shift a functional, at every place of boards of every size.

use std::collections::{BTreeSet, HashMap};

use whowins_analysis::By;
use whowins_analysis::board::{Board, Stencil};

use super::follow::{Case, Unknown, cases, changed};
use super::lines::Lines;
use super::place::{Frame, Room, SIDES, Space, Tails};
use crate::{Budget, Rejection};

/// Twice as far each time is looked, so often.
const WIDENINGS: u32 = 4;

/// A move's stencil, laid at a representative place.
pub(super) struct Laid<'a> {
    pub by: By,
    pub stencil: &'a Stencil,
    pub frame: Frame,
    /// By representative distances of the frame from the edges: the shifts, where the stencil can
    /// lie.
    pub shifts: HashMap<[u64; SIDES], BTreeSet<u64>>,
}

/// All moves, with the space in which they were looked at.
pub(super) struct Shifts<'a> {
    pub space: Space,
    pub moves: Vec<Laid<'a>>,
}

/// The weights by symbol and class of cell, and the modulus.
pub(super) struct Weights<'a> {
    pub modulus: u64,
    pub of: &'a [Vec<u64>],
    pub lines: Option<&'a Lines>,
}

/// The largest extent of a stencil, with the places of its anchors.
pub(super) fn extent(board: &Board) -> u64 {
    let stencils = board
        .moves
        .iter()
        .chain(&board.at_once)
        .flat_map(|rule| &rule.stencils);
    stencils
        .map(|stencil| {
            let places = stencil.cells.iter().map(|cell| (cell.down, cell.right));
            let places: Vec<_> = places.chain(stencil.outside.iter().copied()).collect();
            let spread = |of: fn(&(i64, i64)) -> i64| {
                let low = places.iter().map(of).min().unwrap_or(0);
                places.iter().map(of).max().unwrap_or(0).abs_diff(low)
            };
            spread(|at| at.0).max(spread(|at| at.1)) + 1
        })
        .max()
        .unwrap_or(1)
}

impl<'a> Shifts<'a> {
    /// Looks at every move in every representative place.
    ///
    /// # Errors
    ///
    /// When forced follow-ups run too far, or the budget is used up.
    pub fn new(
        board: &'a Board,
        tails: Tails,
        weights: &Weights<'_>,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        for widening in 0..WIDENINGS {
            let space = Space::new(board, tails, extent(board) << widening);
            match Self::within(board, space, weights, budget) {
                Ok(shifts) => return Ok(shifts),
                Err(Unknown::Far) => {}
                Err(Unknown::Rejected(rejection)) => return Err(rejection),
            }
        }
        Err(Rejection::rules(
            "forced follow-ups run further over the board than is looked at",
        ))
    }

    fn within(
        board: &'a Board,
        space: Space,
        weights: &Weights<'_>,
        budget: &Budget,
    ) -> Result<Self, Unknown> {
        let mut moves = Vec::new();
        for rule in &board.moves {
            for stencil in &rule.stencils {
                let Some(frame) = Frame::of(stencil) else {
                    return Err(Rejection::rules("a move looks at no cell").into());
                };
                let mut shifts = HashMap::new();
                budget.spend(space.room_count(0))?;
                for room in space.rooms(frame, 0) {
                    let all = cases(board, stencil, &room, &space, budget)?;
                    if !all.is_empty() {
                        let shift = |case: &Case| weights.shift(case, &room, &space);
                        let all: Option<BTreeSet<u64>> = all.iter().map(shift).collect();
                        let Some(all) = all else {
                            return Err(Rejection::false_claim(format!(
                                "by how much the move `{}` shifts the sum of pairs hangs on cells that it does not look at",
                                rule.text
                            ))
                            .into());
                        };
                        shifts.insert(room.edges, all);
                    }
                }
                moves.push(Laid {
                    by: rule.by,
                    stencil,
                    frame,
                    shifts,
                });
            }
        }
        Ok(Self { space, moves })
    }
}

impl Weights<'_> {
    /// `None` where it hangs on cells that are not known.
    fn shift(&self, case: &Case, room: &Room, space: &Space) -> Option<u64> {
        let pairs = match self.lines {
            Some(lines) => lines.shift(case, room, self.modulus)?,
            None => 0,
        };
        Some(changed(case).fold(pairs, |sum, at| {
            let class = room.class(space, at);
            let of = |symbol: u8| self.of[usize::from(symbol)][class];
            // A changed cell was known before, or it could not have been found to differ by a rule
            // that looks at it.
            let before = case.before.get(&at).map_or(0, |symbol| of(*symbol));
            (sum + of(case.now[&at]) + (self.modulus - before)) % self.modulus
        }))
    }
}
