//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to anyone else.

pub use crate::examples::EXAMPLES;
pub use crate::line::command;
pub use crate::play::screen::app::{App, Asked};
pub use crate::play::screen::draw::draw;
pub use crate::play::screen::worker::{News, Order, obey};
pub use crate::play::session::Session;
pub use crate::solve::{eight, number};
