//! Laws of games whose moves are linear, for each memory read off digits.

mod atoms;
pub(crate) mod coq;
mod explain;
mod falling;
mod find;
mod learner;
mod lines;
mod names;
mod oracle;
mod play;
mod shapes;

use crate::Finder;
pub use play::winning_move;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&find::FirstOrderFinder]
}
