//! Grundy values of one heap that repeat, or rise by the same amount each period.

use serde::{Deserialize, Serialize};
use whowins_rules::{Game, Position, Value};

use crate::{Budget, Checked, Claim, Rejection, Subject};

/// Grundy values of one heap that repeat, or rise by the same amount each period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grundy {
    /// The values repeat from this heap on; no earlier.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What each period adds; 0 where the values repeat.
    pub saltus: u64,
}

impl Claim for Grundy {
    fn kind(&self) -> &'static str {
        "grundy"
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
