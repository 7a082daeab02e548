//! The ways to answer, behind one trait: the engine asks each «can you take this, and at what cost?».

mod grundy;
mod lattice;
mod race;
mod rows;
mod tabulated;

use whowins_rules::{Game, Position, Value};

use crate::answer::Solved;
use crate::limits::{EngineError, Limits};

/// One way to answer a game's positions.
pub trait Strategy: Send {
    /// Its name, as `whowins explain` shows it.
    fn name(&self) -> &'static str;

    /// What it does and why it is right, in a sentence with the source.
    fn why(&self) -> String;

    /// States or steps of work for a position, roughly; `None` where it cannot take the position.
    fn cost(&self, position: &Position) -> Option<u64>;

    /// The value for the first-named and for the second-named player to move.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the position has no answer.
    fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError>;

    /// The values with best moves, and remoteness where it is known.
    ///
    /// # Errors
    ///
    /// As [`Strategy::values`].
    fn solve(&mut self, position: &Position) -> Result<Solved, EngineError>;
}

/// The strategies that can take this game, in no order of preference; the general solver is always among them.
///
/// To add a family, add its module and one line here.
pub fn strategies(game: &Game, limits: &Limits) -> Vec<Box<dyn Strategy>> {
    let mut all: Vec<Box<dyn Strategy>> = vec![Box::new(tabulated::Tabulated::new(game, limits))];
    if game.ending.blocked > 0 {
        // No kernel of a family counts the options that are lost.
        return all;
    }
    all.extend(grundy::Grundy::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(race::Race::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(lattice::Rays::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(lattice::Lines::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(rows::Bits::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all
}

/// A win for the player to move, or a loss.
fn win(wins: bool) -> Value {
    if wins { Value::Win } else { Value::Loss }
}
