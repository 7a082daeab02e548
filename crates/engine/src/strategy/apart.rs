//! Tuples whose numbers never meet: a sum of games of one heap each, under normal play.

use std::ops::ControlFlow;

use whowins_analysis::derive::falling;
use whowins_analysis::frame::{Run, Runs};
use whowins_analysis::numbers::{Choices, NumberMove, Numbers};
use whowins_analysis::{Frame, Game, Player, Position, Stuck, Value};

use super::{Strategy, win};
use crate::answer::{Answer, Solved};
use crate::best::{Ask, best};
use crate::limits::{EngineError, Limits};

/// Larger numbers are left to the laws.
const LARGEST: u64 = 1 << 22;
/// Heaps between two looks at the limits.
const CHECKED: usize = 1 << 8;

pub(super) struct Apart {
    game: Game,
    limits: Limits,
    heaps: Vec<Heap>,
}

/// One number, as a game by itself.
struct Heap {
    /// The moves that change it.
    numbers: Numbers,
    /// Which of the variables it is.
    at: usize,
    /// The Grundy values from its least value on.
    values: Vec<u32>,
}

impl Apart {
    /// Takes two numbers or more, the same moves for both players, each of which changes one number
    /// and looks at no other; who cannot move loses.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let numbers = game.numbers()?;
        let normal = game.ending.stuck == Stuck::Loses && game.ending.goals.is_empty();
        let several = numbers.variables.len() > 1;
        if !normal || !several || !game.is_impartial() {
            return None;
        }
        let of: Option<Vec<usize>> = numbers.moves.iter().map(|one| own(numbers, one)).collect();
        let of = of?;
        // Each move changes one number, so the form falls where that does.
        falling(numbers)?;
        let heap = |at: usize| Heap {
            numbers: Numbers {
                variables: numbers.variables.clone(),
                moves: (of.iter().zip(&numbers.moves))
                    .filter(|(of, _)| **of == at)
                    .map(|(_, one)| one.clone())
                    .collect(),
            },
            at,
            values: Vec::new(),
        };
        Some(Self {
            heaps: (0..numbers.variables.len()).map(heap).collect(),
            game: game.clone(),
            limits: limits.clone(),
        })
    }

    /// The nim-sum of the numbers' values, as far as they are known.
    fn sum(&self, state: &[i64]) -> Option<u32> {
        let mut all = self.heaps.iter().zip(state);
        all.try_fold(0, |sum, (heap, number)| Some(sum ^ heap.value(*number)?))
    }

    /// The state of a position, all its numbers' values known; `None` where one is too large, or a
    /// move's numbers are not seen to be held by machine words.
    fn prepare(&mut self, position: &Position) -> Result<Option<Vec<i64>>, EngineError> {
        let state = self.game.state_of(position);
        let state = state.filter(|state| state.iter().all(|number| *number as u64 <= LARGEST));
        let Some(state) = state else {
            return Ok(None);
        };
        for (heap, number) in self.heaps.iter_mut().zip(&state) {
            if !heap.extend(*number, &self.limits)? {
                return Ok(None);
            }
        }
        Ok(Some(state))
    }
}

/// The one number that a move changes, where it looks at no other.
fn own(numbers: &Numbers, one: &NumberMove) -> Option<usize> {
    let [(at, update)] = &one.updates[..] else {
        return None;
    };
    let other = |slot: usize| slot < numbers.variables.len() && slot != *at;
    let choices = one.binders.iter().any(|binder| match &binder.choices {
        Choices::Of(_) => false,
        Choices::Between(least, most) => {
            least.mentions(&other) || most.as_ref().is_some_and(|most| most.mentions(&other))
        }
    });
    (!choices && !one.guard.mentions(&other) && !update.mentions(&other)).then_some(*at)
}

impl Heap {
    fn least(&self) -> i64 {
        self.numbers.variables[self.at].least
    }

    fn value(&self, number: i64) -> Option<u32> {
        let at = usize::try_from(number - self.least()).ok()?;
        self.values.get(at).copied()
    }

