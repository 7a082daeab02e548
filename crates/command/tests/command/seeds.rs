//! Compares the general solver with laws and special kernels on the five seed games, position by
//! position.

use whowins::analysis::Position;
use whowins::engine::{Engine, Limits};
use whowins::law::STRATEGY;
use whowins::rules::{Kind, Parameters};
use whowins::shipped;

use super::run::Random;

fn engine(name: &str, sets: &[(&str, Kind, String)]) -> Engine {
    let rules = shipped::rules(name)
        .expect("it is shipped")
        .expect("it has no faults");
    let values: Parameters = sets
        .iter()
        .map(|(name, kind, text)| (name.to_string(), kind.read(text).expect("a value")))
        .collect();
    whowins::solver(&rules, &values, &Limits::default()).expect("valid")
}

/// Compares all strategies that accept a position with the general solver. `special` must be one of
/// them for each position.
fn hold_together(
    engine: &mut Engine,
    special: &str,
    positions: impl IntoIterator<Item = Position>,
) {
    for position in positions {
        let place = format!(
            "{} at {}",
            engine.game().name,
            engine.game().show(&position)
        );
        let mut strategies: Vec<_> = engine.strategies().collect();
        assert_eq!(strategies[0].name(), "general solver");
        let wanted = strategies[0]
            .values(&position)
            .unwrap_or_else(|error| panic!("{place}: {error}"));
        let mut held = false;
        for strategy in &mut strategies[1..] {
            if strategy.estimate(&position).is_none() {
                continue;
            }
            let values = strategy
                .try_values(&position, u64::MAX)
                .unwrap_or_else(|error| panic!("{place}: {error}"));
            let Some(values) = values else { continue };
            held |= strategy.name() == special;
            assert_eq!(values, wanted, "{place}: {}", strategy.name());
            let solved = strategy
                .solve(&position)
                .unwrap_or_else(|error| panic!("{place}: {error}"));
            assert_eq!(
                solved.to_move.map(|answer| answer.value),
                wanted,
                "{place}: {}",
                strategy.name()
            );
        }
        assert!(held, "{place}: `{special}` did not take it");
    }
}

fn tuple(numbers: &[usize]) -> Position {
    Position::tuple(numbers.iter().copied())
}

#[test]
fn cow_checkers() {
    let squares = (0..=60)
        .rev()
        .flat_map(|x| (0..=60).map(move |y| tuple(&[x, y])));
    hold_together(&mut engine("cowcheck", &[]), STRATEGY, squares);
}

#[test]
fn partisan_games() {
    let sets: Vec<String> = (1..16u32)
        .map(|members| {
            let list: Vec<String> = (1..=4u32)
                .filter(|n| members >> (n - 1) & 1 == 1)
                .map(|n| n.to_string())
                .collect();
            list.join(",")
        })
        .collect();
    for a in &sets {
        for b in &sets {
            let given = [("a", Kind::Set, a.clone()), ("b", Kind::Set, b.clone())];
            let heaps = (0..=60).rev().map(|n| tuple(&[n]));
            hold_together(&mut engine("partisangame", &given), STRATEGY, heaps);
        }
    }
}

fn cells(count: usize, bits: usize) -> impl Iterator<Item = u8> {
    (0..count).map(move |cell| (bits >> cell & 1) as u8)
}

#[test]
fn rows_of_checkers() {
    for columns in 1..=12 {
        let rows = (0..1usize << columns).map(|bits| Position::list(cells(columns, bits)));
        hold_together(&mut engine("ellyscheckers", &[]), STRATEGY, rows);
    }
}

#[test]
fn boards_of_checkers() {
    let text = shipped::all()
        .into_iter()
        .find(|game| game.name == "ellys-board")
        .expect("it is shipped")
        .text;
    let free = text.replace("board of 50 x 50 cells of", "board of");
    assert_ne!(free, text);
    let rules = whowins::rules::Rules::parse("ellys-board", &free).expect("it has no faults");
    let sizes = [
        (1, 1),
        (1, 4),
        (2, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (4, 2),
        (2, 5),
        (3, 4),
    ];
    for (rows, columns) in sizes.into_iter().take(crate::cases(8, 10)) {
        let mut engine =
            whowins::solver(&rules, &Parameters::new(), &Limits::default()).expect("valid");
        let game = engine.game().clone();
        let boards = (0..1usize << (rows * columns)).map(|bits| {
            let cells: Vec<u8> = cells(rows * columns, bits).collect();
            game.position_of(&cells, rows, columns)
        });
        hold_together(&mut engine, STRATEGY, boards);
    }
}

#[test]
fn tables() {
    let mut random = Random(11);
    for _ in 0..crate::cases(50, 150) {
        let (m, n) = (1 + random.below(9), 1 + random.below(9));
        let given = [
            ("row", Kind::Bits, random.text(m, b"01")),
            ("column", Kind::Bits, random.text(n, b"01")),
        ];
        let cells = (1..=n)
            .rev()
            .flat_map(|x| (1..=m).map(move |y| tuple(&[x, y])));
        hold_together(&mut engine("tabgame", &given), STRATEGY, cells);
    }
}

#[test]
fn races() {
    let mut random = Random(12);
    for _ in 0..400 {
        let (rows, columns) = (1 + random.below(5), 2 + random.below(4));
        let mut cells = random.text(rows * columns, b"...#").into_bytes();
        let a = random.below(cells.len());
        let b = (a + 1 + random.below(cells.len() - 1)) % cells.len();
        (cells[a], cells[b]) = (b'A', b'B');
        let map: Vec<&str> = cells
            .chunks(columns)
            .map(|row| std::str::from_utf8(row).expect("ASCII"))
            .collect();
        let given = [("map", Kind::Grid(vec!['.', '#', 'A', 'B']), map.join("/"))];
        let mut engine = engine("gam", &given);
        // A token without moves isn't in a race.
        let moves = engine.game().tokens().map(|tokens| tokens.moves.len());
        if moves != Some(2) {
            continue;
        }
        let start = engine.game().start.clone().expect("a start");
        hold_together(&mut engine, "layers of a race", [start]);
    }
}
