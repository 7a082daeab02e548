//! The tests of `whowins-engine`, in one program.

mod blocking;
mod building;
mod common;
mod compiled;
mod cut;
mod cuts;
mod deep;
mod differential_boards;
mod differential_breaking;
mod differential_numbers;
mod differential_octal;
mod differential_tokens;
mod external;
mod growing;
mod halves;
mod heap;
mod lattice;
mod letters;
mod limits;
mod lines;
mod manifest;
mod memory;
mod nearby;
mod octal;
mod patterns;
mod race;
mod rows;
mod search;
mod searching;
mod strategies;
mod sums;
mod terms;
mod transpose;
mod values;

use whowins_core::random::cases;
