//! Outcomes of rows by an automaton that reads their cells.

use serde::{Deserialize, Serialize};
use whowins_rules::{Game, Position, Value};

use crate::{Budget, Checked, Claim, Rejection, Subject};

/// Outcomes of rows by an automaton that reads their cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regular {
    /// Reads the cells from left to right; the letters are the symbols in the order of the rules.
    pub automaton: crate::Automaton,
}

impl Claim for Regular {
    fn kind(&self) -> &'static str {
        "regular"
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
