//! Grundy values of single positions.
//!
//! By the theorem of Sprague (1935) and Grundy (1939) each position of an impartial game in which
//! who cannot move loses is worth a heap of Nim, and a sum of such games is worth the nim-sum
//! (exclusive or) of its parts. [`Grundy::ask`] is the policy that all commands share: a small
//! table, then a proved law, then a larger table. Breaking games of heaps go by a table of all
//! smaller heaps (octal games: Guy and Smith 1956), two numbers row by row, all other games by a
//! depth-first walk over all followers, each position once.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use dashu_int::UBig;
use whowins_analysis::derive::row_moves;
use whowins_analysis::{Frame, Game, Player, Position, Stuck};
use whowins_engine::octal::Values;
use whowins_engine::{Engine, EngineError, GrundyRows, Limits};

/// Heaps of more counters than these are not worked out: the table has a value for each smaller
/// heap, and each is found in time at most linear in its heap, so at most quadratic in all.
pub const LARGEST_HEAP: usize = 200_000;
/// The most positions whose options are looked at one by one, over the whole life of one [`Grundy`]:
/// 2^22, some four million.
pub const MOST_POSITIONS: usize = 1 << 22;
/// The largest table of two numbers, row by row, in cells.
const MAX_CELLS: u64 = 1 << 26;
/// Heaps up to this are worked out before a law is asked.
const SMALL_HEAP: usize = 1 << 12;
/// The same of tables of two numbers, in options that are looked up.
const SMALL_LOOKUPS: u64 = 1 << 20;
/// The same of positions that are visited one by one.
const SMALL_WALK: usize = 1 << 12;
/// Options whose values are not known are noted so many at a time; there may be more than the
/// memory holds.
const NOTED: usize = 1 << 10;
/// Bytes that a position takes among those that are known or noted, beside its numbers.
const OVERHEAD: u64 = 96;

/// Grundy values of one game's positions (Sprague 1935, Grundy 1939): the least number that is no
/// option's value, and of a sum of heaps the nim-sum of theirs. What was worked out is kept, so
/// that a second question about the same size of board or a smaller heap costs a look.
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
    /// The tables of two numbers, by the place of the number that a row shares.
    rows: [Option<GrundyRows>; 2],
    /// Boards of different lengths have nothing in common but their numbers.
    frames: HashMap<(usize, usize), Mex>,
    looked: usize,
}

/// Why a position has no Grundy value, or none that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGrundy {
    /// The players have different moves (partizan), or who cannot move does not lose (misère,
    /// goals, points, blocked moves): the theorem does not speak of such games.
    Foreign,
    /// Play can go round in circles from there. Loopy values (Smith 1966) are not worked out.
    Circle,
    /// Too many positions ([`MOST_POSITIONS`]), a heap beyond [`LARGEST_HEAP`], or numbers that
    /// leave machine words; and no law gives the value.
    Far,
    /// A limit of time or memory was met, or the work was stopped; asked again with more room it
    /// may be found.
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
                "the Grundy value there is not known: no law that gives it was found and proved, and it is beyond the tables, which go to {MOST_POSITIONS} positions and to heaps of {LARGEST_HEAP}; \
                 give a smaller position, or see `whowins law --rows N` where one of two numbers is small"
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
    /// Values of a game's positions, none worked out yet: it takes no time but for a copy of the
    /// game.
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
    /// [`NoGrundy::Foreign`] where the game is not impartial, or not of normal play.
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

    /// The value of a position by whichever way is near: a small table, else the law that the
    /// engine has or finds within about a second ([`Engine::known_grundy`]), else all that
    /// [`Grundy::value`] reaches.
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
    /// As [`Grundy::value`].
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

    /// The value of a position, of any number of heaps, or of a board of any size.
    ///
    /// Of heaps: at most quadratic in the largest heap that was ever asked about, far less where
    /// some values are rare (Berlekamp's sparse spaces); one or two bytes a heap. Of other games:
    /// time and memory linear in the moves and positions that can be come to from there and were
    /// not looked at before.
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
    /// [`NoGrundy::Circle`] where play can come back, [`NoGrundy::Far`] past the bounds above,
    /// [`NoGrundy::Engine`] at a limit. What was worked out before stays.
    pub fn value(&mut self, position: &Position) -> Result<u64, NoGrundy> {
        self.within(position, Reach::ALL)
    }

    /// The value, where it takes no more than this.
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
            // A single look at all options may take longer.
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
            // What was begun is not on the way to what is asked next.
            mex.known.retain(|_, value| value.is_some());
        }
        Ok(u64::from(value?))
    }

    /// The value of two numbers from the rows of the smaller one; `None` where the game has no such
    /// rows, or they are too many.
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

/// How far the tables go for one question.
#[derive(Clone, Copy)]
struct Reach {
    heap: usize,
    lookups: u64,
    steps: usize,
}

impl Reach {
    /// Before a law is asked.
    const SMALL: Self = Self {
        heap: SMALL_HEAP,
        lookups: SMALL_LOOKUPS,
        steps: SMALL_WALK,
    };
    /// At the most.
    const ALL: Self = Self {
        heap: LARGEST_HEAP,
        lookups: u64::MAX,
        steps: MOST_POSITIONS,
    };
}

/// Positions of one size, each once.
struct Mex {
    frame: Frame,
    /// `None` while it is being worked out.
    known: HashMap<Vec<i64>, Option<u32>>,
}

/// What one look at a state's options has shown.
enum Look {
    /// All are known: the least number that is no option's value.
    All(u32),
    /// Some that are not.
    Open(Vec<Vec<i64>>),
    /// One is still being worked out.
    Circle,
}

impl Mex {
    /// The value of a state; `looked` counts the states looked at, up to `most`. Options are gone
    /// through as they are listed, without a list of all.
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
            match self.look(&state, limits)? {
                Look::All(mex) => {
                    self.known.insert(state, Some(mex));
                    stack.pop();
                }
                Look::Open(open) => {
                    self.known.insert(state, None);
                    stack.extend(open);
                }
                Look::Circle => return Err(NoGrundy::Circle),
            }
        }
        Ok(self.known.get(&start).copied().flatten().unwrap_or(0))
    }

    /// Goes through the options of a state until enough are found whose values are not known.
    fn look(&self, state: &[i64], limits: &Limits) -> Result<Look, NoGrundy> {
        let mut values: Vec<bool> = Vec::new();
        let mut open: Vec<Vec<i64>> = Vec::new();
        let mut circle = false;
        // A state of a term says whose turn it is; of other games both have the same moves.
        let player = self.frame.next_player(state, Player::Second);
        let whole = self.frame.options(player, state, &mut |option| {
            match self.known.get(option.to) {
                // What is begun and not done stands below on the stack: the way here.
                Some(None) => circle = true,
                None if option.to == state => circle = true,
                None => open.push(option.to.to_vec()),
                Some(Some(value)) => {
                    let value = *value as usize;
                    values.resize(values.len().max(value + 1), false);
                    values[value] = true;
                }
            }
            match circle || open.len() == NOTED {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if circle {
            return Ok(Look::Circle);
        }
        if !open.is_empty() {
            return Ok(Look::Open(open));
        }
        if whole.is_break() {
            limits.check()?;
            // Nobody stopped it: an option leaves the machine words.
            return Err(NoGrundy::Far);
        }
        let mex = values.iter().take_while(|reached| **reached).count();
        Ok(Look::All(mex as u32))
    }
}
