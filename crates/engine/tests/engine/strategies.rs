//! The special strategies against the general solver, through [`Engine::strategies`], on random
//! small games.

use crate::common::{Fate, limits, random_games, read};
use proptest::prop_assert_eq;
use proptest::test_runner::TestCaseError;
use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_engine::Engine;
use whowins_rules::{Kind, Parameters};

/// Holds `wanted` against the general solver, and its best moves against the rules. `complete`:
/// whether it names a move wherever there is one; else it may name none for a draw.
fn agree(
    text: &str,
    game: &Game,
    wanted: &str,
    positions: &[Position],
    complete: bool,
) -> Result<Fate, TestCaseError> {
    let mut engine = Engine::new(game.clone(), limits(1));
    let mut all: Vec<_> = engine.strategies().collect();
    prop_assert_eq!(all[0].name(), "general solver");
    let Some(at) = all.iter().position(|strategy| strategy.name() == wanted) else {
        return Err(TestCaseError::fail(format!("{text}: no {wanted}")));
    };
    for position in positions {
        if all[at].estimate(position).is_none() {
            continue;
        }
        let place = format!("{text} at {}", game.show(position));
        let general = all[0].solve(position);
        let special = all[at].solve(position);
        let (Ok(general), Ok(special)) = (&general, &special) else {
            return Err(TestCaseError::fail(format!(
                "{place}: {general:?}, {special:?}"
            )));
        };
        prop_assert_eq!(special.strategy, wanted);
        prop_assert_eq!(special.outcome(), general.outcome(), "{}", &place);
        let values = all[at].values(position);
        prop_assert_eq!(&values, &all[0].values(position), "{}", &place);
        let (rows, columns) = game.size_of(position);
        let frame = Frame::new(game, rows, columns);
        let mut state = game.state_of(position).expect("a small position");
        frame.settle(&mut state);
        for player in Player::BOTH {
            let (special, general) = (
                &special.to_move[player.index()],
                &general.to_move[player.index()],
            );
            prop_assert_eq!(special.value, general.value, "{}", &place);
            if special.remoteness.is_some() {
                prop_assert_eq!(special.remoteness, general.remoteness, "{}", &place);
            }
            let Some(best) = &special.best else {
                let owed = complete || special.value != Value::Draw;
                prop_assert_eq!(owed && general.best.is_some(), false, "{}: no move", &place);
                continue;
            };
            let legal: Vec<Position> = frame
                .next(player, &state)
                .iter()
                .map(|next| game.position_of(next, rows, columns))
                .collect();
            prop_assert_eq!(legal.contains(&best.to), true, "{}: {:?}", &place, best);
            let after = all[0].values(&best.to).expect("it was solved");
            prop_assert_eq!(
                after[player.other().index()].reversed(),
                special.value,
                "{}: {:?}",
                &place,
                best
            );
        }
    }
    Ok(Fate::Compared)
}

fn given(kinds: &[(&str, Kind, String)]) -> Parameters {
    kinds
        .iter()
        .map(|(name, kind, text)| (name.to_string(), kind.read(text).expect("a value")))
        .collect()
}

#[test]
fn grundy_values() {
    random_games(150, |mut tape| {
        let code: String = tape.list(1, 4, |tape| tape.below(8).to_string()).concat();
        let text = format!("game \"Code\"\noctal {}.{code}\n", tape.pick(&[0, 4]));
        let game = read(&text, &Parameters::new()).map_err(TestCaseError::fail)?;
        let positions: Vec<Position> = (0..6)
            .map(|_| {
                let heaps = tape.list(1, 3, |tape| tape.below(9).to_string());
                game.read(&heaps.join(",")).expect("heaps")
            })
            .collect();
        agree(&text, &game, "Grundy values", &positions, true)
    });
}

/// Moves of one number, with sets, ranges with and without end, and guards; two numbers or three,
/// of any ranges.
#[test]
fn heaps_apart() {
    random_games(250, |mut tape| {
        let names = &["x", "y", "z"][..2 + tape.below(2)];
        let mut text = String::from("game \"Apart\"\n");
        let mut most = Vec::new();
        for name in names {
            let (least, last) = (tape.below(3), 6 + tape.below(7));
            most.push(last);
            text += &match tape.below(3) {
                0 => format!("position {name}\n"),
                1 => format!("position {name} <= {last}\n"),
                _ => format!("position {name} in {least}..{last}\n"),
            };
        }
        for name in names {
            for _ in 0..1 + tape.below(2) {
                let (a, b) = (1 + tape.below(3), 4 + tape.below(3));
                text += &match tape.below(6) {
                    0 => format!("move {name} -= {a}\n"),
                    1 => format!("move {name} -= k for k in {{{a}, {b}}}\n"),
                    2 => format!("move {name} -= k for k >= {a}\n"),
                    3 => format!("move {name} -= k for 1 <= k <= {b} if {name} % {b} != k\n"),
                    4 => format!("move {name} -= k for 1 <= k <= {name} - {a}\n"),
                    _ => format!("move {name} -= {a} * j + k for 0 <= j <= 2, 1 <= k <= 2\n"),
                };
            }
        }
        let game = read(&text, &Parameters::new()).map_err(TestCaseError::fail)?;
        let positions: Vec<Position> = (0..6)
            .map(|_| {
                let state: Vec<i64> = most
                    .iter()
                    .map(|most| tape.within(2, *most as i64))
                    .collect();
                game.position_of(&state, 1, 1)
            })
            .collect();
        agree(&text, &game, "heaps apart", &positions, true)
    });
}

