//! The tests of `whowins-views`, in one program.

mod one_heap;
mod play;
mod referee;
mod sums;
