//! The engine: picks a strategy for each position, and says which.

use whowins_rules::{Game, Player, Position, Value};

use crate::answer::Solved;
use crate::limits::{EngineError, Limits};
use crate::strategy::{Strategy, strategies};

/// Answers the positions of one game.
///
/// Small positions are answered from the rules, by the general solver; larger ones by the cheapest strategy that takes them.
/// Tables are kept from one question to the next.
pub struct Engine {
    game: Game,
    strategies: Vec<Box<dyn Strategy>>,
}

/// What one strategy has to say to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// The strategy.
    pub name: &'static str,
    /// What it does and why it is right.
    pub why: String,
    /// Its cost in states or steps, roughly; `None` where it cannot take the position.
    pub cost: Option<u64>,
    /// Whether it is the one that answers.
    pub chosen: bool,
}

/// Tables with up to so many moves are made from the rules, whatever other strategy there is.
const SMALL: u64 = 1 << 20;

impl Engine {
    /// An engine for the game; no work is done yet.
    pub fn new(game: Game, limits: Limits) -> Self {
        let strategies = strategies(&game, &limits);
        Self { game, strategies }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Adds a strategy made elsewhere, such as a proved law.
    pub fn add(&mut self, strategy: Box<dyn Strategy>) {
        self.strategies.push(strategy);
    }

    fn choose(&self, position: &Position) -> usize {
        let general = 0;
        if self.strategies[general]
            .cost(position)
            .is_some_and(|cost| cost <= SMALL)
        {
            return general;
        }
        self.strategies
            .iter()
            .enumerate()
            .filter_map(|(at, strategy)| Some((strategy.cost(position)?, at)))
            .min()
            .map_or(general, |(_, at)| at)
    }

    /// Who wins, with a best move and the remoteness where it is known.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the rules leave the answer open; see [`EngineError`].
    pub fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        let chosen = self.choose(position);
        self.strategies[chosen].solve(position)
    }

    /// Only who wins, for the first-named and the second-named player to move: the fast way for many positions.
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`].
    pub fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        let chosen = self.choose(position);
        self.strategies[chosen].values(position)
    }

    /// The value for one player to move.
    ///
    /// # Errors
    ///
    /// As [`Engine::solve`].
    pub fn value(&mut self, position: &Position, to_move: Player) -> Result<Value, EngineError> {
        Ok(self.values(position)?[to_move.index()])
    }

    /// What each strategy would do for a position, and which one answers.
    pub fn bids(&self, position: &Position) -> Vec<Bid> {
        let chosen = self.choose(position);
        self.strategies
            .iter()
            .enumerate()
            .map(|(at, strategy)| Bid {
                name: strategy.name(),
                why: strategy.why(),
                cost: strategy.cost(position),
                chosen: at == chosen,
            })
            .collect()
    }

    /// What a strategy does and why it is right; `None` where there is none of this name.
    pub fn why(&self, strategy: &str) -> Option<String> {
        let mut all = self.strategies.iter();
        all.find(|one| one.name() == strategy).map(|one| one.why())
    }

    /// The strategies, one by one: for tests that hold them against each other.
    pub fn strategies(&mut self) -> impl Iterator<Item = &mut Box<dyn Strategy>> {
        self.strategies.iter_mut()
    }
}
