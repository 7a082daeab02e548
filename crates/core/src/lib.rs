//! The core calculus: one small language in which every game is written, whatever syntax its rules
//! have.
//!
//! **A game is a nondeterministic program over a store of integer arrays.**
//!
//! A state has an array for each part of the game, such as a number, a board, a list of heaps, or
//! the player to move.
//!
//! A turn is a [`Command`]. It reads the state, lets the player choose, and writes. It maps a state
//! to *all* states that it can produce. If there are none, the player has no legal move. Ends
//! define where the game is over before that. In both cases a payoff to player 0 is defined. The
//! language has 7 kinds of expressions, 8 kinds of commands and 16 operations.
//!
//! ```
//! use whowins_core::{Budget, Game};
//!
//! // One heap; take 1, 2 or 3, and not what was taken last.
//! let game: Game = "(game bash (part turn 0 1) (part n 0 -) (part last 0 3) (start (0) (40) (0))
//!     (tier (choose k 1 4 (seq (guard (!= k last)) (set n (- n k)) (set last k)
//!         (set turn (- 1 turn)))))
//!     (stuck (if turn 1 -1)))".parse()?;
//! assert_eq!(
//!     game.moves(&game.starts[0], &Budget::OPEN)
//!         .expect("no limit")
//!         .len(),
//!     3
//! );
//! // What is printed is read back as the same term.
//! assert_eq!(game.to_string().parse::<Game>()?, game);
//! # Ok::<(), whowins_core::ReadError>(())
//! ```
//!
//! Start reading at [`term`], which defines the terms. [`meaning`] defines their exact semantics,
//! for integers of any size. [`mod@text`] parses and prints terms. [`coq`] prints them for Coq,
//! where `proofs/Core.v` defines the same semantics. [`check`] validates terms. [`budget`] limits
//! all work of the project.
//!
//! This crate doesn't parse rules, doesn't solve games, and isn't optimized for speed.

pub mod budget;
pub mod check;
pub mod coq;
pub mod meaning;
mod op;
mod opened;
pub mod random;
mod same;
pub mod term;
pub mod text;
mod tidy;

pub use budget::{Alarm, Budget, Over};
pub use check::Fault;
pub use meaning::Cut;
pub use term::{Array, Command, Const, End, Expr, Game, Op, Part, State};
pub use text::ReadError;
