//! Outcomes of lattice points that repeat in every coordinate.

use serde::{Deserialize, Serialize};
use whowins_rules::{Game, Position, Value};

use crate::{Budget, Checked, Claim, Rejection, Subject};

/// Outcomes of lattice points that repeat in every coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    /// From this value on, each coordinate repeats.
    pub preperiods: Vec<u64>,
    /// With this period.
    pub periods: Vec<u64>,
    /// Whether the player to move wins, for the first-named and the second-named to move, point by point of the box, the last
    /// coordinate fastest.
    pub wins: [Vec<bool>; 2],
}

impl Claim for Product {
    fn kind(&self) -> &'static str {
        "product"
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
