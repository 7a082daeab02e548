//! Laws of values: what positions are worth in every sum.
//!
//! [`Lines`] are a sheet of forms with what is claimed of them, each line checked by others;
//! [`HeapValues`] says what every heap is worth, by values that repeat up to a summand;
//! [`ValueTable`] what every position of one size is worth; [`RowParts`] what rows of any length
//! are worth that fall into parts of few cells; [`RowRuns`] what rows are worth that are runs of
//! one symbol between others; [`RegularValues`] what rows are worth by an automaton that reads
//! them; [`CutRows`] that rows are the numbers whose signs their cells are; [`ValueKind`] whether
//! all positions are numbers, or dicots.

mod cuts;
mod heaps;
mod kinds;
mod lines;
mod regular;
mod rows;
mod runs;
mod sums;
mod table;

pub use cuts::CutRows;
pub use heaps::HeapValues;
pub use kinds::{Kind, ValueKind};
pub use lines::{Lines, Sheet};
pub use regular::RegularValues;
pub use rows::RowParts;
pub use runs::{Change, RowRuns, Run, Runs};
pub use table::ValueTable;

use whowins_analysis::{Game, Stuck, Value};
use whowins_values::{Arena, Cut, Outcome, Value as Form};

use crate::Rejection;

/// Bytes that an answer may take.
const ROOM: u64 = 1 << 24;

/// That positions of the game have values: who cannot move loses, and nothing else ends it.
fn has_values(game: &Game) -> Result<(), Rejection> {
    let ending = &game.ending;
    match ending.stuck == Stuck::Loses
        && ending.goals.is_empty()
        && ending.blocked == 0
        && !ending.repetition_draws
    {
        true => Ok(()),
        false => Err(Rejection::rules(
            "values belong to normal play without other endings: who cannot move must lose",
        )),
    }
}

/// The forms of a sheet in an arena, by their numbers.
fn laid_out(forms: &[[Vec<u32>; 2]], arena: &mut Arena) -> Result<Vec<Form>, Cut> {
    let mut all: Vec<Form> = Vec::with_capacity(forms.len());
    for options in forms {
        let [left, right] = [0, 1].map(|side: usize| -> Vec<Form> {
            let known = options[side]
                .iter()
                .filter_map(|option| all.get(*option as usize));
            known.copied().collect()
        });
        all.push(arena.make(&left, &right)?);
    }
    Ok(all)
}

/// What an outcome brings the first-named player to move, who is Left, and what the second-named.
fn brings(outcome: Outcome) -> [Value; 2] {
    let won = |wins: bool| if wins { Value::Win } else { Value::Loss };
    [
        won(matches!(outcome, Outcome::Next | Outcome::Left)),
        won(matches!(outcome, Outcome::Next | Outcome::Right)),
    ]
}
