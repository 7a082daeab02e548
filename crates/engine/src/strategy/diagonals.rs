//! The Table Game by its diagonals.

use std::sync::Arc;

use whowins_rules::derive::rays;
use whowins_rules::expression::{Cond, Expr, Relation};
use whowins_rules::{End, Frame, Game, Goal, Player, Position, Shape, Value, Verdict};

use super::{Strategy, win};
use crate::answer::{Answer, Solved};
use crate::best::best;
use crate::formula::diagonals::Diagonals;
use crate::limits::EngineError;

pub(super) struct Table {
    game: Game,
    row: Arc<[bool]>,
    column: Arc<[bool]>,
    diagonals: Diagonals,
}

impl Table {
    /// Takes two numbers that fall by one, with the outcomes given along both borders.
    pub(super) fn new(game: &Game) -> Option<Self> {
        let Shape::Numbers(numbers) = &game.shape else {
            return None;
        };
        if numbers.variables.len() != 2 || !game.is_impartial() {
            return None;
        }
        let rays = rays(numbers)?;
        let steps = [[-1, 0], [0, -1]];
        let fits = rays.len() == 2
            && steps
                .iter()
                .all(|step| rays.iter().any(|ray| ray.base == *step))
            && rays
                .iter()
                .all(|ray| ray.free.is_none() && ray.guard == Cond::Const(true));
        let [along_y, along_x] = game.ending.goals.as_slice() else {
            return None;
        };
        let (row, column) = (border(along_y, 0, 1)?, border(along_x, 1, 0)?);
        let sizes = [column.len() as i64, row.len() as i64];
        let full = numbers.variables.iter().zip(sizes).all(|(variable, size)| {
            variable.least == 0 && variable.most.is_some_and(|most| most <= size)
        });
        let diagonals = Diagonals::new(row.iter().copied(), column.iter().copied());
        (fits && full).then(|| Self {
            game: game.clone(),
            row,
            column,
            diagonals,
        })
    }

    fn wins(&self, position: &Position) -> Option<bool> {
        let state = position.state()?;
        let digit =
            |bits: &[bool], at: i64| at > 0 && bits.get(at as usize - 1).copied().unwrap_or(false);
        match state[..] {
            // On a border the game is over: the player who moved there loses where the digit is 1.
            [0, y] => Some(digit(&self.row, y)),
            [x, 0] => Some(digit(&self.column, x)),
            [x, y] => self.diagonals.query(x as usize, y as usize),
            _ => None,
        }
    }
}

/// The digits of a goal «at variable = 0: the mover loses if bits[other] = 1, else wins».
fn border(goal: &Goal, zero: usize, other: usize) -> Option<Arc<[bool]>> {
    let at_zero = goal.when == Cond::Compare(Relation::Equal, Expr::Slot(zero), Expr::Const(0));
    match &goal.verdict {
        Verdict::Depends(
            Cond::Compare(Relation::Equal, Expr::Bit(bits, index), Expr::Const(1)),
            a,
            b,
        ) if at_zero
            && **index == Expr::Slot(other)
            && (*a, *b) == (End::MoverLoses, End::MoverWins) =>
        {
            Some(Arc::clone(bits))
        }
        _ => None,
    }
}

impl Strategy for Table {
    fn name(&self) -> &'static str {
        "diagonals"
    }

    fn why(&self) -> String {
        "the outcome is the same along (1, 1) once both coordinates are 2 or more, whatever the border (a check of 64 patches)".into()
    }

    fn cost(&self, position: &Position) -> Option<u64> {
        self.wins(position).map(|_| 1 << 10)
    }

    fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        self.wins(position)
            .map(|wins| [win(wins); 2])
            .ok_or_else(|| EngineError::TooLarge("this position lies off the table".into()))
    }

    fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        let [value, _] = self.values(position)?;
        let frame = Frame::new(&self.game, 1, 1);
        let best = position.state().and_then(|state| {
            best(
                &self.game,
                &frame,
                &state,
                (1, 1),
                Player::First,
                value,
                &|next| {
                    let next = self.game.position_of(next, 1, 1);
                    self.wins(&next).map(|wins| (win(wins), None))
                },
            )
        });
        let answer = Answer {
            value,
            remoteness: None,
            best,
        };
        Ok(Solved::impartial(answer, self.name()))
    }
}
