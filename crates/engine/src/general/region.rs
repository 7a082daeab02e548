//! The states that a table is made for: everything that play from one position stays in, numbered
//! without gaps.

use std::time::Duration;

use whowins_analysis::derive::Bounds;
use whowins_analysis::{Budget, Frame, Game, Player, Position};

use super::any::{AnySpace, with_space};
use super::digits::DigitSpace;
use super::space::Space;
use super::tuple::TupleSpace;
use crate::limits::{EngineError, Limits};

/// A game's states around a position, numbered: a box of numbers, all fillings of a board, all
/// placements of tokens.
pub struct Region {
    game: Game,
    pub(super) space: AnySpace,
    pub(super) start: u64,
    size: (usize, usize),
    /// What the moves of the space charge.
    pub(super) budget: Budget,
}

/// A step of a build may end so long after a limit was met.
const GRACE: Duration = Duration::from_millis(500);

/// How the states of a region are numbered: mixed radix, most significant slot first in `order`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// Least digit of each slot.
    pub low: Vec<i64>,
    /// Largest digit of each slot.
    pub high: Vec<i64>,
    /// Slots from the most to the least significant.
    pub order: Vec<usize>,
    /// The digit of each symbol, for boards.
    pub symbols: Vec<u8>,
}

impl Region {
    /// The region around a position.
    ///
    /// # Errors
    ///
    /// Where its states cannot be numbered without gaps, or no method serves their moves.
    pub fn around(game: Game, position: &Position) -> Result<Self, EngineError> {
        if game.ending.blocked > 0 {
            return Err(EngineError::TooLarge(
                "the opponent may block options; a table in a file knows no blocking".into(),
            ));
        }
        let many = || {
            EngineError::TooLarge(
                "there are 2^63 states or more; ask for a smaller position".into(),
            )
        };
        let (rows, columns) = game.size_of(position);
        let state = game.state_of(position).ok_or_else(many)?;
        let space = if let Some(numbers) = game.numbers() {
            let high = Bounds::of(numbers).high(&state);
            let high = high.map_err(|unbounded| EngineError::Unbounded {
                variable: unbounded.variable,
            })?;
            TupleSpace::new(&game, numbers, high).map(|space| AnySpace::Tuple(Box::new(space)))
        } else if game.board().is_some() || game.tokens().is_some() {
            let symbols = match (game.board(), game.tokens()) {
                (Some(board), _) => board.alphabet.len(),
                (None, tokens) => tokens.map_or(1, |tokens| tokens.cells.len()),
            };
            let all = (symbols as u64).checked_pow(u32::try_from(state.len()).unwrap_or(u32::MAX));
            if all.is_none_or(|all| all >= 1 << 63) {
                return Err(many());
            }
            let space = DigitSpace::new(&game, position, &Limits::default());
            let space = space.ok_or_else(|| {
                EngineError::TooLarge(
                    "a move of this game has follow-ups, or there are too many moves for a table \
                    in a file; `whowins solve` answers its positions"
                        .into(),
                )
            })?;
            Some(AnySpace::Digits(Box::new(space)))
        } else {
            return Err(EngineError::TooLarge(
                match game.codes() {
                    Some(_) => {
                        "heaps that split have no box of positions, so there is no table of them; \
                        `whowins law` and `whowins solve` answer them"
                    }
                    None => {
                        "positions of this game have no numbering without gaps, so there is no \
                        table of them in a file; `whowins solve` answers them"
                    }
                }
                .into(),
            ));
        };
        let space = space.ok_or_else(many)?;
        if !with_space!(&space, space => space.falls() || space.inverts()) {
            return Err(EngineError::TooLarge(
                "moves of this kind neither lower the number of a position nor can be walked \
                backwards, so there is no table of \
                 them; `whowins solve` explores what play reaches"
                    .into(),
            ));
        }
        let mut region = Self {
            game,
            space,
            start: 0,
            size: (rows, columns),
            budget: Budget::OPEN,
        };
        let (_, start) = region.find(position).ok_or_else(many)?;
        region.start = start;
        Ok(region)
    }

    /// The same for a build within these limits: listing the moves of a state ends a little after
    /// they are met, so that work between whose steps somebody looks at the limits ends there.
    #[must_use]
    pub fn within(mut self, limits: &Limits) -> Self {
        self.budget = limits.budget.clone().with_grace(GRACE);
        self.space = self.space.under(self.budget.clone());
        self
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        with_space!(&self.space, space => space.states())
    }

    /// Cells a state: 1 where both players have the same moves, else 2.
    pub fn players(&self) -> usize {
        if self.game.is_impartial() { 1 } else { 2 }
    }

    /// Whether every move lowers the number, so that one pass decides all and older cells may leave
    /// the memory.
    pub fn falls(&self) -> bool {
        with_space!(&self.space, space => space.falls())
    }

    /// Returns true if moves can be walked backwards.
    pub fn inverts(&self) -> bool {
        with_space!(&self.space, space => space.inverts())
    }

    /// The numbering.
    pub fn numbering(&self) -> Numbering {
        let radix = with_space!(&self.space, space => space.radix());
        let (low, high, order) = radix.map_or_else(Default::default, |radix| {
            (radix.low.clone(), radix.high.clone(), radix.order.clone())
        });
        let symbols = match &self.space {
            AnySpace::Digits(space) if self.game.board().is_some() => space.digits(),
            _ => Vec::new(),
        };
        Numbering {
            low,
            high,
            order,
            symbols,
        }
    }

    /// The settled state of a position, and its number; `None` outside the region.
    pub fn find(&self, position: &Position) -> Option<(Vec<i64>, u64)> {
        let mut state = self.game.state_of(position)?;
        if let Some(board) = self.game.board() {
            if self.game.size_of(position) != self.size {
                return None;
            }
            if !board.at_once.is_empty() {
                self.frame().settle(&mut state);
            }
        }
        let index = self.rank(&state)?;
        Some((state, index))
    }

    /// The number of a state; `None` outside the region.
    pub fn rank(&self, state: &[i64]) -> Option<u64> {
        with_space!(&self.space, space => space.rank(state))
    }

    /// The game laid out for play at this size.
    pub fn frame(&self) -> Frame {
        Frame::new(&self.game, self.size.0, self.size.1)
    }

    /// Rows and columns, for boards.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The players whose cells there are.
    pub fn movers(&self) -> &'static [Player] {
        &Player::BOTH[..self.players()]
    }
}
