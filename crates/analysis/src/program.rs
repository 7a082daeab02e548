//! Games of no family: any term of the core calculus, with what people call its parts and how they write them.

use dashu_int::IBig;
use whowins_core as core;

use crate::game::Player;

/// A game that is known by its term alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Moves, ends, payoffs, and where play starts.
    pub term: core::Game,
    /// The parts of a position, in the order in which they are written. Parts of the term that are not among them (the turn, the score, what a move
    /// remembers) are not written.
    pub parts: Vec<Holding>,
    /// The part of the term that holds the first player's score less the second's: moves add to it, ends pay it, and nothing else reads it.
    pub score: Option<usize>,
    /// What the rules say of some positions, for `check` and the tests.
    pub examples: Vec<Example>,
}

/// A part of a position, as people write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// What it is called: `heap`, `hand of Ann`.
    pub name: String,
    /// The part of the term.
    pub part: usize,
    /// How it is written.
    pub notation: Notation,
}

/// How a part of a position is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A number; or a word, where these stand for 0, 1, ...
    Number {
        /// The words; none for a plain number.
        words: Vec<String>,
    },
    /// Numbers with commas between, `3,5,6`; those of a board row by row with `/` between, `0,1/1,0`.
    Numbers {
        /// How many, where that is fixed.
        length: Option<usize>,
        /// How many in a row, for a board of numbers.
        columns: Option<usize>,
    },
    /// Symbols: `..xo.`; those of a board row by row with `/` between. The part holds their indices.
    Cells {
        /// The symbols.
        symbols: Vec<char>,
        /// Whether it is written row by row.
        is_board: bool,
        /// Rows and columns, where they are fixed; 1 and its length for a row or ring.
        size: Option<(usize, usize)>,
        /// The part of the term that holds the number of columns, where they are not fixed and it is a board.
        columns: Option<usize>,
    },
    /// A symbol on each node of a graph, in the order of the nodes: `w w . b`. The part holds their indices.
    Nodes {
        /// The symbols.
        symbols: Vec<char>,
        /// The nodes.
        nodes: Vec<String>,
    },
    /// A subset, `{a, c}`: an element of the part for each possible member, 1 or 0.
    Subset {
        /// What its members can be.
        members: Vec<String>,
    },
    /// Places: nodes or cells, with blanks between. The part holds their indices from 0.
    Tokens {
        /// The places: `a`, or `2,3` for a cell.
        places: Vec<String>,
        /// How many tokens.
        count: usize,
        /// Whether they are alike, so that their order does not matter.
        alike: bool,
    },
}

/// What the rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The state, with whose turn it is.
    pub state: core::State,
    /// Who wins there; `None`: a draw.
    pub winner: Option<Player>,
    /// By how much, where that is said.
    pub by: Option<IBig>,
    /// The bytes of the rules' text that say it.
    pub span: std::ops::Range<usize>,
}
