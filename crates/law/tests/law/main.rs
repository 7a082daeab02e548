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
mod forged;
mod growth;
mod grundy_rows;
mod grundy_rows_coq;
mod heap;
mod heap_coq;
mod lattice;
mod misere;
mod mutations;
mod named;
mod octal;
mod rows;
mod rows_coq;
mod rows_of_two;
mod rows_survey;
mod rows_values;
mod strategy;
mod wide;

/// How many cases a test looks at: so many in every run, so many where `cargo xtask nightly` sets `WHOWINS_LONG`.
fn cases(every_run: usize, nightly: usize) -> usize {
    match std::env::var_os("WHOWINS_LONG") {
        Some(_) => nightly,
        None => every_run,
    }
}
