//! Symmetries of terms: what is said to be one is one, state by state.

use std::path::Path;

use dashu_int::IBig;
use whowins_analysis::program::{Symmetries, symmetries};
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Game, State};

/// A state with the elements of each part where they go.
fn image(state: &State, places: &[Vec<usize>]) -> State {
    let mut image = state.clone();
    for ((array, places), image) in state.iter().zip(places).zip(&mut image) {
        for (value, to) in array.iter().zip(places) {
            image[*to] = value.clone();
        }
    }
    image
}

/// What a turn comes to: what is paid, or the states after it.
fn turn(game: &Game, state: &State) -> (Option<IBig>, Vec<State>) {
    let over = game.over(state, &Budget::OPEN).expect("no limit");
    let mut options = match over {
        Some(_) => Vec::new(),
        None => game.options(state, &Budget::OPEN).expect("no limit"),
    };
    options.sort();
    options.dedup();
    (over, options)
}

/// All symmetries of a state's game, two neighbours of parts whose elements are alike among them.
fn all(found: &Symmetries, state: &State) -> Vec<Vec<Vec<usize>>> {
    let mut all = found.moved.clone();
    for part in &found.alike {
        for at in 1..state[*part].len() {
            let own = state.iter().map(|array| (0..array.len()).collect());
            let mut own: Vec<Vec<usize>> = own.collect();
            own[*part].swap(at - 1, at);
            all.push(own);
        }
    }
    all
}

fn is_one(game: &Game, state: &State, places: &[Vec<usize>]) -> bool {
    let (pays, mut options) = turn(game, state);
    for option in &mut options {
        *option = image(option, places);
    }
    options.sort();
    turn(game, &image(state, places)) == (pays, options)
}

/// Some steps of a random play.
fn play(game: &Game, start: &State, random: &mut Random, mut look: impl FnMut(&State)) {
    let mut state = start.clone();
    for _ in 0..12 {
        look(&state);
        let (_, options) = turn(game, &state);
        match options.len() {
            0 => return,
            number => state = options[random.below(number)].clone(),
        }
    }
}

/// The games of `core`: how many symmetries each has is known, and all of them are some.
#[test]
fn symmetries_of_games_are_some() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/games");
    let mut random = Random(31);
    let mut with = Vec::new();
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let start = &game.starts[0];
        let found = symmetries(&game, start);
        for places in all(&found, start) {
            play(&game, start, &mut random, |state| {
                assert!(
                    is_one(&game, state, &places),
                    "{path:?} {places:?} {state:?}"
                );
            });
        }
        if found != Symmetries::default() {
            with.push((game.name, found.moved.len(), found.alike));
        }
    }
    with.sort();
    let known = [
        ("breakthrough", 1, &[][..]),
        ("dots", 1, &[]),
        ("konane", 7, &[]),
        ("nim", 0, &[1]),
        ("tictactoe", 7, &[]),
    ];
    let known = known.map(|(name, count, alike): (&str, usize, &[usize])| {
        (name.to_owned(), count, alike.to_vec())
    });
    assert_eq!(with, known);
}

/// Games on a board or a row of a few cells, with random patterns: what is found is true, and most
/// of what is true is found.
#[test]
fn symmetries_of_random_games_are_some() {
    let mut random = Random(37);
    let (mut true_ones, mut found_ones) = (0, 0);
    for _ in 0..cases(400, 10_000) {
        let (rows, columns) = [(1, 4), (1, 5), (2, 3), (3, 3), (2, 2)][random.below(5)];
        let game = random.board_game(rows, columns);
        let length = rows * columns;
        let state = |random: &mut Random| -> State {
            let cells = (0..length).map(|_| random.below(3).into()).collect();
            vec![vec![random.below(2).into()], cells, vec![IBig::ZERO]]
        };
        let states: Vec<State> = (0..24).map(|_| state(&mut random)).collect();
        let found = symmetries(&game, &states[0]);
        let found = all(&found, &states[0]);
        for places in &found {
            for state in &states {
                assert!(is_one(&game, state, places), "{game}{places:?} {state:?}");
            }
        }
        // Mirrored and turned by half, as far as these are not the same.
        let mirrored = |by: &dyn Fn(usize, usize) -> usize| -> Vec<Vec<usize>> {
            let cells = (0..length)
                .map(|at| by(at / columns, at % columns))
                .collect();
            vec![vec![0], cells, vec![0]]
        };
        for places in [
            mirrored(&|row, column| row * columns + columns - 1 - column),
            mirrored(&|row, column| length - 1 - (row * columns + column)),
        ] {
            if states.iter().all(|state| is_one(&game, state, &places)) {
                true_ones += 1;
                let is_alike = found.len() + 1 == length;
                found_ones += usize::from(found.contains(&places) || is_alike);
            }
        }
    }
    assert!(
        true_ones > 100 && found_ones * 4 > true_ones * 3,
        "{found_ones} of {true_ones}"
    );
}
