//! The tests of `whowins`, in one program.

mod contest;
mod prices;
mod testdata;
mod trace;
