//! The tests of `whowins-analysis`, in one program.

mod family;
mod interval;
mod program;
mod symmetry;
mod transitions;
