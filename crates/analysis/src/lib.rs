//! What can be seen of a game from its core term alone: facts that kernels are chosen by.
//!
//! The first fact is the family that a term belongs to: [`Game::of_term`] reads it off, and
//! [`Game::core`] says what a game of a family means as a term, which must be the same one. A
//! [`Game`] has its moves as data ([`numbers`], [`board`], [`tokens`], [`heaps`]); [`frame`] lays
//! them out for play at one size, [`mod@derive`] finds what follows from them, [`naming`] and
//! [`Position`] are how moves and positions are written.
//!
//! A fact holds in every state that play can come to from a *setting*: a game, the lengths of those
//! arrays that no move changes, and ranges that the elements stay in. [`Setting::new`] sees what
//! stays as it is from the term and one state; [`interval`] says between which numbers an
//! expression lies.
//!
//! Nothing here reads rules, solves anything, or plays.

pub mod board;
mod caps;
mod closest;
mod decimal;
pub mod derive;
mod evaluate;
pub mod expression;
pub mod frame;
mod game;
pub mod heaps;
#[doc(hidden)]
pub mod inside;
pub mod interval;
pub mod legal;
mod longest;
mod lower;
pub mod naming;
pub mod numbers;
pub mod paths;
mod position;
pub mod program;
mod raise;
pub mod range;
mod same;
mod setting;
pub mod tokens;
pub mod transitions;

pub use closest::closest;
pub use decimal::decimal;
pub use frame::Frame;
pub use game::{By, End, Ending, Game, Goal, Player, Shape, Stuck, Value, Verdict};
pub use interval::Interval;
pub use lower::heap_command;
pub use position::{LARGEST, Position, PositionError, shorten};
pub use raise::{Laid, Ring, Strings};
pub use setting::Setting;
pub use whowins_core::budget::{self, Alarm, Budget, Over};
