//! The data of a map.

use crate::axis::Axis;
use crate::cells::Cells;

/// The data of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The title.
    pub title: String,
    /// A line below the title. It may be empty.
    pub subtitle: String,
    /// The horizontal axis.
    pub across: Axis,
    /// The vertical axis.
    pub along: Axis,
    /// True if row 0 is at the top, as in text; false if it is at the bottom, as in plots.
    pub downwards: bool,
    /// True if cells need not be squares.
    pub stretched: bool,
    /// The cells.
    pub cells: Cells,
    /// The meaning of the numbers in cells.
    pub meaning: Meaning,
    /// The shapes on top of the cells, which are also in the legend.
    pub overlays: Vec<Overlay>,
}

/// The meaning of the numbers in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An index of [`classes`](crate::classes): N, P, L, R, D. The texts are the names of the
    /// players L and R.
    Outcome([String; 2]),
    /// The same for a known player to move: L and R are the winners.
    Winner([String; 2]),
    /// Grundy values; 0 is a P-position.
    Grundy,
    /// The number of moves of optimal play.
    Remoteness,
}

/// A shape on top of the cells. Coordinates are in cells; the centre of cell 0 is 0.5. Parts
/// outside are clipped.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// A straight line.
    Line {
        /// Column and row of the start.
        from: [f64; 2],
        /// Column and row of the end.
        to: [f64; 2],
        /// The name in the legend. Lines with the same name are listed once.
        name: String,
    },
    /// The outline of a rectangle of cells.
    Box {
        /// First column and row.
        from: [usize; 2],
        /// Number of columns and rows.
        size: [usize; 2],
        /// The name in the legend.
        name: String,
    },
    /// A piece on a cell: a disc with a letter.
    Piece {
        /// Column and row.
        at: [usize; 2],
        /// The text on the disc: one or two letters.
        letter: String,
        /// The name in the legend.
        name: String,
    },
}

impl Overlay {
    /// Returns the name in the legend.
    pub fn name(&self) -> &str {
        match self {
            Self::Line { name, .. } | Self::Box { name, .. } | Self::Piece { name, .. } => name,
        }
    }
}

impl Map {
    /// Creates a map with row 0 at the bottom, square cells and no shapes.
    pub fn new(
        title: impl Into<String>,
        across: Axis,
        along: Axis,
        cells: Cells,
        meaning: Meaning,
    ) -> Self {
        Self {
            title: title.into(),
            subtitle: String::new(),
            across,
            along,
            downwards: false,
            stretched: false,
            cells,
            meaning,
            overlays: Vec::new(),
        }
    }
}
