//! Tests of `whowins-draw`, in one program.

mod axis;
mod colour;
mod forms;
mod pictures;
mod thermographs;
