//! Sums of impartial games under normal play, component by component.

use std::sync::Arc;

use dashu_int::IBig;
use whowins_analysis::program::{Program, Sum, turn, with_turn};
use whowins_analysis::{Game, Player, Position, Stuck, Value};
use whowins_core::{Budget, Cut, State};

use super::grundy::unknown;
use super::{FAR, Strategy, is_far, win};
use crate::answer::{Answer, Asked, Best, Solved};
use crate::limits::{EngineError, Limits};
use crate::octal;
use crate::terms::Solver;

/// Sums each of whose games is impartial.
pub(super) struct Sums {
    program: Arc<Program>,
    sum: Sum,
    kernels: Vec<Kernel>,
    limits: Limits,
}

/// Who knows the Grundy values of a game.
enum Kernel {
    /// Heaps that are taken from and split: the values of its heaps, by their sizes.
    Heaps(Box<octal::Values>),
    /// All that play comes to.
    Explored(Box<Solver>),
}

/// What the smallest sum takes, in states or steps.
const FIRST: u64 = 1 << 11;
/// Larger heaps are explored, and so hardly ever decided.
const LARGEST: usize = 1 << 12;

/// A component: its game, its own state, its Grundy value.
type Component = (usize, State, u32);

/// A component: what it is called, its position, its Grundy value.
pub type Told = (String, String, u32);

/// The Grundy values of the components of a position of a sum of impartial games: what each is
/// called, its position, its value. `None` where the game is no such sum, or a component's value is
/// not found.
///
/// # Errors
///
/// What the budget says.
pub fn components(
    game: &Game,
    position: &Position,
    limits: &Limits,
) -> Result<Option<Vec<Told>>, EngineError> {
    let Some(mut sums) = Sums::new(game, limits) else {
        return Ok(None);
    };
    let Some(all) = sums.values(&position.core_state(Player::First))? else {
        return Ok(None);
    };
    let told = |(of, own, value): Component| {
        let (name, program) = &sums.sum.games[of];
        (name.clone(), program.show(&own), value)
    };
    Ok(Some(all.into_iter().map(told).collect()))
}

impl Sums {
    /// Takes sums of impartial games in which who cannot move loses.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let program = game.program()?;
        let sum = program.impartial_sum()?.clone();
        let games = sum.games.iter().map(|(_, game)| game);
        Some(Self {
            kernels: games.map(|game| Kernel::new(game, limits)).collect(),
            program: Arc::clone(program),
            sum,
            limits: limits.clone(),
        })
    }

    /// The Grundy values of the components of a state; `None` where one has none.
    fn values(&mut self, state: &State) -> Result<Option<Vec<Component>>, EngineError> {
        let mut all = Vec::new();
        for (game, own) in self.sum.split(state) {
            let Some(value) = self.kernels[game].value(&own)? else {
                return Ok(None);
            };
            all.push((game, own, value));
        }
        Ok(Some(all))
    }

    /// What is known for a player to move; `None` where a component has no value.
    fn answer(
        &mut self,
        position: &Position,
        player: Player,
    ) -> Result<Option<Answer>, EngineError> {
        let state = position.core_state(player);
        let Some(all) = self.values(&state)? else {
            return Ok(None);
        };
        let best = self.best(&state, &all)?;
        self.limits.check()?;
        Ok(Some(Answer {
            value: win(nim_sum(&all) != 0),
            remoteness: None,
            best,
            to_losses: Vec::new(),
            difference: None,
        }))
    }

    fn cut(&self, cut: Cut) -> EngineError {
        match cut {
            Cut::Over(over) => over.into(),
            Cut::Memory => EngineError::Memory {
                wanted: None,
                allowed: self.limits.budget.memory,
            },
        }
    }

    /// A move to a position whose values cancel each other out, else any move.
    fn best(
        &mut self,
        state: &State,
        all: &[(usize, State, u32)],
    ) -> Result<Option<Best>, EngineError> {
        let total = nim_sum(all);
        for (at, (game, own, value)) in all.iter().enumerate() {
            let wanted = value ^ total;
            if total != 0 && wanted > *value {
                continue;
            }
            let game_term = self.sum.games[*game].1.term.clone();
            let options = game_term.options(own, &self.limits.budget);
            for option in options.map_err(|cut| self.cut(cut))? {
                if total != 0 && self.kernels[*game].value(&option)? != Some(wanted) {
                    continue;
                }
                let mut to: Vec<State> = all.iter().map(|(_, own, _)| own.clone()).collect();
                let next = turn(&option);
                to[at] = option;
                let to = with_turn(self.sum.join(&to), next);
                return Ok(Some(Best {
                    text: self.program.told(turn(state), state, &to),
                    to: Position::of_state(&to),
                    again: next == turn(state),
                }));
            }
        }
        Ok(None)
    }
}

