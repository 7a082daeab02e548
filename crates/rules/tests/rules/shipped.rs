//! Every shipped game is read without fault.

use std::path::Path;

use whowins_analysis::{Game, Position, Shape};
use whowins_core::random::Random;
use whowins_rules::{Games, Parameters, Rules};

/// The shipped games by their names, for sums.
pub struct Shipped;

impl Games for Shipped {
    fn text(&self, name: &str) -> Option<String> {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let mut paths = std::fs::read_dir(games).unwrap();
        paths.find_map(|folder| {
            let path = folder.unwrap().path().join(format!("{name}.game"));
            std::fs::read_to_string(path).ok()
        })
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A text with the games behind it that its sum names; as it is where these are not lowered.
pub fn whole(text: String) -> String {
    if !text.contains("position sum of") {
        return text;
    }
    match Rules::parse_with("sum", &text, &Shipped) {
        Ok(rules) => rules.source().to_string(),
        Err(_) => text,
    }
}

/// The games written in the whole language: those of the library, and some that others have in
/// other words. By name, with their texts.
pub fn library() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["../../games/library", "tests/rules/grown"] {
        for file in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            all.push((name, whole(std::fs::read_to_string(path).unwrap())));
        }
    }
    all.sort();
    all
}

/// The texts of all shipped games and of those beside this test, by name.
pub fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = std::fs::read_dir(root.join("../../games")).unwrap();
    let folders = games.map(|folder| folder.unwrap().path());
    let mut all = Vec::new();
    for folder in folders.chain([root.join("tests/rules/grown")]) {
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            all.push((name, std::fs::read_to_string(path).unwrap()));
        }
    }
    all.sort();
    all
}

/// The shipped games whose parameters all have values by default, each with a position: its start,
/// or some small one.
pub fn shipped() -> Vec<(String, Game, Position)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut all = Vec::new();
    let mut random = Random(7);
    for folder in std::fs::read_dir(games).unwrap() {
        let folder = folder.unwrap().path();
        if folder.ends_with("library") {
            continue;
        }
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            // A large board for the exact interpreter, which is slow.
            let text = std::fs::read_to_string(&path)
                .unwrap()
                .replace("50 x 50", "4 x 4");
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let rules = Rules::parse(&name, &text).unwrap_or_else(|errors| panic!("{errors}"));
            if let Ok(game) = rules.game(&Parameters::new()) {
                let start = game.start.clone();
                let start = start.unwrap_or_else(|| small(&game, &mut random));
                all.push((name, game, start));
            }
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// Small numbers, symbols of so many cells, or places of tokens, by chance; nothing for what has no
/// such slots.
pub fn filling(game: &Game, cells: usize, random: &mut Random) -> Vec<i64> {
    let mut below = |end: usize| random.below(end) as i64;
    match &game.shape {
        Shape::Numbers(numbers) => {
            let number = |one: &whowins_analysis::numbers::Variable| {
                let most = one.most.unwrap_or(9).min(9).max(one.least);
                one.least + below((most - one.least + 1) as usize)
            };
            numbers.variables.iter().map(number).collect()
        }
        Shape::Board(board) => (0..cells).map(|_| below(board.alphabet.len())).collect(),
        Shape::Tokens(tokens) => (0..tokens.names.len())
            .map(|_| below(tokens.cells.len()))
            .collect(),
        Shape::Heaps(_) | Shape::Program(_) => Vec::new(),
    }
}

/// A small position of a game that names none.
fn small(game: &Game, random: &mut Random) -> Position {
    let (rows, columns) = match &game.shape {
        Shape::Board(board) if board.row => (1, 7),
        Shape::Board(board) => board.size.unwrap_or((3, 4)),
        _ => (1, 1),
    };
    let state = match &game.shape {
        Shape::Heaps(_) => vec![3, 5, 6],
        _ => filling(game, rows * columns, random),
    };
    game.position_of(&state, rows, columns)
}

#[test]
fn every_shipped_game_is_read() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut count = 0;
    for folder in std::fs::read_dir(games).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy();
            let rules = Rules::parse_with(&name, &text, &Shipped);
            let rules = rules.unwrap_or_else(|errors| panic!("{errors}"));
            assert!(!rules.about().is_empty(), "{name} has no doc comment");
            count += 1;
        }
    }
    assert!(count >= 10);
}
