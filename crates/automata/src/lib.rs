//! Deterministic finite automata over tuples of digits, numeration systems whose addition is proved
//! by induction, and first-order formulas decided with them.
//!
//! Words are read most significant digit first, all tracks padded with zeros to one length, a
//! multiple of the system's block.
//!
//! Sources: Büchi (1960), weak second-order arithmetic and finite automata; Bruyère, Hansel (1997),
//! Bertrand numeration systems and recognizability; Mousavi, Schaeffer, Shallit (2016), Decision
//! algorithms for Fibonacci-automatic words.
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