/// The bitwise sum of the components' values.
fn nim_sum(all: &[(usize, State, u32)]) -> u32 {
    all.iter().fold(0, |sum, (.., value)| sum ^ value)
}

impl Kernel {
    fn new(program: &Program, limits: &Limits) -> Self {
        let family = Game::of_term(&program.term, None);
        if let Some(game) = family
            && let Some(breaking) = game.heaps()
            && game.ending.stuck == Stuck::Loses
        {
            return Self::Heaps(Box::new(octal::Values::new(breaking, limits.clone())));
        }
        let budget: Budget = limits.budget.clone();
        Self::Explored(Box::new(Solver::new(program.term.clone(), budget)))
    }

    fn value(&mut self, state: &State) -> Result<Option<u32>, EngineError> {
        match self {
            Self::Explored(solver) => solver.grundy(state),
            Self::Heaps(values) => {
                let mut sum = 0;
                for heap in state.iter().skip(1).flatten() {
                    let heap = usize::try_from(heap).ok().filter(|heap| *heap <= LARGEST);
                    let heap = heap.ok_or_else(|| {
                        EngineError::TooLarge(format!("a heap of more than {LARGEST}"))
                    })?;
                    values.extend(heap + 1)?;
                    sum ^= values.get(heap).ok_or_else(unknown)?;
                }
                Ok(Some(sum))
            }
        }
    }
}

impl Strategy for Sums {
    fn name(&self) -> &'static str {
        "sum of components"
    }

    fn why(&self) -> String {
        "a sum of impartial games is an N-position if and only if the nim-sum of its components' Grundy values is not 0 (Sprague 1935, Grundy 1939). Each component is computed separately".into()
    }

    /// Less than exploring the whole: that multiplies what this adds up. The values of all heaps
    /// below one take time quadratic in it. What a large number comes to is left to laws.
    fn estimate(&self, position: &Position) -> Option<u64> {
        let square = |number: &IBig| u64::try_from(number).map_or(FAR, |n| n.saturating_mul(n));
        let each = position.elements().iter().map(square);
        let all = each.fold(FIRST, u64::saturating_add);
        Some(if is_far(position) { FAR } else { all.min(FAR) })
    }

    fn try_values(
        &mut self,
        position: &Position,
        _: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let state = position.core_state(Player::First);
        let all = self.values(&state)?;
        Ok(all.map(|all| [win(nim_sum(&all) != 0); 2]))
    }

    fn try_answer(
        &mut self,
        position: &Position,
        player: Player,
        _: u64,
    ) -> Result<Option<Asked>, EngineError> {
        let strategy = self.name();
        let answer = self.answer(position, player)?;
        Ok(answer.map(|answer| Asked {
            values: [Some(answer.value); 2],
            answer,
            strategy,
        }))
    }

    fn try_solve(&mut self, position: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        let first = self.answer(position, Player::First)?;
        let second = self.answer(position, Player::Second)?;
        let strategy = self.name();
        let to_move = first.zip(second).map(|(first, second)| [first, second]);
        Ok(to_move.map(|to_move| Solved { to_move, strategy }))
    }
}
