//! Grundy values of positions.
//!
//! By the Sprague-Grundy theorem (1935, 1939), each position of an impartial game under normal play
//! is equivalent to a Nim heap. The value of a disjunctive sum is the nim-sum of the values of its
//! components.
//!
//! [`Grundy::ask`] implements the policy of all commands: a small table, then a proved law, then a
//! larger table. Octal games use a table of all smaller heaps (R. K. Guy and C. A. B. Smith, 1956),
//! and pairs of numbers a table row by row. All other games use a depth-first search that visits
//! each follower once.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use dashu_int::UBig;
use whowins_analysis::derive::row_moves;
use whowins_analysis::{Frame, Game, Player, Position, Stuck};
use whowins_engine::octal::Values;
use whowins_engine::{Engine, EngineError, GrundyRows, Limits};

/// Maximum heap size.
///
/// The table stores a value for each smaller heap and finds each in linear time, so the total time
/// is quadratic.
pub const LARGEST_HEAP: usize = 200_000;
/// Maximum number of positions that one [`Grundy`] visits in total, about four million.
pub const MOST_POSITIONS: usize = 1 << 22;
/// Maximum size of a table of two numbers, in cells.
const MAX_CELLS: u64 = 1 << 26;
/// Maximum heap size to compute before a law is tried.
const SMALL_HEAP: usize = 1 << 12;
/// Maximum number of option lookups in a table of two numbers before a law is tried.
const SMALL_LOOKUPS: u64 = 1 << 20;
/// Maximum number of positions to visit before a law is tried.
const SMALL_WALK: usize = 1 << 12;
/// Number of unsolved options to collect at a time. All of them might not fit in memory.
const MAX_PENDING: usize = 1 << 10;
/// Size of a stored position in bytes, without its numbers.
const OVERHEAD: u64 = 96;

/// Computes and caches the Grundy values of one game (R. Sprague, 1935; P. M. Grundy, 1939).
///
/// The value of a position is the mex of its options' values. The value of a sum of heaps is the
/// nim-sum of the heaps' values. Cached values make repeated queries about the same board size, or
/// smaller heaps, a lookup.
///
/// ```
/// use whowins::engine::Limits;
/// use whowins::rules::{Parameters, Rules};
///
/// // Take up to three: the values repeat 0, 1, 2, 3.
/// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
/// let game = rules.game(&Parameters::new())?;
/// let mut grundy = whowins::Grundy::new(&game, &Limits::default())?;
/// let mut values = Vec::new();
/// for heap in 0..9 {
///     values.push(grundy.value(&game.read(&heap.to_string())?)?);
/// }
/// assert_eq!(values, [0, 1, 2, 3, 0, 1, 2, 3, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Grundy {
    game: Game,
    limits: Limits,
    heaps: Option<Values>,
    /// The tables of two numbers, by the index of the number that is constant in a row.
    rows: [Option<GrundyRows>; 2],
    /// The values by rows and columns: boards of different sizes share no positions.
    frames: HashMap<(usize, usize), Mex>,
    looked: usize,
}

/// The reason why a position has no known Grundy value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGrundy {
    /// The theorem doesn't apply: the game is partizan, or not under normal play (misère, goals,
    /// points, blocked moves).
    Foreign,
    /// Play can return to an earlier position. Loopy values (C. A. B. Smith, 1966) aren't
    /// implemented.
    Circle,
    /// No law gives the value, and computing it needs more than [`MOST_POSITIONS`] positions, a
    /// heap above [`LARGEST_HEAP`], or numbers beyond machine words.
    Far,
    /// A limit of time or memory was reached, or the computation was stopped. A retry with higher
    /// limits may succeed.
    Engine(EngineError),
}

impl fmt::Display for NoGrundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str(
                "Grundy values belong to impartial games in which who cannot move loses",
            ),
            Self::Circle => {
                f.write_str("play can go round in circles, so there are no Grundy values")
            }
            Self::Far => write!(
                f,
                "the Grundy value there is not known: no law gives it, and the tables end at {MOST_POSITIONS} positions and heaps of {LARGEST_HEAP}. Give a smaller position, or see `whowins law --rows N` if one of two numbers is small"
            ),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoGrundy {}

