//! What a search for one kind of law offers.

use whowins_analysis::{Game, Position};
use whowins_engine::{EngineError, Limits};
use whowins_verify::Law;

use crate::{Apart, Compiled};

/// What a finder is given.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The game; parameters left open have made-up values.
    pub game: &'a Game,
    /// The rules and values that are searched for a law.
    pub compiled: &'a Compiled,
    /// The position that a law of a finite game is for, else the rules' start.
    pub at: Option<&'a Position>,
    /// Time, memory and threads.
    pub limits: &'a Limits,
    /// The rows that are wanted of laws that speak of rows one by one.
    pub rows: Option<RowsOfTwo>,
    /// Whether it is of use to look for what no law can come of: patterns without a proof, and how
    /// far there is none.
    pub observe: bool,
}

/// Rows of two numbers: 0 to the last, all that have the same number at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowsOfTwo {
    /// The last row.
    pub last: u32,
    /// The place of the number that a row shares, 0 or 1; `None` for the first that has a law.
    pub fixed: Option<usize>,
}

/// What a law says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Who wins, at every position.
    Outcome,
    /// Who wins, at every position, as a closed form: wanted also where a law of the outcome is
    /// known.
    ClosedForm,
    /// The Grundy value, at every position.
    Grundy,
    /// What every position is worth in every sum, and so who wins.
    Value,
    /// What some positions are worth, or what kind of values all have: looked for only where values
    /// are asked for.
    Worth,
    /// What rows are worth in every sum, by an automaton: looked for only where values are asked
    /// for and no other law tells any.
    RowWorth,
    /// Who wins from one position, with a strategy.
    Strategy,
    /// The Grundy value where one number is small: nothing for who wins in general, and looked for
    /// only when it is asked for.
    GrundyRows,
}

impl Says {
    /// All that is looked for where nothing else is said.
    pub const ALL: [Self; 5] = [
        Self::Outcome,
        Self::ClosedForm,
        Self::Grundy,
        Self::Value,
        Self::Strategy,
    ];

    /// What is looked for by who wants to know who wins, at every position.
    pub const WINNERS: [Self; 3] = [Self::Outcome, Self::ClosedForm, Self::Value];

    /// Whether it answers who wins, so that no further law is needed for that.
    pub fn is_outcome(self) -> bool {
        !matches!(
            self,
            Self::Grundy | Self::GrundyRows | Self::Worth | Self::RowWorth
        )
    }
}

/// What a finder found.
#[derive(Clone, Debug)]
pub enum Finding {
    /// A law, with what a person is told of it; it is not yet proved.
    Law(Box<Law>, Explanation),
    /// A pattern that holds as far as was looked, and no proof: the pattern, and how far.
    Observed {
        /// The pattern, in a sentence.
        pattern: String,
        /// How far it was seen.
        up_to: String,
    },
    /// The game is not of the family: why, in a sentence.
    Foreign(String),
    /// There is no law of this kind, or none of this size: what shows it.
    Nothing(String),
    /// There is no automaton of fewer states than there are rows told apart: these rows.
    Apart(Box<Apart>),
    /// A limit was met first.
    Stopped(EngineError),
}

/// What a person is told of a law, besides the statement that the verifier makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The law as a formula, where it has one.
    pub formula: Option<String>,
    /// Where the theorem comes from: author, year.
    pub source: String,
    /// How it was found, with figures: regions, queries, states.
    pub found: String,
}

/// A search for one kind of law.
pub trait Finder: Sync {
    /// The kind of law, as certificates name it.
    fn kind(&self) -> &'static str;
    /// What its laws say.
    fn says(&self) -> Says;
    /// Whether it can search games in which the opponent blocks options; the others are not asked.
    fn knows_blocking(&self) -> bool {
        false
    }
    /// Searches. Keeps to the limits.
    fn find(&self, search: &Search<'_>) -> Finding;
}
