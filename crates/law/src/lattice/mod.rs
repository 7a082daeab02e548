//! Laws of lattice points with finitely many vectors as moves; and Grundy values of two heaps with
//! vectors and rays.

mod cones;
mod constant;
pub mod coq;
pub mod coq_directional;
pub mod coq_grundy_rows;
pub(crate) mod data;
mod directional;
mod goals;
mod grundy_rows;
mod product;
mod vectors;

pub(crate) use grundy_rows::multiple;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![
        &product::ProductFinder,
        &constant::ConstantFinder,
        &directional::DirectionalFinder,
        &grundy_rows::RowsRepeat,
    ]
}
