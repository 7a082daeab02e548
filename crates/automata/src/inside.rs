//! Internals that the crate's tests use; no part of its promises to
//! anyone else.

pub use crate::continuants::{represent, value};
