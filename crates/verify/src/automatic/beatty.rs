//! P-positions that are a Beatty pair.

use serde::{Deserialize, Serialize};
use whowins_rules::{Game, Position, Value};

use crate::{Budget, Checked, Claim, Rejection, Subject};

/// P-positions that are a Beatty pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beatty {
    /// The pair is (⌊kα⌋, ⌊kα⌋ + tk) with α = (2 - t + √(t² + 4)) / 2.
    pub t: u64,
}

impl Claim for Beatty {
    fn kind(&self) -> &'static str {
        "beatty"
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
