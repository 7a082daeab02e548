//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

pub use crate::App;
pub use crate::guard::{Gate, guard};
pub use crate::limits::UNREAD;
pub use crate::refusal::RefusalResponse;
pub use crate::shares::{Client, Shares};
pub use crate::token::Token;
