//! The net beneath a process's limits, and files that are written whole or not at all.
//!
//! Work is to end by itself when a limit is met. Where it does not, [`watch`] has a thread that
//! ends the process with one sentence and exit code 3, and [`Counting`], as the process's
//! allocator, does the same where memory runs past its limit: before the system's own killer comes,
//! and without an abort. What was being written by a [`Writer`] is removed then; what is kept by
//! design, so that the same command goes on from there, stays.
//!
//! This is the one crate with unsafe code of ours, but for the line that names a parser in C
//! (`editors/tree-sitter-game`): an allocator cannot be written without.

mod address_space;
mod allocator;
mod ending;
mod folder;
#[doc(hidden)]
pub mod inside;
mod lock;
mod report;
mod standard_output;
mod system;
mod watchdog;
mod writer;

pub use address_space::{AddressSpaceError, check_address_space};
pub use allocator::{Counting, large_pages};
pub use ending::{at_the_end, end_now, note};
pub use folder::Folder;
pub use lock::locked;
pub use report::Report;
pub use standard_output::stdout_is_writable;
pub use watchdog::{Bounds, Paused, pause, rest, watch, work};
pub use writer::{Writer, follow_links, place, set_aside, sync_folder};
