//! The core calculus: one small language in which every game is written, whatever words its rules
//! are in.
//!
//! **A game is a nondeterministic program over a store of integer arrays.** A state has an array
//! for each part of the game: a number, a board, a list of heaps, whose turn it is. A turn is a [`Command`]:
//! it looks at the state, lets the player choose, and writes. It goes from a state to *all* states
//! that can come of it. When nothing can, the player is stuck; ends say where the game is over
//! before; both pay something to player 0. That is all there is: 7 kinds of expression, 8 of
//! command, 16 operations.
//!
//! ```
//! use whowins_core::{Budget, Game};
//!
//! // One heap; take 1, 2 or 3, and not what was taken last.
//! let game: Game = "(game bash (part turn 0 1) (part n 0 -) (part last 0 3) (start (0) (40) (0))
//!     (tier (choose k 1 4 (seq (guard (!= k last)) (set n (- n k)) (set last k) (set turn (- 1 turn)))))
//!     (stuck (if turn 1 -1)))".parse()?;
//! assert_eq!(game.moves(&game.starts[0], &Budget::OPEN).expect("no limit").len(), 3);
//! // What is printed is read back as the same term.
//! assert_eq!(game.to_string().parse::<Game>()?, game);
//! # Ok::<(), whowins_core::ReadError>(())
//! ```
//!
//! [`term`] has the terms, [`meaning`] what they do, exactly and for integers of any size;
//! [`mod@text`] reads and prints them, [`coq`] prints the same term for Coq, where `proofs/Core.v`
//! gives it the same meaning. [`check`] says whether a term is well formed: names in scope, parts
//! that are there. [`budget`] is what all work of the project is charged to. Nothing here knows
//! rules, solves anything, or is fast.

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
