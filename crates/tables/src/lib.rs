//! Tables of solved games as files.
//!
//! A table has the winner from every position of a region, and optionally the length of optimal
//! play. `docs/tables.md` describes the format.
//!
//! [`build()`] creates a table of any size. It resumes an earlier run, even if that was killed.
//! [`Table`] answers from a file and reads one block at a time. The engine solves the positions
//! ([`whowins_engine::general::Build`]); this crate handles files.

mod aside;
mod blocks;
mod build;
mod code;
mod error;
mod heading;
#[doc(hidden)]
pub mod inside;
mod part;
mod probe;
mod room;
mod set;
mod state;
mod work;

pub use aside::Notes;
pub use build::{Build, Design, Finished, build, finished};
pub use error::TableError;
pub use heading::{Heading, Zeros};
pub use part::beside;
pub use probe::{Known, Table};
pub use set::{Shard, is_set, merge, publish, shard_of};
pub use work::{OldWork, WorkFile};
