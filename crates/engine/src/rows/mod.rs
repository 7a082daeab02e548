//! Rows and boards with local rewriting, one bit a position.
//!
//! All fillings of a board are numbered so that a move, with the follow-ups that it forces, is a
//! mask and a constant difference of numbers; what one instruction does to a word it does to 64
//! positions and more. [`Rows`] lays that out for a game at one size, [`Rows::solve`] decides all
//! positions, [`Rows::grundy`] finds their Grundy values. `docs/kernels.md` tells how, what bounds
//! it, and what was tried.
//!
//! ```
//! use whowins_engine::{Limits, rows::Rows};
//! use whowins_rules::{Parameters, Rules};
//!
//! let rules = Rules::parse("steps", "game \"Steps\"\nposition row of . o\nmove o . -> . o")?;
//! let table = Rows::new(&rules.game(&Parameters::new())?, 1, 20)?.solve(&Limits::default())?;
//! let counts = table.counts();
//! assert_eq!((counts.p, counts.n), (524_800, 523_776));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grundy;
pub(crate) mod layout;
mod mask;
mod patterns;
mod program;
mod schedule;
mod sweep;
mod table;
mod tile;
mod weights;

use std::fmt;
use std::sync::Arc;

use whowins_analysis::board::Board;
use whowins_analysis::derive::{BoardFall, board_fall};
use whowins_analysis::{Frame, Game, Stuck};

pub use grundy::GrundyTable;
pub use table::{Counts, RowsTable};

use crate::limits::{EngineError, Limits};
use layout::{Layout, Sizes};
use patterns::{patterns, settled_symbols, wanted};
use program::{Cover, LowDigits, Moves, Rule};
use schedule::{Graph, batches};
use sweep::Program;
use weights::Classes;

/// Boards with more cells are not laid out.
const CELLS: usize = 256;

/// A game on a row or board of one size, laid out as masks and differences.
pub struct Rows {
    program: Arc<Program>,
    misere: bool,
}

/// Why a game is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Its positions are no rows or boards, or of another size.
    Shape,
    /// It has goals, so positions are over for other reasons than that nobody can move.
    Goals,
    /// Who cannot move draws.
    Draws,
    /// No ranking is known that every move lowers.
    NoRanking,
    /// Its forced follow-ups come in too many cases.
    FollowUps,
    /// No filling is without forced follow-ups.
    NothingSettled,
    /// There are too many positions.
    TooMany,
    /// The two players have different moves, or who cannot move wins: there are no Grundy values.
    NoGrundyValues,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shape => "its positions aren't rows or boards of this size",
            Self::Goals => "it has positions in which the game is over by a goal",
            Self::Draws => "who cannot move draws, and one bit does not hold three results",
            Self::NoRanking => "no ranking is known that every move lowers",
            Self::FollowUps => "its forced follow-ups come in too many cases",
            Self::NothingSettled => "forced follow-ups apply to every filling",
            Self::TooMany => "there are more than 2^40 positions",
            Self::NoGrundyValues => {
                "Grundy values are for games under normal play where both players have the same moves"
            }
        })
    }
}

impl std::error::Error for Refusal {}

impl Rows {
    /// Whether a game can be laid out at all, if only its boards are small enough; cheap.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] says what of the game cannot be expressed.
    pub fn takes(game: &Game) -> Result<(), Refusal> {
        ranked(game).map(|_| ())
    }

    /// Lays a game out for boards of `rows` by `columns`: some milliseconds, and a few megabytes.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] says what of the game cannot be expressed.
    pub fn new(game: &Game, rows: usize, columns: usize) -> Result<Self, Refusal> {
        Self::with_sizes(game, rows, columns, Sizes::FAST)
    }

    /// As [`Rows::new`], cut by these sizes: for tests, which want all the cuts of small boards.
    ///
    /// # Errors
    ///
    /// As [`Rows::new`].
    #[doc(hidden)]
    pub fn with_sizes(
        game: &Game,
        rows: usize,
        columns: usize,
        sizes: Sizes,
    ) -> Result<Self, Refusal> {
        let (board, fall) = ranked(game)?;
        let sized = board.size.is_none_or(|size| size == (rows, columns));
        if rows == 0 || columns == 0 || (board.row && rows != 1) || !sized {
            return Err(Refusal::Shape);
        }
        let cells = rows.checked_mul(columns).filter(|cells| *cells <= CELLS);
        let cells = cells.ok_or(Refusal::TooMany)?;
        let frame = Frame::new(game, rows, columns);
        let placed = frame.board().ok_or(Refusal::Shape)?;
        let allowed = settled_symbols(&placed.at_once, cells, board.alphabet.len());
        let layout = Layout::new(&fall.order, &allowed, sizes)?;
        let low = LowDigits::new(&layout);
        let mut rules = Vec::new();
        for pattern in patterns(placed, &allowed)? {
            let change = fall.counts.iter().map(|weights| {
                let cells = pattern.cells.iter();
                let weight = |symbol: u8| i128::from(weights[usize::from(symbol)]);
                cells
                    .map(|one| weight(one.after) - weight(one.before))
                    .sum::<i128>()
            });
            let first_change = change.into_iter().find(|change| *change != 0);
            let rule = Rule::new(&pattern, &layout, first_change.is_none());
            // The ranking holds for each rewriting by itself; that it holds for what they do
            // together is seen here once more.
            let falls = first_change.map_or_else(|| rule.falls(), |change| change < 0);
            if !falls {
                return Err(Refusal::NoRanking);
            }
            rules.push(rule);
        }
        let misere = game.ending.stuck == Stuck::Wins;
        let players = if game.is_impartial() { 1 } else { 2 };
        let mut conditions = Vec::new();
        let moves = (0..players)
            .map(|player| Moves::new(&rules, player, (&layout, &low), &mut conditions, misere))
            .collect();
        let unsettled: Vec<Rule> = placed
            .at_once
            .iter()
            .filter(|placement| wanted(placement).count() != 1)
            .filter(|placement| {
                wanted(placement).all(|(cell, symbol)| allowed[cell] >> symbol & 1 == 1)
            })
            .map(|placement| Rule::looking(wanted(placement), &layout))
            .collect();
        let unsettled = Cover::new(unsettled.iter(), &layout, &low);
        let classes = Classes::new(&fall.counts, &layout, &low);
        let graph = Graph::of_superchunks(&rules, &layout);
        let batches = batches(&rules, &layout, &classes.chunk);
        let radix = layout.radix.iter().copied().max().unwrap_or(1) as usize;
        let mut planes = Vec::new();
        for chunk in batches.iter().flat_map(|batch| &batch.chunks) {
            let digits = layout.digits(*chunk as usize, layout.low, layout.mid);
            let own = schedule::planes(&digits, 0, radix);
            planes.extend(own.into_iter().map(|plane| plane as u32));
        }
        let program = Program {
            moves,
            conditions,
            unsettled,
            classes,
            graph,
            batches,
            planes,
            radix,
            at_once: placed.at_once.clone(),
            layout,
        };
        Ok(Self {
            program: Arc::new(program),
            misere,
        })
    }

