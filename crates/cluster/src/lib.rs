//! One table on many processes.
//!
//! Each process is one worker of a timely dataflow and has a share of the table's blocks
//! ([`whowins_engine::general::Part`]: the analysis of one machine outside its memory, with letters
//! that go further). This crate carries the letters, keeps the workers in step, and puts all away
//! at epochs that any number of processes goes on from. It knows no game; what is known of games is
//! the engine's. `docs/cluster.md` says how it is used.

mod apart;
mod away;
mod build;
mod drive;
mod ending;
mod epoch;
mod error;
mod greeting;
mod hello;
mod hosts;
mod letters;
mod mesh;
mod net;
mod pulse;
mod report;
mod said;
mod ship;
mod wire;

pub use build::{Cluster, Place, build, folder_of};
pub use error::ClusterError;
pub use hosts::{Host, Hosts};
pub use report::{Event, Report, Worker};

/// What the crate's own tests try by themselves; no part of what it promises to anyone else.
#[doc(hidden)]
pub mod inside {
    pub use crate::epoch::{Epoch, Folder};
    pub use crate::hello::{Hello, Kind};
    pub use crate::letters::Letters;
    pub use crate::mesh::{Meeting, mesh};
    pub use crate::wire::{DAMAGED, Wire};
}
