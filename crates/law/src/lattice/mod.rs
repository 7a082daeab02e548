//! Laws of lattice points with finitely many vectors as moves.

pub mod coq;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    Vec::new()
}
