//! The tests of `whowins-verify`, in one program.

mod automatic;
mod beatty;
mod budget;
mod changed;
mod firstorder;
mod heap_sets;
mod lattice_constant;
mod many_heaps;
mod many_heaps_stretches;
mod of_term;
mod parity;
mod paths;
mod programs;
mod refused;
mod remainders;
mod row_heaps;
mod rows_mutations;
mod rows_words;
mod takeaway;
mod values;
mod values_cuts;
mod values_regular;
mod values_runs;
