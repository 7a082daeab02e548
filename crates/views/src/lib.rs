//! What people see of a game, as data: its parameters read, maps filled, answers and laws told as
//! objects, traces of one heap.
//!
//! The command and the laboratory's server stand on this crate, so that both say the same thing;
//! what only one of them shows is its own.

#![forbid(unsafe_code)]

mod answer;
mod automaton;
mod census;
mod fault;
#[doc(hidden)]
pub mod inside;
mod law;
mod map;
mod more;
mod one_heap;
mod parameters;
pub mod play;
mod proof;
mod reach;
mod searched;
mod shorten;
mod sum;
mod value;
mod why;

pub use answer::{Card, winner, word};
#[cfg(not(target_family = "wasm"))]
pub use automaton::automaton_file;
pub use automaton::{picture, picture_along};
pub use census::{COLUMNS, Census, Kind};
pub use fault::Fault;
pub use law::{holds_for, law_object, observed};
pub use map::{Filled, MapRequest, Show, Window, map_object, repeats};
pub use more::{More, MoveTold, Step, Wanted};
pub use one_heap::Heap;
pub use parameters::{parameter, parameter_value, player};
pub use proof::{Refutation, answers_object, proof_object};
pub use reach::{grouped, reached};
pub use searched::{SumWinner, WinningMove, winner_of_sum};
pub use shorten::{moved, shortened};
pub use sum::{
    MoveCard, NoSum, NoTerm, PartCard, SumCard, Term, TermCard, value_of, without_value,
};
pub use value::ValueCard;
pub use why::{KindTold, Summand, Why, WhyMove};
