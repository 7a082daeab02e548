//! Laws of games with finitely many positions.

mod compared;
pub mod coq;
pub(crate) mod data;
mod explore;
mod ranked;
mod table;
mod term_coq;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&ranked::RankedFinder]
}
