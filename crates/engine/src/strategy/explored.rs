//! Games of no family: all that play comes to, by their terms.

use std::sync::Arc;

use dashu_int::IBig;
use whowins_analysis::program::{Program, turn};
use whowins_analysis::{Game, Player, Position, Value};
use whowins_core::State;

use super::searching::share;
use super::{FAR, Strategy, Tries, is_far, paid};
use crate::answer::{Answer, Asked, Best, Solved};
use crate::limits::{EngineError, Limits};
use crate::terms::{Solver, Worth};

pub(super) struct Explored {
    game: Game,
    program: Arc<Program>,
    solver: Solver,
    /// Whether play is for points.
    scored: bool,
    tries: Tries,
}

/// Moves of a first try; each next one resumes the last.
const FIRST: u64 = 1 << 12;

impl Explored {
    /// Takes games of no family.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let program = game.program()?;
        Some(Self {
            program: Arc::clone(program),
            solver: Solver::new(program.term.clone(), limits.budget.clone())
                .beside(share(game, limits)),
            tries: Tries::new(FIRST, 1),
            scored: program.is_scored(),
            game: game.clone(),
        })
    }

    /// What a state is worth; `None` where that takes more than so many moves.
    fn worth(
        &mut self,
        position: &Position,
        player: Player,
        most: u64,
    ) -> Result<Option<(State, Worth)>, EngineError> {
        let most = self.tries.begin(position, most);
        let state = position.core_state(player);
        let worth = self.solver.worth_within(&state, most)?;
        Ok(worth.map(|worth| (state, worth)))
    }

    fn answer(
        &mut self,
        position: &Position,
        player: Player,
        most: u64,
    ) -> Result<Option<Answer>, EngineError> {
        let Some((state, worth)) = self.worth(position, player, most)? else {
            return Ok(None);
        };
        let pays = self.pays(position, &worth)?;
        let best = worth.best.map(|to| Best {
            text: self.program.told(player, &state, &to),
            again: turn(&to) == player,
            to: Position::of_state(&to),
        });
        let difference = self.scored.then(|| match player {
            Player::First => pays.clone(),
            Player::Second => -pays.clone(),
        });
        Ok(Some(Answer {
            value: paid(&pays, player),
            remoteness: worth.remoteness,
            best,
            to_losses: Vec::new(),
            difference,
        }))
    }

    fn pays(&self, position: &Position, worth: &Worth) -> Result<IBig, EngineError> {
        worth.pays.clone().ok_or_else(|| EngineError::Endless {
            position: self.game.show(position),
        })
    }
}

/// Elements of a list from which on a move is looked for among too many, each as long as the list.
const LONG: usize = 1 << 10;

impl Strategy for Explored {
    fn name(&self) -> &'static str {
        "exploring"
    }

    fn why(&self) -> String {
        "every position that play can reach, decided from the ends backwards (retrograde analysis)"
            .into()
    }

    /// How much there is to explore is not known before: it is begun with, but where a number is so
    /// large that play may go through more positions than a law takes to be found, or a list so
    /// long that the moves of one position may.
    fn estimate(&self, position: &Position) -> Option<u64> {
        let is_long = position.elements().len() > LONG;
        let is_begun = self.tries.is_of(position);
        Some(match is_long || is_far(position) {
            true if !is_begun => FAR,
            _ => self.tries.next(position),
        })
    }

    fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let mut values = [Value::Draw; 2];
        for player in Player::BOTH {
            let Some((_, worth)) = self.worth(position, player, most)? else {
                return Ok(None);
            };
            values[player.index()] = paid(&self.pays(position, &worth)?, player);
        }
        Ok(Some(values))
    }

    fn try_answer(
        &mut self,
        position: &Position,
        player: Player,
        most: u64,
    ) -> Result<Option<Asked>, EngineError> {
        let Some(answer) = self.answer(position, player, most)? else {
            return Ok(None);
        };
        Ok(Some(Asked::alone(answer, player, self.name())))
    }

    fn try_solve(&mut self, position: &Position, most: u64) -> Result<Option<Solved>, EngineError> {
        let mut answers = Vec::new();
        for player in Player::BOTH {
            let Some(answer) = self.answer(position, player, most)? else {
                return Ok(None);
            };
            answers.push(answer);
        }
        let to_move = <[Answer; 2]>::try_from(answers);
        Ok(to_move.ok().map(|to_move| Solved {
            to_move,
            strategy: self.name(),
        }))
    }
}