    /// How many choices the moves from a number have, at most.
    fn choices(&self, number: u64) -> u64 {
        let of = |one: &NumberMove| {
            let choices = one.binders.iter().map(|binder| match &binder.choices {
                Choices::Of(members) => members.len() as u64,
                Choices::Between(..) => number,
            });
            choices.fold(1, u64::saturating_mul)
        };
        self.numbers
            .moves
            .iter()
            .map(of)
            .fold(0, u64::saturating_add)
    }

    /// The state where the other numbers are least.
    fn state(&self, number: i64) -> Vec<i64> {
        let mut state: Vec<i64> = self.numbers.variables.iter().map(|one| one.least).collect();
        state[self.at] = number;
        state
    }

    /// The moves from the numbers up to this one; `None` where machine words are not seen to hold
    /// what they work with.
    fn runs(&self, number: i64) -> Option<Runs> {
        let mut weights = vec![0; self.numbers.variables.len()];
        weights[self.at] = 1;
        Runs::new(&self.numbers, &self.state(number), &weights)
    }

    /// Works out the values up to a number, each the mex of those that its moves lead to; whether
    /// machine words are seen to hold all of them.
    fn extend(&mut self, number: i64, limits: &Limits) -> Result<bool, EngineError> {
        let least = self.least();
        let size = (number - least + 1).max(0) as usize;
        if size <= self.values.len() {
            return Ok(true);
        }
        limits.room(12 * size as u64)?;
        let Some(runs) = self.runs(number) else {
            return Ok(false);
        };
        let mut state = self.state(number);
        // By value, the last heap that has an option of this value.
        let mut seen: Vec<usize> = vec![0; size + 1];
        for heap in self.values.len()..size {
            if heap % CHECKED == 0 {
                limits.check()?;
            }
            state[self.at] = least + heap as i64;
            let values = &self.values;
            let done = runs.options(Player::First, &state, &limits.budget, &mut |run: Run| {
                let mut to = (heap as i64).wrapping_add(run.first);
                for _ in 0..run.count {
                    // It falls, so its value is there.
                    let Some(value) = usize::try_from(to).ok().and_then(|to| values.get(to)) else {
                        return ControlFlow::Break(());
                    };
                    seen[*value as usize] = heap + 1;
                    to = to.wrapping_add(run.step);
                }
                ControlFlow::Continue(())
            });
            if done.is_break() {
                limits.check()?;
                return Ok(false);
            }
            let mex = seen.iter().position(|last| *last != heap + 1);
            self.values.push(mex.unwrap_or(seen.len()) as u32);
        }
        Ok(true)
    }
}

impl Strategy for Apart {
    fn name(&self) -> &'static str {
        "heaps apart"
    }

    fn why(&self) -> String {
        "no move depends on two numbers, so a position is a sum of heaps. It is an N-position if and only if the nim-sum of the numbers' Grundy values is not 0 (Sprague 1935, Grundy 1939). The values of each number are computed in order"
            .into()
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        let state = self.game.state_of(position)?;
        let mut work = 1u64;
        for (heap, number) in self.heaps.iter().zip(&state) {
            let number = u64::try_from(*number)
                .ok()
                .filter(|number| *number <= LARGEST)?;
            if heap.value(number as i64).is_none() {
                heap.runs(number as i64)?;
                work = work.saturating_add(number.saturating_mul(heap.choices(number)));
            }
        }
        Some(work)
    }

    fn known(&self, state: &[i64], _: (usize, usize)) -> Option<[Value; 2]> {
        Some([win(self.sum(state)? != 0); 2])
    }

    fn try_values(
        &mut self,
        position: &Position,
        _: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let state = self.prepare(position)?;
        Ok(state.and_then(|state| self.known(&state, (1, 1))))
    }

    fn try_solve(&mut self, position: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        let Some(state) = self.prepare(position)? else {
            return Ok(None);
        };
        let Some([value, _]) = self.known(&state, (1, 1)) else {
            return Ok(None);
        };
        let frame = Frame::new(&self.game, 1, 1).under(self.limits.budget.clone());
        let ask = Ask::new(&self.game, &frame, &state, (1, 1), Player::First);
        let best = best(&ask, value, &|next| Some((win(self.sum(next)? != 0), None)));
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
