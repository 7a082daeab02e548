//! Games given as core terms, solved by their exact meaning: all that play can come to from a
//! state, decided backwards.
//!
//! Nothing is assumed of the term: payoffs are any integers, play may go round, options may be
//! blocked, lengths may change. Moves are carried out by compiled code ([`crate::compiled`]) as
//! long as all fits into machine words, else by the exact meaning. Where a part only gathers points
//! that play pays in the end ([`whowins_analysis::program::score_of`]), it is no part of what is
//! remembered of a state: the best difference from there on is the same whatever was gained before.
//!
//! `moves.rs` carries out moves, `graph.rs` gathers what play comes to, `decide.rs` says what it is
//! worth where play ends, `deep.rs` decides without gathering, `sweep.rs` in an order that play
//! goes down, `around.rs` where it may go round, `grundy.rs` its Grundy values; `playable.rs` has
//! moves that people wrote in Rust.

mod around;
mod decide;
mod deep;
mod graph;
mod grundy;
pub(crate) mod moves;
mod playable;
mod sweep;
mod table;

use dashu_int::IBig;
use whowins_analysis::program::score_of;
use whowins_core::{Budget, Game, Over, State};

use crate::limits::EngineError;

pub(crate) use around::gathers_without_end;
use graph::Search;
use moves::{Make, OfStates, carried};
pub use playable::{Observed, Playable, PlayableSolver, Played, observed};

/// What a state is worth, and by which move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// What player 0 gets where both play well; `None` where that depends on what play without end
    /// pays, and the rules do not say.
    pub pays: Option<IBig>,
    /// How many moves play lasts where the winner hurries and the loser delays; `None` for draws,
    /// scores, and where play is not decided.
    pub remoteness: Option<u64>,
    /// A best move, where the game is not over: the state after it. With [`Game::blocks`] above 0
    /// none is named.
    pub best: Option<State>,
    /// States looked at so far.
    pub states: usize,
}

/// Why the states were not all found.
pub(crate) enum Broken {
    /// A state does not fit into machine words, or is none that a program was made for.
    Words,
    Error(EngineError),
}

/// Charges the budget for so many looks.
pub(crate) fn charge(budget: &Budget, looks: u64) -> Result<(), Broken> {
    if budget.charge(looks).is_break() {
        let over = budget.over().unwrap_or(Over::Stopped);
        return Err(Broken::Error(over.into()));
    }
    Ok(())
}

pub(crate) const fn no_room(budget: &Budget) -> EngineError {
    EngineError::Memory {
        wanted: None,
        allowed: budget.memory,
    }
}

/// Solves the states of one game, and keeps what it has looked at: a further state costs what play
/// from there comes to that was not met before.
pub struct Solver {
    game: Game,
    budget: Budget,
    /// Bytes that others take beside it.
    beside: u64,
    known: Option<Box<dyn Known>>,
}

/// What was looked at, however states are kept.
trait Known: Send {
    /// What a state is worth; `None` where that takes more than so many moves, and what was found
    /// is kept for the next try.
    fn worth(&mut self, start: &State, most: u64) -> Result<Option<Worth>, Broken>;

    /// The Grundy value of a state; `None` where it has none.
    fn grundy(&mut self, start: &State) -> Result<Option<u32>, Broken>;

    /// All that play comes to, and no more states than so many.
    fn reached(&mut self, starts: &[State], most: usize) -> Result<Option<Reached>, Broken>;
}

/// What play comes to from some states.
pub struct Reached {
    /// The states; first those that it was asked for, in their order.
    pub states: Vec<State>,
    /// Where each may move: numbers of states, each once.
    pub options: Vec<Vec<u32>>,
    /// What player 0 gets where play is over.
    pub pays: Vec<Option<IBig>>,
}

impl<M: OfStates + Send> Known for Search<M>
where
    M::Key: Send,
{
    fn worth(&mut self, start: &State, most: u64) -> Result<Option<Worth>, Broken> {
        Self::worth(self, start, most)
    }

    fn grundy(&mut self, start: &State) -> Result<Option<u32>, Broken> {
        match self.explored(start, u64::MAX)? {
            Some(at) => self.value_of(at),
            None => Ok(None),
        }
    }

    fn reached(&mut self, starts: &[State], most: usize) -> Result<Option<Reached>, Broken> {
        self.gathered(starts, most)
    }
}

impl Solver {
    /// A solver of the game; no work is done yet.
    pub fn new(game: Game, budget: Budget) -> Self {
        Self {
            game,
            budget,
            beside: 0,
            known: None,
        }
    }

