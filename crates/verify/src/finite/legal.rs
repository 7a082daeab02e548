//! Legal states, and a bound on the work of listing a state's moves: so that no certificate and no
//! rules keep the check busy for ever, or lead it out of a table.

use std::ops::ControlFlow;

use whowins_analysis::budget::Budget as Work;
use whowins_analysis::program::{flat, unflat};
use whowins_analysis::tokens::Step;
use whowins_analysis::{Frame, Game, LARGEST, Player, Position};

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
        let (rows, columns) = game.size_of(position);
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
        let game = &self.game;
        let each = |length: usize, numbers: i64| {
            state.len() == length && state.iter().all(|number| (0..numbers).contains(number))
        };
        if let Some(numbers) = game.numbers() {
            let variables = &numbers.variables;
            return state.len() == variables.len()
                && state.iter().zip(variables).all(|(value, variable)| {
                    let most = variable.most.unwrap_or(LARGEST);
                    (variable.least..=most).contains(value)
                });
        }
        if let Some(board) = game.board() {
            return each(self.size.0 * self.size.1, board.alphabet.len() as i64);
        }
        if let Some(tokens) = game.tokens() {
            return each(tokens.names.len(), tokens.cells.len() as i64);
        }
        if let Some(program) = game.program() {
            return state.first() == Some(&(player.index() as i64))
                && state.len() <= CELLS
                && flat(&unflat(state)).as_deref() == Some(state)
                && program.term.admits(&unflat(state)).is_ok();
        }
        game.codes().is_some()
            && state.len() <= CELLS
            && state.iter().all(|heap| (1..=LARGEST).contains(heap))
            && state.is_sorted()
    }

    /// At least as many steps as listing the moves of a state takes.
    ///
    /// # Errors
    ///
    /// Where that is too many.
    pub fn work(&self, state: &[i64]) -> Result<u64, Rejection> {
        let game = &self.game;
        let cells = state.len() as u64;
        let work = if let Some(numbers) = self.frame.numbers() {
            numbers.combinations(state, MOVES + 1)
        } else if let Some(board) = self.frame.board() {
            (board.moves.len() as u64).saturating_mul(1 + cells / 8)
        } else if let Some(tokens) = game.tokens() {
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
        } else if let Some(codes) = game.codes() {
            let largest = state.last().copied().unwrap_or(0).unsigned_abs();
            let of_one = codes
                .iter()
                .map(|code| code.options_at_most(largest))
                .sum::<u64>();
            of_one.saturating_mul(cells + 1)
        } else {
            // Each step of the term is charged as it is made.
            cells
        };
        if work > MOVES {
            return Err(Rejection::budget(format!(
                "a state has more than {MOVES} moves to look at"
            )));
        }
        // On a board a goal looks at every cell, after every move.
        let goals = match game.board().is_some() && self.frame.has_goals() {
            true => cells,
            false => 1,
        };
        Ok((1 + work) * goals.max(1))
    }
}
