//! Rules and a certificate in, accepted or rejected out.
//!
//! A *law* says the outcome of every position of a game; a *certificate* is a law with all that is
//! needed to check it against the rules, and nothing to be believed. This crate is the check. It
//! shares no code with the search that found the law: it reads the rules with `whowins-rules`,
//! decides what is decided by automata with `whowins-automata`, and trusts nothing else. One
//! theorem stands under all of it: on a game whose play ends, a labelling in which every win has a
//! move to a loss and every loss moves only to wins *is* the outcome (von Neumann and Morgenstern
//! 1944; `proofs/Game.v`).
//!
//! One folder a family of games; in it, one file a kind of law, which holds the certificate's
//! fields, the check of its obligations, and the law's answer at a position. [`Verified`] can be
//! made by [`Certificate::verify`] alone, so that whoever holds one has seen the check pass.
#![forbid(unsafe_code)]
// No number is cut, on words of 64 bits or of 32: a proof could be accepted because one was.
#![deny(clippy::cast_possible_truncation)]

pub mod automatic;
mod automaton;
mod bound;
mod budget;
mod certificate;
mod claim;
pub mod finite;
pub mod firstorder;
pub mod heap;
#[doc(hidden)]
pub mod inside;
pub mod lattice;
pub mod octal;
mod rejection;
pub mod remainders;
mod repeat;
pub mod rows;
mod subject;
pub mod sum;
pub mod takeaway;
pub mod values;

pub use automaton::Automaton;
pub use bound::Bound;
pub use budget::Budget;
pub use certificate::{Certificate, Law, VERSION, Verified, WITHOUT_TERM};
pub use claim::{Checked, Claim};
pub use rejection::{Rejection, Why};
pub use subject::Subject;
