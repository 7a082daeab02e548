//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

pub use crate::general::external::blocks::{Layout, Stored};
pub use crate::general::external::letters::{decode, encode};
pub use crate::general::external::mail::Packet;
pub use crate::general::external::manifest::{Manifest, Stage};
pub use crate::general::nearby::{PARTS, SHORT, put_together};
pub use crate::general::space::{Flow, Found};
pub use crate::memory::free;
pub use crate::octal::sample::compare_sample;
pub use crate::octal::sums::Set;
pub use crate::race::retrograde::analyse;
pub use crate::rows::layout::Sizes;
pub use crate::strategy::immediate::immediate;
pub use crate::strategy::sample::compare_states;
pub use crate::transpose::transpose;
