//! The general solver: picks a numbering and a method, keeps the table, reads it.

use whowins_analysis::derive::{Bounds, board_order, choices, falling_order, rays};
use whowins_analysis::{Frame, Game, Player, Position, Value};

use super::any::{AnySpace, with_space};
use super::board::BoardSpace;
use super::contents::{Changes, boards};
use super::explored::Explored;
use super::fill::fill;
use super::gathered::GatheredSpace;
use super::pairs::CELLS;
use super::space::Space;
use super::table::{Entry, Table};
use super::tokens::TokenSpace;
use super::tuple::TupleSpace;
use crate::answer::{Answer, Solved};
use crate::best::{Ask, best, to_losses};
use crate::limits::{EngineError, Limits, within_words};

/// How much to find out about each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Who wins: two bits a state and player where every move lowers the index, else a byte, or more where there are many moves.
    Outcome,
    /// Also how long best play lasts: two bytes, or four. Where these exceed the memory and two bits do not, only who wins.
    Remoteness,
}

/// Exact answers for any finite game, from a table of its states.
pub struct General {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) want: Want,
    /// The variables' bounds, for tuples.
    bounds: Option<Bounds>,
    /// The open rays of a tuple's moves; single vectors count 1 each. None where they are of another kind.
    lines: Vec<Line>,
    /// What moves do to how often each symbol occurs, on boards where contents may be numbered apart.
    changes: Option<Changes>,
    /// Whether two bits a state do for who wins.
    pub(super) pairs: bool,
    /// Whether both players have the same values.
    impartial: bool,
    /// Whether a numbering of tuples serves a method: every move lowers the number, or can be walked backwards.
    numbered: bool,
    pub(super) solved: Option<SolvedSpace>,
    /// What is asked for next, as far as it was told.
    expected: Option<Expected>,
    /// What was explored, of boards with so many rows and columns.
    pub(super) explored: Option<((usize, usize), Explored)>,
}

pub(super) struct SolvedSpace {
    space: AnySpace,
    table: Table,
    /// What the table tells.
    want: Want,
    /// Whether more could have been found out, and was not asked for.
    less: bool,
    /// Rows and columns, for boards.
    size: (usize, usize),
    /// The largest value of each variable, for tuples.
    high: Vec<i64>,
}

/// States that are asked for soon, together.
struct Expected {
    /// The box that holds them all.
    high: Vec<i64>,
    /// How many states tables for each of them alone have, in all.
    states: u64,
}

/// How far a family of moves reaches: the variables that end it, with the size of one step.
struct Line(Vec<(usize, u64)>);

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

