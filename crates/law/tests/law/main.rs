//! The tests of `whowins-law`, in one program.

mod arithmetic_coq;
mod automatic;
mod automatic_apart;
mod automatic_beside;
mod automatic_common;
mod automatic_coq;
mod automatic_graph;
mod automatic_mona;
mod automatic_mutations;
mod automatic_pair;
mod automatic_slope;
mod automatic_survey;
mod blocking;
mod breaking;
mod breaking_common;
mod coq_common;
mod degree;
mod directional;
mod exact;
mod extracted;
mod finite;
mod firstorder;
mod firstorder_cases;
mod firstorder_coq;
mod forged;
mod growth;
mod grundy_rows;
mod grundy_rows_coq;
mod heap;
mod heap_coq;
mod lattice;
mod many_heaps;
mod misere;
mod mutated;
mod mutations;
mod named;
mod octal;
mod of_rules;
mod parity;
mod programs;
mod remainders_coq;
mod row_heaps;
mod rows;
mod rows_coq;
mod rows_of_two;
mod rows_survey;
mod rows_values;
mod shipped;
mod simplify;
mod strategy;
mod sum_of_games;
mod textbook;
mod values;
mod values_cuts;
mod values_regular;
mod values_rows;
mod values_runs;
mod views;
mod wide;
mod words;

use whowins_core::random::cases;

/// A number that the environment sets.
fn asked(name: &str, otherwise: u64) -> u64 {
    let one = std::env::var(name).ok();
    one.and_then(|one| one.parse().ok()).unwrap_or(otherwise)
}
