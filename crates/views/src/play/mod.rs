//! Matches: what may be played, what it brings and why, and what the computer plays.
//!
//! The [`Referee`] speaks of positions, with as many questions as one likes; a [`Match`] keeps the
//! history of one game. Both stand on the engine's answers and on the proved law, and say what is
//! not known: a position that is not solved within the patience given is played by looking ahead,
//! and the reply says how far ([`Reply::sees`]).

pub(crate) mod ahead;
mod clock;
mod computer;
pub(crate) mod large;
mod listing;
pub(crate) mod reason;
mod record;
mod referee;
mod turn;
pub(crate) mod words;

pub use record::{Match, Phase, Ply};
pub use referee::Referee;
pub use turn::{Blocks, Choice, Finish, Reply, Turn};
