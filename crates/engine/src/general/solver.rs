//! The general solver: picks a numbering and a method, keeps the table, reads it.

use whowins_rules::derive::{Bounds, board_order, cones, falling_order, rays};
use whowins_rules::expression::Cond;
use whowins_rules::numbers::Numbers;
use whowins_rules::{Frame, Game, Player, Position, Shape, Value};

use super::any::{AnySpace, with_space};
use super::board::BoardSpace;
use super::contents::{Changes, boards};
use super::fill::fill;
use super::gathered::GatheredSpace;
use super::pairs::CELLS;
use super::reachable::ReachableSpace;
use super::space::Space;
use super::table::Table;
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
    game: Game,
    limits: Limits,
    want: Want,
    /// The variables' bounds, for tuples.
    bounds: Option<Bounds>,
    /// The open rays of a tuple's moves; single vectors count 1 each.
    lines: Vec<Line>,
    /// What moves do to how often each symbol occurs, on boards where contents may be numbered apart.
    changes: Option<Changes>,
    /// Whether two bits a state do for who wins.
    pairs: bool,
    solved: Option<SolvedSpace>,
}

struct SolvedSpace {
    space: AnySpace,
    table: Table,
    /// What the table tells.
    want: Want,
    /// Rows and columns, for boards.
    size: (usize, usize),
    /// The largest value of each variable, for tuples.
    high: Vec<i64>,
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
    let Shape::Numbers(numbers) = &game.shape else {
        return Vec::new();
    };
    let Some(rays) = rays(numbers) else {
        // Moves of another kind: as many as there are rules is all that can be said.
        return numbers.moves.iter().map(|_| Line(Vec::new())).collect();
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

/// Bytes of states after which play in no known box is taken to go on without end.
const FAIR: u64 = 256 << 20;

/// Whether guards, or changes that are not plain additions, may keep play in bounds that no box shows.
fn may_be_finite(numbers: &Numbers) -> bool {
    cones(numbers).is_none()
        || numbers
            .moves
            .iter()
            .any(|command| command.guard != Cond::Const(true))
}

/// Whether every move lowers the index, in the numberings of [`TupleSpace`] and [`BoardSpace`].
fn falls(game: &Game) -> bool {
    match &game.shape {
        Shape::Numbers(numbers) => falling_order(numbers).is_some(),
        Shape::Board(board) => board_order(board).is_some(),
        Shape::Tokens(_) | Shape::Heaps(_) => false,
    }
}

/// What moves do to a board's contents. Where every move lowers the index of a filling, it would not always lower that among fewer fillings,
/// but where no content changes.
fn changes(game: &Game) -> Option<Changes> {
    let Shape::Board(board) = &game.shape else {
        return None;
    };
    Changes::of(board).filter(|changes| changes.none() || board_order(board).is_none())
}

/// Up to so many fillings of a board are solved at once, even where play from one position stays among fewer: one table answers
/// them all.
const EVERY_FILLING: u64 = 1 << 16;

impl General {
    /// A solver for the game; no work is done yet.
    pub fn new(game: Game, want: Want, limits: Limits) -> Self {
        let bounds = match &game.shape {
            Shape::Numbers(numbers) => Some(Bounds::of(numbers)),
            _ => None,
        };
        Self {
            bounds,
            lines: lines(&game),
            pairs: game.ending.blocked == 0 && falls(&game),
            changes: changes(&game),
            game,
            limits,
            want,
            solved: None,
        }
    }

    /// How many states a table for this position has, where they can be numbered; without laying anything out.
    pub fn states(&self, position: &Position) -> Option<u64> {
        match (&self.game.shape, position) {
            (Shape::Numbers(numbers), _) => {
                let high = self.bounds.as_ref()?.high(&position.state()?).ok()?;
                high.iter()
                    .zip(&numbers.variables)
                    .map(|(high, variable)| (high - variable.least + 1).max(0) as u64)
                    .try_fold(1, u64::checked_mul)
            }
            (Shape::Board(board), Position::Board { cells, .. }) => {
                let all = u32::try_from(cells.len()).ok();
                let all = all.and_then(|cells| (board.alphabet.len() as u64).checked_pow(cells));
                // On so many cells no move is laid out.
                let all = all?;
                match self.contents(all, &position.state()?) {
                    Some(contents) => boards(&contents),
                    None => Some(all),
                }
            }
            (Shape::Tokens(tokens), _) => {
                (tokens.cells.len() as u64).checked_pow(u32::try_from(tokens.names.len()).ok()?)
            }
            _ => None,
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
        let moves = match (&self.game.shape, &self.bounds) {
            (Shape::Numbers(_), Some(bounds)) => {
                let high = bounds.high(&position.state()?).ok()?;
                self.lines
                    .iter()
                    .map(|line| line.length(&high))
                    .fold(0, u64::saturating_add)
            }
            (Shape::Board(board), _) => {
                let cells = position.size().0.saturating_mul(position.size().1) as u64;
                cells.saturating_mul(board.moves.len() as u64)
            }
            (Shape::Tokens(tokens), _) => 4 * tokens.moves.len() as u64,
            _ => 1,
        };
        Some(states.saturating_mul(moves.max(1)))
    }

    /// The value for each player to move.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the answer depends on what endless play means and the rules do not say.
    pub fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        let state = self.build(position)?;
        let read = |player: Player| {
            self.value_of(&state, player)
                .map(|(value, _)| value)
                .ok_or_else(|| self.endless(position))
        };
        Ok([read(Player::First)?, read(Player::Second)?])
    }

    /// The values with remoteness and best moves.
    ///
    /// # Errors
    ///
    /// As [`General::values`].
    pub fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        let state = self.build(position)?;
        let (rows, columns) = position.size();
        let frame = Frame::new(&self.game, rows, columns);
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
            })
        };
        let to_move = [answer(Player::First)?, answer(Player::Second)?];
        within_words(&frame)?;
        Ok(Solved {
            to_move,
            strategy: "general solver",
        })
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
        let solved = self.solved.as_ref()?;
        let index = with_space!(&solved.space, space => space.rank(state))?;
        let entry = solved.table.entry(index, player.index());
        match entry.value() {
            Some(Value::Draw) => Some((Value::Draw, None)),
            Some(value) => {
                // How long play lasts where options are blocked is not asked.
                let counted = solved.want == Want::Remoteness && self.game.ending.blocked == 0;
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

    /// Sees to it that the table covers a position; gives the settled state.
    fn build(&mut self, position: &Position) -> Result<Vec<i64>, EngineError> {
        let mut state = position.state().ok_or(EngineError::Memory {
            wanted: None,
            allowed: self.limits.memory,
        })?;
        if matches!(&self.game.shape, Shape::Board(board) if !board.at_once.is_empty()) {
            let (rows, columns) = position.size();
            Frame::new(&self.game, rows, columns).settle(&mut state);
        }
        if self.covers(position, &state)? {
            return Ok(state);
        }
        self.limits.check()?;
        let want = self.affordable(position);
        let space = match self.numbered(position, &state, want)? {
            Some(space) => space,
            None => AnySpace::Reachable(self.explore(position, &state)?),
        };
        let table = with_space!(&space, space => fill(space, want, self.game.ending.blocked, &self.limits, None))?;
        self.solved = Some(SolvedSpace {
            space,
            table,
            want,
            size: position.size(),
            // Play that was explored needs no box, and may have none.
            high: self.high(&state).unwrap_or_default(),
        });
        Ok(state)
    }

    /// The states that play reaches. Where no box bounds them, more than a fair number of them counts as without end; where a
    /// table of all states would be too large, a quarter of the memory must do, so that a hopeless search ends soon.
    fn explore(&self, position: &Position, state: &[i64]) -> Result<ReachableSpace, EngineError> {
        let (rows, columns) = position.size();
        let frame = Frame::new(&self.game, rows, columns);
        let mut limits = self.limits.clone();
        let boundless = self.high(state).err();
        let least = if self.pairs { Want::Outcome } else { self.want };
        let table = self
            .table_bytes(position, least)
            .filter(|bytes| *bytes > self.limits.memory);
        if boundless.is_some() {
            limits.memory = limits.memory.min(FAIR);
        } else if table.is_some() {
            limits.memory /= 4;
        }
        ReachableSpace::explore(frame, state, self.game.is_impartial(), &limits).map_err(|error| {
            match (error, boundless) {
                (EngineError::Memory { .. }, Some(boundless)) if self.limits.memory >= FAIR => {
                    boundless
                }
                (EngineError::Memory { .. }, None) => EngineError::Memory {
                    wanted: table,
                    allowed: self.limits.memory,
                },
                (error, _) => error,
            }
        })
    }

    /// Bytes of a table of all states, where they can be numbered.
    fn table_bytes(&self, position: &Position, want: Want) -> Option<u64> {
        self.bytes(self.states(position)?, want)
    }

    /// Bytes of a table of so many states.
    fn bytes(&self, states: u64, want: Want) -> Option<u64> {
        let players = if self.game.is_impartial() { 1 } else { 2 };
        match want {
            Want::Outcome if self.pairs => states.div_ceil(CELLS),
            Want::Outcome => states,
            Want::Remoteness => states.checked_mul(2)?,
        }
        .checked_mul(players)
    }

    /// What to find out: less than is wanted, where only that fits the memory.
    fn affordable(&self, position: &Position) -> Want {
        let fits = |want| {
            let bytes = self.table_bytes(position, want);
            bytes.is_some_and(|bytes| bytes <= self.limits.memory)
        };
        match self.want {
            Want::Remoteness if self.pairs && !fits(Want::Remoteness) && fits(Want::Outcome) => {
                Want::Outcome
            }
            want => want,
        }
    }

    fn covers(&self, position: &Position, state: &[i64]) -> Result<bool, EngineError> {
        let Some(solved) = &self.solved else {
            return Ok(false);
        };
        Ok(match (&solved.space, &self.game.shape) {
            (AnySpace::Tuple(_), _) => self
                .high(state)?
                .iter()
                .zip(&solved.high)
                .all(|(need, have)| need <= have),
            (AnySpace::Board(_), _) => solved.size == position.size(),
            (AnySpace::Tokens(_), _) => true,
            (AnySpace::Gathered(space), _) => {
                solved.size == position.size() && space.rank(state).is_some()
            }
            (AnySpace::Reachable(space), _) => {
                solved.size == position.size() && space.rank(state).is_some()
            }
        })
    }

    /// The box that play from a tuple stays in; empty for other shapes.
    fn high(&self, state: &[i64]) -> Result<Vec<i64>, EngineError> {
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
    fn numbered(
        &self,
        position: &Position,
        state: &[i64],
        want: Want,
    ) -> Result<Option<AnySpace>, EngineError> {
        let fits = self
            .table_bytes(position, want)
            .is_some_and(|bytes| bytes <= self.limits.memory);
        let space = match &self.game.shape {
            Shape::Numbers(numbers) => {
                let mut high = match self.high(state) {
                    Ok(high) => high,
                    // No box is known, but what play reaches may be finite all the same.
                    Err(_) if may_be_finite(numbers) => return Ok(None),
                    Err(error) => return Err(error),
                };
                if !fits {
                    return Ok(None);
                }
                if let Some(solved) = &self.solved {
                    let larger: Vec<i64> = high
                        .iter()
                        .zip(&solved.high)
                        .map(|(a, b)| *a.max(b))
                        .collect();
                    if TupleSpace::new(&self.game, numbers, larger.clone()).is_some_and(|s| {
                        let bytes = self.bytes(s.states(), want);
                        s.states() <= 1 << 24
                            && bytes.is_some_and(|bytes| bytes <= self.limits.memory)
                    }) {
                        high = larger;
                    }
                }
                TupleSpace::new(&self.game, numbers, high).map(AnySpace::Tuple)
            }
            _ if !fits => return Ok(None),
            Shape::Board(board) => {
                let (rows, columns) = position.size();
                let all = (board.alphabet.len() as u64).checked_pow(state.len() as u32);
                match all.and_then(|all| self.contents(all, state)) {
                    Some(contents) => {
                        GatheredSpace::new(&self.game, board, rows, columns, &contents)
                            .map(AnySpace::Gathered)
                    }
                    None => BoardSpace::new(&self.game, board, rows, columns).map(AnySpace::Board),
                }
            }
            Shape::Tokens(_) => TokenSpace::new(&self.game).map(AnySpace::Tokens),
            Shape::Heaps(_) => None,
        };
        Ok(space.filter(|any| with_space!(any, space => space.falls() || space.inverts())))
    }
}
