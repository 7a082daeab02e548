//! Tests of `whowins-core`, in one program.

mod coq;
#[path = "../../../law/tests/law/coq_common/mod.rs"]
mod coq_common;
mod limits;
mod meaning;
mod shipped;
mod text;

use whowins_core::{Budget, Game, State};

/// Parses a game.
fn read(text: &str) -> Game {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the options of a state, without limits.
fn moves(game: &Game, state: &State) -> Vec<State> {
    game.moves(state, &Budget::OPEN).expect("no limit")
}
