//! Exact answers at small positions, from the general solver.

use dashu_int::UBig;
use whowins_engine::general::{General, Want};
use whowins_engine::{EngineError, Limits};
use whowins_rules::{Game, Position, Value};

/// A table of a growing box of positions.
pub(super) struct Oracle {
    general: General,
    limits: Limits,
    coordinates: usize,
    /// Positions with all numbers below this are in the table.
    side: u64,
    most: u64,
    asked: u64,
}

/// Why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The position lies outside the largest box.
    TooFar,
    /// The engine failed.
    Engine(EngineError),
    /// The position is a draw.
    Draw,
}

impl Oracle {
    /// The table for a game on so many numbers; no position is allowed yet.
    pub(super) fn new(game: &Game, coordinates: usize, limits: &Limits) -> Self {
        Self {
            general: General::new(game.clone(), Want::Outcome, limits.clone()),
            limits: limits.clone(),
            coordinates,
            side: 0,
            most: 0,
            asked: 0,
        }
    }

    /// Answers all positions of a box of so many positions, and none outside.
    pub(super) fn allow(&mut self, positions: u64) {
        let mut side = 1u64;
        while (2 * side)
            .checked_pow(self.coordinates as u32)
            .is_some_and(|box_| box_ <= positions)
        {
            side *= 2;
        }
        self.most = self.most.max(side);
    }

    /// The largest box's side.
    pub(super) fn most(&self) -> u64 {
        self.most
    }

    /// How many questions were answered.
    pub(super) fn asked(&self) -> u64 {
        self.asked
    }

    /// For each player to move, whether that player wins.
    pub(super) fn wins(&mut self, numbers: &[u64]) -> Result<[bool; 2], Silence> {
        let largest = numbers.iter().copied().max().unwrap_or(0);
        if largest >= self.most {
            return Err(Silence::TooFar);
        }
        if largest >= self.side {
            // A whole box at once: boxes that grow by single positions would be solved over and over.
            self.limits.check().map_err(Silence::Engine)?;
            self.side = (largest + 1).next_power_of_two().max(32).min(self.most);
            self.ask(&vec![self.side - 1; self.coordinates])?;
        }
        self.asked += 1;
        self.ask(numbers)
    }

    fn ask(&mut self, numbers: &[u64]) -> Result<[bool; 2], Silence> {
        let position = Position::Numbers(numbers.iter().map(|n| UBig::from(*n)).collect());
        let values = self.general.values(&position).map_err(Silence::Engine)?;
        match values {
            [Value::Draw, _] | [_, Value::Draw] => Err(Silence::Draw),
            values => Ok(values.map(|value| value == Value::Win)),
        }
    }
}
