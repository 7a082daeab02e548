//! The tests of `whowins`, in one program.

mod prices;
mod testdata;
