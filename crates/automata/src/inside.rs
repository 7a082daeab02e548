//! Internals for the crate's tests. They are not part of the public API.

pub use crate::continuants::{represent, value};
