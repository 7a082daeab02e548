//! Laws of rows and boards with local rewriting.

mod dead;
mod ends;
mod follow;
mod functional;
mod heaps;
mod last;
mod lines;
mod place;
mod regular;
mod residue;
mod settle;
mod shifts;

pub(crate) use ends::play_ends;
pub use functional::Functional;
pub use heaps::{Heaps, RowHeaps, Taking};
pub use last::Last;
pub use lines::Lines;
pub use place::{Tail, Tails};
pub use regular::Regular;
