//! The tests of `whowins-lab`, in one program.

mod api;
mod cache;
mod common;
mod guard;
mod hostile;
mod load;
mod many;
mod mathml;
mod page;
mod tiles;
