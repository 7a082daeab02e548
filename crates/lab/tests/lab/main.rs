//! The tests of `whowins-lab`, in one program.

mod api;
mod common;
mod hostile;
mod load;
mod many;
