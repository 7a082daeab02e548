//! Games of no family: all that play comes to, by their terms.

use std::sync::Arc;

use dashu_int::IBig;
use whowins_analysis::program::{Program, with_turn};
use whowins_analysis::{Game, Player, Position, Value};
use whowins_core::State;

use super::Strategy;
use crate::answer::{Answer, Asked, Best, Solved};
use crate::limits::{EngineError, Limits};
use crate::terms::{Solver, Worth};

pub(super) struct Explored {
    game: Game,
    program: Arc<Program>,
    solver: Solver,
    /// Whether play is for points.
    scored: bool,
}

impl Explored {
    /// Takes games of no family.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let program = game.program()?;
        Some(Self {
            program: Arc::clone(program),
            solver: Solver::new(program.term.clone(), limits.budget.clone()),
            scored: program.is_scored(),
            game: game.clone(),
        })
    }

    fn worth(
        &mut self,
        position: &Position,
        player: Player,
    ) -> Result<(State, Worth), EngineError> {
        let Position::Parts(state) = position else {
            return Err(EngineError::TooLarge("a position of another game".into()));
        };
        let state = with_turn(state.clone(), player);
        let worth = self.solver.worth(&state)?;
        Ok((state, worth))
    }

    fn answer(&mut self, position: &Position, player: Player) -> Result<Answer, EngineError> {
        let (state, worth) = self.worth(position, player)?;
        let pays = self.pays(position, &worth)?;
        let best = worth.best.map(|to| Best {
            text: self.program.told(&state, &to),
            to: Position::Parts(to),
        });
        let difference = self.scored.then(|| match player {
            Player::First => pays.clone(),
            Player::Second => -pays.clone(),
        });
        Ok(Answer {
            value: value(&pays, player),
            remoteness: worth.remoteness,
            best,
            to_losses: Vec::new(),
            difference,
        })
    }

    fn pays(&self, position: &Position, worth: &Worth) -> Result<IBig, EngineError> {
        worth.pays.clone().ok_or_else(|| EngineError::Endless {
            position: self.game.show(position),
        })
    }
}

/// Numbers above this are large.
const FAR: u32 = 1 << 20;

/// What a payoff to the first-named player is for the player to move.
fn value(pays: &IBig, player: Player) -> Value {
    let value = match pays.cmp(&IBig::ZERO) {
        std::cmp::Ordering::Greater => Value::Win,
        std::cmp::Ordering::Equal => Value::Draw,
        std::cmp::Ordering::Less => Value::Loss,
    };
    match player {
        Player::First => value,
        Player::Second => value.reversed(),
    }
}

impl Strategy for Explored {
    fn name(&self) -> &'static str {
        "exploring"
    }

    fn why(&self) -> String {
        "all that play can come to from the position, decided from the ends backwards".into()
    }

    /// How much there is to explore is not known before: it is begun with, but where a number is so large that play may go through more positions than a
    /// law takes to be found.
    fn estimate(&self, position: &Position) -> Option<u64> {
        let is_far = |number: &IBig| *number > IBig::from(FAR);
        Some(match position {
            Position::Parts(state) if state.iter().flatten().any(is_far) => 1 << 30,
            _ => 1 << 16,
        })
    }

    fn try_values(
        &mut self,
        position: &Position,
        _: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let mut values = [Value::Draw; 2];
        for player in Player::BOTH {
            let (_, worth) = self.worth(position, player)?;
            values[player.index()] = value(&self.pays(position, &worth)?, player);
        }
        Ok(Some(values))
    }

    fn try_answer(
        &mut self,
        position: &Position,
        player: Player,
        _: u64,
    ) -> Result<Option<Asked>, EngineError> {
        let answer = self.answer(position, player)?;
        let mut values = [None; 2];
        values[player.index()] = Some(answer.value);
        Ok(Some(Asked {
            answer,
            values,
            strategy: self.name(),
        }))
    }

    fn try_solve(&mut self, position: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        let first = self.answer(position, Player::First)?;
        let second = self.answer(position, Player::Second)?;
        Ok(Some(Solved {
            to_move: [first, second],
            strategy: self.name(),
        }))
    }
}
