//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

pub use crate::play::ahead::look;
pub use crate::play::large::{listing, move_to};
