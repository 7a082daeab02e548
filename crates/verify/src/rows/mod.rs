//! Laws of rows and boards with local rewriting.

mod dead;
mod ends;
mod follow;
mod functional;
mod gaps;
mod heaps;
mod last;
mod lines;
mod parity;
mod patch;
mod place;
mod regular;
mod residue;
mod settle;
mod shifts;
mod tracked;

pub(crate) use ends::play_ends;
pub use functional::Functional;
pub(crate) use functional::plain_board;
pub use gaps::Slides;
pub use heaps::{Heaps, RowHeaps, Taking};
pub use last::Last;
pub use lines::Lines;
pub use parity::Parity;
pub(crate) use patch::{Patch, stencils_of};
pub use place::{Tail, Tails};
pub use regular::Regular;
pub(crate) use settle::settle;
pub(crate) use tracked::{Marked, Says, Tracked};
