//! Outcomes of lattice points read off their digits by an automaton.

use serde::{Deserialize, Serialize};
use whowins_rules::{Game, Position, Value};

use crate::{Budget, Checked, Claim, Rejection, Subject};

/// Outcomes of lattice points read off their digits by an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automatic {
    /// The numeration system: «base 2», «base 3», ... or «Zeckendorf».
    pub system: String,
    /// Reads the digits of all coordinates at once, most significant first; a letter is the tuple of digits, the first
    /// coordinate's the most significant.
    pub automaton: crate::Automaton,
}

impl Claim for Automatic {
    fn kind(&self) -> &'static str {
        "automatic"
    }

    fn check(&self, _subject: &Subject, _budget: &Budget) -> Result<Checked, Rejection> {
        todo!()
    }

    fn statement(&self, _game: &Game) -> String {
        todo!()
    }

    fn values(&self, _game: &Game, _position: &Position) -> Option<[Value; 2]> {
        todo!()
    }
}
