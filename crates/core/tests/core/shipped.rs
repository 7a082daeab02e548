//! Tests twenty games of all kinds as terms: they survive a round trip, and small ones have known
//! values.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use dashu_int::IBig;
use whowins_core::{Budget, Game, State};

use crate::{moves, read};

pub fn all() -> Vec<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let files = fs::read_dir(folder).expect("the games");
    let read = files.map(|file| {
        let path = file.expect("a file").path();
        read(&fs::read_to_string(path).expect("it is read"))
    });
    read.collect()
}

/// Returns the payoff of player 0 under optimal play. Play must end.
fn value(game: &Game, state: &State, known: &mut HashMap<State, IBig>) -> IBig {
    if let Some(value) = known.get(state) {
        return value.clone();
    }
    let over = game.over(state, &Budget::OPEN).expect("no limit");
    let value = over.unwrap_or_else(|| {
        let options = moves(game, state);
        let values = options.iter().map(|option| value(game, option, known));
        let best = match state[0][0] == IBig::ZERO {
            true => values.max(),
            false => values.min(),
        };
        best.expect("play goes on")
    });
    known.insert(state.clone(), value.clone());
    value
}

fn are_worth(known: &[(&str, usize, i32)]) {
    let games = all();
    for (name, start, wanted) in known {
        let game = games.iter().find(|game| game.name == *name).expect(name);
        let found = value(game, &game.starts[*start], &mut HashMap::new());
        assert_eq!(found, IBig::from(*wanted), "{name} from start {start}");
    }
}

#[test]
fn small_games_have_their_known_values() {
    are_worth(&[
        ("tictactoe", 0, 0),
        ("nim", 0, 1),
        ("nim", 3, -1),
        ("cow_checkers", 0, 1),
        ("elly", 0, -1),
        ("hex", 0, 1),
        ("coins", 1, 5),
    ]);
}

/// Tests 4 x 4 Reversi: the second player wins by 8, as published exhaustive searches found.
#[test]
#[ignore = "long"]
fn small_reversi_has_its_known_value() {
    are_worth(&[("reversi", 0, -8)]);
}

#[test]
fn every_game_is_printed_and_read_again() {
    let games = all();
    assert!(games.len() >= 20);
    for game in games {
        assert_eq!(read(&game.to_string()), game);
        assert!(!game.starts.is_empty(), "{}", game.name);
    }
}
