//! Taking-and-breaking games under normal play by Grundy values.

use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Frame, Game, Player, Position, Stuck, Value};

use super::{Strategy, win};
use crate::answer::{Answer, Solved};
use crate::best::{Ask, best};
use crate::limits::{EngineError, Limits};
use crate::octal::Values;

/// Larger heaps are left to the laws.
const LARGEST: u64 = 200_000;
/// The same where moves leave more than two heaps, or numbers without end can be taken.
const LARGEST_OF_MANY: u64 = 1 << 12;

pub(super) struct Grundy {
    game: Game,
    limits: Limits,
    values: Values,
    largest: u64,
}

impl Grundy {
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let breaking = game.heaps()?;
        let normal = game.ending.stuck == Stuck::Loses && game.ending.goals.is_empty();
        normal.then(|| Self {
            game: game.clone(),
            limits: limits.clone(),
            values: Values::new(breaking, limits.clone()),
            largest: largest(breaking),
        })
    }

    /// Works out the Grundy values up to a heap.
    fn fill(&mut self, heap: u64) -> Result<(), EngineError> {
        match usize::try_from(heap) {
            Ok(heap) if heap as u64 <= self.largest => self.values.extend(heap + 1),
            _ => Err(EngineError::TooLarge(format!(
                "a heap of {heap} is beyond the {} that are worked out one by one",
                self.largest
            ))),
        }
    }

    /// The value of a sum of heaps; `None` if that of a heap is unknown.
    fn value(&self, state: &[i64]) -> Option<Value> {
        let value = |heap: &i64| self.values.get(usize::try_from(*heap).ok()?);
        let sum = state
            .iter()
            .try_fold(0, |sum, heap| Some(sum ^ value(heap)?))?;
        Some(win(sum != 0))
    }

    fn prepare(&mut self, position: &Position) -> Result<Vec<i64>, EngineError> {
        let state = self.game.state_of(position).ok_or_else(|| {
            EngineError::TooLarge("these heaps are beyond what is worked out one by one".into())
        })?;
        self.fill(state.last().copied().unwrap_or(0) as u64)?;
        Ok(state)
    }
}

pub(super) fn unknown() -> EngineError {
    EngineError::Internal("the value of a heap is missing after it was computed".into())
}

/// The largest heap that is worked out.
fn largest(breaking: &Breaking) -> u64 {
    match (breaking.most_parts(), breaking.most_taken()) {
        (..=2, Some(_)) => LARGEST,
        _ => LARGEST_OF_MANY,
    }
}

impl Strategy for Grundy {
    fn name(&self) -> &'static str {
        "Grundy values"
    }

    fn why(&self) -> String {
        "a sum of heaps is an N-position if and only if the nim-sum of its heaps' Grundy values is not 0 (Sprague 1935, Grundy 1939)".into()
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        let largest = *self.game.state_of(position)?.last().unwrap_or(&0) as u64;
        if largest < self.values.len() as u64 {
            return Some(1);
        }
        (largest <= self.largest).then(|| match self.largest {
            LARGEST => largest * largest / 4 + 1,
            _ => largest * largest * (largest / 64 + 4) + 1,
        })
    }

    fn known(&self, state: &[i64], _: (usize, usize)) -> Option<[Value; 2]> {
        Some([self.value(state)?; 2])
    }

    fn try_values(
        &mut self,
        position: &Position,
        _: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let state = self.prepare(position)?;
        let value = self.value(&state).ok_or_else(unknown)?;
        Ok(Some([value; 2]))
    }

    fn try_solve(&mut self, position: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        let state = self.prepare(position)?;
        let value = self.value(&state).ok_or_else(unknown)?;
        let frame = Frame::new(&self.game, 1, 1).under(self.limits.budget.clone());
        let ask = Ask::new(&self.game, &frame, &state, (1, 1), Player::First);
        let best = best(&ask, value, &|next| Some((self.value(next)?, None)));
        let answer = Answer {
            value,
            remoteness: None,
            best,
            to_losses: Vec::new(),
            difference: None,
        };
        self.limits.check()?;
        Ok(Some(Solved::impartial(answer, self.name())))
    }
}
