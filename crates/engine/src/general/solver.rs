//! The general solver: picks a numbering and a method, keeps the table, reads it.

use whowins_analysis::derive::{Bounds, rays};
use whowins_analysis::{Frame, Game, Player, Position, Value};

use super::any::{AnySpace, with_space};
use super::explored::Explored;
use super::fill::fill;
use super::sizing::{Expected, Line, falls, lines};
use super::space::Space;
use super::table::{Entry, Table};
use crate::answer::{Answer, Solved};
use crate::best::{Ask, best, to_losses};
use crate::limits::{EngineError, Limits, within_words};

/// How much to find out about each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Who wins: two bits a state and player where every move lowers the index, else a byte, or
    /// more where there are many moves.
    Outcome,
    /// Also how long best play lasts: two bytes, or four. Where these exceed the memory and two
    /// bits do not, only who wins.
    Remoteness,
}

/// Exact answers for any finite game, from a table of its states.
pub struct General {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) want: Want,
    /// The variables' bounds, for tuples.
    pub(super) bounds: Option<Bounds>,
    /// The open rays of a tuple's moves; single vectors count 1 each. None where they are of
    /// another kind.
    pub(super) lines: Vec<Line>,
    /// Whether two bits a state do for who wins.
    pub(super) pairs: bool,
    /// Whether both players have the same values.
    pub(super) impartial: bool,
    /// Whether a numbering of tuples serves a method: every move lowers the number, or can be
    /// walked backwards.
    pub(super) numbered: bool,
    pub(super) solved: Option<SolvedSpace>,
    /// What is asked for next, as far as it was told.
    pub(super) expected: Option<Expected>,
    /// What was explored, of boards with so many rows and columns.
    pub(super) explored: Option<((usize, usize), Explored)>,
}

pub(super) struct SolvedSpace {
    space: AnySpace,
    table: Table,
    /// What the table tells.
    want: Want,
    /// Whether more could have been found out, and was not asked for.
    pub(super) less: bool,
    /// Rows and columns, for boards.
    size: (usize, usize),
    /// The largest value of each variable, for tuples.
    pub(super) high: Vec<i64>,
}

/// What looking at one move costs on exploring, in looks of a sweep.
pub(super) const EXPLORING: u64 = 64;
/// What the first try of exploring costs, in the same looks: a few milliseconds, and more than what
/// is always solved from the rules.
const FIRST_TRY: u64 = (1 << 20) + 1;
/// The same where there is a box of states, which does not fit the memory: more than a search for a
/// law.
const OUT_OF_REACH: u64 = 1 << 29;

impl General {
    /// A solver for the game; no work is done yet.
    pub fn new(game: Game, want: Want, limits: Limits) -> Self {
        Self {
            bounds: game.numbers().map(Bounds::of),
            lines: lines(&game),
            pairs: game.ending.blocked == 0 && falls(&game),
            impartial: game.is_impartial(),
            numbered: (game.numbers())
                .is_none_or(|numbers| falls(&game) || rays(numbers).is_some()),
            game,
            limits,
            want,
            solved: None,
            expected: None,
            explored: None,
        }
    }

    /// What answering costs, in moves looked at, from what is known already: 1 where the table has
    /// the position, [`General::work`] where there can be a table, and where play must be explored
    /// a bound that doubles with each try that ended before it was over.
    pub fn estimate(&self, position: &Position) -> u64 {
        let Some(state) = self.game.state_of(position) else {
            return u64::MAX;
        };
        if self.covers(position, &state) {
            return 1;
        }
        let fits = self.fits(position, self.affordable(position));
        let has_table = fits && self.numbered && self.high(&state).is_ok();
        let work = self.work(position).unwrap_or(u64::MAX);
        if has_table && self.game.board().is_none() {
            return work;
        }
        let begun = match &self.explored {
            Some((size, explored)) if *size == self.game.size_of(position) => {
                explored.begun(&state)
            }
            _ => 0,
        };
        // Where all states have numbers and are too many, play from one of them may come to few,
        // but mostly does not.
        let boxed = self.game.codes().is_none() && self.high(&state).is_ok();
        let first = if boxed && !fits {
            OUT_OF_REACH
        } else {
            FIRST_TRY
        };
        let next = begun.saturating_mul(2 * EXPLORING).max(first);
        // Play on a board often reaches few of all its fillings.
        if has_table { next.min(work) } else { next }
    }

