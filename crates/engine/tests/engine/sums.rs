//! Sums of impartial games by the Grundy values of their components, held to the exact meaning of
//! the whole.

use dashu_int::IBig;
use std::collections::HashMap;
use whowins_analysis::{Game, Player, Value};
use whowins_core::random::Random;
use whowins_core::{Budget, Game as Core, State};
use whowins_engine::terms::Solver;
use whowins_engine::{Engine, Limits};
use whowins_rules::{Parameters, Rules};

/// Impartial games.
const PARTS: [&str; 6] = [
    "position heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1",
    "position n <= 9\nmove n -= s for s in {1, 3, 4}",
    "position row of . x\nmove x -> .\nmove x x -> . .",
    "position a: numbers\nmove erase a[i] for i in {1, length(a)}\nmove erase a[i..i + 1] for i in places of a if a[i] > 1 and i < length(a)",
    "position n, m\nmove n -= 1, m += 1\nmove m -= k for 1 <= k <= 2",
    "position gone: subset of 1..4\nmove add k to gone for k in 1..4 if not k in gone and not any(j in gone for j in 1..4 if j divides k)",
];

fn position(part: usize, random: &mut Random) -> String {
    let mut number = |end: usize| random.below(end).to_string();
    match part {
        0 => [number(4), number(3)].join(","),
        1 => number(10),
        2 => (0..4)
            .map(|_| if number(2) == "0" { '.' } else { 'x' })
            .collect(),
        3 => (0..3).map(|_| number(4)).collect::<Vec<_>>().join(","),
        4 => [number(3), number(3)].join(","),
        _ => format!("{{{}}}", 1 + random.below(4)),
    }
}

