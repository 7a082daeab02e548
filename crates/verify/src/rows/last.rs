//! Boards of every size on which there is a move, by an extremal argument.
//!
//! On a board that is not all blank there is a last cell, in some reading order, that is not blank.
//! If at every place and with every symbol that cell gives a move, only a blank board has none.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use whowins_analysis::Player;
use whowins_analysis::board::{Board, Stencil};

use super::follow::{At, Fit, fit, origins};
use super::place::{Frame, Room, Space};
use super::shifts::{Shifts, extent};
use crate::rejection::symbols;
use crate::{Budget, Rejection};

/// More unknown cells than these are not tried symbol by symbol.
const DEPTH: usize = 6;

/// The symbol that counts as blank, and the reading order whose last other cell has a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Last {
    /// The blank symbol's index in the order of the rules.
    pub blank: u8,
    /// Whether cells are read row by row; else column by column.
    pub by_rows: bool,
    /// Whether rows are read downwards.
    pub downwards: bool,
    /// Whether columns are read to the right.
    pub rightwards: bool,
}

impl Last {
    /// Whether cell `at` is read after the origin.
    fn after(self, (down, right): At) -> bool {
        let down = if self.downwards { down } else { -down };
        let right = if self.rightwards { right } else { -right };
        let key = if self.by_rows {
            (down, right)
        } else {
            (right, down)
        };
        key > (0, 0)
    }

    /// Shows that on every settled board that is not all blank `player` has a move whose every
    /// shift is wanted.
    ///
    /// # Errors
    ///
    /// A symbol and a place for which no move is seen.
    pub(super) fn moves(
        self,
        board: &Board,
        shifts: &Shifts<'_>,
        player: Player,
        good: &dyn Fn(u64) -> bool,
        budget: &Budget,
    ) -> Result<(), Rejection> {
        // Stencils that touch the last cell reach so far beyond it; the space's own margin must
        // hold for their frames too.
        let more = extent(board);
        let space = Space {
            margin: shifts.space.margin.map(|margin| margin + more),
            reach: shifts.space.reach + more,
            ..shifts.space.clone()
        };
        let search = Search {
            last: self,
            board,
            shifts,
            space: &space,
            player,
            good,
            budget,
        };
        let cell = Frame {
            rows: (0, 0),
            columns: (0, 0),
        };
        budget.spend(space.room_count(0))?;
        for room in space.rooms(cell, 0) {
            for symbol in symbols(board.alphabet.len()) {
                if symbol == self.blank {
                    continue;
                }
                let known = BTreeMap::from([((0, 0), symbol)]);
                if !search.has_move(&room, &known, DEPTH)? {
                    let [up, down, left, right] = room.edges;
                    return Err(Rejection::false_claim(format!(
                        "the needed move is not proved for a board whose last cell that is not blank is `{}` ({up} rows above it, {down} below, {left} columns left, {right} right)",
                        board.alphabet[usize::from(symbol)]
                    )));
                }
            }
        }
        Ok(())
    }
}

struct Search<'a> {
    last: Last,
    board: &'a Board,
    shifts: &'a Shifts<'a>,
    space: &'a Space,
    player: Player,
    good: &'a dyn Fn(u64) -> bool,
    budget: &'a Budget,
}

impl Search<'_> {
    /// Whether a wanted move, or a forced follow-up that was due, is certain whatever the unknown
    /// cells show.
    fn has_move(
        &self,
        room: &Room,
        known: &BTreeMap<At, u8>,
        depth: usize,
    ) -> Result<bool, Rejection> {
        let mut open = None;
        let due = self.board.at_once.iter().flat_map(|rule| &rule.stencils);
        for stencil in due {
            if self.certain(stencil, room, known, &mut open, |_| true)? {
                return Ok(true);
            }
        }
        for laid in &self.shifts.moves {
            if !laid.by.allows(self.player) {
                continue;
            }
            let wanted = |origin: At| {
                let frame = Frame {
                    rows: (laid.frame.rows.0 + origin.0, laid.frame.rows.1 + origin.0),
                    columns: (
                        laid.frame.columns.0 + origin.1,
                        laid.frame.columns.1 + origin.1,
                    ),
                };
                let distances = room.distances(frame);
                let edges = std::array::from_fn(|side| {
                    if self.space.row && side < 2 {
                        0
                    } else {
                        self.shifts.space.fold(side, distances[side])
                    }
                });
                let all = laid.shifts.get(&edges);
                all.is_some_and(|all| all.iter().all(|shift| (self.good)(*shift)))
            };
            if self.certain(laid.stencil, room, known, &mut open, wanted)? {
                return Ok(true);
            }
        }
        let (Some(at), true) = (open, depth > 0) else {
            return Ok(false);
        };
        for symbol in symbols(self.board.alphabet.len()) {
            let mut known = known.clone();
            known.insert(at, symbol);
            if !self.has_move(room, &known, depth - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the stencil certainly fits somewhere over the last cell, where it is wanted; notes a
    /// cell it may hang on.
    fn certain(
        &self,
        stencil: &Stencil,
        room: &Room,
        known: &BTreeMap<At, u8>,
        open: &mut Option<At>,
        wanted: impl Fn(At) -> bool,
    ) -> Result<bool, Rejection> {
        for origin in origins(stencil, std::iter::once((0, 0))) {
            self.budget.spend(stencil.cells.len() as u64 + 1)?;
            let symbol = |at: At| match known.get(&at) {
                Some(symbol) => Some(*symbol),
                None => self.last.after(at).then_some(self.last.blank),
            };
            match fit(stencil, origin, room, self.space, symbol) {
                Ok(Fit::Yes) if wanted(origin) => return Ok(true),
                Ok(Fit::On(at)) if open.is_none() && wanted(origin) => *open = Some(at),
                _ => {}
            }
        }
        Ok(false)
    }
}
