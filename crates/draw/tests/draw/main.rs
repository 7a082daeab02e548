//! The tests of `whowins-draw`, in one program.

mod axis;
mod colour;
mod pictures;
mod thermographs;
