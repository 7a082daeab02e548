//! The tests of `whowins-lab`, in one program.

mod api;
mod attack;
mod book;
mod common;
mod export;
mod gallery;
mod guard;
mod hostile;
mod load;
mod many;
mod page;
mod shares;
