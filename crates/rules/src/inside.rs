//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

/// From a syntax tree to its meaning.
pub mod lower {
    pub use crate::lower::{Lowered, lower};
}

/// From a text to its syntax tree.
pub mod read {
    pub use crate::read::read;
}

/// The syntax tree.
pub mod tree {
    pub use crate::tree::*;
}
