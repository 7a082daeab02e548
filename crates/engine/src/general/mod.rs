//! The general solver: every state of a finite game in a table, by index.
//!
//! A [`Space`] numbers the states without gaps and hands out moves as indices. Where every move
//! lowers the index, one sweep in index order answers all (`sweep`, `lines`); else retrograde
//! analysis does, level by level from the ends (`retrograde`), in blocks where the memory does not
//! hold all (`external`). Where options are blocked, distinct ones are counted (`blocked`). States
//! that no index reaches without gaps are collected by exploring from the position asked
//! (`explored`).

mod any;
mod blocked;
mod depot;
mod digits;
mod explored;
mod exploring;
pub(crate) mod external;
mod fill;
mod lines;
pub(crate) mod nearby;
mod offer;
mod pairs;
mod reached;
mod region;
mod retrograde;
mod ring;
mod shelf;
mod sizing;
mod snapshot;
mod solver;
pub(crate) mod space;
mod stream;
mod sweep;
mod table;
mod tallies;
mod tuple;
mod window;

pub use depot::{Depot, Slot};
pub use external::{Begin, Go, Older, Part, Phase, Reach, See, Share};
pub use region::{Numbering, Region};
pub use shelf::{Cells, Shelf, Writes};
pub use solver::{General, Want};
pub use space::Space;
pub use stream::{Build, Built};
pub use table::{Entry, Table};