#[test]
fn numbers_that_meet_are_not_apart() {
    for rules in [
        "position x, y\nmove x -= k for k >= 1 if k <= y\nmove y -= 1\n",
        "position x, y\nmove x -= k for 1 <= k <= y\nmove y -= 1\n",
        "position x, y\nmove x -= 1, y -= 1\nmove y -= 1\n",
        "position x, y\nmove x -= 1\nmove y -= 1\nwho cannot move wins\n",
        "position x, y\nplayers A, B\nA: move x -= 1\nB: move y -= 1\n",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x = 2: draw\n",
        "position x <= 5, y\nmove x += 1\nmove y -= 1\n",
        "position x\nmove x -= 1\n",
    ] {
        let text = format!("game \"Meet\"\n{rules}");
        let game = read(&text, &Parameters::new()).expect("rules");
        let mut engine = Engine::new(game, limits(1));
        let found = engine.strategies().any(|one| one.name() == "heaps apart");
        assert!(!found, "{text}");
    }
}

/// A guard whose numbers are not seen to be held by machine words: who works in those declines, and
/// the others answer.
#[test]
fn heaps_apart_decline_what_may_leave_words() {
    let text = "game \"Words\"\nposition x, y\nmove x -= 1\nmove y -= 1 if 4611686018427387904 * y - 4611686018427387904 * y * 2 != 1\n";
    let game = read(text, &Parameters::new()).expect("rules");
    let position = game.read("0,4").expect("a position");
    let mut engine = Engine::new(game, limits(1));
    let mut asked = 0;
    for apart in engine
        .strategies()
        .filter(|one| one.name() == "heaps apart")
    {
        asked += 1;
        assert_eq!(apart.estimate(&position), None);
        assert!(matches!(apart.try_values(&position, u64::MAX), Ok(None)));
    }
    assert_eq!(asked, 1);
    let values = engine.values(&position).expect("an answer");
    assert!(values == [Value::Loss; 2]);
}

/// A table of these piles has 10^21 positions.
#[test]
fn many_piles_that_no_table_holds() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let mut text = format!("game \"Piles\"\nposition {}\n", names.join(", "));
    for name in names {
        text += &format!("move {name} -= k for k >= 1\n");
    }
    let game = read(&text, &Parameters::new()).expect("rules");
    let mut engine = Engine::new(game.clone(), limits(1));
    for (at, value) in [
        ("1000,999,998,997,996,995,1", Value::Win),
        ("1000,999,998,997,996,995,1001", Value::Win),
        ("1000,999,998,1000,999,998,0", Value::Loss),
    ] {
        let position = game.read(at).expect("a position");
        let solved = engine.solve(&position).expect("an answer");
        assert_eq!(solved.strategy, "heaps apart");
        assert_eq!(solved.to_move[0].value, value, "{at}");
        let Some(best) = solved.to_move[0]
            .best
            .as_ref()
            .filter(|_| value == Value::Win)
        else {
            continue;
        };
        let piles = best.to.words().expect("small piles");
        let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
        assert_eq!(sum, 0, "{at}: {}", best.text);
    }
}

#[test]
fn bitboards() {
    random_games(60, |mut tape| {
        let capture = tape.pick(&["o o o", ". . o", ". . ."]);
        let text = format!(
            "game \"Checkers\"\nposition row of . o\nmove o . -> . o\nmove o o o . -> . {capture}\n{}{}",
            tape.pick(&["", "at once o $ -> . $\n", "at once o o -> . .\n"]),
            tape.pick(&["", "misère play\n"])
        );
        let game = read(&text, &Parameters::new()).map_err(TestCaseError::fail)?;
        let positions: Vec<Position> = (0..6)
            .map(|_| {
                let row: String = (0..14).map(|_| tape.pick(&['.', 'o'])).collect();
                game.read(&row).expect("a row")
            })
            .collect();
        agree(&text, &game, "bitboards", &positions, true)
    });
}

