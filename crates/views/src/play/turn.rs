//! What is said of a position and the player to move.

use dashu_int::UBig;
use whowins_analysis::{Player, Position, Value};
use whowins_engine::EngineError;

/// A position, with all that can be said to the player who moves there.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position; forced follow-ups are carried out.
    pub position: Position,
    /// Who is to move.
    pub player: Player,
    /// How the game ended, where it is over here.
    pub finish: Option<Finish>,
    /// What best play brings the player to move; `None` where it is not known.
    pub value: Option<Value>,
    /// How many moves best play lasts, where it is known.
    pub remoteness: Option<u64>,
    /// Why the value is right, as a sentence.
    pub why: Option<String>,
    /// A best move, where the position is solved and one is known.
    pub best: Option<Choice>,
    /// The legal moves, one for each position after, in the order of the rules; where there are
    /// many, some of them.
    pub choices: Vec<Choice>,
    /// How many moves there are; `None` where they were not counted.
    pub total: Option<UBig>,
    /// Why there is no value, where there is none and the game is not over.
    pub unsolved: Option<EngineError>,
}

impl Turn {
    /// Whether all legal moves are listed.
    pub fn is_whole(&self) -> bool {
        self.total.as_ref() == Some(&UBig::from(self.choices.len()))
    }
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move's words, as `whowins solve` writes them.
    pub text: String,
    /// The position after it.
    pub to: Position,
    /// Who is to move there.
    pub next: Player,
    /// What it brings the player who makes it, where that is known.
    pub value: Option<Value>,
    /// How many moves best play lasts from this one on, itself counted, where that is known.
    pub remoteness: Option<u64>,
    /// Why the value is right, as a sentence.
    pub why: Option<String>,
    /// How the game ends by it, where it does.
    pub finish: Option<Finish>,
}

impl Choice {
    /// A move of which nothing is known yet.
    pub(super) fn new(text: String, to: Position, next: Player) -> Self {
        Self {
            text,
            to,
            next,
            value: None,
            remoteness: None,
            why: None,
            finish: None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Who won; `None` where nobody did.
    pub winner: Option<Player>,
    /// Why, as a sentence.
    pub why: String,
}

/// The computer's move.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move.
    pub choice: Choice,
    /// Whether no other move can bring more.
    pub sure: bool,
    /// Where it is not sure: how many moves were looked ahead.
    pub sees: Option<u64>,
}

/// The options that the computer blocks before the opponent's move.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The positions that the opponent may not move to.
    pub positions: Vec<Position>,
    /// Whether no other choice can bring more.
    pub sure: bool,
    /// Why, as a sentence.
    pub why: Option<String>,
}
