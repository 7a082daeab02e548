//! The tests of `whowins-engine`, in one program.

mod blocking;
mod building;
mod common;
mod cut;
mod differential_boards;
mod differential_breaking;
mod differential_numbers;
mod differential_octal;
mod differential_tokens;
mod external;
mod growing;
mod lattice;
mod limits;
mod strategies;
