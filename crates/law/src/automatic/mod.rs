//! Laws of lattice points with vectors and rays, read off digits.

pub mod coq;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    Vec::new()
}
