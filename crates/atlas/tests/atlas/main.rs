//! The tests of `whowins-atlas`, in one program.

mod atlas;
