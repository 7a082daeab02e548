//! Wythoff's game by the golden ratio.

use dashu_int::UBig;
use whowins_rules::derive::rays;
use whowins_rules::expression::Cond;
use whowins_rules::{Game, Position, Shape, Stuck, Value};

use super::{Strategy, win};
use crate::answer::{Answer, Best, Solved};
use crate::formula::golden::{Heaps, is_p_position, is_p_position_big, winning_move_big};
use crate::limits::EngineError;

pub(super) struct Golden {
    game: Game,
}

impl Golden {
    /// Takes two heaps with the three rays of Wythoff's game under normal play.
    pub(super) fn new(game: &Game) -> Option<Self> {
        let Shape::Numbers(numbers) = &game.shape else {
            return None;
        };
        let plain = numbers.variables.len() == 2
            && numbers
                .variables
                .iter()
                .all(|v| v.least == 0 && v.most.is_none())
            && game.is_impartial()
            && game.ending.stuck == Stuck::Loses
            && game.ending.goals.is_empty();
        if !plain {
            return None;
        }
        let mut steps: Vec<Vec<i64>> = rays(numbers)?
            .into_iter()
            .map(|ray| {
                let open = ray.least == 1 && ray.most.is_none() && ray.guard == Cond::Const(true);
                (open && ray.base == [0, 0]).then_some(ray.step)
            })
            .collect::<Option<_>>()?;
        steps.sort();
        steps.dedup();
        (steps == [[-1, -1], [-1, 0], [0, -1]]).then(|| Self { game: game.clone() })
    }
}

fn heaps(position: &Position) -> Option<(&UBig, &UBig)> {
    match position {
        Position::Numbers(heaps) => match heaps.as_slice() {
            [x, y] => Some((x, y)),
            _ => None,
        },
        _ => None,
    }
}

fn is_p(x: &UBig, y: &UBig) -> bool {
    match (u64::try_from(x), u64::try_from(y)) {
        (Ok(x), Ok(y)) => is_p_position(x, y),
        _ => is_p_position_big(x, y),
    }
}

impl Strategy for Golden {
    fn name(&self) -> &'static str {
        "golden ratio"
    }

    fn why(&self) -> String {
        "Wythoff's game: the P-positions are the pairs (floor(k phi), floor(k phi^2)), phi the golden ratio (Wythoff 1907)".into()
    }

    fn cost(&self, _: &Position) -> Option<u64> {
        Some(1 << 10)
    }

    fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        let wins = heaps(position).is_some_and(|(x, y)| !is_p(x, y));
        Ok([win(wins); 2])
    }

    fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        let [value, _] = self.values(position)?;
        let best = heaps(position).and_then(|(x, y)| {
            let (from_x, from_y) = match winning_move_big(x, y) {
                Some(take) => match take.from {
                    Heaps::First => (take.amount, UBig::ZERO),
                    Heaps::Second => (UBig::ZERO, take.amount),
                    Heaps::Both => (take.amount.clone(), take.amount),
                },
                // A loser has no better move than the first legal one.
                None if *x > UBig::ZERO => (UBig::ONE, UBig::ZERO),
                None if *y > UBig::ZERO => (UBig::ZERO, UBig::ONE),
                None => return None,
            };
            let Shape::Numbers(numbers) = &self.game.shape else {
                return None;
            };
            let changes: Vec<String> = [&from_x, &from_y]
                .iter()
                .zip(&numbers.variables)
                .filter(|(amount, _)| ***amount != UBig::ZERO)
                .map(|(amount, variable)| format!("{} -= {amount}", variable.name))
                .collect();
            Some(Best {
                text: changes.join(", "),
                to: Position::Numbers(vec![x - from_x, y - from_y]),
            })
        });
        let answer = Answer {
            value,
            remoteness: None,
            best,
        };
        Ok(Solved::impartial(answer, self.name()))
    }
}
