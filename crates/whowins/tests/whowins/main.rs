//! The tests of `whowins`, in one program.

mod testdata;