fn sum(parts: &[usize], any: bool, more: &str) -> Game {
    let names: Vec<String> = parts.iter().map(|at| format!("g{at}")).collect();
    let mut once = parts.to_vec();
    once.sort_unstable();
    once.dedup();
    let games = once
        .iter()
        .map(|at| format!("let g{at} = game \"G\"\n{}\n", PARTS[*at]));
    let any = if any { "any number of " } else { "" };
    let games: String = games.collect();
    let text = format!(
        "game \"S\"\nposition sum of {any}{}\n{more}\n{games}",
        names.join(", ")
    );
    let rules = Rules::parse("sum", &text).unwrap_or_else(|faults| panic!("{faults}"));
    rules
        .game(&Parameters::new())
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// Whether the player to move wins, by nothing but the meaning of the term.
fn wins(game: &Core, state: &State, known: &mut HashMap<State, bool>) -> bool {
    if let Some(found) = known.get(state) {
        return *found;
    }
    let turn = if state[0][0] == IBig::ZERO { 1 } else { -1 };
    let found = match game.over(state, &Budget::OPEN).expect("no limit") {
        Some(pays) => pays == IBig::from(turn),
        None => {
            let options = game.options(state, &Budget::OPEN).expect("no limit");
            options.iter().any(|option| !wins(game, option, known))
        }
    };
    known.insert(state.clone(), found);
    found
}

fn agrees(game: &Game, text: &str, strategy: &str) {
    let program = game.program().expect("a sum is of no family");
    let mut engine = Engine::new(game.clone(), Limits::default());
    let position = game
        .read(text)
        .unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let mut known = HashMap::new();
    for player in Player::BOTH {
        let state = position.core_state(player);
        let wanted = wins(&program.term, &state, &mut known);
        let found = engine
            .answer(&position, player)
            .unwrap_or_else(|error| panic!("{error}"));
        // What is no sum of impartial games is looked at as one, by whoever is done first.
        let as_one = ["exploring", "proof-number search"];
        let names = if as_one.contains(&strategy) {
            as_one.to_vec()
        } else {
            vec![strategy]
        };
        assert!(
            names.contains(&found.strategy),
            "{text}: {}",
            found.strategy
        );
        assert_eq!(found.answer.value == Value::Win, wanted, "{text}");
        let moves = program
            .term
            .options(&state, &Budget::OPEN)
            .expect("no limit");
        let Some(best) = found.answer.best else {
            assert!(moves.is_empty(), "{text}");
            continue;
        };
        let to = &best.to.core_state(best.next(player));
        assert!(moves.contains(to), "{text}: {}", best.text);
        // Who wins moves to where the other loses, or plays again and wins.
        let again = to[0] == state[0];
        assert_eq!(
            wins(&program.term, to, &mut known) == again,
            wanted,
            "{text}: {}",
            best.text
        );
    }
    let values = engine
        .values(&position)
        .unwrap_or_else(|error| panic!("{error}"));
    let first = position.core_state(Player::First);
    assert_eq!(
        values[0] == Value::Win,
        wins(&program.term, &first, &mut known)
    );
}

#[test]
fn components_by_themselves_are_the_whole() {
    let mut random = Random(1939);
    for _ in 0..crate::cases(25, 600) {
        let count = 1 + random.below(3);
        let parts: Vec<usize> = (0..count).map(|_| random.below(PARTS.len())).collect();
        let at: Vec<String> = parts.iter().map(|at| position(*at, &mut random)).collect();
        agrees(&sum(&parts, false, ""), &at.join("; "), "sum of components");
        agrees(
            &sum(&parts, false, "misère play"),
            &at.join("; "),
            "exploring",
        );
        let many: Vec<String> = (0..count)
            .map(|_| position(parts[0], &mut random))
            .collect();
        agrees(
            &sum(&parts[..1], true, ""),
            &many.join("; "),
            "sum of components",
        );
    }
}

#[test]
fn a_turn_that_stays_has_no_grundy_value() {
    let text = "game \"S\"\nposition sum of a, a\nlet a = game \"A\"\nposition n\nmove n -= 1\nmove n -= 2; play again";
    let rules = Rules::parse("sum", text).unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules.game(&Parameters::new()).expect("a game");
    agrees(&game, "3; 2", "exploring");
    let around = "game \"S\"\nposition sum of a, b\nrepetition draws\nlet a = game \"A\"\nposition n <= 1\nmove n := 1 - n\nlet b = game \"B\"\nposition n\nmove n -= 1";
    let rules = Rules::parse("sum", around).unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules.game(&Parameters::new()).expect("a game");
    let mut engine = Engine::new(game.clone(), Limits::default());
    let found = engine.answer(&game.read("0; 1").expect("a position"), Player::First);
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (found.strategy, found.answer.value),
        ("exploring", Value::Draw)
    );
}

/// Forty components, far more than the whole could be explored with.
#[test]
fn many_components_cost_their_sum() {
    let game = sum(&[2], true, "");
    let mut engine = Engine::new(game.clone(), Limits::default());
    // Kayles: rows of 1, 2 and 3 pins are worth 1, 2 and 3.
    let even = ["x; xx; xxx"; 14].join("; ");
    for (text, value) in [
        (even.clone(), Value::Loss),
        (format!("{even}; xxxxx"), Value::Win),
    ] {
        let position = game.read(&text).expect("a position");
        let found = engine
            .solve(&position)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.to_move[0].value, value);
        assert_eq!(found.strategy, "sum of components");
    }
}

#[test]
fn grundy_values_of_terms_are_those_known() {
    let rules = Rules::parse(
        "kayles",
        &format!("game \"K\"\n{}\nposition unused <= 1", PARTS[2]),
    );
    let rules = rules.unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules.game(&Parameters::new()).expect("a game");
    let mut solver = Solver::new(game.core(), Budget::OPEN);
    // Winning Ways, chapter 4: the first values of Kayles.
    for (pins, value) in [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2].into_iter().enumerate() {
        let position = game
            .read(&format!(".{}; 0", "x".repeat(pins)))
            .expect("a position");
        let found = solver
            .grundy(&position.core_state(Player::First))
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found, Some(value), "{pins}");
    }
}
