//! A whole board of any size: which of its cells play can join, and the moves on it, by sweeps of
//! the rules over its cells.
//!
//! What [`super::layout`] lists for a part, placement by placement, is here looked at where it
//! lies, so that a row of millions of cells takes some twenty bytes a cell.

use std::ops::Range;

use whowins_analysis::Player;
use whowins_analysis::board::{Board, Stencil};
use whowins_values::{Arena, Cut};

use super::layout::{KEPT, Scratch, asked, join, root};
use super::normal::Piece;

/// Bytes that a cell takes while parts are looked for: what it may show, the cell that it is joined
/// with, and the section of its part.
const CELL: u64 = 16;

/// A board with the rules that are swept over it.
pub(super) struct Ground<'a> {
    board: &'a Piece,
    patterns: Vec<Pattern<'a>>,
    asked: u32,
}

/// A rule in one direction: whose it is, where its origin may lie, and its cells, so far from
/// there.
pub(super) struct Pattern<'a> {
    pub players: [bool; 2],
    rows: Range<i64>,
    columns: Range<i64>,
    cells: Vec<PatternCell>,
    outside: &'a [(i64, i64)],
}

/// A cell of a rule: how far from the origin, the symbols wanted there, as bits, and the one
/// written.
pub(super) struct PatternCell {
    by: isize,
    wanted: u32,
    written: u8,
}

impl<'a> Pattern<'a> {
    fn new(stencil: &'a Stencil, players: [bool; 2], (rows, columns): (i64, i64)) -> Self {
        let within = |sides: &mut dyn Iterator<Item = i64>, length: i64| {
            let (least, most) = sides.fold((0, 0), |(least, most), side| {
                (side.min(least), side.max(most))
            });
            -least..length - most
        };
        let cells = stencil.cells.iter();
        Self {
            players,
            rows: within(&mut cells.clone().map(|cell| cell.down), rows),
            columns: within(&mut cells.clone().map(|cell| cell.right), columns),
            cells: cells
                .map(|cell| PatternCell {
                    by: (cell.down * columns + cell.right) as isize,
                    wanted: cell.before.map_or(u32::MAX, |symbol| 1 << symbol),
                    written: cell.after.unwrap_or(KEPT),
                })
                .collect(),
            outside: &stencil.outside,
        }
    }

    /// The rule's cells with its origin there: each with what is wanted and written.
    pub fn at(&self, origin: usize) -> impl Iterator<Item = (usize, u32, u8)> {
        let cells = self.cells.iter();
        cells.map(move |cell| {
            (
                origin.wrapping_add_signed(cell.by),
                cell.wanted,
                cell.written,
            )
        })
    }
}

impl<'a> Ground<'a> {
    /// The rules on a board.
    pub fn new(rules: &'a Board, board: &'a Piece) -> Self {
        let size = (i64::from(board.rows), i64::from(board.columns));
        let patterns = rules.moves.iter().flat_map(|rewrite| {
            let players = Player::BOTH.map(|player| rewrite.by.allows(player));
            let stencils = rewrite.stencils.iter();
            stencils.map(move |stencil| Pattern::new(stencil, players, size))
        });
        Self {
            patterns: patterns.collect(),
            asked: asked(rules),
            board,
        }
    }

    /// Whether a pattern lies on the board with its origin there, by its own edges.
    fn lies(&self, pattern: &Pattern<'_>, row: i64, column: i64) -> bool {
        let size = (i64::from(self.board.rows), i64::from(self.board.columns));
        let on_board = |(down, right): &(i64, i64)| {
            (0..size.0).contains(&(row + down)) && (0..size.1).contains(&(column + right))
        };
        pattern.rows.contains(&row)
            && pattern.columns.contains(&column)
            && !pattern.outside.iter().any(on_board)
    }

    /// Hands out the patterns that lie on the board with a cell as their origin.
    #[inline]
    fn each_at(&self, origin: usize, mut each: impl FnMut(&Pattern<'a>)) {
        let wide = self.board.columns as usize;
        let (row, column) = match self.board.rows {
            1 => (0, origin),
            _ => (origin / wide, origin % wide),
        };
        for pattern in &self.patterns {
            if self.lies(pattern, row as i64, column as i64) {
                each(pattern);
            }
        }
    }

    /// Takes the steps of so many sweeps off the budget.
    fn charge(&self, arena: &Arena, sweeps: u64) -> Result<(), Cut> {
        let cells = self.board.cells.len() as u64;
        arena.charge(1 + sweeps * cells * self.patterns.len() as u64 / 8)
    }

    /// The symbols that each cell may show in play, as bits: sweeps there and back, until none
    /// brings up another.
    fn may(&self, arena: &Arena) -> Result<Vec<u32>, Cut> {
        let mut may: Vec<u32> = self.board.cells.iter().map(|symbol| 1 << symbol).collect();
        let cells = may.len();
        for sweep in 0u64.. {
            self.charge(arena, 1)?;
            let mut changed = false;
            for at in 0..cells {
                let origin = if sweep & 1 == 0 { at } else { cells - 1 - at };
                self.each_at(origin, |pattern| {
                    if pattern
                        .at(origin)
                        .all(|(at, wanted, _)| may[at] & wanted != 0)
                    {
                        for (at, _, written) in pattern.at(origin) {
                            if written != KEPT && may[at] >> written & 1 == 0 {
                                may[at] |= 1 << written;
                                changed |= self.asked >> written & 1 == 1;
                            }
                        }
                    }
                });
            }
            if !changed {
                break;
            }
        }
        Ok(may)
    }

    /// Finds the part of each cell.
    ///
    /// # Errors
    /// Where the budget is over or has no room.
    pub fn join_parts(&self, arena: &Arena, scratch: &mut Scratch) -> Result<(), Cut> {
        let cells = self.board.cells.len();
        arena.ask(CELL * cells as u64)?;
        let may = self.may(arena)?;
        self.charge(arena, 1)?;
        let of = &mut scratch.of;
        of.clear();
        of.resize(cells, None);
        for origin in 0..cells {
            self.each_at(origin, |pattern| {
                if pattern
                    .at(origin)
                    .all(|(at, wanted, _)| may[at] & wanted != 0)
                {
                    join(of, pattern.at(origin).map(|(at, ..)| at as u32));
                }
            });
        }
        for at in 0..cells as u32 {
            of[at as usize] = root(of, at);
        }
        Ok(())
    }

    /// Hands out the moves as they lie, each rule's one after the other, with where the origin
    /// lies.
    ///
    /// # Errors
    /// Where the budget is over.
    pub fn each_move(
        &self,
        arena: &Arena,
        mut each: impl FnMut(&Pattern<'a>, usize),
    ) -> Result<(), Cut> {
        self.charge(arena, 1)?;
        let wide = i64::from(self.board.columns);
        for pattern in &self.patterns {
            for row in pattern.rows.clone() {
                for column in pattern.columns.clone() {
                    let origin = (row * wide + column) as usize;
                    let shows = |(at, wanted, _): (usize, u32, u8)| {
                        1u32 << self.board.cells[at] & wanted != 0
                    };
                    if pattern.at(origin).all(shows) && self.lies(pattern, row, column) {
                        each(pattern, origin);
                    }
                }
            }
        }
        Ok(())
    }
}
