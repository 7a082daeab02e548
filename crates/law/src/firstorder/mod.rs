//! Laws of games whose moves are linear, for each memory read off digits.

pub(crate) mod coq;
pub(crate) mod falling;
pub(crate) mod find;
mod learner;
mod multiples;
pub(crate) mod names;
pub(crate) mod oracle;
mod play;
pub(crate) mod shapes;

use crate::Finder;
pub use play::winning_move;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&find::FirstOrderFinder]
}
