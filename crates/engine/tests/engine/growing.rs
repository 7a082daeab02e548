//! Tables that grow from question to question, play whose end is seen, and tries that are broken
//! off.

use whowins_analysis::{Game, Player, Position, Value};
use whowins_engine::general::{General, Want};
use whowins_engine::{Engine, EngineError, Limits, Solved, Strategy};
use whowins_rules::Parameters;

use crate::common::read;

const BASH: &str = "game \"Bash without repeats\"\nposition last <= 3, n\nmove n -= k, last := k for k in 1..3 if k != last";
const CHOMP: &str = "game \"Chomp\"\nposition a, b, c\nmove a := k, b := min(b, k), c := min(c, k) for 0 <= k < a\n\
    move b := k, c := min(c, k) for 0 <= k < b\nmove c := k for 0 <= k < c\nwho cannot move wins";
const FIBONACCI: &str =
    "game \"Fibonacci Nim\"\nposition n, q\nmove n -= k, q := 2 * k for 1 <= k <= q";
const HALVE: &str = "game \"Halve\"\nposition n\nmove n := n / 2 if n >= 1\nmove n -= 1";
const SWITCH: &str =
    "game \"Switch\"\nposition s in 0..1, a, b\nmove a -= 1, s := 1 - s\nmove b -= 1 if s = 1";
/// Neither numbered nor falling, with draws and play without end.
const CIRCLES: &str = "game \"Circles\"\nplayers Left, Right\nposition x <= 40, y <= 40\n\
    Left: move x := y, y := x / 2 if x != y\nLeft: move x := (x + 7) % 41 if y > 3\nRight: move y := (x * y + 1) % 41\n\
    Right: move x := x / 2, y := x % 3 if x > 1\ndraw when x = 5\nLeft wins when y = 40\nrepetition draws";
const SILENT: &str = "game \"Silent\"\nposition x <= 30\nmove x := (3 * x + 1) % 31 if x % 2 = 1\nmove x := x / 2 if x >= 2";
const SPLIT: &str = "game \"Split\"\noctal 0.137\nmisère play";
const BLOCKED: &str = "game \"Blocked\"\nposition x <= 60\nmove x := (7 * x + 3) % 61 if x % 3 = 1\nmove x := x / 2 if x >= 1\nmove x := x / 3 if x >= 2\n\
    move x -= 4\nbefore each move the opponent blocks up to 1 option";

fn game(text: &str) -> Game {
    read(text, &Parameters::new()).unwrap_or_else(|faults| panic!("{text}\n{faults}"))
}

fn alone(game: &Game, position: &Position) -> Result<Solved, EngineError> {
    alone_within(game, position, &Limits::default())
}

fn alone_within(game: &Game, position: &Position, limits: &Limits) -> Result<Solved, EngineError> {
    General::new(game.clone(), Want::Remoteness, limits.clone()).solve(position)
}

/// One solver that is asked for position after position says what a new one says each time.
#[test]
fn a_stream_is_answered_as_each_line_by_itself() {
    let two = |high: usize| -> Vec<String> {
        let all = (0..=high).flat_map(|x| (0..=high).map(move |y| format!("{x},{y}")));
        all.step_by(23).collect()
    };
    let one = |high: usize| -> Vec<String> {
        (0..=high)
            .rev()
            .step_by(3)
            .chain(0..=high)
            .map(|x| x.to_string())
            .collect()
    };
    let heaps = ["3", "5,2", "1,1,4", "9", "6,6", "2"]
        .map(String::from)
        .to_vec();
    let chomp = ["3,2,1", "7,7,7", "9,1,0", "2,2,2", "12,5,5", "4,4,0"]
        .map(String::from)
        .to_vec();
    let bash = ["0,4", "3,9", "1,30", "2,7", "0,200", "3,199"]
        .map(String::from)
        .to_vec();
    for (text, places) in [
        (CIRCLES, two(40)),
        (SILENT, one(30)),
        (HALVE, one(90)),
        (SPLIT, heaps),
        (CHOMP, chomp),
        (BASH, bash),
        (BLOCKED, one(60)),
    ] {
        let game = game(text);
        let mut stream = General::new(game.clone(), Want::Remoteness, Limits::default());
        let mut all = Vec::new();
        for place in &places {
            let position = game
                .read(place)
                .unwrap_or_else(|error| panic!("{text}\n{place}: {error}"));
            let wanted = alone(&game, &position);
            assert_eq!(stream.solve(&position), wanted, "{text}\nat {place}");
            all.push((position, wanted));
        }
        // And in passing, where the numbers are known by now.
        for (position, wanted) in all {
            let state = game.state_of(&position).expect("small numbers");
            let values = wanted.map(|solved| solved.to_move.map(|answer| answer.value));
            assert_eq!(
                stream.look(&state, (1, 1)),
                values.ok(),
                "{text}\nat {state:?}"
            );
        }
    }
}

