//! Laws of lattice points with vectors and rays, read off digits.

pub(crate) mod apart;
pub(crate) mod beside;
pub mod coq;
mod guard;
mod huge;
mod kernel;
mod learner;
pub(crate) mod numerals;
pub(crate) mod oracle;
pub(crate) mod pair;
mod search;
pub(crate) mod slope;

use crate::Finder;
pub use beside::beside;
pub use huge::winning_move;
pub(crate) use search::takes;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    // The pair takes milliseconds; the digits may take all the time there is.
    vec![&pair::Pair, &search::Digits]
}
