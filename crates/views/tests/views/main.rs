//! The tests of `whowins-views`, in one program.

mod play;
