//! Tables of solved games as files.
//!
//! A table holds who wins from every position of a region, and if asked how long best play lasts; `docs/tables.md` has the format.
//! [`build()`] makes one, whatever its size, and goes on where an earlier run was ended, even by a kill; [`Table`] answers from it,
//! reading a block at a time. The engine decides the positions ([`whowins_engine::general::Build`]); this crate knows files.

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
mod state;
mod work;

pub use build::{Build, Finished, build};
pub use error::TableError;
pub use heading::{Heading, Zeros};
pub use probe::{Known, Table};
