//! Deterministic finite automata over tuples of digits, numeration systems with proved addition,
//! and a decision procedure for first-order formulas.
//!
//! Words are read from the most significant digit on. All tracks are padded with leading zeros to
//! one length, a multiple of the system's block.
//!
//! Start reading at [`Theory`] for formulas and at [`Dfa`] for automata.
//!
//! Sources: J. R. Büchi, 1960, on weak second-order arithmetic and finite automata; V. Bruyère and
//! G. Hansel, 1997, on Bertrand numeration systems; H. Mousavi, L. Schaeffer and J. Shallit, 2016,
//! "Decision algorithms for Fibonacci-automatic words".
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod antichain;
mod base;
mod complete;
mod continuants;
mod dfa;
mod error;
mod formula;
mod induction;
#[doc(hidden)]
pub mod inside;
mod labelled;
mod learn;
mod listing;
mod minimise;
mod numeration;
mod ostrowski;
mod project;
mod system;
mod theory;
mod zeckendorf;

pub use antichain::Antichain;
pub use base::Base;
pub use dfa::Dfa;
pub use error::{Error, Limits};
pub use formula::{Formula, Term, call, constant, var};
pub use induction::ArithmeticLaw;
pub use labelled::{Labelled, letters};
pub use learn::{Moore, Told, Unlearned, learn, learn_told};
pub use numeration::NumerationSystem;
pub use ostrowski::Ostrowski;
pub use system::System;
pub use theory::{Relation, Theory};
pub use zeckendorf::Zeckendorf;
