//! How many states a table has, what it takes to make it, and which table is made.

use whowins_analysis::derive::{Bounds, board_order, choices, falling_order, rays};
use whowins_analysis::{Game, Position};

use super::any::{AnySpace, with_space};
use super::digits::DigitSpace;
use super::pairs::CELLS;
use super::solver::{General, SolvedSpace, Want};
use super::space::Space;
use super::tuple::TupleSpace;
use crate::limits::EngineError;

/// Tables of streams grow up to so many states by more than is asked for.
const GROWN: u64 = 1 << 26;
/// Tables for what is expected have one part in so many to spare.
const SLACK: i64 = 64;

/// States that are asked for soon, together.
pub(super) struct Expected {
    /// The box that holds them all.
    high: Vec<i64>,
    /// How many states tables for each of them alone have, in all.
    states: u64,
}

/// How far a family of moves reaches: the variables that end it, with the size of one step.
pub(super) struct Line(Vec<(usize, u64)>);

impl Line {
    /// How many moves of the family there are on average in a box up to `high`.
    fn length(&self, high: &[i64]) -> u64 {
        let longest = self
            .0
            .iter()
            .map(|(variable, step)| high[*variable].unsigned_abs() / step);
        longest.min().map_or(1, |longest| longest / 2 + 1)
    }
}

pub(super) fn lines(game: &Game) -> Vec<Line> {
    let Some(numbers) = game.numbers() else {
        return Vec::new();
    };
    let Some(rays) = rays(numbers) else {
        return Vec::new();
    };
    rays.iter()
        .map(|ray| {
            let steps = ray.step.iter().enumerate().filter(|(_, step)| **step < 0);
            let bounded = ray.most.is_some();
            Line(if bounded {
                Vec::new()
            } else {
                steps.map(|(at, step)| (at, step.unsigned_abs())).collect()
            })
        })
        .collect()
}

/// Returns true if every move lowers the index, in the numbering of [`TupleSpace`], or with a digit
/// for each cell.
pub(super) fn falls(game: &Game) -> bool {
    let tuples = game.numbers().and_then(falling_order).is_some();
    tuples || game.board().and_then(board_order).is_some()
}

impl General {
    /// How many states a table for this position has, where they can be numbered; without laying
    /// anything out.
    pub fn states(&self, position: &Position) -> Option<u64> {
        if let Some(numbers) = self.game.numbers() {
            let state = self.game.state_of(position)?;
            let high = self.bounds.as_ref()?.high(&state).ok()?;
            let values = high
                .iter()
                .zip(&numbers.variables)
                .map(|(high, variable)| (high - variable.least + 1).max(0) as u64);
            return values.into_iter().try_fold(1, u64::checked_mul);
        }
        if let Some(board) = self.game.board() {
            let state = self.game.state_of(position)?;
            // On so many cells no move is laid out.
            return (board.alphabet.len() as u64).checked_pow(u32::try_from(state.len()).ok()?);
        }
        let tokens = self.game.tokens()?;
        (tokens.cells.len() as u64).checked_pow(u32::try_from(tokens.names.len()).ok()?)
    }

    /// How many moves a table for this position has to look at, roughly; `None` where that shows
    /// only on exploring.
    pub fn work(&self, position: &Position) -> Option<u64> {
        let states = self.states(position)?;
        let moves = if let (Some(numbers), Some(bounds)) = (self.game.numbers(), &self.bounds) {
            let high = bounds.high(&self.game.state_of(position)?).ok()?;
            match self.lines.is_empty() {
                true => choices(numbers, &high),
                false => {
                    let lengths = self.lines.iter().map(|line| line.length(&high));
                    lengths.fold(0, u64::saturating_add)
                }
            }
        } else if let Some(board) = self.game.board() {
            let cells = {
                let (rows, columns) = self.game.size_of(position);
                rows.saturating_mul(columns) as u64
            };
            cells.saturating_mul(board.moves.len() as u64)
        } else {
            let tokens = self.game.tokens();
            tokens.map_or(1, |tokens| 4 * tokens.moves.len() as u64)
        };
        Some(states.saturating_mul(moves.max(1)))
    }

    /// Takes note that a position will be asked for: tables made from now on hold it too, where
    /// that takes no more than tables for each alone.
    pub fn expect(&mut self, position: &Position) {
        let Some(state) = self.game.state_of(position) else {
            return;
        };
        let numbers = self.game.numbers().is_some();
        let (true, Ok(high)) = (numbers, self.high(&state)) else {
            return;
        };
        if self.covers(position, &state) {
            return;
        }
        let states = self.states(position).unwrap_or(u64::MAX);
        let so_far = self.expected.take().unwrap_or_else(|| Expected {
            high: high.clone(),
            states: 0,
        });
        let sides = so_far.high.iter().zip(&high);
        self.expected = Some(Expected {
            high: sides.map(|(one, other)| *one.max(other)).collect(),
            states: so_far.states.saturating_add(states),
        });
    }

    /// The same for a state of the expected box, where that holds all that play from it comes to:
    /// whether it does. At the cost of a look.
    pub fn has_room_for(&mut self, state: &[i64]) -> bool {
        let closed = self.bounds.as_ref().is_some_and(Bounds::is_closed);
        let (true, Some(numbers), Some(expected)) =
            (closed, self.game.numbers(), &mut self.expected)
        else {
            return false;
        };
        let within = state.len() == expected.high.len()
            && state.iter().zip(&expected.high).all(|(n, most)| n <= most);
        if within {
            // A table for it alone has these states at least.
            let sides = state.iter().zip(&numbers.variables);
            let sides = sides.map(|(n, variable)| (n - variable.least + 1).max(0) as u64);
            let states = sides.fold(1, u64::saturating_mul);
            expected.states = expected.states.saturating_add(states);
        }
        within
    }