/// One table holds what is expected and asks no more than tables for each alone; what it says is
/// what the rules say.
#[test]
fn what_is_expected_is_solved_at_once() {
    let game = game(BASH);
    let at = |place: &str| game.read(place).expect("numbers");
    let places = ["0,4", "3,900", "1,30", "2,7000", "0,200", "3,6999"].map(at);
    let mut stream = General::new(game.clone(), Want::Remoteness, Limits::default());
    for place in &places {
        stream.expect(place);
    }
    let first = stream.values(&places[0]).expect("small");
    let wanted = |position: &Position| {
        let solved = alone(&game, position).expect("small");
        solved.to_move.map(|answer| answer.value)
    };
    assert_eq!(first, wanted(&places[0]));
    for place in &places {
        let state = game.state_of(place).expect("small numbers");
        assert_eq!(
            stream.look(&state, (1, 1)),
            Some(wanted(place)),
            "{state:?}"
        );
    }
    // No table of all is made where each alone has few states.
    let halve =
        "game \"Both\"\nposition x, y\nmove x := x / 2 if x >= 1\nmove y := y / 2 if y >= 1";
    let game = self::game(halve);
    let mut thin = General::new(game.clone(), Want::Remoteness, Limits::default());
    let places = ["1,60000", "60000,1"].map(|place| game.read(place).expect("numbers"));
    for place in &places {
        thin.expect(place);
    }
    for (place, other) in [(0, 1), (1, 0)] {
        thin.values(&places[place]).expect("few states");
        let state = game.state_of(&places[other]).expect("small numbers");
        assert_eq!(thin.look(&state, (1, 1)), None);
    }
}

/// Values alone are asked of a table that tells no more; how long play lasts is known all the same
/// when it is asked for.
#[test]
fn values_first_and_the_whole_answer_later() {
    for (text, places) in [
        (BASH, ["1,30", "0,44", "3,17"]),
        (CHOMP, ["3,2,1", "7,6,5", "4,4,0"]),
        (HALVE, ["90", "7", "33"]),
    ] {
        let game = game(text);
        let mut mixed = General::new(game.clone(), Want::Remoteness, Limits::default());
        for place in places {
            let position = game.read(place).expect("numbers");
            let wanted = alone(&game, &position).expect("small");
            let values = wanted.to_move.each_ref().map(|answer| answer.value);
            assert_eq!(mixed.values(&position), Ok(values), "{text}\nat {place}");
            assert_eq!(mixed.solve(&position), Ok(wanted), "{text}\nat {place}");
            assert_eq!(mixed.values(&position), Ok(values), "{text}\nat {place}");
        }
    }
}

/// Where a number on the way leaves words within the box that a stream grows to, the moves are
/// worked out another way, to the same answers.
#[test]
fn a_stream_passes_the_end_of_words() {
    let c = 1_i64 << 48;
    // A guard that is true of all, told by products beyond 2^60 from n = 4096 on.
    let text = format!(
        "game \"Far\"\nposition last <= 3, n\nmove n -= k, last := k for k in 1..3 if k != last and {c} * n < {c} * n + n + 1"
    );
    let (plain, far) = (game(BASH), game(&text));
    let mut stream = General::new(far.clone(), Want::Remoteness, Limits::default());
    for place in [
        "0,40", "3,2000", "1,4095", "2,4096", "0,5000", "1,9001", "3,9000",
    ] {
        let there = |game: &Game| game.read(place).expect("numbers");
        let wanted = alone(&plain, &there(&plain)).expect("small");
        let found = stream.solve(&there(&far)).expect("small");
        assert_eq!(found.to_move, wanted.to_move, "{place}");
    }
}

/// A solver that was asked for small positions first takes no larger memory for a large one than it
/// has.
#[test]
fn what_was_explored_before_does_not_stand_in_the_way() {
    let game = game(SPLIT);
    let limits = Limits::default().with_memory(60_000);
    let mut stream = General::new(game.clone(), Want::Remoteness, limits.clone());
    let mut met = 0;
    for place in ["12", "11,1", "9,5", "8,7", "13", "30", "6,6", "40", "10,4"] {
        let position = game.read(place).expect("heaps");
        let wanted = alone_within(&game, &position, &limits);
        met += usize::from(wanted.is_err());
        assert_eq!(stream.solve(&position), wanted, "{place}");
    }
    assert_eq!(met, 2, "only two are too large by themselves");
}

