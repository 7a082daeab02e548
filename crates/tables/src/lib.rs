//! Tables of solved games as files.
//!
//! A table holds who wins from every position of a region, and if asked how long best play lasts;
//! `docs/tables.md` has the format. [`build()`] makes one, whatever its size, and goes on where an
//! earlier run was ended, even by a kill; [`Table`] answers from it, reading a block at a time. The
//! engine decides the positions ([`whowins_engine::general::Build`]); this crate knows files.

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
