//! Games written in Rust: their moves are carried out by what people wrote, and decided as those of
//! core terms are.

use std::cmp::Ordering;
use std::fmt;
use std::hash::Hash;

use dashu_int::IBig;
use indexmap::IndexSet;
use whowins_analysis::{Player, Value};
use whowins_core::{Budget, Expr, Game, State};

use super::graph::Search;
use super::moves::{Moves, OfStates, Seen};
use super::{Broken, no_room};
use crate::limits::{EngineError, Limits};

/// A game of two players written in Rust: from each position either player can move to some others,
/// and the opponent is to move there.
///
/// What it says is taken at its word: nothing can be proved of a program, so that laws of such
/// games are *observed* ([`observed`]), never proved. A game that is written as rules has proofs.
///
/// ```
/// use whowins_engine::{Limits, Playable, PlayableSolver};
/// use whowins_analysis::{Player, Value};
///
/// /// One heap: take a power of two.
/// struct Powers;
///
/// impl Playable for Powers {
///     type Position = u32;
///
///     fn moves(&self, heap: &u32, _: Player, to: &mut Vec<u32>) {
///         to.extend((0..32).map(|power| 1 << power).take_while(|taken| taken <= heap).map(|taken| heap - taken));
///     }
/// }
///
/// let mut solver = PlayableSolver::new(Powers, &Limits::default());
/// let found = solver.solve(&100, Player::First)?;
/// assert_eq!((found.value, found.best), (Value::Win, Some(36)));
/// assert_eq!(solver.grundy(&100)?, Some(1));
/// # Ok::<(), whowins_engine::EngineError>(())
/// ```
pub trait Playable {
    /// A position, without whose turn it is.
    type Position: Clone + Eq + Hash + Send + 'static;

    /// Adds every position that the player can move to; those that a move can lead to twice may be
    /// added twice.
    fn moves(&self, position: &Self::Position, player: Player, to: &mut Vec<Self::Position>);

    /// What a position brings the player to move, where play is over there; `None` where it goes
    /// on. Asked before the moves.
    fn over(&self, _position: &Self::Position, _player: Player) -> Option<Value> {
        None
    }

    /// What having no move brings the player to move: a loss, unless the game says otherwise.
    fn stuck(&self) -> Value {
        Value::Loss
    }

    /// Bytes that a position holds beside its own size, such as those of a list, so that memory is
    /// counted.
    fn bytes(&self, _position: &Self::Position) -> usize {
        0
    }
}

/// What a position of such a game is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<P> {
    /// For the player to move; play without end is a draw.
    pub value: Value,
    /// How many moves best play lasts, where the winner hurries and the loser delays; `None` for a
    /// draw.
    pub remoteness: Option<u64>,
    /// A best move: the position after it.
    pub best: Option<P>,
    /// Positions with a player to move that were looked at so far.
    pub looked: usize,
}

/// Solves the positions of one game, and keeps what it has looked at.
///
/// Everything that play comes to from a position is looked at once: `O(moves)` time, and some 100
/// bytes beside each position, charged to the limits' budget.
pub struct PlayableSolver<G: Playable + Send + 'static> {
    search: Search<Carried<G>>,
}

impl<G: Playable + Send + 'static> PlayableSolver<G> {
    /// A solver of the game; no work is done yet.
    pub fn new(game: G, limits: &Limits) -> Self {
        let budget = limits.budget.clone();
        let moves = Carried {
            game,
            known: IndexSet::new(),
            held: 0,
            budget: budget.clone(),
            to: Vec::new(),
        };
        Self {
            search: Search::new(moves, &frame(), None, budget, 0),
        }
    }

    /// What a position is worth with this player to move. What was looked at is kept for the next
    /// question.
    ///
    /// ```
    /// use whowins_analysis::{Player, Value};
    /// use whowins_engine::{Limits, Playable, PlayableSolver};
    ///
    /// /// Divide by a divisor, or take one off.
    /// struct Shrink;
    ///
    /// impl Playable for Shrink {
    ///     type Position = u64;
    ///
    ///     fn moves(&self, n: &u64, _: Player, to: &mut Vec<u64>) {
    ///         to.extend((1..*n).filter(|d| n % d == 0));
    ///         to.extend(n.checked_sub(1));
    ///     }
    /// }
    ///
    /// let mut solver = PlayableSolver::new(Shrink, &Limits::default());
    /// assert_eq!(solver.solve(&0, Player::First)?.value, Value::Loss);
    /// assert_eq!(solver.solve(&12, Player::First)?.value, Value::Win);
    /// # Ok::<(), whowins_engine::EngineError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the budget is over, or has no room for all that play can come to.
    pub fn solve(
        &mut self,
        position: &G::Position,
        player: Player,
    ) -> Result<Played<G::Position>, EngineError> {
        let start = self.search.moves_mut().state_of(position, player);
        let start = start.map_err(cut)?;
        let worth = self.search.worth(&start, u64::MAX).map_err(cut)?;
        let worth = worth.ok_or(EngineError::Stopped)?;
        let to_first = worth.pays.unwrap_or(IBig::ZERO);
        let for_mover = match player {
            Player::First => to_first,
            Player::Second => -to_first,
        };
        let value = match for_mover.cmp(&IBig::ZERO) {
            Ordering::Greater => Value::Win,
            Ordering::Less => Value::Loss,
            Ordering::Equal => Value::Draw,
        };
        let moves = self.search.moves_mut();
        Ok(Played {
            value,
            remoteness: worth.remoteness,
            best: worth.best.and_then(|state| moves.position_of(&state)),
            looked: worth.states,
        })
    }

    /// The Grundy value of a position (Sprague 1935, Grundy 1939); `None` where play may go round,
    /// or who cannot move does not lose. That both players have the same moves is for the caller to
    /// know.
    ///
    /// # Errors
    ///
    /// As [`PlayableSolver::solve`].
    pub fn grundy(&mut self, position: &G::Position) -> Result<Option<u32>, EngineError> {
        let start = self.search.moves_mut().state_of(position, Player::First);
        let start = start.map_err(cut)?;
        match self.search.explored(&start, u64::MAX).map_err(cut)? {
            Some(at) => self.search.value_of(at).map_err(cut),
            None => Ok(None),
        }
    }
}

