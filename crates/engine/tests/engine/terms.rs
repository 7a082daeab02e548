//! The worth of terms: what is known from elsewhere, and the engine's own answers for rules.

use std::time::{Duration, Instant};

use dashu_int::IBig;
use whowins_analysis::{Player, Value};
use whowins_core::random::Random;
use whowins_core::{Budget, Game as Core};
use whowins_engine::terms::{Solver, Worth, solve};
use whowins_engine::{Engine, EngineError, Limits};
use whowins_rules::{Parameters, Rules};

fn worth(text: &str) -> Worth {
    let game: Core = text.parse().unwrap_or_else(|error| panic!("{error}"));
    solve(&game, &game.starts[0], &Budget::OPEN).expect("no limit")
}

/// A walk on numbers: from n the player to move goes to one of `next`; at an end of `ends` it pays
/// so much.
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
        let state = position.core_state(player);
        let found = solve(&term, &state, &Budget::OPEN).expect("no limit");
        let Ok(solved) = &solved else {
            let other = position.core_state(player.other());
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

/// Elly's Checkers with capture: the term has the winners of the kernel for rows, and is solved for
/// rows that a loop of 2^n rounds doesn't reach.
#[test]
fn forced_follow_ups_of_a_term_reach_long_rows() {
    let text = "game \"Capture\"\nposition row of . o\nmove o . -> . o\n\
                move o o o . -> . . . o\nat once o $ -> . $";
    let rules = Rules::parse("capture", text).unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules.game(&Parameters::new());
    let game = game.unwrap_or_else(|faults| panic!("{faults}"));
    let mut engine = Engine::new(game.clone(), Limits::default());
    let mut compare = |solver: &mut Solver, row: &str| {
        let Ok(position) = game.read(row) else {
            return false;
        };
        let solved = engine.solve(&position).expect("no limit");
        for player in Player::BOTH {
            let found = solver.worth(&position.core_state(player));
            let wins = solved.to_move[player.index()].value == Value::Win;
            let wanted = if wins == (player == Player::First) {
                1
            } else {
                -1
            };
            let pays = found.expect("no limit").pays;
            assert_eq!(pays, Some(wanted.into()), "{row}, {player:?}");
        }
        true
    };
    let mut rows = 0;
    for length in 1..=10 {
        let mut solver = Solver::new(game.core(), Budget::OPEN);
        for number in 0..1_u32 << length {
            let cell = |at: u32| if number >> at & 1 == 1 { 'o' } else { '.' };
            let row: String = (0..length).map(cell).collect();
            // The kernel runs follow-ups before the first move.
            if row.ends_with('o') {
                continue;
            }
            rows += u32::from(compare(&mut solver, &row));
        }
    }
    assert!(rows > 1000, "{rows} rows");
    let soon = Budget::OPEN.by(Instant::now() + Duration::from_secs(10));
    let mut solver = Solver::new(game.core(), soon);
    assert!(compare(&mut solver, "ooooo....................."));
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

/// All states that play comes to, from some start, with these bounds on how many.
fn reached(game: &Core, most: usize) -> Option<Vec<whowins_core::State>> {
    let mut found = vec![game.starts.first()?.clone()];
    let mut at = 0;
    while let Some(state) = found.get(at).cloned() {
        at += 1;
        let over = game.over(&state, &Budget::OPEN).ok()?;
        if over.is_none() {
            for option in game.options(&state, &Budget::OPEN).ok()? {
                if !found.contains(&option) {
                    found.push(option);
                }
            }
        }
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}

#[test]
fn what_is_kept_from_one_state_to_the_next_changes_no_answer() {
    let mut random = Random(7);
    let mut asked = 0;
    for _ in 0..whowins_core::random::cases(300, 3000) {
        let mut game = random.game("kept");
        let start = random.state();
        if game.admits(&start).is_err() {
            continue;
        }
        game.starts = vec![start];
        let Some(mut states) = reached(&game, 60) else {
            continue;
        };
        // In an order in which some states come before what leads to them.
        let turn = random.below(states.len());
        states.rotate_left(turn);
        let mut solver = Solver::new(game.clone(), Budget::OPEN);
        for state in states {
            let (kept, fresh) = (solver.worth(&state), solve(&game, &state, &Budget::OPEN));
            let (Ok(kept), Ok(fresh)) = (kept, fresh) else {
                continue;
            };
            assert_eq!(kept.pays, fresh.pays, "{game} {state:?}");
            assert_eq!(kept.remoteness, fresh.remoteness, "{game} {state:?}");
            asked += 1;
        }
    }
    assert!(asked > 200, "{asked}");
}

#[test]
fn points_kept_apart_are_worth_what_they_are_as_part_of_the_state() {
    points_kept_apart("");
    // An option's points stay its own when options are sorted to be counted.
    points_kept_apart("(blocks 1)");
}

fn points_kept_apart(more: &str) {
    let coins = |least: &str| -> Core {
        format!(
            "(game coins (part turn 0 1) (part coin 0 -) (part ahead {least} -) (start (0) (8 15 3 7 1) (0))
             (def (take i) (seq (set ahead (if turn (- ahead (get coin i)) (+ ahead (get coin i)))) (splice coin i 1)))
             (tier (seq (alt (take 0) (take (- (len coin) 1))) (when (= 0 (% (len coin) 3)) skip (set turn (- 1 turn)))))
             (stuck ahead) {more})"
        )
        .parse()
        .expect("a term")
    };
    let (apart, within) = (coins("-2000000000000"), coins("-1000"));
    let (mut one, mut other) = (
        Solver::new(apart.clone(), Budget::OPEN),
        Solver::new(within.clone(), Budget::OPEN),
    );
    for state in reached(&apart, 1000).expect("few states") {
        let (found, wanted) = (one.worth(&state), other.worth(&state));
        let (found, wanted) = (found.expect("no limit"), wanted.expect("no limit"));
        assert_eq!(found.pays, wanted.pays, "{state:?}");
        // A best move keeps the worth.
        if let Some(best) = found.best {
            assert_eq!(
                other.worth(&best).expect("no limit").pays,
                wanted.pays,
                "{state:?}"
            );
        }
    }
    let looked =
        |solver: &mut Solver, game: &Core| solver.worth(&game.starts[0]).expect("no limit").states;
    assert!(looked(&mut one, &apart) < looked(&mut other, &within));
}

#[test]
fn best_play_lasts_as_long_as_on_the_rules_own_tables() {
    for (name, text) in [
        (
            "nim",
            "game \"Nim\"\nposition x <= 4, y <= 5\nmove x -= k for k >= 1\nmove y -= k for k >= 1",
        ),
        (
            "walk",
            "game \"Walk\"\nplayers A, B\nposition x <= 9\nA: move x -= 1\nB: move x -= 2\nA: move x -= 3\nwho cannot move wins",
        ),
        (
            "race",
            "game \"Race\"\nplayers A, B\ngiven net: graph = \"1-2, 2-3, 3-4, 4-5, 5-1\"\nposition a, b: nodes of net\nstart a at 1, b at 3\n\
             A: move a to a neighbour\nB: move b to a neighbour\nA wins when a = b\nrepetition draws",
        ),
    ] {
        let rules = Rules::parse(name, text).unwrap_or_else(|faults| panic!("{faults}"));
        let game = rules.game(&Parameters::new()).expect("a game");
        let term = game.core();
        let mut engine = Engine::new(game.clone(), Limits::default());
        let mut solver = Solver::new(term.clone(), Budget::OPEN);
        let start = match name {
            "race" => game.start.clone().expect("a start"),
            "walk" => game.read("9").expect("a position"),
            _ => game.read("4,5").expect("a position"),
        };
        let mut states = vec![start.core_state(Player::First)];
        let mut at = 0;
        while let Some(state) = states.get(at).cloned() {
            at += 1;
            let (position, player) = game.of_core(&state).expect("a position");
            let wanted = engine.solve(&position).expect("no limit").to_move[player.index()].clone();
            let found = solver.worth(&state).expect("no limit");
            assert_eq!(found.remoteness, wanted.remoteness, "{name} {state:?}");
            for option in term.options(&state, &Budget::OPEN).expect("no limit") {
                if !states.contains(&option) {
                    states.push(option);
                }
            }
        }
    }
}
