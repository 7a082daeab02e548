//! Tokens on the cells of a text map or the nodes of a graph.

use crate::expression::Cond;
use crate::game::By;

/// A map with tokens on it, and how they move. Slot `i` of a position is the cell of token `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// The cells or nodes that tokens can stand on.
    pub cells: Vec<Cell>,
    /// Rows and columns of the text map; `None` for a graph.
    pub map: Option<TextMap>,
    /// The tokens' names, in the order of their slots.
    pub names: Vec<String>,
    /// The neighbour relations that moves use.
    pub relations: Vec<Neighbours>,
    /// The moves.
    pub moves: Vec<TokenMove>,
}

/// A text map, kept for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMap {
    /// Lines of the map.
    pub lines: Vec<Vec<char>>,
}

/// A place where a token can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A square of a text map; rows and columns count from 1.
    Square {
        /// The row, from 1 at the top.
        row: usize,
        /// The column, from 1 at the left.
        column: usize,
    },
    /// A node of a graph.
    Node(String),
}

/// Which cells are one step from which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// `forward[c]`: the cells one step from c, in the order of the directions written.
    pub forward: Vec<Vec<u32>>,
}

/// A move: steps carried out one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenMove {
    /// Who may use it.
    pub by: By,
    /// The steps.
    pub steps: Vec<Step>,
    /// The move as it was written.
    pub text: String,
}

/// One step of a [`TokenMove`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The move is legal only if this holds at this point.
    Require(Cond),
    /// A token goes to a neighbour.
    Go(Go),
    /// A token goes to a neighbour if this holds at this point; else the move goes on without.
    GoIf(Cond, Go),
}

/// A token's step to a neighbouring cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    /// Which token.
    pub token: usize,
    /// Which of [`Tokens::relations`].
    pub relation: usize,
    /// Whether the cell must be free of other tokens.
    pub free: bool,
}