    /// The value for each player to move.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the answer depends on what endless play means and the rules do not
    /// say.
    pub fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        let tried = self.try_values(position, u64::MAX)?;
        Ok(tried.expect("all the work was allowed"))
    }

    /// The same for at most so much work, as [`General::estimate`] counts it; `None` where it takes
    /// more. What was explored is kept for the next try.
    ///
    /// # Errors
    ///
    /// As [`General::values`].
    pub fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError> {
        let want = self.enough(position);
        let Some(state) = self.build(position, want, most)? else {
            return Ok(None);
        };
        let read = |player: Player| {
            self.value_of(&state, player)
                .map(|(value, _)| value)
                .ok_or_else(|| self.endless(position))
        };
        Ok(Some([read(Player::First)?, read(Player::Second)?]))
    }

    /// The values with remoteness and best moves.
    ///
    /// # Errors
    ///
    /// As [`General::values`].
    pub fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        let tried = self.try_solve(position, u64::MAX)?;
        Ok(tried.expect("all the work was allowed"))
    }

    /// The same for at most so much work, as [`General::try_values`].
    ///
    /// # Errors
    ///
    /// As [`General::values`].
    pub fn try_solve(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<Solved>, EngineError> {
        let want = self.affordable(position);
        let Some(state) = self.build(position, want, most)? else {
            return Ok(None);
        };
        let (rows, columns) = self.game.size_of(position);
        let frame = Frame::new(&self.game, rows, columns).under(self.limits.budget.clone());
        let answer = |player: Player| -> Result<Answer, EngineError> {
            let (value, remoteness) = self
                .value_of(&state, player)
                .ok_or_else(|| self.endless(position))?;
            let ask = Ask::new(&self.game, &frame, &state, (rows, columns), player);
            let lookup = |next: &[i64]| self.value_of(next, player.other());
            Ok(Answer {
                value,
                remoteness,
                best: best(&ask, value, &lookup),
                to_losses: to_losses(&ask, &lookup),
                difference: None,
            })
        };
        let to_move = [answer(Player::First)?, answer(Player::Second)?];
        within_words(&frame)?;
        // Where the search for a best move was cut, this fails too.
        self.limits.check()?;
        Ok(Some(Solved {
            to_move,
            strategy: "general solver",
        }))
    }

    /// The values of a tuple within its ranges, of heaps in rising order, or of a board of so many
    /// rows and columns whose follow-ups are carried out, where the table has it; `None` else, and
    /// where play need never end and the rules are silent.
    pub fn look(&self, state: &[i64], size: (usize, usize)) -> Option<[Value; 2]> {
        let numbers = self.game.numbers().is_some() || self.game.codes().is_some();
        let plain = numbers || self.game.board().is_some();
        if !plain || !self.covers_state(size, state) {
            return None;
        }
        let (first, _) = self.value_of(state, Player::First)?;
        let second = match self.impartial {
            true => first,
            false => self.value_of(state, Player::Second)?.0,
        };
        Some([first, second])
    }

    fn endless(&self, position: &Position) -> EngineError {
        EngineError::Endless {
            position: self.game.show(position),
        }
    }

    /// The value of a state in the table that the last question left, with its remoteness, at the
    /// cost of one look; `None` where the table has it not, or where play need never end and the
    /// rules are silent: [`General::values`] tells these apart.
    pub fn known(&self, state: &[i64], player: Player) -> Option<(Value, Option<u64>)> {
        self.value_of(state, player)
    }

    /// The value of a state in the table, with its remoteness; `None` where play need never end and
    /// the rules are silent.
    fn value_of(&self, state: &[i64], player: Player) -> Option<(Value, Option<u64>)> {
        let (entry, want) = self.entry(state, player)?;
        match entry.value() {
            Some(Value::Draw) => Some((Value::Draw, None)),
            Some(value) => {
                // How long play lasts where options are blocked is not asked.
                let counted = want == Want::Remoteness && self.game.ending.blocked == 0;
                let remoteness = counted.then(|| u64::from(entry.count()));
                Some((value, remoteness))
            }
            None => self
                .game
                .ending
                .repetition_draws
                .then_some((Value::Draw, None)),
        }
    }

    /// A state's cell in the table or among what was explored, and what it tells.
    fn entry(&self, state: &[i64], player: Player) -> Option<(Entry, Want)> {
        let in_table = self.solved.as_ref().and_then(|solved| {
            let index = with_space!(&solved.space, space => space.rank(state))?;
            Some((solved.table.entry(index, player.index()), solved.want))
        });
        in_table.or_else(|| {
            let (_, explored) = self.explored.as_ref()?;
            Some((explored.cell(state, player)?, self.want))
        })
    }

    /// Sees to it that the table covers a position and tells what is wanted; gives the settled
    /// state. `None` where that takes more than `most`.
    fn build(
        &mut self,
        position: &Position,
        want: Want,
        most: u64,
    ) -> Result<Option<Vec<i64>>, EngineError> {
        let mut state = self.game.state_of(position).ok_or(EngineError::Memory {
            wanted: None,
            allowed: self.limits.budget.memory,
        })?;
        if self
            .game
            .board()
            .is_some_and(|board| !board.at_once.is_empty())
        {
            let (rows, columns) = self.game.size_of(position);
            let frame = Frame::new(&self.game, rows, columns).under(self.limits.budget.clone());
            frame.settle(&mut state);
            self.limits.check()?;
        }
        if want == Want::Remoteness {
            self.solved.take_if(|solved| solved.less);
        }
        if self.covers(position, &state) {
            return Ok(Some(state));
        }
        self.limits.check()?;
        let is_enough =
            self.game.board().is_none() || self.work(position).is_none_or(|work| work <= most);
        let space = match is_enough {
            true => self.numbering(position, &state, want),
            false => None,
        };
        self.expected = None;
        let Some(space) = space else {
            let all = self.explore(position, &state, most)?;
            return Ok(all.then_some(state));
        };
        let space = space.under(self.limits.budget.clone());
        self.explored = None;
        let table = with_space!(&space, space => fill(space, want, self.game.ending.blocked, &self.limits, None))?;
        // A table that was grown for a stream covers more than was asked for.
        let high = with_space!(&space, space => space.radix().map(|radix| radix.high.clone()));
        self.solved = Some(SolvedSpace {
            space,
            table,
            want,
            less: want != self.affordable(position),
            size: self.game.size_of(position),
            high: high.unwrap_or_default(),
        });
        Ok(Some(state))
    }

    /// Whether the table, or what was explored, has all that play from a state comes to.
    pub(super) fn covers(&self, position: &Position, state: &[i64]) -> bool {
        self.covers_state(self.game.size_of(position), state)
    }

    fn covers_state(&self, size: (usize, usize), state: &[i64]) -> bool {
        if let Some((at, explored)) = &self.explored
            && *at == size
            && explored.cell(state, Player::First).is_some()
        {
            return true;
        }
        let Some(solved) = &self.solved else {
            return false;
        };
        let within = |need: &[i64]| {
            need.iter()
                .zip(&solved.high)
                .all(|(need, have)| need <= have)
        };
        match &solved.space {
            AnySpace::Tuple(_) => {
                within(state)
                    && (self.bounds.as_ref().is_some_and(Bounds::is_closed)
                        || self.high(state).is_ok_and(|high| within(&high)))
            }
            AnySpace::Digits(space) => solved.size == size && space.rank(state).is_some(),
        }
    }
}
