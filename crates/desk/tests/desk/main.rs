//! The tests of `whowins-desk`, in one program.

mod asked;
mod cache;
mod files;
mod mathml;
mod place;
mod tiles;
