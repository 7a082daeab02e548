//! Games on lattice points, by the kernels of `lattice`.

use whowins_analysis::{Frame, Game, Player, Position, Value};

use super::sample::{compare_states, states};
use super::{Strategy, win};
use crate::answer::{Answer, Solved};
use crate::best::{Ask, best};
use crate::lattice::{RayPositions, Table, Vectors};
use crate::limits::{EngineError, Limits};

/// Shells beyond are left to the laws.
const SHELLS: u64 = 1 << 25;

/// A sample of the P-positions is compared with the rules below this number, as a heap has as many
/// options as it is large.
const SAMPLED: u64 = 1 << 10;

/// P-positions of two heaps under rays and vectors.
pub(super) struct Rays {
    game: Game,
    positions: RayPositions,
    limits: Limits,
}

impl Rays {
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        Some(Self {
            positions: RayPositions::new(game).ok()?,
            game: game.clone(),
            limits: limits.clone(),
        })
    }

    fn prepare(&mut self, position: &Position) -> Result<Vec<i64>, EngineError> {
        let state = self.game.state_of(position).unwrap_or_default();
        match shells(&state) {
            Some(shells) if shells > self.positions.shells() => {
                self.positions.extend(shells, &self.limits)?;
                let most = [self.positions.shells().min(SAMPLED) as i64 - 1; 2];
                let list = self.positions.list();
                let p = list.iter().map(|(x, y)| vec![i64::from(*x), i64::from(*y)]);
                let p = p.filter(|state| state.iter().all(|number| *number <= most[0]));
                let step = list.len() / 8 + 1;
                let frame = Frame::new(&self.game, 1, 1).under(self.limits.budget.clone());
                let sample = states(&most).chain(p.step_by(step));
                compare_states(&self.game, &frame, (1, 1), sample, |_, next| {
                    self.value(next)
                })?;
            }
            Some(_) => {}
            None => {
                return Err(EngineError::TooLarge(
                    "the list of P-positions ends before these heaps".into(),
                ));
            }
        }
        Ok(state)
    }

    fn value(&self, state: &[i64]) -> Option<Value> {
        let is_p = self.positions.is_p(state[0] as u64, state[1] as u64);
        Some(win(!is_p?))
    }
}

/// How many shells hold a state, if not too many.
fn shells(state: &[i64]) -> Option<u64> {
    let least = *state.iter().min()? as u64 + 1;
    (least <= SHELLS && state.iter().all(|heap| *heap < 1 << 31)).then_some(least)
}

impl Strategy for Rays {
    fn name(&self) -> &'static str {
        "P-positions of rays"
    }

    fn why(&self) -> String {
        "the P-positions of two heaps in order of the smaller heap (the greedy kernel). Each marks the lines that lead to it, and the next is the first position without a mark or a single move to one"
            .into()
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        let state = self.game.state_of(position)?;
        let shells = shells(&state)?;
        // For a best move all options are looked at, and a ray has as many as a heap is large.
        let options: u64 = state.iter().map(|heap| heap.unsigned_abs()).sum();
        match self.value(&state) {
            Some(_) => Some(1 + options),
            None => Some(shells.saturating_mul(16) + options),
        }
    }

    fn known(&self, state: &[i64], _: (usize, usize)) -> Option<[Value; 2]> {
        shells(state)?;
        Some([self.value(state)?; 2])
    }

    fn try_values(
        &mut self,
        position: &Position,
        _: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let state = self.prepare(position)?;
        let value = self.value(&state);
        value.map(|value| Some([value; 2])).ok_or_else(unknown)
    }

    fn try_solve(&mut self, position: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        let [value, _] = self.values(position)?;
        let state = self.prepare(position)?;
        let frame = Frame::new(&self.game, 1, 1).under(self.limits.budget.clone());
        let lookup = |next: &[i64]| Some((self.value(next)?, None));
        let ask = Ask::new(&self.game, &frame, &state, (1, 1), Player::First);
        let answer = Answer {
            value,
            remoteness: None,
            best: best(&ask, value, &lookup),
            to_losses: Vec::new(),
            difference: None,
        };
        self.limits.check()?;
        Ok(Some(Solved::impartial(answer, self.name())))
    }
}

