//! The general solver as a strategy.

use whowins_analysis::{Game, Position, Value};

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

impl Strategy for Tabulated {
    fn name(&self) -> &'static str {
        "general solver"
    }

    fn why(&self) -> String {
        "every position that play can reach, in a table: from the ends backwards, or in index order where every move lowers the index"
            .into()
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        Some(self.0.estimate(position))
    }

    fn known(&self, state: &[i64], size: (usize, usize)) -> Option<[Value; 2]> {
        self.0.look(state, size)
    }

    fn expect(&mut self, position: &Position) {
        self.0.expect(position);
    }

    fn has_room_for(&mut self, state: &[i64]) -> bool {
        self.0.has_room_for(state)
    }

    fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        self.0.try_values(position, most)
    }

    fn try_solve(&mut self, position: &Position, most: u64) -> Result<Option<Solved>, EngineError> {
        self.0.try_solve(position, most)
    }
}
