//! Any text as a position of each kind of game, and as a value of each kind of parameter.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use whowins_rules::{Game, Kind, Parameters, Rules};

const RULES: &[&str] = &[
    "game \"A\"\nposition x, y in 1..9, d in {up, down}\nmove x -= 1",
    "game \"A\"\nposition row of . o\nmove o -> .",
    "game \"A\"\nposition board of . o\nmove o -> .",
    "game \"A\"\nposition board of 2 x 3 cells of . o\nmove o -> .",
    "game \"A\"\ngiven m: grid of . # = \"..#/.#.\"\nposition a, b: squares of m except '#'\nmove a to a neighbour",
    "game \"A\"\ngiven m: graph = \"a-b,b>c\"\nposition a, b: nodes of m\nmove a to a neighbour",
    "game \"A\"\noctal 0.77",
];

fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| {
        RULES
            .iter()
            .map(|text| {
                let rules = Rules::parse("fuzz", text).expect("good rules");
                rules.game(&Parameters::new()).expect("good rules")
            })
            .collect()
    })
}

fuzz_target!(|text: &str| {
    for game in games() {
        match game.read(text) {
            Ok(position) => assert_eq!(game.read(&game.show(&position)), Ok(position)),
            Err(error) => assert!(!error.message.is_empty() && !error.help.is_empty()),
        }
    }
    for kind in [
        Kind::Set,
        Kind::Number,
        Kind::Bits,
        Kind::Grid(vec!['.', '#', 'ä']),
        Kind::Graph,
    ] {
        match kind.read(text) {
            Ok(value) => assert!(kind.accepts(&value), "{value:?}"),
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
});
