//! Laws of values: what every heap is worth, by values that repeat up to a summand; what every
//! position of one size is worth; what rows are worth that fall into parts of few cells, and of
//! runs of one symbol between others; whether all positions are numbers, or dicots.

pub(crate) mod coq;
pub(crate) mod coq_rows;
mod growth;
mod heaps;
mod kinds;
mod play;
mod repeat;
mod rows;
mod runs;
pub(crate) mod sheet;
mod table;

pub(crate) use play::winning_move;
pub use table::{NoTable, table};

use crate::Finder;

pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![
        &heaps::Repeat,
        &runs::Repeat,
        &kinds::NUMBERS,
        &kinds::DICOTS,
        &rows::Parts,
    ]
}