    /// What only some games ask of the layout, by name, and whether this one does: so tests see
    /// that they have tried it all.
    #[doc(hidden)]
    pub fn demands(&self) -> [(&'static str, bool); 4] {
        let program = &self.program;
        [
            ("weights", program.classes.layers.len() > 1),
            ("several superchunks", program.layout.superchunks > 1),
            ("conditions", !program.conditions.is_empty()),
            ("unsettled", !program.unsettled.is_empty()),
        ]
    }

    /// How many positions are decided: the fillings of the cells that can show more than one
    /// symbol. Those that a follow-up of several cells would change are among them.
    pub fn positions(&self) -> u64 {
        self.program.layout.total()
    }

    /// Bytes of the table that [`Rows::solve`] gives: a bit a position, two where the players have
    /// different moves; a few of a hundred more where the symbols are no power of two.
    pub fn bytes(&self) -> u64 {
        self.program.layout.bytes() * self.program.players() as u64
    }

    /// Bytes of the tables that [`Rows::solve`] holds at its height: with weights, a copy of a part
    /// for each thread.
    pub fn most_bytes(&self, limits: &Limits) -> u64 {
        self.program.bytes(threads(limits))
    }

    /// How many times each word is gone through: once where an order of cells and symbols ranks the
    /// positions, else once for each sum of weights that the low cells can have.
    pub fn passes(&self) -> usize {
        self.program.classes.passes()
    }

    /// Who wins, from every position. `O(positions · rules / 64)`.
    ///
    /// # Errors
    ///
    /// [`EngineError::Memory`], [`EngineError::Time`] or [`EngineError::Stopped`], as the limits
    /// say.
    pub fn solve(&self, limits: &Limits) -> Result<RowsTable, EngineError> {
        fits(self.most_bytes(limits), limits)?;
        limits.progress.start(self.positions());
        let tables = self.program.sweep(None, limits)?;
        let settled = self.program.settled(limits)?;
        Ok(RowsTable::new(Arc::clone(&self.program), tables, settled))
    }

    /// The Grundy values of all positions, a bit a position for each binary digit of the largest.
    ///
    /// The positions of value v are those without a smaller value from which no move leads to
    /// another of value v; so each value takes one sweep, and the positions of smaller values count
    /// as won in it.
    ///
    /// # Errors
    ///
    /// As [`Rows::solve`], and [`EngineError::TooLarge`] where there are no Grundy values.
    pub fn grundy(&self, limits: &Limits) -> Result<GrundyTable, EngineError> {
        if self.program.players() > 1 || self.misere {
            return Err(EngineError::TooLarge(Refusal::NoGrundyValues.to_string()));
        }
        GrundyTable::new(Arc::clone(&self.program), limits)
    }
}

/// The board of a game that ends by nobody being able to move, and the ranking that every move
/// lowers.
fn ranked(game: &Game) -> Result<(&Board, BoardFall), Refusal> {
    let Some(board) = game.board() else {
        return Err(Refusal::Shape);
    };
    if !game.ending.goals.is_empty() {
        return Err(Refusal::Goals);
    }
    if game.ending.stuck == Stuck::Draws {
        return Err(Refusal::Draws);
    }
    Ok((board, board_fall(board).ok_or(Refusal::NoRanking)?))
}

fn threads(limits: &Limits) -> usize {
    match limits.threads {
        0 => Limits::default().threads,
        threads => threads,
    }
}

/// Whether the memory is allowed.
fn fits(wanted: u64, limits: &Limits) -> Result<(), EngineError> {
    limits.check()?;
    if wanted > limits.budget.memory {
        return Err(EngineError::Memory {
            wanted: Some(wanted),
            allowed: limits.budget.memory,
        });
    }
    Ok(())
}