    /// Bytes of a table of all states, where they can be numbered.
    pub(super) fn table_bytes(&self, position: &Position, want: Want) -> Option<u64> {
        self.bytes(self.states(position)?, want)
    }

    /// Bytes of a table of so many states.
    fn bytes(&self, states: u64, want: Want) -> Option<u64> {
        let players = if self.impartial { 1 } else { 2 };
        match want {
            Want::Outcome if self.pairs => states.div_ceil(CELLS),
            Want::Outcome => states,
            Want::Remoteness => states.checked_mul(2)?,
        }
        .checked_mul(players)
    }

    /// Whether the states can be numbered and a table of them fits the memory.
    pub(super) fn fits(&self, position: &Position, want: Want) -> bool {
        let bytes = self.table_bytes(position, want);
        bytes.is_some_and(|bytes| bytes <= self.limits.budget.memory)
    }

    /// What to find out: less than is wanted, where only that fits the memory.
    pub(super) fn affordable(&self, position: &Position) -> Want {
        match self.want {
            Want::Remoteness
                if self.pairs
                    && !self.fits(position, Want::Remoteness)
                    && self.fits(position, Want::Outcome) =>
            {
                Want::Outcome
            }
            want => want,
        }
    }

    /// What a question for the values alone takes: who wins, where that is quicker and nothing more
    /// was asked before.
    pub(super) fn enough(&self, position: &Position) -> Want {
        let more = |solved: &SolvedSpace| !solved.less;
        match self.pairs && !self.solved.as_ref().is_some_and(more) {
            true => Want::Outcome,
            false => self.affordable(position),
        }
    }

    /// The box that play from a tuple stays in; empty for other shapes.
    pub(super) fn high(&self, state: &[i64]) -> Result<Vec<i64>, EngineError> {
        match &self.bounds {
            Some(bounds) => bounds
                .high(state)
                .map_err(|unbounded| EngineError::Unbounded {
                    variable: unbounded.variable,
                }),
            None => Ok(Vec::new()),
        }
    }

    /// The gapless numbering of the states, where there is one that fits the memory and serves a
    /// method.
    pub(super) fn numbering(
        &self,
        position: &Position,
        state: &[i64],
        want: Want,
    ) -> Option<AnySpace> {
        if !self.fits(position, want) || !self.numbered {
            return None;
        }
        let space = if let Some(numbers) = self.game.numbers() {
            let high = self.grown(self.high(state).ok()?, want);
            TupleSpace::new(&self.game, numbers, high).map(|space| AnySpace::Tuple(Box::new(space)))
        } else {
            let space = DigitSpace::new(&self.game, position, &self.limits);
            space.map(|space| AnySpace::Digits(Box::new(space)))
        };
        space.filter(|any| with_space!(any, space => space.falls() || space.inverts()))
    }

    /// The box to solve: the one that is needed, and what is expected; and where a smaller one was
    /// solved before that too, with room for more, so that a stream of ever larger positions costs
    /// no more than a few times the largest.
    fn grown(&self, needed: Vec<i64>, want: Want) -> Vec<i64> {
        let Some(numbers) = self.game.numbers() else {
            return needed;
        };
        let affordable = |high: &[i64], most: u64| {
            let sides = high.iter().zip(&numbers.variables);
            let states = sides
                .map(|(high, variable)| high.checked_sub(variable.least - 1)?.try_into().ok())
                .try_fold(1u64, |product, side: Option<u64>| {
                    product.checked_mul(side?)
                });
            states.is_some_and(|states| {
                let bytes = self.bytes(states, want);
                states <= most && bytes.is_some_and(|bytes| bytes <= self.limits.budget.memory)
            })
        };
        let larger = |one: &[i64], other: &[i64]| -> Vec<i64> {
            let sides = one.iter().zip(other);
            sides.map(|(one, other)| *one.max(other)).collect()
        };
        if let Some(expected) = &self.expected {
            // And a little more, for what is not known of yet; but not where the rules have an end.
            let sides = larger(&needed, &expected.high);
            let sides = sides.iter().zip(&numbers.variables);
            let high: Vec<i64> = sides
                .map(|(side, variable)| match variable.most {
                    Some(_) => *side,
                    None => side.saturating_add(side / SLACK),
                })
                .collect();
            let high = match &self.solved {
                Some(solved) => larger(&high, &solved.high),
                None => high,
            };
            if affordable(&high, GROWN.min(expected.states)) {
                return high;
            }
        }
        let Some(solved) = &self.solved else {
            return needed;
        };
        let both = || needed.iter().zip(&solved.high);
        let merged = larger(&needed, &solved.high);
        // Twice the states, whichever sides grew.
        let sides = both().filter(|(need, have)| need > have).count();
        let factor = 2f64.powf(1.0 / sides.max(1) as f64);
        let roomy: Vec<i64> = both()
            .map(|(need, have)| match need > have {
                true => *need.max(&((*have as f64 * factor) as i64)),
                false => *have,
            })
            .collect();
        if affordable(&roomy, GROWN) {
            roomy
        } else if affordable(&merged, GROWN) {
            merged
        } else {
            needed
        }
    }
}
