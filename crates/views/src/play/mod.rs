//! Matches: what may be played, what it brings and why, and what the computer plays.
//!
//! The [`Referee`] speaks of positions, with as many questions as one likes; a [`Match`] keeps the history of one game. Both stand on
//! the engine's answers and on the proved law, and say what is not known: a position that is not solved within the patience given is
//! played by looking ahead, and the reply says how far ([`Reply::sees`]).

mod ahead;
mod clock;
mod computer;
mod large;
mod listing;
mod pairs;
mod reason;
mod record;
mod referee;
#[cfg(test)]
mod tests;
mod turn;
mod words;

pub use record::{Match, Phase, Ply};
pub use referee::Referee;
pub use turn::{Blocks, Choice, Finish, Reply, Turn};