fn unknown() -> EngineError {
    EngineError::TooLarge("the table of this kernel does not cover the position".into())
}

/// Vectors in a box, by lines of bits.
pub(super) struct Lines {
    vectors: Vectors,
    game: Game,
    limits: Limits,
    table: Option<Table>,
    /// The corner of that table's box.
    corner: Vec<i64>,
}

/// The steps of work up to which boxes of streams grow by more than requested.
const GROWN: u64 = 1 << 24;

impl Lines {
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        Some(Self {
            vectors: Vectors::new(game).ok()?,
            game: game.clone(),
            limits: limits.clone(),
            table: None,
            corner: Vec::new(),
        })
    }

    /// The corner of the box to solve for a state: with room for more where a smaller box was
    /// solved before, so that a stream of ever larger positions costs no more than a few times the
    /// largest.
    fn grown(&self, state: &[i64]) -> Vec<i64> {
        let sides = state.iter().zip(&self.corner);
        let roomy: Vec<i64> = sides
            .map(|(need, have)| match need > have {
                true => *need.max(&have.saturating_mul(2)),
                false => *have,
            })
            .collect();
        let affordable =
            |corner: &[i64]| self.vectors.work(corner).is_some_and(|work| work <= GROWN);
        match self.table.is_some() && affordable(&roomy) {
            true => roomy,
            false => state.to_vec(),
        }
    }

    fn prepare(&mut self, position: &Position) -> Result<(&Table, Vec<i64>), EngineError> {
        let state = self.game.state_of(position).ok_or_else(unknown)?;
        if self
            .table
            .as_ref()
            .is_none_or(|table| !table.covers(&state))
        {
            let corner = self.grown(&state);
            // The old one goes first: both together might be too much.
            self.table = None;
            let table = self.vectors.solve(&corner, &self.limits)?;
            let frame = Frame::new(&self.game, 1, 1).under(self.limits.budget.clone());
            let sample = states(table.high()).chain([state.clone()]);
            let known = |player, next: &[i64]| value(&table, next, player);
            compare_states(&self.game, &frame, (1, 1), sample, known)?;
            self.table = Some(table);
            self.corner = corner;
        }
        Ok((self.table.as_ref().ok_or_else(unknown)?, state))
    }
}

fn value(table: &Table, state: &[i64], player: Player) -> Option<Value> {
    Some(win(!table.loses(player, state)?))
}

impl Strategy for Lines {
    fn name(&self) -> &'static str {
        "lines of bits"
    }

    fn why(&self) -> String {
        "every position of a box, one bit per position and player. Every move leads to an earlier line of the box, and 64 positions of a line are decided at once"
            .into()
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        let state = self.game.state_of(position)?;
        match &self.table {
            Some(table) if table.covers(&state) => Some(1),
            _ => self.vectors.work(&state),
        }
    }

    fn known(&self, state: &[i64], _: (usize, usize)) -> Option<[Value; 2]> {
        let table = self.table.as_ref()?;
        Some([
            value(table, state, Player::First)?,
            value(table, state, Player::Second)?,
        ])
    }

    fn try_values(
        &mut self,
        position: &Position,
        _: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let (table, state) = self.prepare(position)?;
        let value = |player| value(table, &state, player).ok_or_else(unknown);
        Ok(Some([value(Player::First)?, value(Player::Second)?]))
    }

    fn try_solve(&mut self, position: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        let values = self.values(position)?;
        let game = self.game.clone();
        let (name, limits) = (self.name(), self.limits.clone());
        let (table, state) = self.prepare(position)?;
        let frame = Frame::new(&game, 1, 1).under(limits.budget.clone());
        let answer = |player: Player| {
            let won = values[player.index()];
            let lookup = |next: &[i64]| Some((value(table, next, player.other())?, None));
            let ask = Ask::new(&game, &frame, &state, (1, 1), player);
            Answer {
                value: won,
                remoteness: None,
                best: best(&ask, won, &lookup),
                to_losses: Vec::new(),
                difference: None,
            }
        };
        let to_move = Player::BOTH.map(answer);
        limits.check()?;
        Ok(Some(Solved {
            to_move,
            strategy: name,
        }))
    }
}
