//! Surveys of games whose laws the finders of `whowins-law` look for, each within a limit of its
//! own.

mod cells;
mod hexadecimal;
mod linear;
mod listed;
mod octal;
mod partizan_octal;
mod rows;
mod search;
mod vectors;

pub use hexadecimal::hexadecimal;
pub use linear::{linear, memory};
pub use listed::Games;
pub use octal::Octal;
pub use partizan_octal::partizan_octal;
pub use rows::rows;
pub use vectors::vectors;
