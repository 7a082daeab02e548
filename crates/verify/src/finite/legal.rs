//! Legal states, and a bound on the work of listing a state's moves: so that no certificate and no rules keep the check busy for
//! ever, or lead it out of a table.

use std::ops::ControlFlow;

use whowins_analysis::budget::Budget as Work;
use whowins_analysis::program::{flat, unflat};
use whowins_analysis::tokens::Step;
use whowins_analysis::{Frame, Game, LARGEST, Player, Position, Shape};

use crate::Rejection;

/// Boards with more cells, or more heaps, are not looked at.
const CELLS: usize = 4096;
/// States with more moves than these are not looked at.
const MOVES: u64 = 1 << 22;

/// A game at one size.
pub(super) struct Legal<'a> {
    game: &'a Game,
    /// Rows and columns of its boards.
    pub size: (usize, usize),
    /// The game's moves and ends.
    pub frame: Frame,
}

impl<'a> Legal<'a> {
    /// The game at the size of a position.
    pub fn new(game: &'a Game, position: &Position, budget: &Work) -> Result<Self, Rejection> {
        let (rows, columns) = position.size();
        if rows.saturating_mul(columns) > CELLS {
            return Err(Rejection::rules(format!(
                "boards of up to {CELLS} cells are looked at; this one has {rows} x {columns}"
            )));
        }
        Ok(Self {
            game,
            size: (rows, columns),
            frame: Frame::new(game, rows, columns).under(budget.clone()),
        })
    }

    /// The states that a player can move to, all of them.
    ///
    /// # Errors
    ///
    /// Where they are not all looked at, or one is too large.
    pub fn options(&self, player: Player, state: &[i64]) -> Result<Vec<Vec<i64>>, Rejection> {
        let mut all = Vec::new();
        let whole = self.frame.options(player, state, &mut |option| {
            all.push(option.to.to_vec());
            ControlFlow::Continue(())
        });
        if self.frame.left_words() {
            return Err(Rejection::rules(
                "a move leads to a number of 2^62 or more; laws of single positions list smaller ones",
            ));
        }
        match whole {
            ControlFlow::Continue(()) => Ok(all),
            ControlFlow::Break(()) => Err(Rejection::budget(
                "the moves of a position were not all looked at: the time or memory ran out, or a number leaves 2^63",
            )),
        }
    }

    /// Whether a state is one of the game's at this size, with this player to move.
    pub fn is_state(&self, state: &[i64], player: Player) -> bool {
        match &self.game.shape {
            Shape::Numbers(numbers) => {
                state.len() == numbers.variables.len()
                    && state
                        .iter()
                        .zip(&numbers.variables)
                        .all(|(value, variable)| {
                            let most = variable.most.unwrap_or(LARGEST);
                            (variable.least..=most).contains(value)
                        })
            }
            Shape::Board(board) => {
                let symbols = board.alphabet.len() as i64;
                state.len() == self.size.0 * self.size.1
                    && state.iter().all(|symbol| (0..symbols).contains(symbol))
            }
            Shape::Tokens(tokens) => {
                let cells = tokens.cells.len() as i64;
                state.len() == tokens.names.len()
                    && state.iter().all(|cell| (0..cells).contains(cell))
            }
            Shape::Program(program) => {
                state.first() == Some(&(player.index() as i64))
                    && state.len() <= CELLS
                    && flat(&unflat(state)).as_deref() == Some(state)
                    && program.term.admits(&unflat(state)).is_ok()
            }
            Shape::Heaps(_) => {
                state.len() <= CELLS
                    && state.iter().all(|heap| (1..=LARGEST).contains(heap))
                    && state.is_sorted()
            }
        }
    }

    /// At least as many steps as listing the moves of a state takes.
    ///
    /// # Errors
    ///
    /// Where that is too many.
    pub fn work(&self, state: &[i64]) -> Result<u64, Rejection> {
        let work = match &self.game.shape {
            Shape::Numbers(_) => {
                let numbers = self.frame.numbers();
                numbers.map_or(0, |numbers| numbers.combinations(state, MOVES + 1))
            }
            Shape::Board(_) => {
                let placements = self.frame.board().map_or(0, |board| board.moves.len());
                (placements as u64).saturating_mul(1 + state.len() as u64 / 8)
            }
            Shape::Tokens(tokens) => {
                let relations = tokens.relations.iter();
                let degree = relations
                    .flat_map(|r| &r.forward)
                    .map(Vec::len)
                    .max()
                    .unwrap_or(0);
                let ways = |steps: &[Step]| {
                    let gone = steps
                        .iter()
                        .filter(|step| !matches!(step, Step::Require(_)));
                    gone.fold(1u64, |ways, _| ways.saturating_mul(degree as u64 + 1))
                };
                let moves = tokens.moves.iter().map(|one| ways(&one.steps));
                moves.fold(0, u64::saturating_add)
            }
            // Each step of the term is charged as it is made.
            Shape::Program(_) => state.len() as u64,
            Shape::Heaps(breaking) => {
                let largest = state.last().copied().unwrap_or(0).unsigned_abs();
                let of_one = breaking.options_at_most(largest);
                of_one.saturating_mul(state.len() as u64 + 1)
            }
        };
        if work > MOVES {
            return Err(Rejection::budget(format!(
                "a state has more than {MOVES} moves to look at"
            )));
        }
        // On a board a goal looks at every cell, after every move.
        let goals = match (&self.game.shape, self.frame.has_goals()) {
            (Shape::Board(_), true) => state.len() as u64,
            _ => 1,
        };
        Ok((1 + work) * goals.max(1))
    }
}