impl From<EngineError> for NoGrundy {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl Grundy {
    /// Creates an empty cache for a game. The only cost is a copy of the game.
    ///
    /// ```
    /// use whowins::engine::Limits;
    /// use whowins::rules::Parameters;
    /// use whowins::{Grundy, NoGrundy};
    ///
    /// // Misère play is won by other laws: no value is made up for it.
    /// let rules = whowins::shipped::rules("misere-kayles").expect("it is shipped")?;
    /// let game = rules.game(&Parameters::new())?;
    /// assert_eq!(Grundy::new(&game, &Limits::default()).err(), Some(NoGrundy::Foreign));
    /// # Ok::<(), whowins::rules::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`NoGrundy::Foreign`] if the game isn't impartial or isn't under normal play.
    pub fn new(game: &Game, limits: &Limits) -> Result<Self, NoGrundy> {
        let normal = game.ending.stuck == Stuck::Loses && game.ending.goals.is_empty();
        if !game.is_impartial() || !normal || game.ending.blocked > 0 {
            return Err(NoGrundy::Foreign);
        }
        let heaps = game.heaps();
        let heaps = heaps.map(|breaking| Values::new(breaking.clone(), limits.clone()));
        let rows = [0, 1].map(|fixed| {
            let moves = row_moves(game, fixed).ok()?;
            Some(GrundyRows::new(moves, limits))
        });
        Ok(Self {
            rows,
            game: game.clone(),
            limits: limits.clone(),
            heaps,
            frames: HashMap::new(),
            looked: 0,
        })
    }

    /// Returns the value of a position by the cheapest method.
    ///
    /// Tries a small table first. Then it tries the law of the engine, with up to about a second of
    /// search ([`Engine::known_grundy`]). Finally, it computes the value like [`Grundy::value`].
    ///
    /// ```
    /// use whowins::engine::Limits;
    /// use whowins::rules::Parameters;
    ///
    /// let (values, limits) = (Parameters::new(), Limits::default());
    /// let kayles = whowins::shipped::rules("kayles").expect("it is shipped")?;
    /// let mut engine = whowins::solver(&kayles, &values, &limits)?;
    /// let mut grundy = whowins::Grundy::new(engine.game(), &limits)?;
    /// let far = engine.game().read("1000000000000")?;
    /// assert_eq!(grundy.ask(&mut engine, &far)?, 1u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Grundy::value`].
    pub fn ask(&mut self, engine: &mut Engine, position: &Position) -> Result<UBig, NoGrundy> {
        match self.within(position, Reach::SMALL) {
            Err(NoGrundy::Far) => {}
            Ok(value) => return Ok(value.into()),
            Err(why) => return Err(why),
        }
        match engine.known_grundy(position) {
            Some(value) => Ok(value),
            None => self.value(position).map(UBig::from),
        }
    }

    /// Computes the value of a position of any number of heaps, or of a board of any size.
    ///
    /// Complexity for heaps: at most quadratic in the largest heap, and far less if some values are
    /// rare (E. R. Berlekamp's sparse spaces); one or two bytes per heap. For other games, time and
    /// memory are linear in the number of new positions and moves.
    ///
    /// ```
    /// use whowins::engine::Limits;
    /// use whowins::rules::Parameters;
    ///
    /// let kayles = whowins::shipped::rules("kayles").expect("it is shipped")?;
    /// let game = kayles.game(&Parameters::new())?;
    /// let mut grundy = whowins::Grundy::new(&game, &Limits::default())?;
    /// assert_eq!(grundy.value(&game.read("9")?)?, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`NoGrundy::Circle`] if play can return to a position, [`NoGrundy::Far`] beyond the
    /// bounds of this module, and [`NoGrundy::Engine`] at a limit. Values computed before the error
    /// stay cached.
    pub fn value(&mut self, position: &Position) -> Result<u64, NoGrundy> {
        self.within(position, Reach::ALL)
    }

    /// Computes the value within a bound on the effort.
    fn within(&mut self, position: &Position, reach: Reach) -> Result<u64, NoGrundy> {
        let mut state = self.game.state_of(position).ok_or(NoGrundy::Far)?;
        if let Some(known) = &mut self.heaps {
            let largest = state.iter().copied().max().unwrap_or(0);
            let largest = usize::try_from(largest).ok();
            let reaches = |heap: &usize| *heap <= reach.heap || *heap < known.len();
            let largest = largest.filter(reaches).ok_or(NoGrundy::Far)?;
            known.extend(largest + 1)?;
            let sum = state.iter().try_fold(0, |sum, heap| {
                let value = known.get(usize::try_from(*heap).ok()?)?;
                Some(sum ^ u64::from(value))
            });
            return sum.ok_or(NoGrundy::Far);
        }
        if let Some(value) = self.in_rows(&state, reach)? {
            return Ok(value);
        }
        if reach.steps < MOST_POSITIONS && self.game.is_large(position) {
            // Enumerating the options of a single state may take longer than that.
            return Err(NoGrundy::Far);
        }
        let (rows, columns) = self.game.size_of(position);
        let (game, limits) = (&self.game, &self.limits);
        let mex = self.frames.entry((rows, columns)).or_insert_with(|| Mex {
            frame: Frame::new(game, rows, columns).under(limits.budget.clone()),
            known: HashMap::new(),
        });
        mex.frame.settle(&mut state);
        self.limits.check()?;
        let most = (2 * MOST_POSITIONS).min(self.looked.saturating_add(2 * reach.steps));
        let value = mex.value(state, (&mut self.looked, most), &self.limits);
        if value.is_err() {
            // Unfinished states aren't on the path of the next query.
            mex.known.retain(|_, value| value.is_some());
        }
        Ok(u64::from(value?))
    }