/// A try that is broken off raises the estimate, keeps what it found, and comes to the same answer
/// in the end.
#[test]
fn tries_are_taken_up_where_they_ended() {
    let game = game(SPLIT);
    let position = game.read("16,11").expect("heaps");
    let mut general = General::new(game.clone(), Want::Remoteness, Limits::default());
    let mut tries = 0;
    let mut most = 2_000;
    let solved = loop {
        match general.try_solve(&position, most).expect("it fits") {
            Some(solved) => break solved,
            None => {
                let estimate = general.estimate(&position);
                assert!(estimate > most, "{estimate} after {most}");
                most *= 2;
            }
        }
        tries += 1;
    };
    assert!(tries > 2, "{tries}");
    assert_eq!(Ok(solved), alone(&game, &position));
    assert_eq!(general.estimate(&position), 1);
}

/// Counters that only fall are solved, however the rest of the position is set.
#[test]
fn what_falls_is_solved() {
    for (text, place, value) in [
        (BASH, "0,100000", Value::Loss),
        (BASH, "0,100001", Value::Win),
        (CHOMP, "20,15,10", Value::Win),
        (FIBONACCI, "89,88", Value::Loss),
        (FIBONACCI, "90,88", Value::Win),
        (SWITCH, "0,40,40", Value::Loss),
    ] {
        let game = game(text);
        let position = game.read(place).expect("a position");
        let mut general = General::new(game.clone(), Want::Outcome, Limits::default());
        assert_eq!(
            general.values(&position),
            Ok([value; 2]),
            "{text} at {place}"
        );
    }
}

/// Where play ends and the memory does not hold it, the memory is to blame; where nothing shows an
/// end, that is said; and only what really grows is said to grow.
#[test]
fn the_limit_that_was_met_is_named() {
    let refused = |text: &str, place: &str, memory: u64| {
        let game = game(text);
        let position = game.read(place).expect("a position");
        let limits = Limits::default().with_memory(memory);
        let refused = Engine::new(game, limits).values(&position);
        refused.expect_err("it does not fit")
    };
    for (text, place) in [
        (BASH, "0,100000"),
        (CHOMP, "300,200,100"),
        (FIBONACCI, "1000,999"),
        (HALVE, "1000000000000"),
        (SWITCH, "0,3000,3000"),
    ] {
        let error = refused(text, place, 1 << 16);
        assert!(
            matches!(error, EngineError::Memory { .. }),
            "{text}: {error:?}"
        );
        assert!(error.is_budget());
    }
    let climbs =
        "game \"Climbs\"\nposition x, y\nmove x := x + 1 + y % 2, y := (y + 3) % 50 if x % 7 != 9";
    let error = refused(climbs, "2,1", 1 << 16);
    assert!(
        matches!(&error, EngineError::Vast { variable, .. } if variable == "x"),
        "{error:?}"
    );
    assert!(error.is_budget());
    let grows = "game \"Grows\"\nposition x, y\nmove x -= 1, y += 3\nmove x += 1, y -= 1";
    let error = refused(grows, "30,30", 1 << 20);
    assert!(matches!(error, EngineError::Unbounded { .. }), "{error:?}");
}

/// A strategy that would be dear to try.
struct Dear {
    estimate: u64,
    declines: bool,
}

impl Strategy for Dear {
    fn name(&self) -> &'static str {
        "dear"
    }

    fn why(&self) -> String {
        String::new()
    }

    fn estimate(&self, _: &Position) -> Option<u64> {
        Some(self.estimate)
    }

    fn try_values(&mut self, _: &Position, most: u64) -> Result<Option<[Value; 2]>, EngineError> {
        assert_eq!(most, self.estimate, "it is asked for what it said");
        Ok((!self.declines).then_some([Value::Draw; 2]))
    }

    fn try_solve(&mut self, _: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        Ok(None)
    }
}

/// The cheapest tries first; who declines is passed over, and not asked again at the same price.
#[test]
fn the_cheapest_tries_first_and_may_decline() {
    let game = game(SPLIT);
    let position = game.read("13,9").expect("heaps");
    let ask = |estimate: u64, declines: bool| {
        let mut engine = Engine::new(game.clone(), Limits::default());
        engine.add(Box::new(Dear { estimate, declines }));
        engine.value(&position, Player::First).expect("it fits")
    };
    let truth = ask(u64::MAX, false);
    assert_ne!(truth, Value::Draw);
    assert_eq!(ask(5, false), Value::Draw, "the cheaper one");
    assert_eq!(
        ask(5, true),
        truth,
        "the other, where the cheaper one declines"
    );
    assert_eq!(ask(1 << 60, true), truth);
}
