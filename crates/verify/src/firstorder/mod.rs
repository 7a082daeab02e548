//! Laws of games whose moves are linear: outcomes read off the digits of all numbers, for each
//! value of a memory of small range.
//!
//! `whowins_analysis::paths` runs the core term on linear forms; [`Kernel`] has the paths as
//! formulas of first-order arithmetic, and decides whether a labelling says of each position what
//! its ends and its options say. That play ends is decided too: forms that fall, one after the
//! other. Steps of variable length, multiples of a number of the position, have a rule of their own
//! ([`multiples`]).

mod falls;
mod formula;
mod kernel;
mod law;
mod linear;
mod multiples;

pub use falls::Weights;
pub(crate) use formula::{Sentence, names};
pub use formula::{define_digits, step};
pub(crate) use kernel::refused;
pub use kernel::{Fall, Kernel, Labels, Violation};
pub use law::{FirstOrder, term, wins_stuck};
pub use multiples::multiples;
