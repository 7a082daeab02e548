//! The worth of terms: what is known from elsewhere, and the engine's own answers for rules.

use dashu_int::IBig;
use whowins_analysis::{Player, Value};
use whowins_core::random::Random;
use whowins_core::{Budget, Game as Core};
use whowins_engine::terms::{Worth, solve};
use whowins_engine::{Engine, EngineError, Limits};
use whowins_rules::{Parameters, Rules};

fn worth(text: &str) -> Worth {
    let game: Core = text.parse().unwrap_or_else(|error| panic!("{error}"));
    solve(&game, &game.starts[0], &Budget::OPEN).expect("no limit")
}

/// A walk on numbers: from n the player to move goes to one of `next`; at an end of `ends` it pays so much.
fn graph(next: &str, ends: &str, more: &str, start: usize) -> Worth {
    worth(&format!(
        "(game graph (const next {next}) (part turn 0 1) (part n 0 9) (start (0) ({start}))
         (tier (choose i 0 2 (seq (let to (get next (+ (* 2 n) i) -1) (set n to)) (set turn (- 1 turn)))))
         {ends} (stuck 5) {more})"
    ))
}

#[test]
fn play_without_end_is_worth_what_the_rules_say() {
    // 0 -> 1 or 2; 1 -> 0; 2 is an end that pays -1.
    let (next, ends) = ("1 2 0 -1", "(end (= n 2) -1)");
    let pays = |more: &str, start| graph(next, ends, more, start).pays;
    for e in [-7, 0, 3] {
        let best = i64::from(e.max(-1));
        assert_eq!(pays(&format!("(endless {e})"), 0), Some(best.into()), "{e}");
    }
    // Left open: player 0 can end it, and whether that is best nobody says.
    assert_eq!(pays("", 0), None);
    // Player 1 moves at 1, to 0 alone.
    assert_eq!(graph("1 2 2 0", ends, "", 0).pays, Some((-1).into()));
}

#[test]
fn who_cannot_move_gets_what_is_said_and_scores_are_maximised() {
    assert_eq!(graph("-1 -1", "", "", 0).pays, Some(5.into()));
    let ends = "(end (= n 3) 30) (end (= n 4) -40) (end (= n 5) 12) (end (= n 6) 7)";
    // Player 0 chooses between what player 1 makes of {3, 4} and of {5, 6}.
    let found = graph("1 2 3 4 5 6", ends, "", 0);
    assert_eq!(found.pays, Some(7.into()));
    let best = found.best.expect("a move");
    assert_eq!(best[1][0], IBig::from(2));
}

#[test]
fn what_is_too_large_is_refused() {
    let text = "(game up (part turn 0 1) (part n 0 -) (start (0) (0)) (tier (seq (set n (+ n 1)) (set turn (- 1 turn)))) (stuck 0))";
    let game: Core = text.parse().expect("a game");
    let budget = Budget::default().with_memory(1 << 20);
    let found = solve(&game, &game.starts[0], &budget);
    assert!(
        matches!(found, Err(EngineError::Memory { .. })),
        "{found:?}"
    );
    let stopped = Budget::default();
    stopped.stop();
    let found = solve(&game, &game.starts[0], &stopped);
    assert_eq!(found, Err(EngineError::Stopped));
}

/// Rules and a position: by the engine, and by the exact meaning of the term.
fn agree(text: &str, at: &str) {
    let rules = Rules::parse("terms", text).unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules.game(&Parameters::new());
    let game = game.unwrap_or_else(|faults| panic!("{faults}"));
    let position = game.read(at).unwrap_or_else(|error| panic!("{error}"));
    let term = game.core();
    let mut engine = Engine::new(game.clone(), Limits::default());
    let solved = engine.solve(&position);
    for player in Player::BOTH {
        let state = game.core_state(&position, player);
        let found = solve(&term, &state, &Budget::OPEN).expect("no limit");
        let Ok(solved) = &solved else {
            let other = game.core_state(&position, player.other());
            let other = solve(&term, &other, &Budget::OPEN).expect("no limit");
            assert!(
                found.pays.is_none() || other.pays.is_none(),
                "{text} at {at}"
            );
            continue;
        };
        let sign = if player == Player::First { 1 } else { -1 };
        let wanted = match solved.to_move[player.index()].value {
            Value::Win => sign,
            Value::Draw => 0,
            Value::Loss => -sign,
        };
        assert_eq!(
            found.pays,
            Some(wanted.into()),
            "{text} at {at}, {player:?}"
        );
        // A best move keeps the worth.
        if let Some(best) = found.best {
            let after = solve(&term, &best, &Budget::OPEN).expect("no limit");
            assert_eq!(after.pays, found.pays, "{text} at {at}");
        }
    }
}

const WYTHOFF: &str =
    "move x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1";

#[test]
fn the_engine_and_the_exact_meaning_agree() {
    for (rules, places) in [
        (format!("position x, y\n{WYTHOFF}"), &["4,7", "5,5", "0,0"][..]),
        (format!("position x, y\n{WYTHOFF}\nwho cannot move wins"), &["4,7", "1,2", "0,0"]),
        (
            format!("position x, y\n{WYTHOFF}\nbefore each move the opponent blocks up to 1 option"),
            &["4,7", "5,5", "1,0", "0,0"],
        ),
        (
            format!("position x, y\n{WYTHOFF}\nbefore each move the opponent blocks up to 3 options"),
            &["4,7", "6,6", "2,1", "3,0"],
        ),
        ("position heaps\nmove take 1 or 2, leaving at most two heaps".into(), &["5,4", "3,3,2"]),
        ("position row of . o\nmove o . -> . o\nat once o $ -> . $".into(), &["oo.o", "o..o."]),
        // Play may go round.
        ("position n <= 6\nmove n -= 1\nmove n += 2\nrepetition draws".into(), &["3", "6"]),
        ("position n <= 6\nmove n -= 1\nmove n += 2".into(), &["3", "6", "0"]),
        ("players L, R\nposition n <= 6\nL: move n -= 1\nR: move n += 2\nL wins when n = 5\ndraw when n = 6\nrepetition draws".into(), &["3", "4", "1"]),
    ] {
        for at in places {
            agree(&format!("game \"Terms\"\n{rules}"), at);
        }
    }
}

/// Random games of tuples that may go round.
#[test]
fn random_games_agree() {
    let mut random = Random(99);
    for _ in 0..150 {
        let mut text = "game \"Random\"\nplayers L, R\nposition x <= 4, y <= 3".to_string();
        for _ in 0..2 + random.below(3) {
            let who = ["", "L: ", "R: "][random.below(3)];
            let step = |random: &mut Random, name: &str| {
                let sign = ["-", "+"][random.below(2)];
                format!("{name} {sign}= {}", 1 + random.below(3))
            };
            let x = step(&mut random, "x");
            let y = step(&mut random, "y");
            let moves = [x.clone(), y.clone(), format!("{x}, {y}")];
            text += &format!("\n{who}move {}", moves[random.below(3)]);
        }
        for end in [
            "L wins when x = 4",
            "draw when y = 3",
            "who cannot move wins",
        ] {
            if random.below(3) == 0 {
                text += &format!("\n{end}");
            }
        }
        if random.below(3) > 0 {
            text += "\nrepetition draws";
        }
        agree(&text, &format!("{},{}", random.below(5), random.below(4)));
    }
}
