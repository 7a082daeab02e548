//! Internals for the tests of this crate. They are not part of its API.

pub use crate::examples::{EXAMPLES, FIRST_EXAMPLES};
pub use crate::help::{GROUPS, MAX_WIDTH, with_help};
pub use crate::line::command;
pub use crate::pager::broken;
pub use crate::play::screen::app::{App, Asked};
pub use crate::play::screen::draw::draw;
pub use crate::play::screen::worker::{News, Order, obey};
pub use crate::play::session::Session;
pub use crate::solve::{eight, number};
