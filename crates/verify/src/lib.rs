//! Checks certificates: a core term and laws in, accepted or rejected out.
//!
//! A *law* gives the outcome of every position of a game. A *certificate* is a core term with laws
//! of its game, and all that is needed to check them; nothing in it is believed. This crate is the
//! check. It shares no code with the search that finds laws, and reads no rules: that a text means
//! the term is checked outside, by `whowins_law::OfRules`. All of it rests on one theorem: on a game
//! whose play ends, a labelling in which every win has a move to a loss and every loss moves only to
//! wins *is* the outcome (von Neumann and Morgenstern 1944; `proofs/Game.v`).
//!
//! Each family of laws has a folder, and each kind of law a file: the fields of the certificate, the
//! check of its obligations, and the answer at a position. Start with [`Certificate::verify`], which
//! alone makes a [`Verified`].
#![forbid(unsafe_code)]
// No number is cut, on words of 64 bits or of 32: a proof could be accepted because one was.
#![deny(clippy::cast_possible_truncation)]

pub mod automatic;
mod automaton;
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
pub mod sum;
pub mod takeaway;
pub mod values;

pub use automaton::Automaton;
pub use budget::Budget;
pub use certificate::{Certificate, Law, VERSION, Verified};
pub use claim::{Checked, Claim};
pub use rejection::{Rejection, Why};
