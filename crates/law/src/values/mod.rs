//! Laws of values: what every heap is worth, by values that repeat up to a summand; what every position of one size is worth.

pub(crate) mod coq;
mod heaps;
mod play;
mod sheet;
mod table;

pub(crate) use play::winning_move;
pub use table::{NoTable, table};

use crate::Finder;

pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&heaps::Repeat]
}
