//! Surveys of whole families of games, each row with its proof.
//!
//! An atlas is a table: a row a game, in a fixed order, with the law that was found for it. [`run`]
//! works the rows out on all cores; each is written only once the verifier has accepted what it
//! says. The file says how far it has come, so that a run that was killed goes on where it was (a
//! journal keeps what is finished beyond that), and [`verify`] checks every row of a file again,
//! from the rules alone. What the rows come to is told by a [`Summary`].
//!
//! A survey is one file behind the trait [`Survey`]; [`Kind`] names them all. To add one, add its
//! file, and a variant there.
#![forbid(unsafe_code)]

mod error;
mod file;
pub mod games;
pub mod heap;
#[doc(hidden)]
pub mod inside;
mod kind;
mod known;
mod merge;
mod rows;
mod run;
mod summary;
mod survey;
mod verify;

pub use error::AtlasError;
pub use file::Shard;
pub use kind::Kind;
pub use merge::merge;
pub use run::{run, run_shard};
pub use summary::Summary;
pub use survey::{Grain, Survey, Tally};
pub use verify::verify;

pub(crate) use rows::{check_rows, count_rows};
