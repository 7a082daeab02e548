//! What can be seen of a game from its core term alone: facts that kernels are chosen by.
//!
//! A fact holds in every state that play can come to from a *setting*: a game, the lengths of those arrays that no move changes, and ranges that the
//! elements stay in. [`Setting::new`] sees what stays as it is from the term and one state; [`interval`] says between which numbers an expression lies.
//!
//! Nothing here reads rules, solves anything, or plays.

pub mod interval;
mod setting;

pub use interval::Interval;
pub use setting::Setting;
