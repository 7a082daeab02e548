//! The tests of `whowins`, in one program.

mod catalogue;
mod contest;
mod laws;
mod library;
mod prices;
mod review;
mod testdata;
mod trace;
mod twins;
