//! Laws of games with finitely many positions.

pub mod coq;
mod explore;
mod ranked;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&ranked::RankedFinder]
}
