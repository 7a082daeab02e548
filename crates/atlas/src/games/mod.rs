//! Surveys of games whose laws the finders of `whowins-law` look for, each within a limit of its own.

mod cells;
mod octal;
mod rows;
mod search;
mod vectors;

pub use octal::Octal;
pub use rows::Rows;
pub use vectors::Vectors;
