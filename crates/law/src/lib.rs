//! Finds the law behind a game's winning positions, from the rules alone.
//!
//! [`find`] asks each [`Finder`] that fits the game's family for a law; a law found is written into
//! a certificate, and the verifier has the last word in the same run: what it accepts is proved
//! ([`Report::proved`]), and nothing else is called so. A pattern that was only seen is reported as
//! [`Finding::Observed`]. [`coq`] writes a verified certificate as an instance of the Coq theory in
//! `proofs/`, and [`LawStrategy`] lets the engine answer from it.
//!
//! One folder a family: its finders, and its instances for Coq.
#![forbid(unsafe_code)]

mod apart;
mod ask;
pub mod automatic;
pub mod coq;
mod find;
mod finder;
pub mod finite;
pub mod firstorder;
mod formula;
pub mod heap;
#[doc(hidden)]
pub mod inside;
mod kinds;
pub mod lattice;
mod lines;
pub mod octal;
mod of_rules;
mod prove;
mod reading;
pub mod rows;
mod source;
mod strategy;
pub mod values;
pub mod words;

pub use apart::{Apart, Residuals};
pub use ask::{Answers, Question, Shown, ask};
pub use find::{Card, Report, Tried, find, find_kind, find_rows, kinds};
pub use finder::{Explanation, Finder, Finding, RowsOfTwo, Says, Search};
pub use formula::formula;
pub use lines::{Here, Run, Wording, Words, wording};
pub use of_rules::{Bound, Compiled, OfRules};
pub use prove::{Counterexample, Proof, Refused, Verdict, prove, statement_context};
pub use reading::{Reading, automata_limits, drawn, of_law, reading, system_name};
pub use source::LawSource;
pub use strategy::{LawStrategy, STRATEGY, changes};
pub use whowins_automata::Labelled;