#[test]
fn sums_of_parts() {
    random_games(60, |mut tape| {
        // Stones are taken, or put on blanks, so that play ends.
        let taken = [
            "Left: move x o -> . x along right, left",
            "Right: move o x -> . o along right, down, left, up",
            "move x x -> . .",
            "Left: move ^ o -> .",
        ];
        let put = [
            "move . . -> x x",
            "Left: move . / . -> o / o",
            "Right: move x . -> x o",
            "Right: move ^ . -> x",
        ];
        let moves = tape.pick(&[taken, put]);
        let moves: Vec<&str> = (0..3).map(|_| tape.pick(&moves)).collect();
        let text = format!(
            "game \"Parts\"\nplayers Left, Right\nposition board of . x o\n{}",
            moves.join("\n")
        );
        let Ok(game) = read(&text, &Parameters::new()) else {
            return Ok(Fate::Refused);
        };
        let positions: Vec<Position> = (0..4)
            .map(|_| {
                let row = |tape: &mut crate::common::Tape| -> String {
                    (0..4).map(|_| tape.pick(&['.', 'x', 'o'])).collect()
                };
                let rows = [row(&mut tape), row(&mut tape)];
                game.read(&rows.join("/")).expect("a board")
            })
            .collect();
        agree(&text, &game, "sum of parts", &positions, true)
    });
}

#[test]
fn races() {
    let rules = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../games/seeds/gam.game"
    ))
    .expect("the rules of the race");
    random_games(400, |mut tape| {
        let (rows, columns) = (1 + tape.below(4), 2 + tape.below(4));
        let mut cells: Vec<char> = (0..rows * columns)
            .map(|_| tape.pick(&['.', '.', '.', '#']))
            .collect();
        let a = tape.below(cells.len());
        let b = (a + 1 + tape.below(cells.len() - 1)) % cells.len();
        (cells[a], cells[b]) = ('A', 'B');
        let map: Vec<String> = cells
            .chunks(columns)
            .map(|row| row.iter().collect())
            .collect();
        let map = map.join("/");
        let kind = Kind::Grid(vec!['.', '#', 'A', 'B']);
        let game =
            read(&rules, &given(&[("map", kind, map.clone())])).map_err(TestCaseError::fail)?;
        let start = game.start.clone().expect("a start");
        if game.tokens().is_none_or(|tokens| tokens.moves.len() < 2) {
            // A token that can go nowhere races with nobody.
            return Ok(Fate::Refused);
        }
        agree(&map, &game, "layers of a race", &[start], false)
    });
}

#[test]
fn races_on_graphs() {
    random_games(400, |mut tape| {
        let nodes = 2 + tape.below(6);
        let mut edges = vec!["n0-n1".to_string()];
        for _ in 0..nodes + tape.below(4) {
            let (from, to) = (tape.below(nodes), tape.below(nodes));
            if from != to {
                edges.push(format!("n{from}-n{to}"));
            }
        }
        let text = format!(
            "game \"Race\"\nplayers A, B\ngiven net: graph = \"{}\"\nposition a, b: nodes of net\nstart a at n0, b at n1\n\
             A: move a to a neighbour; if a = b, move a to a neighbour again\n\
             B: move b to a neighbour; if b = a, move b to a neighbour again\n\
             A wins as soon as a = start of b\nB wins as soon as b = start of a\nrepetition draws\n",
            edges.join(", ").replace(
                "n0-n1",
                tape.pick(&["n0-n1", "n0-m, m-n1", "n0-m, m-k, k-n1"])
            )
        );
        let game = read(&text, &Parameters::new()).map_err(TestCaseError::fail)?;
        let start = game.start.clone().expect("a start");
        if game.tokens().is_none_or(|tokens| tokens.moves.len() < 2) {
            // A token that can go nowhere races with nobody.
            return Ok(Fate::Refused);
        }
        agree(&text, &game, "layers of a race", &[start], false)
    });
}

#[test]
fn rays_and_vectors() {
    random_games(120, |mut tape| {
        let rays = tape.below(2) == 1;
        let mut text = String::from("game \"Lattice\"\nposition x, y\n");
        if rays {
            text += "move x -= k for k >= 1\nmove y -= k for k >= 2\n";
        }
        for _ in 0..1 + tape.below(3) {
            let (x, y) = (tape.below(4), 1 + tape.below(3));
            text += &format!("move x -= {x}, y -= {y}\n");
        }
        if tape.below(2) == 1 {
            text += "who cannot move wins\n";
        }
        let game = read(&text, &Parameters::new()).map_err(TestCaseError::fail)?;
        let positions: Vec<Position> = (0..6)
            .map(|_| game.position_of(&[tape.within(0, 60), tape.within(0, 60)], 1, 1))
            .collect();
        let wanted = match rays {
            true => "P-positions of rays",
            false => "lines of bits",
        };
        agree(&text, &game, wanted, &positions, true)
    });
}
