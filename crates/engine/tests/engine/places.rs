//! Every fast path against the plain recursion, at rare places and at random ones, far beyond the
//! sizes that are compared completely.

use whowins_analysis::derive::row_moves;
use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_core::Budget;
use whowins_core::random::{Random, cases};
use whowins_engine::heap::{Subtraction, outcomes_up_to};
use whowins_engine::inside::compare_states;
use whowins_engine::lattice::Vectors;
use whowins_engine::octal::Values;
use whowins_engine::rows::Rows;
use whowins_engine::{Engine, EngineError, GrundyRows, Limits};
use whowins_rules::Parameters;

use crate::common::places::{compare, mex, value, walk};
use crate::common::read;

fn game(lines: &str) -> Game {
    let text = format!("game \"Places\"\n{lines}");
    read(&text, &Parameters::new()).unwrap_or_else(|faults| panic!("{text}\n{faults}"))
}

/// Compares a strategy at positions that play from `at` reaches in up to `most` moves.
fn strategy(name: &str, lines: &str, at: &str, most: usize, random: &mut Random) {
    let game = game(lines);
    let core = game.core();
    let mut engine = Engine::new(game.clone(), Limits::default());
    let fast = engine.strategies().find(|one| one.name() == name);
    let fast = fast.unwrap_or_else(|| panic!("{lines}: no {name}"));
    let start = game.read(at).unwrap_or_else(|error| panic!("{error}"));
    // The largest table first.
    fast.values(&start)
        .unwrap_or_else(|error| panic!("{error}"));
    let mut positions = vec![start.clone()];
    for _ in 0..cases(60, 2_000) {
        let from = start.core_state(Player::BOTH[random.below(2)]);
        let state = walk(&core, &from, most, random);
        positions.push(game.of_core(&state).expect("a position").0);
    }
    let mut known = |position: &Position| -> [Value; 2] {
        let values = fast.values(position);
        values.unwrap_or_else(|error| panic!("{name} at {}: {error}", game.show(position)))
    };
    let values: Vec<[Value; 2]> = positions.iter().map(&mut known).collect();
    compare(&format!("{name}: {lines}"), &values, random, |place| {
        let position = &positions[place];
        Player::BOTH.map(|player| value(&game, &core, position, player, &mut known))
    });
}

const WYTHOFF: &str =
    "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1";
const STEPS: &str =
    "position x, y\nmove x -= 1\nmove y -= 2\nmove x -= 2, y -= 1\nmove x -= 71, y += 1";
const SIDES: &str = "players L, R\nposition x, y, z\nL: move x -= 1, y += 1\nR: move y -= 2\nmove z -= 3, x -= 1\nmove z -= 1";
const ROW: &str =
    "position row of . x o\nmove x o -> . x along right, left\nmove o x -> . o along right, left";
const SPLIT: &str = "players L, R\nposition board of . o\nL: move o o -> . . along right\nR: move o o -> . . along down";
const WALK: &str =
    "position n <= 3000\nmove n -= 1\nmove n -= 7\nmove n += 5 if n % 11 = 3\nrepetition draws";
const LIST: &str =
    "position heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1 if k <= heap[i]";

#[test]
fn strategies_agree_with_the_recursion() {
    let random = &mut Random(44);
    let misere = |lines: &str| format!("{lines}\nwho cannot move wins");
    for (name, lines, at, most) in [
        ("P-positions of rays", WYTHOFF, "150,260", 6),
        ("lines of bits", STEPS, "300,500", 300),
        ("lines of bits", SIDES, "70,60,90", 120),
        ("bitboards", ROW, "xoxoxxooxoxo.", 9),
        ("bitboards", SPLIT, "oooo/oooo/oooo/oooo", 6),
        ("general solver", WYTHOFF, "60,90", 6),
        ("general solver", ROW, "xoxoxxooxox", 9),
        ("general solver", WALK, "3000", 300),
        ("exploring", LIST, "5,9,11,4", 8),
        ("proof-number search", LIST, "3,4,5", 5),
    ] {
        strategy(name, lines, at, most, random);
        strategy(name, &misere(lines), at, most, random);
    }
    let octal = "position heaps\nmove take 1 or 2, leaving at most two heaps";
    strategy("Grundy values", octal, "9000,8000,77", 3, random);
    strategy("general solver", &misere(octal), "9,8,7", 5, random);
}

/// A table that has one state in ten wrong doesn't pass.
#[test]
fn a_table_with_wrong_states_is_an_internal_error() {
    let game = game(STEPS);
    let frame = Frame::new(&game, 1, 1);
    let table = Vectors::new(&game).expect("vectors");
    let table = table.solve(&[80, 80], &Limits::default()).expect("it fits");
    let states = || (0..60).map(|number| vec![number, (7 * number) % 60]);
    let right = |player, state: &[i64]| {
        let loses = table.loses(player, state)?;
        Some(if loses { Value::Loss } else { Value::Win })
    };
    let wrong = |player, state: &[i64]| match (state[0] + state[1]) % 10 {
        3 => right(player, state).map(Value::reversed),
        _ => right(player, state),
    };
    let compare = compare_states(&game, &frame, (1, 1), states(), right);
    assert_eq!(compare, Ok(()));
    let compare = compare_states(&game, &frame, (1, 1), states(), wrong);
    assert!(
        matches!(compare, Err(EngineError::Internal(_))),
        "{compare:?}"
    );
}

