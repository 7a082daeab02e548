//! A map: what there is to draw.

use crate::axis::Axis;
use crate::cells::Cells;

/// A picture's data.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The headline.
    pub title: String,
    /// A line below it; may be empty.
    pub subtitle: String,
    /// What runs across.
    pub across: Axis,
    /// What runs along the other side.
    pub along: Axis,
    /// Whether row 0 lies on top, as text is read; else it lies at the bottom, as points are
    /// plotted.
    pub downwards: bool,
    /// Whether cells may be wider than high or the other way round.
    pub stretched: bool,
    /// The cells.
    pub cells: Cells,
    /// What the cells' numbers mean.
    pub meaning: Meaning,
    /// What is drawn over the cells, and told in the legend.
    pub overlays: Vec<Overlay>,
}

/// What the cells' numbers mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An index into [`classes`](crate::classes): N, P, L, R, D. The words are the names of the
    /// players that L and R stand for.
    Outcome([String; 2]),
    /// The same, where it is known who is to move: L and R say who wins.
    Winner([String; 2]),
    /// Grundy values: 0 is a P-position.
    Grundy,
    /// The number of moves that best play lasts.
    Remoteness,
}

/// A shape over the cells. Coordinates count cells; the middle of cell 0 is 0.5. What lies outside
/// is cut off.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// A straight line.
    Line {
        /// Column and row where it starts.
        from: [f64; 2],
        /// Column and row where it ends.
        to: [f64; 2],
        /// What it is, for the legend; lines of one name are told once.
        name: String,
    },
    /// The outline of a rectangle of cells.
    Box {
        /// First column and row.
        from: [usize; 2],
        /// Columns and rows.
        size: [usize; 2],
        /// What it is, for the legend.
        name: String,
    },
    /// A piece that stands on a cell: a disc with a letter.
    Piece {
        /// Column and row.
        at: [usize; 2],
        /// What stands on the disc; one letter, or two.
        letter: String,
        /// What it is, for the legend.
        name: String,
    },
}

impl Overlay {
    /// What it is.
    pub fn name(&self) -> &str {
        match self {
            Self::Line { name, .. } | Self::Box { name, .. } | Self::Piece { name, .. } => name,
        }
    }
}

impl Map {
    /// A map with row 0 at the bottom, square cells and nothing drawn over them.
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
