//! Games of finitely many vectors: who wins at every position of a box, one bit a position and
//! player.

use whowins_analysis::derive::Bounds;
use whowins_analysis::expression::Cond;
use whowins_analysis::{End, Game, Player, Stuck, Value, Verdict};

use super::fill::fill;
use super::layout::{DIMENSIONS, Layout};
use super::moves::{Refusal, lines, numbers, refuse};
use super::near::strips;
use crate::answer::Outcome;
use crate::limits::{EngineError, Limits};

/// Boxes up to 2^46 positions, so that numbers of bits stay far from the ends of 64-bit integers.
const LARGEST: i64 = 1 << 46;

/// A game of vectors, ready to be solved in boxes: two to four numbers, partizan or not, normal or
/// misère, with goals on strips next to the axes.
pub struct Vectors {
    pub(super) game: Game,
    /// The displacements of each player; the second's are empty where the game is impartial.
    pub(super) of: [Vec<Vec<i64>>; 2],
    /// Goals hold only where some number is below its entry here.
    pub(super) strips: Vec<i64>,
    bounds: Bounds,
}

/// Who wins at each position of a box.
pub struct Table {
    pub(super) layout: Layout,
    /// For each player, lines one after the other, each between two words that are 0: bit 1 where
    /// the player loses, to move.
    pub(super) losses: Vec<Vec<u64>>,
    /// For each line the index of its first word behind the padding; the end follows the last.
    pub(super) starts: Vec<usize>,
    high: Vec<i64>,
    bounds: Bounds,
}

impl Vectors {
    /// Reads the game; no work is done yet.
    ///
    /// # Errors
    ///
    /// When the game is not on 2 to 4 numbers from 0 on, has a move that is no vector or has a
    /// condition, can be drawn, or has goals away from the axes.
    pub fn new(game: &Game) -> Result<Self, Refusal> {
        let numbers = numbers(game)?;
        let variables = numbers.variables.len();
        if !(2..=DIMENSIONS).contains(&variables) {
            return refuse(format!("the kernel is for 2 to {DIMENSIONS} numbers"));
        }
        let draws = |goal: &Verdict| match goal {
            Verdict::Is(end) => *end == End::Draw,
            Verdict::Depends(_, a, b) => [a, b].contains(&&End::Draw),
        };
        let goals = &game.ending.goals;
        if game.ending.stuck == Stuck::Draws || goals.iter().any(|goal| draws(&goal.verdict)) {
            return refuse("the kernel is for games that nobody draws");
        }
        let mut widest = vec![0; variables];
        for goal in goals {
            let Some(strips) = strips(&goal.when, variables) else {
                return refuse("some goal may hold away from the axes");
            };
            for (widest, width) in widest.iter_mut().zip(strips) {
                *widest = width.max(*widest);
            }
        }
        let players = if game.is_impartial() { 1 } else { 2 };
        let mut of = [Vec::new(), Vec::new()];
        for line in lines(numbers)? {
            if line.step.is_some() {
                return refuse("some move is a ray");
            }
            if line.guard != Cond::Const(true) {
                return refuse("some move has a condition");
            }
            for player in &Player::BOTH[..players] {
                let of = &mut of[player.index()];
                if line.by.allows(*player) && !of.contains(&line.first) {
                    of.push(line.first.clone());
                }
            }
        }
        if of.iter().all(Vec::is_empty) {
            return refuse("the game has no moves");
        }
        let smallest = vec![2; variables];
        if Layout::cheapest(&of.concat(), &smallest).is_none() {
            return refuse("no order of lines is known in which every move leads back");
        }
        Ok(Self {
            bounds: Bounds::of(numbers),
            game: game.clone(),
            of,
            strips: widest,
        })
    }

    /// 1 where both players have the same outcomes, else 2.
    pub(super) fn players(&self) -> usize {
        if self.game.is_impartial() { 1 } else { 2 }
    }

    fn every_vector(&self) -> Vec<Vec<i64>> {
        self.of.concat()
    }

    /// The box that play from a state stays in; `None` where none is known, or the state is outside
    /// the variables' ranges.
    pub(super) fn reach(&self, state: &[i64]) -> Option<Vec<i64>> {
        let numbers = self.game.numbers()?;
        let inside = state.len() == numbers.variables.len()
            && state
                .iter()
                .zip(&numbers.variables)
                .all(|(value, variable)| {
                    (0..1 << 40).contains(value) && variable.most.is_none_or(|most| *value <= most)
                });
        inside.then(|| self.bounds.high(state).ok()).flatten()
    }