#[test]
fn heaps_agree_with_the_recursion_far_out() {
    let random = &mut Random(45);
    let mut codes = vec!["0.04".to_string(), "0.163".into(), "0.106".into()];
    for _ in 0..cases(3, 40) {
        codes.push(format!("{}.{:03o}", 4 * random.below(2), random.below(512)));
    }
    for code in codes {
        let game = game(&format!("octal {code}"));
        let moves: &Breaking = game.heaps().expect("heaps");
        for (path, values) in [
            ("vector", Values::new(moves.clone(), Limits::default())),
            (
                "scalar",
                Values::new(moves.clone(), Limits::default()).scalar(),
            ),
        ] {
            let mut values = values;
            values.extend(30_000).expect("no limit");
            let get = |heap: u64| values.get(heap as usize).expect("it is known");
            let known: Vec<u32> = (0..30_000).map(get).collect();
            compare(&format!("{path} path of {code}"), &known, random, |heap| {
                let mut options = Vec::new();
                moves.options(heap as u64, |parts| {
                    options.push(parts.iter().fold(0, |sum, part| sum ^ get(*part)));
                });
                mex(options)
            });
        }
    }
}

#[test]
fn subtraction_games_agree_with_the_recursion_far_out() {
    let random = &mut Random(46);
    for _ in 0..cases(20, 300) {
        let mut set = || -> Vec<u64> {
            (0..1 + random.below(5))
                .map(|_| 1 + random.below(200) as u64)
                .collect()
        };
        let sets = [set(), set()];
        let misere = random.below(2) == 1;
        let game = Subtraction::new(sets.clone(), misere).expect("a game");
        let outcomes = outcomes_up_to(&game, 20_000).expect("no limit");
        let known: Vec<[bool; 2]> = outcomes.iter().collect();
        compare(&format!("{sets:?}"), &known, random, |heap| {
            [0, 1].map(|player: usize| {
                let takes = game.sets()[player].iter().map(|take| *take as usize);
                let mut rests = takes.filter_map(|take| heap.checked_sub(take)).peekable();
                match rests.peek() {
                    None => misere,
                    Some(_) => rests.any(|rest| !known[rest][1 - player]),
                }
            })
        });
    }
}

#[test]
fn grundy_values_of_rows_of_cells_agree_with_the_recursion() {
    let random = &mut Random(47);
    let game = game(ROW);
    let core = game.core();
    let cells = 11;
    let plan = Rows::new(&game, 1, cells).expect("a row");
    let table = plan.grundy(&Limits::default()).expect("it fits");
    let boards: Vec<Vec<u8>> = (0..cases(2_000, 40_000))
        .map(|_| (0..cells).map(|_| random.below(3) as u8).collect())
        .collect();
    let get = |board: &Vec<u8>| table.value(board).expect("a board");
    let known: Vec<u32> = boards.iter().map(get).collect();
    compare("Grundy values of a row", &known, random, |place| {
        let position = Position::list(boards[place].iter().copied());
        let state = position.core_state(Player::First);
        let options = core.options(&state, &Budget::OPEN).expect("no limit");
        mex(options.iter().map(|option| {
            let (to, _) = game.of_core(option).expect("a position");
            get(&to.cells().expect("cells"))
        }))
    });
}

#[test]
fn grundy_values_of_two_heaps_agree_with_the_recursion() {
    let random = &mut Random(48);
    let game = game(WYTHOFF);
    let core = game.core();
    let moves = row_moves(&game, 1).expect("rows");
    let (rows, columns) = (40, 3_000);
    let mut kernel = GrundyRows::new(moves, &Limits::default());
    kernel.extend(rows, columns).expect("no limit");
    let at: Vec<[usize; 2]> = (0..cases(2_000, 40_000))
        .map(|_| [random.below(columns / 2), random.below(rows)])
        .collect();
    let get = |[x, y]: [usize; 2]| kernel.row(y)[x];
    let known: Vec<u32> = at.iter().map(|at| get(*at)).collect();
    compare("Grundy values of two heaps", &known, random, |place| {
        let position = Position::tuple(at[place]);
        let state = position.core_state(Player::First);
        let options = core.options(&state, &Budget::OPEN).expect("no limit");
        mex(options.iter().map(|option| {
            let numbers = game.of_core(option).expect("a position").0;
            let numbers = numbers.words().expect("small numbers");
            get([numbers[0] as usize, numbers[1] as usize])
        }))
    });
}
