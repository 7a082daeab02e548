//! Laws of rows and boards with local rewriting.

mod board_coq;
pub mod coq;
#[cfg(test)]
mod degree;
mod functional;
mod linear;
mod oracle;
mod packed;
mod refute;
mod regular;
mod residuals;
mod samples;
mod sums;
mod table;
#[cfg(test)]
mod tests;
mod wide;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&functional::FunctionalFinder, &regular::RegularFinder]
}
