//! The command line of `whowins`, of which the program is a few lines more.

mod ask;
mod atlas;
mod book;
mod build;
mod card;
mod certificate;
mod check;
mod cluster;
mod compare;
mod contest;
mod core;
mod editor;
mod explain;
mod export;
mod failure;
mod find;
mod fmt;
mod game;
mod games;
#[doc(hidden)]
pub mod inside;
mod judge;
mod lab;
mod law;
mod line;
mod map;
mod new;
mod output;
mod play;
mod probe;
mod proofs;
mod prove;
mod sequence;
mod shell;
mod solve;
mod stream;
mod tests;
mod trace;
mod value;
mod values;
mod verify;
mod watch;
mod why;

pub use line::run;