    /// How the box up to `high` would be laid out; `None` where it is too large, or no layout has
    /// every move lead back.
    pub(super) fn layout(&self, high: &[i64]) -> Option<Layout> {
        let sizes: Vec<i64> = high.iter().map(|high| high + 1).collect();
        let cells = sizes
            .iter()
            .try_fold(1i64, |cells, size| cells.checked_mul(*size));
        cells.filter(|cells| (1..=LARGEST).contains(cells))?;
        Layout::cheapest(&self.every_vector(), &sizes)
    }

    /// Roughly the steps that the box of a state takes; `None` where it cannot be filled.
    pub(crate) fn work(&self, state: &[i64]) -> Option<u64> {
        let high = self.reach(state)?;
        let layout = self.layout(&high)?;
        let cost = layout.cost(&self.every_vector())? * self.players() as u128;
        u64::try_from(cost).ok()
    }

    /// Fills the box of all positions that play from `state` can reach: `O(positions / 64)` words
    /// times the number of vectors, plus a little for each line. `ceil(positions / 64)` words a
    /// player and up to three words a line.
    ///
    /// # Errors
    ///
    /// When a limit is met, or no order of lines is known in which every move leads back.
    pub fn solve(&self, state: &[i64], limits: &Limits) -> Result<Table, EngineError> {
        let high = self.reach(state).ok_or_else(|| {
            EngineError::TooLarge("no box is known that holds all play from there".into())
        })?;
        let layout = self.layout(&high).ok_or_else(|| {
            EngineError::TooLarge(
                "the box is too large, or no order of its lines is known in which every move leads back".into(),
            )
        })?;
        let mut table = Table {
            layout,
            losses: Vec::new(),
            starts: Vec::new(),
            high,
            bounds: self.bounds.clone(),
        };
        fill(self, &mut table, limits)?;
        Ok(table)
    }
}

impl Table {
    /// Whether a position is in the table with all that play from it can reach.
    pub fn covers(&self, state: &[i64]) -> bool {
        state.len() == self.high.len()
            && state
                .iter()
                .zip(&self.high)
                .all(|(value, high)| (0..=*high).contains(value))
            && self
                .bounds
                .high(state)
                .is_ok_and(|need| need.iter().zip(&self.high).all(|(need, have)| need <= have))
    }

    /// Whether the player to move loses; `None` where the table does not cover the position.
    pub fn loses(&self, player: Player, state: &[i64]) -> Option<bool> {
        self.covers(state).then(|| {
            let (line, along) = self.layout.place(state);
            let ranges = self.layout.ranges();
            let index = line
                .iter()
                .zip(&ranges)
                .fold(0, |index, (at, range)| index * range + at);
            let from = self.layout.ends(&line).0 >> 6;
            let word = self.starts[index as usize] + ((along >> 6) - from) as usize;
            let losses = &self.losses[player.index().min(self.losses.len() - 1)];
            losses[word] >> (along & 63) & 1 == 1
        })
    }

    /// The outcome; `None` where the table does not cover the position.
    pub fn outcome(&self, state: &[i64]) -> Option<Outcome> {
        let value = |player| {
            Some(match self.loses(player, state)? {
                true => Value::Loss,
                false => Value::Win,
            })
        };
        Some(Outcome::of(value(Player::First)?, value(Player::Second)?))
    }

    /// At how many positions of the box each player loses, to move. Where some move raises a
    /// number, positions that are not covered count with play bounded by the box.
    pub fn losses(&self) -> [u64; 2] {
        let count = |words: &Vec<u64>| words.iter().map(|word| u64::from(word.count_ones())).sum();
        [
            count(&self.losses[0]),
            count(self.losses.last().unwrap_or(&self.losses[0])),
        ]
    }

    /// Whether its lines are slanted, so that no position depends on another one of its line.
    pub fn is_slanted(&self) -> bool {
        self.layout.slant.is_some()
    }

    /// The largest value of each number in the box.
    pub fn high(&self) -> &[i64] {
        &self.high
    }
}
