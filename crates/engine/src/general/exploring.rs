//! How far play is explored where no table of all states can be made, and why no further.

use whowins_analysis::derive::cones;
use whowins_analysis::expression::Cond;
use whowins_analysis::numbers::{NumberMove, Numbers};
use whowins_analysis::{Frame, Game, Position};

use super::explored::Explored;
use super::sizing::falls;
use super::solver::{EXPLORING, General, Want};
use crate::limits::EngineError;

/// Bytes of states that are explored where no box is known, before that is given up; a larger
/// memory allows more.
const FAIR: u64 = 256 << 20;
/// The same where nothing in the rules can end the growth of some variable.
const BRIEF: u64 = 16 << 20;
/// Whether guards, endings, or changes that are not plain additions may keep play in bounds that no
/// box shows.
fn may_be_finite(game: &Game, numbers: &Numbers) -> bool {
    let unguarded = |command: &NumberMove| command.guard == Cond::Const(true);
    cones(numbers).is_none()
        || !game.ending.goals.is_empty()
        || !numbers.moves.iter().all(unguarded)
}

impl General {
    /// Explores all that play from a state reaches, beside what was explored before; `false` where
    /// that takes more than `most`. Where no box bounds it, a part of the memory must do; where a
    /// table of all states would be too large, a quarter: so a hopeless search ends soon.
    pub(super) fn explore(
        &mut self,
        position: &Position,
        state: &[i64],
        most: u64,
    ) -> Result<bool, EngineError> {
        let size = self.game.size_of(position);
        self.solved = None;
        let bounds = self.exploring_bounds(position, state);
        let fresh = || {
            let frame = Frame::new(&self.game, size.0, size.1).under(self.limits.budget.clone());
            Explored::new(frame, self.game.is_impartial(), self.game.ending.blocked)
        };
        let mut explored = match self.explored.take() {
            Some((at, explored)) if at == size => explored,
            _ => fresh(),
        };
        let mut limits = self.limits.clone();
        limits.budget.memory = bounds.memory;
        let most = most / EXPLORING;
        let mut done = explored.extend(state, most, &limits);
        if matches!(done, Err(EngineError::Memory { .. })) && explored.states() > 0 {
            // What was asked for before must not stand in the way.
            explored = fresh();
            done = explored.extend(state, most, &limits);
        }
        let done = done.map_err(|error| match error {
            EngineError::Memory { .. } => bounds.refused(self.limits.budget.memory),
            other => other,
        });
        self.explored = Some((size, explored));
        done
    }

    /// How far play from a state is explored, and why no further.
    fn exploring_bounds(&self, position: &Position, state: &[i64]) -> Exploring {
        let memory = self.limits.budget.memory;
        let least = if self.pairs { Want::Outcome } else { self.want };
        let table = self.table_bytes(position, least);
        let (Some(numbers), Err(EngineError::Unbounded { variable })) =
            (self.game.numbers(), self.high(state))
        else {
            let too_large = table.is_none_or(|bytes| bytes > memory);
            let part = too_large && self.game.codes().is_none();
            return Exploring {
                memory: if part { memory / 4 } else { memory },
                growing: Growing::No(table.filter(|_| too_large)),
            };
        };
        if self.pairs || falls(&self.game) {
            // Every move lowers the position in some order, so play ends.
            return Exploring {
                memory: memory / 4,
                growing: Growing::No(None),
            };
        }
        match may_be_finite(&self.game, numbers) {
            true => Exploring {
                memory: memory.min(FAIR.max(memory / 16)),
                growing: Growing::Perhaps(variable),
            },
            false => Exploring {
                memory: memory.min(BRIEF),
                growing: Growing::Surely(variable),
            },
        }
    }
}

/// How far play is explored.
struct Exploring {
    memory: u64,
    growing: Growing,
}

/// Whether some variable can grow without end, as far as the rules show.
enum Growing {
    /// A table of all would take so many bytes, where they can be numbered.
    No(Option<u64>),
    Perhaps(String),
    Surely(String),
}

impl Exploring {
    /// What is said where there was more than fits.
    fn refused(self, allowed: u64) -> EngineError {
        match self.growing {
            Growing::No(wanted) => EngineError::Memory { wanted, allowed },
            Growing::Perhaps(variable) => EngineError::Vast { variable, allowed },
            Growing::Surely(variable) => EngineError::Unbounded { variable },
        }
    }
}
