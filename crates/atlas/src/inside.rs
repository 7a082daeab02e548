//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

pub use crate::file::crc32;
pub use crate::heap::kernel::{outcomes, values};
