//! The general solver as a strategy.

use whowins_rules::{Game, Position, Value};

use super::Strategy;
use crate::answer::Solved;
use crate::general::{General, Want};
use crate::limits::{EngineError, Limits};

pub(super) struct Tabulated(General);

impl Tabulated {
    pub(super) fn new(game: &Game, limits: &Limits) -> Self {
        Self(General::new(game.clone(), Want::Remoteness, limits.clone()))
    }
}

/// What exploring is taken to cost, where nobody knows how far it leads.
const UNKNOWN: u64 = 1 << 40;

impl Strategy for Tabulated {
    fn name(&self) -> &'static str {
        "general solver"
    }

    fn why(&self) -> String {
        "every position that play can reach, in a table: from the ends backwards, or in index order where every move lowers the index"
            .into()
    }

    fn cost(&self, position: &Position) -> Option<u64> {
        Some(self.0.work(position).unwrap_or(UNKNOWN))
    }

    fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        self.0.values(position)
    }

    fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        self.0.solve(position)
    }
}
