//! The tests of `whowins-atlas`, in one program.

mod atlas;
mod crc;
mod heap;
mod kind;
