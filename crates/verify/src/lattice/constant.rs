//! Outcomes of lattice points that are the same along a direction, whatever the border.

use serde::{Deserialize, Serialize};
use whowins_rules::{Game, Position, Value};

use crate::{Budget, Checked, Claim, Rejection, Subject};

/// Outcomes of lattice points that are the same along a direction, whatever the border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// The direction: the outcome at a point is that at the point less this.
    pub direction: Vec<i64>,
    /// Where every coordinate is at least this.
    pub from: Vec<i64>,
}

impl Claim for Constant {
    fn kind(&self) -> &'static str {
        "constant"
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
