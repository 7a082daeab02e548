//! Internals for the crate's tests. They are not part of the public API.

pub use crate::aside::Notes;
pub use crate::code::Layout;
pub use crate::part::{beside, is_still, locked, part_of};
pub use crate::room::Room;
pub use crate::state::{SavedState, TAKEN_UP, state_of};
pub use crate::work::{WorkFile, work_of};
