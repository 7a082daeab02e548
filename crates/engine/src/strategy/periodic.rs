//! One-heap subtraction games by the exact repeat of their window.

use dashu_int::UBig;
use whowins_rules::derive::rays;
use whowins_rules::expression::Cond;
use whowins_rules::{Game, Player, Position, Shape, Stuck, Value};

use super::{Strategy, win};
use crate::answer::{Answer, Best, Solved};
use crate::heap::{HeapError, Periodic, Subtraction, periodic};
use crate::limits::{EngineError, Limits};

/// Window steps between two looks at the limits.
const STEPS: u64 = 1 << 24;

pub(super) struct Heap {
    game: Game,
    rules: Subtraction,
    limits: Limits,
    law: Option<Periodic>,
}

impl Heap {
    /// Takes one unbounded heap from which fixed numbers are taken, without guards or goals.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let Shape::Numbers(numbers) = &game.shape else {
            return None;
        };
        let [heap] = numbers.variables.as_slice() else {
            return None;
        };
        let plain = heap.least == 0
            && heap.most.is_none()
            && game.ending.goals.is_empty()
            && matches!(game.ending.stuck, Stuck::Loses | Stuck::Wins);
        if !plain {
            return None;
        }
        let mut sets = [Vec::new(), Vec::new()];
        for ray in rays(numbers)? {
            if ray.free.is_some() || ray.guard != Cond::Const(true) || ray.base[0] >= 0 {
                return None;
            }
            for player in Player::BOTH {
                if ray.by.allows(player) {
                    sets[player.index()].push(ray.base[0].unsigned_abs());
                }
            }
        }
        Some(Self {
            game: game.clone(),
            rules: Subtraction::new(sets, game.ending.stuck == Stuck::Wins).ok()?,
            limits: limits.clone(),
            law: None,
        })
    }

    fn law(&mut self) -> Result<&Periodic, EngineError> {
        if self.law.is_none() {
            let mut budget = STEPS;
            let law = loop {
                match periodic(&self.rules, budget) {
                    Ok(law) => break law,
                    Err(HeapError::BudgetExhausted { .. }) => {
                        self.limits.check()?;
                        if budget / 4 > self.limits.memory {
                            return Err(EngineError::Steps(budget));
                        }
                        // Doubling from the start costs at most twice the steps that are needed.
                        budget = budget.saturating_mul(2);
                    }
                    Err(error) => return Err(EngineError::TooLarge(error.to_string())),
                }
            };
            self.law = Some(law);
        }
        Ok(self.law.as_ref().expect("it was just made"))
    }
}

fn heap(position: &Position) -> Result<&UBig, EngineError> {
    match position {
        Position::Numbers(numbers) if numbers.len() == 1 => Ok(&numbers[0]),
        _ => Err(EngineError::TooLarge("this is not one heap".into())),
    }
}

impl Strategy for Heap {
    fn name(&self) -> &'static str {
        "periodic heap"
    }

    fn why(&self) -> String {
        "the outcomes depend on the last few outcomes of both players alone, so they repeat as soon as that window does (Golomb 1966); \
         the repeat is found exactly (Brent 1980)"
            .into()
    }

    fn cost(&self, _: &Position) -> Option<u64> {
        Some(1 << 12)
    }

    fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        let heap = heap(position)?;
        Ok(self.law()?.outcome(heap).map(win))
    }

    fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        let heap = heap(position)?.clone();
        let values = self.values(position)?;
        let rules = self.rules.clone();
        let name = match &self.game.shape {
            Shape::Numbers(numbers) => numbers.variables[0].name.clone(),
            _ => "n".into(),
        };
        let law = self.law()?;
        let answer = |player: usize| {
            let winning = law.winning_moves(&rules, player, &heap);
            let take = winning.first().or_else(|| {
                // A loser has no better move than the first legal one.
                rules.sets()[player]
                    .iter()
                    .find(|take| UBig::from(**take) <= heap)
            });
            Answer {
                value: values[player],
                remoteness: None,
                best: take.map(|take| Best {
                    text: format!("{name} -= {take}"),
                    to: Position::Numbers(vec![&heap - UBig::from(*take)]),
                }),
            }
        };
        Ok(Solved {
            to_move: [answer(0), answer(1)],
            strategy: self.name(),
        })
    }
}
