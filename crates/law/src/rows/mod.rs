//! Laws of rows and boards with local rewriting.

pub(crate) mod board_coq;
pub mod coq;
mod functional;
pub(crate) mod linear;
pub(crate) mod oracle;
pub(crate) mod packed;
mod reached;
pub(crate) mod refute;
mod regular;
mod residuals;
pub(crate) mod samples;
pub(crate) mod sums;
pub(crate) mod table;
pub(crate) mod term_coq;
pub(crate) mod wide;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&regular::RegularFinder]
}

/// The same of those that say it plainer than any other.
pub(crate) fn plain_finders() -> Vec<&'static dyn Finder> {
    vec![&functional::FunctionalFinder]
}
