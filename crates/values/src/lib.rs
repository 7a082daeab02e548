//! Values of short games.
//!
//! A *short game* ends after finitely many moves, under normal play: a player who cannot move
//! loses. Two games have the same *value* if they can replace each other in every disjunctive sum.
//! Each value has one simplest form, its *canonical form*.
//!
//! An [`Arena`] stores each canonical form once, under a 32-bit id. Values are therefore equal
//! exactly if their ids are, and results are cached by id.
//!
//! ```
//! use whowins_values::{Arena, Budget, Outcome};
//!
//! let mut arena = Arena::new(Budget::OPEN);
//! let hot = arena.read("{3|1}").unwrap();
//! assert_eq!(arena.mean(hot)?.to_string(), "2");
//! assert_eq!(arena.temperature(hot)?.to_string(), "1");
//! let rest = arena.read("^ - 2").unwrap();
//! let sum = arena.add(hot, rest)?;
//! assert_eq!(arena.outcome(sum)?, Outcome::Next);
//! assert_eq!(arena.show(sum)?, "{1^|-1^}");
//! # Ok::<(), whowins_values::Cut>(())
//! ```
//!
//! The theory is that of J. H. Conway, *On Numbers and Games* (1976), E. R. Berlekamp, J. H. Conway
//! and R. K. Guy, *Winning Ways* (1982), and A. N. Siegel, *Combinatorial Game Theory* (2013).
//! `docs/values.md` describes the notation.

mod arena;
mod atomic;
mod birthday;
mod cut;
mod dyadic;
mod ids;
mod make;
mod memo;
mod number;
mod nus;
mod operations;
mod order;
mod pairs;
mod sheet;
mod sum;
mod text;
mod thermograph;

pub use arena::{Arena, Side, Value};
pub use cut::{Cut, DEEPEST};
pub use dyadic::{Dyadic, NoDyadic, simplest};
pub use operations::nim_product;
pub use order::Outcome;
pub use text::dag::{Dag, Node};
pub use text::evaluate::{Answer, Why};
pub use text::latex::latex;
pub use text::print::Width;
pub use text::read::read;
pub use text::syntax::{Expression, Fault, Question, Relation};
pub use thermograph::{Corner, Thermograph, Thermographs};
pub use whowins_core::Budget;