    /// The same with so many bytes of the budget left to others.
    #[must_use]
    pub fn beside(self, bytes: u64) -> Self {
        Self {
            beside: bytes,
            ..self
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What a state is worth.
    ///
    /// With what play without end pays given, every state has a worth (Zermelo 1913; Gale and
    /// Stewart 1953). Where the rules leave it open, it pays no player more than the best of all
    /// ends, a win of 1 among them: a worth is one whatever it pays within that. `O(moves)` after
    /// the exploration where play ends, and a little more where it may go round; the exploration
    /// charges the budget for each step and asks it for the room of each state.
    ///
    /// # Errors
    ///
    /// Where the budget is over, or has no room for all that play can come to; where points are
    /// gathered in play that can come back to where it was.
    pub fn worth(&mut self, start: &State) -> Result<Worth, EngineError> {
        let worth = self.worth_within(start, u64::MAX)?;
        worth.ok_or_else(|| no_room(&self.budget))
    }

    /// The Grundy value of a state: the least number that no option has (Sprague 1935, Grundy 1939).
    /// A sum of such states is won by the player to move exactly where the bitwise sum of their
    /// values is not 0.
    ///
    /// `None` where there is none: play may go round, a turn does not pass, or what the player to
    /// move gets where nobody can move is no loss. That both players have the same moves is for the
    /// caller to know. Costs as [`Solver::worth`].
    ///
    /// # Errors
    ///
    /// As [`Solver::worth`].
    pub fn grundy(&mut self, start: &State) -> Result<Option<u32>, EngineError> {
        self.asked(start, |known| known.grundy(start))
    }

    /// What a state is worth, where no more than so many moves have to be looked at; `None` where
    /// it takes more. What was looked at is kept, and the next try goes on from there.
    ///
    /// # Errors
    ///
    /// As [`Solver::worth`].
    pub fn worth_within(&mut self, start: &State, most: u64) -> Result<Option<Worth>, EngineError> {
        self.asked(start, |known| known.worth(start, most))
    }

    fn asked<T>(
        &mut self,
        start: &State,
        ask: impl Fn(&mut dyn Known) -> Result<T, Broken>,
    ) -> Result<T, EngineError> {
        if let Some(known) = &mut self.known {
            match ask(known.as_mut()) {
                Err(Broken::Words) => {}
                Ok(told) => return Ok(told),
                Err(Broken::Error(error)) => return Err(error),
            }
        }
        // Nothing is known of states like this one.
        self.known = None;
        let score = score_of(&self.game);
        for exact in [false, true] {
            let Some(mut known) = self.begin(start, score, exact, true) else {
                continue;
            };
            match ask(known.as_mut()) {
                Err(Broken::Words) => continue,
                Err(Broken::Error(error)) => return Err(error),
                Ok(told) => {
                    self.known = Some(known);
                    return Ok(told);
                }
            }
        }
        Err(no_room(&self.budget))
    }

    /// All that play comes to from some states, with points as part of them; `None` where that is
    /// more than so many states.
    ///
    /// # Errors
    ///
    /// Where the budget is over, or has no room.
    pub fn reached(&self, starts: &[State], most: usize) -> Result<Option<Reached>, EngineError> {
        // The one with the largest number has room for the others.
        let largest = |state: &&State| state.iter().flatten().max().cloned();
        let widest = starts.iter().max_by_key(largest);
        for exact in [false, true] {
            let known = widest.and_then(|start| self.begin(start, None, exact, false));
            let Some(mut known) = known else { continue };
            match known.reached(starts, most) {
                Err(Broken::Words) => {}
                Err(Broken::Error(error)) => return Err(error),
                Ok(reached) => return Ok(reached),
            }
        }
        Err(no_room(&self.budget))
    }

    /// A search of states like this one, with points kept apart in this part, and with the
    /// symmetries of the game, if it `folds`; `None` where they are not compiled.
    fn begin(
        &self,
        start: &State,
        score: Option<usize>,
        exact: bool,
        folds: bool,
    ) -> Option<Box<dyn Known>> {
        let (game, budget) = (&self.game, &self.budget);
        let searching = Searching {
            game,
            score,
            budget,
            beside: self.beside,
        };
        carried(game, start, score, exact, folds, budget, &searching)
    }
}

/// How a search is begun.
struct Searching<'a> {
    game: &'a Game,
    score: Option<usize>,
    budget: &'a Budget,
    beside: u64,
}

impl Make for Searching<'_> {
    type Made = Box<dyn Known>;

    fn make<M>(&self, moves: M) -> Self::Made
    where
        M: OfStates + Send + 'static,
        M::Key: Send,
    {
        let budget = self.budget.clone();
        Box::new(Search::new(
            moves,
            self.game,
            self.score,
            budget,
            self.beside,
        ))
    }
}

/// What a state of a term is worth: [`Solver::worth`] of one state.
///
/// ```
/// use whowins_core::{Budget, Game};
/// use whowins_engine::terms::solve;
///
/// let nim: Game = "(game nim (part turn 0 1) (part heap 0 -) (start (0) (1 2 3))
///     ; A move makes one heap smaller.
///     (tier (choose i 0 (len heap) (choose k 1 (+ (get heap i) 1)
///         ; It takes k from heap i.
///         (seq (set heap i (- (get heap i) k)) (set turn (- 1 turn))))))
///     (stuck (if turn 1 -1)))".parse()?;
/// let worth = solve(&nim, &nim.starts[0], &Budget::OPEN).expect("no limit");
/// assert_eq!(worth.pays, Some((-1).into()));
/// assert_eq!(worth.remoteness, Some(6));
/// # Ok::<(), whowins_core::ReadError>(())
/// ```
///
/// # Errors
///
/// As [`Solver::worth`].
pub fn solve(game: &Game, start: &State, budget: &Budget) -> Result<Worth, EngineError> {
    Solver::new(game.clone(), budget.clone()).worth(start)
}
