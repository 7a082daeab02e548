//! Rows and boards over an alphabet, rewritten by local patterns.

use std::fmt;

use crate::game::By;

/// The cells of a row or board game, and its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Whether it is a row: one line of cells.
    pub row: bool,
    /// Rows and columns, where the rules fix them.
    pub size: Option<(usize, usize)>,
    /// The symbols a cell can show, in the order of the rules; a position holds their indices.
    pub alphabet: Vec<char>,
    /// The moves.
    pub moves: Vec<Rewrite>,
    /// Forced follow-ups, in order: after each move, and on the starting position, the first that
    /// applies somewhere is carried out at its first place (direction by direction, then row by row
    /// and left to right), until none applies.
    pub at_once: Vec<Rewrite>,
}

/// A rewriting rule, in every direction in which it may be laid on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// Who may use it.
    pub by: By,
    /// One stencil a direction.
    pub stencils: Vec<Stencil>,
    /// The rule as it was written.
    pub text: String,
}

/// A pattern with its replacement, relative to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stencil {
    /// The cells looked at.
    pub cells: Vec<StencilCell>,
    /// Relative places that must lie off the board (the anchors `^` and `$`).
    pub outside: Vec<(i64, i64)>,
}

/// One cell of a [`Stencil`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StencilCell {
    /// Rows down from the stencil's origin.
    pub down: i64,
    /// Columns right of the stencil's origin.
    pub right: i64,
    /// The symbol wanted; `None` for any.
    pub before: Option<u8>,
    /// The symbol written; `None` leaves the cell as it is.
    pub after: Option<u8>,
}

/// A stencil laid on a board of known size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Cell, symbol wanted there, symbol written there.
    pub cells: Vec<(usize, Option<u8>, Option<u8>)>,
}

impl Placement {
    /// Whether the cells show what the pattern wants.
    pub fn fits(&self, cells: &[i64]) -> bool {
        self.cells
            .iter()
            .all(|(cell, before, _)| before.is_none_or(|symbol| cells[*cell] == i64::from(symbol)))
    }

    /// Writes the replacement.
    pub fn apply(&self, cells: &mut [i64]) {
        for (cell, _, after) in &self.cells {
            if let Some(symbol) = after {
                cells[*cell] = i64::from(*symbol);
            }
        }
    }
}

impl Stencil {
    /// All the places where the stencil lies on a board, row by row and left to right.
    pub fn placements(&self, rows: usize, columns: usize) -> impl Iterator<Item = Placement> + '_ {
        let on_board = move |row: i64, column: i64| {
            (0..rows as i64).contains(&row) && (0..columns as i64).contains(&column)
        };
        (0..rows as i64)
            .flat_map(move |row| (0..columns as i64).map(move |column| (row, column)))
            .filter_map(move |(row, column)| {
                let anchored = self
                    .outside
                    .iter()
                    .all(|(down, right)| !on_board(row + down, column + right));
                let cells: Option<Vec<_>> = self
                    .cells
                    .iter()
                    .map(|cell| {
                        let (row, column) = (row + cell.down, column + cell.right);
                        on_board(row, column).then(|| {
                            (
                                row as usize * columns + column as usize,
                                cell.before,
                                cell.after,
                            )
                        })
                    })
                    .collect();
                cells.filter(|_| anchored).map(|cells| Placement { cells })
            })
    }
}

/// One of the eight directions on a board or a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Direction {
    /// Rows down: -1, 0 or 1.
    pub down: i64,
    /// Columns right: -1, 0 or 1.
    pub right: i64,
}

impl Direction {
    /// Right, down, left, up.
    pub const SIDES: [Self; 4] = [
        Self { down: 0, right: 1 },
        Self { down: 1, right: 0 },
        Self { down: 0, right: -1 },
        Self { down: -1, right: 0 },
    ];
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertical = ["up", "", "down"][(self.down + 1) as usize];
        let horizontal = ["left", "", "right"][(self.right + 1) as usize];
        match (vertical, horizontal) {
            ("", word) | (word, "") => f.write_str(word),
            (vertical, horizontal) => write!(f, "{vertical} {horizontal}"),
        }
    }
}