fn lines(game: &Game) -> Vec<Line> {
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

/// What looking at one move costs on exploring, in looks of a sweep.
pub(super) const EXPLORING: u64 = 64;
/// What the first try of exploring costs, in the same looks: a few milliseconds, and more than what is always solved from the rules.
const FIRST_TRY: u64 = (1 << 20) + 1;
/// The same where there is a box of states, which does not fit the memory: more than a search for a law.
const OUT_OF_REACH: u64 = 1 << 29;
/// Tables of streams grow up to so many states by more than is asked for.
const GROWN: u64 = 1 << 26;
/// Tables for what is expected have one part in so many to spare.
const SLACK: i64 = 64;

/// Whether every move lowers the index, in the numberings of [`TupleSpace`] and [`BoardSpace`].
pub(super) fn falls(game: &Game) -> bool {
    let tuples = game.numbers().and_then(falling_order).is_some();
    tuples || game.board().and_then(board_order).is_some()
}

/// What moves do to a board's contents. Where every move lowers the index of a filling, it would not always lower that among fewer fillings,
/// but where no content changes.
fn changes(game: &Game) -> Option<Changes> {
    let board = game.board()?;
    Changes::of(board).filter(|changes| changes.none() || board_order(board).is_none())
}

/// Up to so many fillings of a board are solved at once, even where play from one position stays among fewer: one table answers
/// them all.
const EVERY_FILLING: u64 = 1 << 16;

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
            changes: changes(&game),
            game,
            limits,
            want,
            solved: None,
            expected: None,
            explored: None,
        }
    }

    /// How many states a table for this position has, where they can be numbered; without laying anything out.
    pub fn states(&self, position: &Position) -> Option<u64> {
        match position {
            Position::Numbers(_) => {
                let numbers = self.game.numbers()?;
                let high = self.bounds.as_ref()?.high(&position.state()?).ok()?;
                high.iter()
                    .zip(&numbers.variables)
                    .map(|(high, variable)| (high - variable.least + 1).max(0) as u64)
                    .try_fold(1, u64::checked_mul)
            }
            Position::Board { cells, .. } => {
                let board = self.game.board()?;
                let all = u32::try_from(cells.len()).ok();
                let all = all.and_then(|cells| (board.alphabet.len() as u64).checked_pow(cells));
                // On so many cells no move is laid out.
                let all = all?;
                match self.contents(all, &position.state()?) {
                    Some(contents) => boards(&contents),
                    None => Some(all),
                }
            }
            Position::Tokens(_) => {
                let tokens = self.game.tokens()?;
                (tokens.cells.len() as u64).checked_pow(u32::try_from(tokens.names.len()).ok()?)
            }
            Position::Heaps(_) | Position::Parts(_) => None,
        }
    }

    /// The contents that play from a board can come to, where a numbering of them alone serves better than that of all fillings.
    fn contents(&self, all: u64, state: &[i64]) -> Option<Vec<Vec<usize>>> {
        let changes = self.changes.as_ref().filter(|_| all > EVERY_FILLING)?;
        let contents = changes.follow(state)?;
        boards(&contents).filter(|boards| *boards <= all / 2)?;
        Some(contents)
    }

    /// How many moves a table for this position has to look at, roughly; `None` where that shows only on exploring.
    pub fn work(&self, position: &Position) -> Option<u64> {
        let states = self.states(position)?;
        let moves = if let (Some(numbers), Some(bounds)) = (self.game.numbers(), &self.bounds) {
            let high = bounds.high(&position.state()?).ok()?;
            match self.lines.is_empty() {
                true => choices(numbers, &high),
                false => {
                    let lengths = self.lines.iter().map(|line| line.length(&high));
                    lengths.fold(0, u64::saturating_add)
                }
            }
        } else if let Some(board) = self.game.board() {
            let cells = position.size().0.saturating_mul(position.size().1) as u64;
            cells.saturating_mul(board.moves.len() as u64)
        } else {
            let tokens = self.game.tokens();
            tokens.map_or(1, |tokens| 4 * tokens.moves.len() as u64)
        };
        Some(states.saturating_mul(moves.max(1)))
    }

    /// What answering costs, in moves looked at, from what is known already: 1 where the table has the position, [`General::work`] where
    /// there can be a table, and where play must be explored a bound that doubles with each try that ended before it was over.
    pub fn estimate(&self, position: &Position) -> u64 {
        let Some(state) = position.state() else {
            return u64::MAX;
        };
        if self.covers(position, &state) {
            return 1;
        }
        let fits = self.fits(position, self.affordable(position));
        if fits && self.numbered && self.high(&state).is_ok() {
            return self.work(position).unwrap_or(u64::MAX);
        }
        let begun = match &self.explored {
            Some((size, explored)) if *size == position.size() => explored.begun(&state),
            _ => 0,
        };
        // Where all states have numbers and are too many, play from one of them may come to few, but mostly does not.
        let boxed = self.game.heaps().is_none() && self.high(&state).is_ok();
        let first = if boxed && !fits {
            OUT_OF_REACH
        } else {
            FIRST_TRY
        };
        begun.saturating_mul(2 * EXPLORING).max(first)
    }

    /// The value for each player to move.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the answer depends on what endless play means and the rules do not say.
    pub fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        let tried = self.try_values(position, u64::MAX)?;
        Ok(tried.expect("all the work was allowed"))
    }

    /// The same for at most so much work, as [`General::estimate`] counts it; `None` where it takes more. What was explored is kept for the
    /// next try.
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
        let (rows, columns) = position.size();
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

    /// The values of a tuple within its ranges, or of heaps in rising order, where the table has it; `None` else, and where play need never end and the rules are
    /// silent.
    pub fn look(&self, state: &[i64]) -> Option<[Value; 2]> {
        let numbers = self.game.numbers().is_some() || self.game.heaps().is_some();
        if !numbers || !self.covers_state((1, 1), state) {
            return None;
        }
        let (first, _) = self.value_of(state, Player::First)?;
        let second = match self.impartial {
            true => first,
            false => self.value_of(state, Player::Second)?.0,
        };
        Some([first, second])
    }

    /// Takes note that a position will be asked for: tables made from now on hold it too, where that takes no more than tables for each alone.
    pub fn expect(&mut self, position: &Position) {
        let Some(state) = position.state() else {
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

    fn endless(&self, position: &Position) -> EngineError {
        EngineError::Endless {
            position: self.game.show(position),
        }
    }

    /// The value of a state in the table that the last question left, with its remoteness, at the cost of one look; `None` where the
    /// table has it not, or where play need never end and the rules are silent: [`General::values`] tells these apart.
    pub fn known(&self, state: &[i64], player: Player) -> Option<(Value, Option<u64>)> {
        self.value_of(state, player)
    }

    /// The value of a state in the table, with its remoteness; `None` where play need never end and the rules are silent.
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

    /// Sees to it that the table covers a position and tells what is wanted; gives the settled state. `None` where that takes more than
    /// `most`.
    fn build(
        &mut self,
        position: &Position,
        want: Want,
        most: u64,
    ) -> Result<Option<Vec<i64>>, EngineError> {
        let mut state = position.state().ok_or(EngineError::Memory {
            wanted: None,
            allowed: self.limits.budget.memory,
        })?;
        if self
            .game
            .board()
            .is_some_and(|board| !board.at_once.is_empty())
        {
            let (rows, columns) = position.size();
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
        let space = self.numbering(position, &state, want);
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
            size: position.size(),
            high: high.unwrap_or_default(),
        });
        Ok(Some(state))
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
    fn fits(&self, position: &Position, want: Want) -> bool {
        let bytes = self.table_bytes(position, want);
        bytes.is_some_and(|bytes| bytes <= self.limits.budget.memory)
    }

    /// What to find out: less than is wanted, where only that fits the memory.
    fn affordable(&self, position: &Position) -> Want {
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

    /// What a question for the values alone takes: who wins, where that is quicker and nothing more was asked before.
    fn enough(&self, position: &Position) -> Want {
        let more = |solved: &SolvedSpace| !solved.less;
        match self.pairs && !self.solved.as_ref().is_some_and(more) {
            true => Want::Outcome,
            false => self.affordable(position),
        }
    }

    /// Whether the table, or what was explored, has all that play from a state comes to.
    fn covers(&self, position: &Position, state: &[i64]) -> bool {
        self.covers_state(position.size(), state)
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
            AnySpace::Board(_) => solved.size == size,
            AnySpace::Tokens(_) => true,
            AnySpace::Gathered(space) => solved.size == size && space.rank(state).is_some(),
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

    /// The gapless numbering of the states, where there is one that fits the memory and serves a method.
    fn numbering(&self, position: &Position, state: &[i64], want: Want) -> Option<AnySpace> {
        if !self.fits(position, want) || !self.numbered {
            return None;
        }
        let space = if let Some(numbers) = self.game.numbers() {
            let high = self.grown(self.high(state).ok()?, want);
            TupleSpace::new(&self.game, numbers, high).map(AnySpace::Tuple)
        } else if let Some(board) = self.game.board() {
            let (rows, columns) = position.size();
            let all = (board.alphabet.len() as u64).checked_pow(state.len() as u32);
            match all.and_then(|all| self.contents(all, state)) {
                Some(contents) => GatheredSpace::new(&self.game, board, rows, columns, &contents)
                    .map(AnySpace::Gathered),
                None => BoardSpace::new(&self.game, board, rows, columns).map(AnySpace::Board),
            }
        } else {
            let tokens = self.game.tokens();
            tokens.and_then(|_| TokenSpace::new(&self.game).map(AnySpace::Tokens))
        };
        space.filter(|any| with_space!(any, space => space.falls() || space.inverts()))
    }

    /// The box to solve: the one that is needed, and what is expected; and where a smaller one was solved before that too, with room for more, so
    /// that a stream of ever larger positions costs no more than a few times the largest.
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
