//! Rows and boards with local rewriting, by a table with one bit a position.

use std::sync::{Arc, Mutex, PoisonError};

use whowins_analysis::{Frame, Game, Player, Position, Value};

use super::Strategy;
use super::sample::{compare_states, states};
use crate::answer::{Answer, Solved};
use crate::best::{Ask, best};
use crate::limits::{EngineError, Limits};
use crate::rows::{Refusal, Rows, RowsTable};

type Size = (usize, usize);

pub(super) struct Bits {
    game: Game,
    limits: Limits,
    /// What is laid out for the size that was asked for last; `None` where it is not taken.
    plan: Mutex<Option<(Size, Option<Arc<Rows>>)>>,
    table: Option<(Size, RowsTable)>,
}

impl Bits {
    /// Takes the games that [`Rows::takes`] does.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        Rows::takes(game).is_ok().then(|| Self {
            game: game.clone(),
            limits: limits.clone(),
            plan: Mutex::new(None),
            table: None,
        })
    }

    fn plan(&self, size: Size) -> Option<Arc<Rows>> {
        let mut known = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref().is_none_or(|(at, _)| *at != size) {
            let plan = Rows::new(&self.game, size.0, size.1).ok().map(Arc::new);
            *known = Some((size, plan));
        }
        known.as_ref().and_then(|(_, plan)| plan.clone())
    }

    fn table(&mut self, position: &Position) -> Result<&RowsTable, EngineError> {
        let size = self.game.size_of(position);
        if self.table.as_ref().is_none_or(|(at, _)| *at != size) {
            let plan = self.plan(size).ok_or_else(|| {
                EngineError::TooLarge("boards of this size don't fit into machine words".into())
            })?;
            self.table = None;
            let table = plan.solve(&self.limits)?;
            let board = self.game.board().expect("a game on a board");
            let most = vec![board.alphabet.len() as i64 - 1; size.0 * size.1];
            let frame = Frame::new(&self.game, size.0, size.1).under(self.limits.budget.clone());
            let sample = states(&most).chain(self.game.state_of(position));
            let known = |player, next: &[i64]| table.value(player, &cells(next));
            compare_states(&self.game, &frame, size, sample, known)?;
            self.table = Some((size, table));
        }
        Ok(&self.table.as_ref().expect("it was just made").1)
    }
}

fn cells(state: &[i64]) -> Vec<u8> {
    state.iter().map(|symbol| *symbol as u8).collect()
}

impl Strategy for Bits {
    fn name(&self) -> &'static str {
        "bitboards"
    }

    fn why(&self) -> String {
        "every position of the board in a table, one bit each: a move is a mask and a constant difference of numbers. Every move lowers a proved rank; the positions are decided in order of rank, 64 or more per instruction"
            .into()
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        if self
            .table
            .as_ref()
            .is_some_and(|(at, _)| *at == self.game.size_of(position))
        {
            return Some(1);
        }
        let plan = self.plan(self.game.size_of(position))?;
        let fits = plan.most_bytes(&self.limits) <= self.limits.budget.memory;
        // Some eight operations for each 64 positions, and what laying the moves out costs.
        fits.then(|| (plan.positions() / 8).saturating_mul(plan.passes() as u64) + (1 << 16))
    }

    fn known(&self, state: &[i64], size: Size) -> Option<[Value; 2]> {
        let (_, table) = self.table.as_ref().filter(|(at, _)| *at == size)?;
        table.settled_values(state)
    }

    fn try_values(
        &mut self,
        position: &Position,
        _: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let cells = position.cells().unwrap_or_default();
        let table = self.table(position)?;
        let value = |player| table.value(player, &cells);
        match Player::BOTH.map(value) {
            [Some(first), Some(second)] => Ok(Some([first, second])),
            _ => Err(EngineError::TooLarge(Refusal::Shape.to_string())),
        }
    }

    fn try_solve(&mut self, position: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        let values = self.values(position)?;
        let size = self.game.size_of(position);
        let frame = Frame::new(&self.game, size.0, size.1).under(self.limits.budget.clone());
        let mut state = self.game.state_of(position).unwrap_or_default();
        frame.settle(&mut state);
        let table = self.table.as_ref().map(|(_, table)| table);
        let answers = Player::BOTH.map(|player| {
            let value = values[player.index()];
            let lookup = |next: &[i64]| Some((table?.value(player.other(), &cells(next))?, None));
            Answer {
                value,
                remoteness: None,
                best: best(
                    &Ask::new(&self.game, &frame, &state, size, player),
                    value,
                    &lookup,
                ),
                to_losses: Vec::new(),
                difference: None,
            }
        });
        self.limits.check()?;
        Ok(Some(Solved {
            to_move: answers,
            strategy: self.name(),
        }))
    }
}
