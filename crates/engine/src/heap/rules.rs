//! The rules of a subtraction game, checked once, and what can go wrong.

use std::fmt;

/// The largest number a set may hold.
///
/// Up to 64 the window of outcomes is one machine word a player; beyond it is an array of words,
/// and a step is slower.
pub const MAX_MOVE: u64 = 4096;

/// The rules of a one-heap subtraction game for two players.
///
/// Player 0 and player 1 each have a set of numbers which they may take off the heap. The game is
/// impartial when the sets are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction {
    sets: [Vec<u64>; 2],
    misere: bool,
}

impl Subtraction {
    /// The game with these sets; `misere` says that who cannot move wins.
    ///
    /// The order of the numbers is kept (a trace tries them in that order), a number said twice
    /// counts once. An empty set is allowed: its player can never move.
    ///
    /// # Errors
    ///
    /// [`HeapError::ZeroMove`] and [`HeapError::MoveTooLarge`] for a number outside `1..=MAX_MOVE`.
    pub fn new(sets: [Vec<u64>; 2], misere: bool) -> Result<Self, HeapError> {
        let mut kept = [Vec::new(), Vec::new()];
        for (player, set) in sets.iter().enumerate() {
            let mut seen = [0u64; MAX_MOVE as usize / 64];
            for (place, &number) in set.iter().enumerate() {
                if number == 0 {
                    return Err(HeapError::ZeroMove { player, place });
                }
                if number > MAX_MOVE {
                    return Err(HeapError::MoveTooLarge {
                        player,
                        place,
                        number,
                    });
                }
                let bit = number as usize - 1;
                if seen[bit / 64] >> (bit % 64) & 1 == 0 {
                    seen[bit / 64] |= 1 << (bit % 64);
                    kept[player].push(number);
                }
            }
        }
        Ok(Self { sets: kept, misere })
    }

    /// The impartial game in which both players have the same set. See [`Subtraction::new`].
    ///
    /// # Errors
    ///
    /// As [`Subtraction::new`].
    pub fn impartial(set: Vec<u64>, misere: bool) -> Result<Self, HeapError> {
        Self::new([set.clone(), set], misere)
    }

    /// The sets of players 0 and 1, each number once, in the order given.
    pub fn sets(&self) -> &[Vec<u64>; 2] {
        &self.sets
    }

    /// Whether who cannot move wins.
    pub fn misere(&self) -> bool {
        self.misere
    }

    /// The largest number in either set; 0 when both are empty.
    pub fn largest(&self) -> u64 {
        self.sets.iter().flatten().copied().max().unwrap_or(0)
    }
}

/// Why a subtraction game has no answer here.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeapError {
    /// A set holds 0: such a move would change nothing and play would not end.
    ZeroMove {
        /// Whose set: 0 or 1.
        player: usize,
        /// Which number of the set, from 0.
        place: usize,
    },
    /// A set holds a number above [`MAX_MOVE`].
    MoveTooLarge {
        /// Whose set: 0 or 1.
        player: usize,
        /// Which number of the set, from 0.
        place: usize,
        /// The number.
        number: u64,
    },
    /// The outcomes did not begin to repeat within the budget.
    BudgetExhausted {
        /// The budget, in steps of the window.
        steps: u64,
    },
    /// The table of outcomes does not fit in memory.
    OutOfMemory {
        /// How many heaps the table was to hold.
        heaps: u64,
    },
}

impl fmt::Display for HeapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroMove { player, place } => write!(
                f,
                "number {} of player {}'s set is 0; a move must take at least 1",
                place + 1,
                player + 1
            ),
            Self::MoveTooLarge {
                player,
                place,
                number,
            } => write!(
                f,
                "number {} of player {}'s set is {number}; the largest this solver takes is {MAX_MOVE}",
                place + 1,
                player + 1
            ),
            Self::BudgetExhausted { steps } => write!(
                f,
                "the outcomes did not begin to repeat within {steps} steps; allow more steps"
            ),
            Self::OutOfMemory { heaps } => {
                write!(
                    f,
                    "a table of {heaps} heaps does not fit in memory; ask for fewer heaps"
                )
            }
        }
    }
}

impl std::error::Error for HeapError {}