    /// Looks up the value of two numbers in the rows of the smaller one. Returns `None` if the game
    /// has no such rows or they are too large.
    fn in_rows(&mut self, state: &[i64], reach: Reach) -> Result<Option<u64>, NoGrundy> {
        let (&[x, y], [first, second]) = (state, &mut self.rows) else {
            return Ok(None);
        };
        let ((row, column), rows) = match (first, second) {
            (Some(rows), None) => ((x, y), rows),
            (Some(rows), _) if x <= y => ((x, y), rows),
            (_, Some(rows)) => ((y, x), rows),
            _ => return Ok(None),
        };
        let (Ok(row), Ok(column)) = (u64::try_from(row), u64::try_from(column)) else {
            return Ok(None);
        };
        let cells = (row + 1).saturating_mul(column + 1);
        if cells > MAX_CELLS {
            return Ok(None);
        }
        let options = rows.moves().leaving(row).len() as u64 + 1;
        if cells.saturating_mul(options) > reach.lookups {
            return Ok(None);
        }
        rows.extend(row as usize, column as usize + 1)?;
        let value = rows.row(row as usize).get(column as usize);
        Ok(value.map(|value| u64::from(*value)))
    }
}

/// The effort for one query.
#[derive(Clone, Copy)]
struct Reach {
    heap: usize,
    lookups: u64,
    steps: usize,
}

impl Reach {
    /// The effort before a law is tried.
    const SMALL: Self = Self {
        heap: SMALL_HEAP,
        lookups: SMALL_LOOKUPS,
        steps: SMALL_WALK,
    };
    /// The maximum effort.
    const ALL: Self = Self {
        heap: LARGEST_HEAP,
        lookups: u64::MAX,
        steps: MOST_POSITIONS,
    };
}

/// The values of positions of one board size.
struct Mex {
    frame: Frame,
    /// `None` for a state on the current path.
    known: HashMap<Vec<i64>, Option<u32>>,
}

/// The result of visiting the options of a state.
enum Visit {
    /// All values are known; this is their mex.
    All(u32),
    /// Some options without a value.
    Open(Vec<Vec<i64>>),
    /// An option is on the current path.
    Circle,
}

impl Mex {
    /// Returns the value of a state. Counts visited states in `looked`, up to `most`. Options are
    /// streamed, never collected.
    fn value(
        &mut self,
        start: Vec<i64>,
        (looked, most): (&mut usize, usize),
        limits: &Limits,
    ) -> Result<u32, NoGrundy> {
        let each = OVERHEAD + 8 * start.len() as u64;
        let mut stack = vec![start.clone()];
        while let Some(state) = stack.last().cloned() {
            if let Some(Some(_)) = self.known.get(&state) {
                stack.pop();
                continue;
            }
            *looked += 1;
            if *looked > most {
                return Err(NoGrundy::Far);
            }
            limits.room(each * (stack.len() + self.known.len()) as u64)?;
            match self.visit(&state, limits)? {
                Visit::All(mex) => {
                    self.known.insert(state, Some(mex));
                    stack.pop();
                }
                Visit::Open(open) => {
                    self.known.insert(state, None);
                    stack.extend(open);
                }
                Visit::Circle => return Err(NoGrundy::Circle),
            }
        }
        Ok(self.known.get(&start).copied().flatten().unwrap_or(0))
    }

    /// Visits the options of a state until enough of them without a value are found.
    fn visit(&self, state: &[i64], limits: &Limits) -> Result<Visit, NoGrundy> {
        let mut values: Vec<bool> = Vec::new();
        let mut open: Vec<Vec<i64>> = Vec::new();
        let mut circle = false;
        // A state of a term contains the player to move. In other games both players have the same
        // moves.
        let player = self.frame.next_player(state, Player::Second);
        let whole = self.frame.options(player, state, &mut |option| {
            match self.known.get(option.to) {
                // An unfinished state is below on the stack, so the path has a cycle.
                Some(None) => circle = true,
                None if option.to == state => circle = true,
                None => open.push(option.to.to_vec()),
                Some(Some(value)) => {
                    let value = *value as usize;
                    values.resize(values.len().max(value + 1), false);
                    values[value] = true;
                }
            }
            match circle || open.len() == MAX_PENDING {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if circle {
            return Ok(Visit::Circle);
        }
        if !open.is_empty() {
            return Ok(Visit::Open(open));
        }
        if whole.is_break() {
            limits.check()?;
            // The budget isn't exceeded, so an option overflowed a machine word.
            return Err(NoGrundy::Far);
        }
        let mex = values.iter().take_while(|reached| **reached).count();
        Ok(Visit::All(mex as u32))
    }
}
