//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

pub use crate::allocator::{most, out};
pub use crate::ending::{Bytes, Sentence};
pub use crate::watchdog::{Due, GRACE, Reason};
