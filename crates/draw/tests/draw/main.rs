//! The tests of `whowins-draw`, in one program.

mod pictures;