fn cut(broken: Broken) -> EngineError {
    match broken {
        Broken::Error(error) => error,
        Broken::Words => EngineError::TooLarge("a state has too many parts".into()),
    }
}

/// What all such games have in common, as a term without moves: play without end is a draw.
fn frame() -> Game {
    Game {
        name: String::new(),
        consts: Vec::new(),
        parts: Vec::new(),
        tiers: Vec::new(),
        ends: Vec::new(),
        stuck: Expr::num(0),
        blocks: 0,
        endless: Some(Expr::num(0)),
        starts: Vec::new(),
    }
}

/// Moves carried out by the game; positions are known by their numbers, in the order in which they
/// were met.
struct Carried<G: Playable> {
    game: G,
    known: IndexSet<G::Position>,
    held: usize,
    budget: Budget,
    /// Room for the moves of one position.
    to: Vec<G::Position>,
}

/// The number of a position, twice, and whose turn it is.
type Key = u64;

impl<G: Playable> Carried<G> {
    fn number(&mut self, position: G::Position, player: Player) -> Result<Key, Broken> {
        let bytes = size_of::<G::Position>() + self.game.bytes(&position) + 24;
        let (number, is_new) = self.known.insert_full(position);
        if is_new {
            self.held += bytes;
            // What grows is twice as large for a while.
            if !self.budget.has_room(2 * self.held as u64) {
                return Err(Broken::Error(no_room(&self.budget)));
            }
        }
        Ok(2 * number as u64 + player.index() as u64)
    }

    fn state_of(&mut self, position: &G::Position, player: Player) -> Result<State, Broken> {
        let key = self.number(position.clone(), player)?;
        Ok(state(key))
    }

    fn position_of(&self, state: &State) -> Option<G::Position> {
        let number = usize::try_from(state.get(1)?.first()?).ok()?;
        self.known.get_index(number).cloned()
    }
}

fn state(key: Key) -> State {
    vec![vec![IBig::from(key % 2)], vec![IBig::from(key / 2)]]
}

impl<G: Playable> Moves for Carried<G> {
    type Key = Key;

    fn look(&mut self, key: &Key, _: usize, options: &mut Vec<(Key, i64)>) -> Result<Seen, Broken> {
        let turn = (key % 2) as u8;
        let player = match turn {
            0 => Player::First,
            _ => Player::Second,
        };
        let number = usize::try_from(key / 2).map_err(|_| Broken::Words)?;
        let position = self.known.get_index(number).ok_or(Broken::Words)?;
        let mut to = std::mem::take(&mut self.to);
        to.clear();
        let mut brings = self.game.over(position, player);
        if brings.is_none() {
            self.game.moves(position, player, &mut to);
            if to.is_empty() {
                brings = Some(self.game.stuck());
            }
        }
        for next in to.drain(..) {
            options.push((self.number(next, player.other())?, 0));
        }
        self.to = to;
        Ok(Seen {
            turn,
            pays: brings.map(|value| pays(value, player)),
            stuck: None,
        })
    }

    fn bytes(_: &Key) -> usize {
        0
    }
}

impl<G: Playable> OfStates for Carried<G> {
    fn key(&mut self, state: &State) -> Result<Key, Broken> {
        let part = |at: usize| u64::try_from(&state[at][0]).map_err(|_| Broken::Words);
        Ok(2 * part(1)? + part(0)?)
    }

    fn state(&mut self, key: &Key) -> State {
        state(*key)
    }
}

/// What the first player gets.
fn pays(value: Value, player: Player) -> IBig {
    let to_mover = match value {
        Value::Win => IBig::ONE,
        Value::Loss => IBig::NEG_ONE,
        Value::Draw => IBig::ZERO,
    };
    match player {
        Player::First => to_mover,
        Player::Second => -to_mover,
    }
}

/// A pattern that was seen, and not proved: from `preperiod` on, each term is the one `period`
/// places before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// So many terms come before the pattern.
    pub preperiod: usize,
    /// The pattern's length.
    pub period: usize,
    /// So many terms were looked at.
    pub up_to: usize,
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            preperiod,
            period,
            up_to,
        } = self;
        write!(
            f,
            "observed, not proved: period {period} from term {preperiod} on, in {up_to} terms"
        )
    }
}

/// The shortest period of a sequence, from its first term on that fits; `None` where none is seen
/// three times over.
///
/// ```
/// let seen = whowins_engine::observed(&[9, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1]).expect("a period");
/// assert_eq!((seen.preperiod, seen.period), (1, 3));
/// assert!(seen.to_string().starts_with("observed, not proved"));
/// assert_eq!(whowins_engine::observed(&[0, 1, 2, 3, 4, 5]), None);
/// ```
///
/// `O(n)` for each period that is tried, `O(n^2)` in all.
pub fn observed<T: PartialEq>(terms: &[T]) -> Option<Observed> {
    let up_to = terms.len();
    (1..=up_to / 3).find_map(|period| {
        let differs = |at: &usize| terms[*at] != terms[at - period];
        let last = (period..up_to).rev().find(differs);
        let preperiod = last.map_or(0, |at| at + 1 - period);
        (up_to - preperiod >= 3 * period).then_some(Observed {
            preperiod,
            period,
            up_to,
        })
    })
}
