//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

pub use crate::budget::LOOK;
pub use crate::decimal::{DIGITS, SHORT};
pub use crate::derive::board_fall::{dot, falling_weights};
