//! An enumeration that is cut never leads to an answer: at whatever moment the limits are met,
//! there is an error or the right answer, and the same engine answers rightly afterwards.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use whowins_analysis::Game;
use whowins_engine::general::{General, Want};
use whowins_engine::{EngineError, Limits};
use whowins_rules::{Parameters, Rules};

fn game(text: &str) -> Game {
    Rules::parse("rules", text)
        .and_then(|rules| rules.game(&Parameters::new()))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// A game of each numbering and method, with many moves a state.
fn games() -> Vec<(Game, &'static str)> {
    let walk = [
        "game \"Walk\"\nplayers A, B\ngiven map: grid of . A B = \"A....../......./......./......B\"",
        "position a, b: squares of map\nstart a at 'A', b at 'B'",
        "A: move a to a neighbour; move a to a neighbour; move a to a neighbour; only if not a = b; move a to a neighbour",
        "B: move b to a free neighbour\nB wins when a = b\nrepetition draws",
    ]
    .join("\n");
    [
        ("game \"Rectangle\"\nposition x, y\nmove x -= k, y -= j for k >= 1, j >= 1\nmove x -= k for k >= 1", "40,40"),
        ("game \"Guard\"\nposition x\nmove x -= k for k >= 1 if (k * k + x) % 7 = 3", "1500"),
        ("game \"Walk\"\nposition x <= 300\nmove x += k for k >= 1 if k % 5 = 1\nmove x -= k for k >= 2 if k % 3 = 1\nrepetition draws", "9"),
        ("game \"Row\"\nposition row of . a b\nmove a . -> . a\nmove b -> .\nat once a b -> . b\nat once a $ -> . $", "aab.ab..aa."),
        ("game \"Grundy\"\nposition heaps\nmove split into two unequal heaps", "22"),
        ("game \"Blocked\"\nposition x, y\nmove x -= k, y -= j for k >= 1, j >= 1\nbefore each move the opponent blocks up to 1 option", "25,25"),
        (&walk, "1,1 4,7"),
    ]
    .into_iter()
    .map(|(text, at)| (game(text), at))
    .collect()
}

#[test]
fn a_cut_enumeration_never_answers() {
    for (game, at) in games() {
        let position = game.read(at).expect("a position");
        let right = General::new(game.clone(), Want::Remoteness, Limits::default())
            .solve(&position)
            .expect("solved");
        let (mut cut, mut answered) = (0, 0);
        for step in (0..32).step_by(crate::cases(4, 1)) {
            let limits = Limits::default().with_threads(1 + step as usize % 2);
            let mut general = General::new(game.clone(), Want::Remoteness, limits.clone());
            let over = AtomicBool::new(false);
            // Once before it begins, so that one at least is cut.
            limits.budget.flag().store(step == 0, Ordering::Relaxed);
            let asked = std::thread::scope(|scope| {
                let stop = limits.budget.flag();
                let over = &over;
                scope.spawn(move || {
                    let end = Instant::now() + Duration::from_micros(20 * step * step);
                    while Instant::now() < end && !over.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                    stop.store(true, Ordering::Relaxed);
                });
                let asked = general.solve(&position);
                over.store(true, Ordering::Relaxed);
                asked
            });
            match asked {
                Ok(solved) => {
                    answered += 1;
                    assert_eq!(solved.to_move, right.to_move, "{} {step}", game.name);
                }
                Err(error) => {
                    cut += 1;
                    assert_eq!(error, EngineError::Stopped, "{} {step}", game.name);
                }
            }
            limits.budget.flag().store(false, Ordering::Relaxed);
            let again = general.solve(&position).expect("solved");
            assert_eq!(again.to_move, right.to_move, "{} {step}", game.name);
        }
        assert!(cut > 0, "{}: {answered} answers", game.name);
    }
}

/// States with more moves than anybody waits for: it ends with the stop, though no state is ever
/// done.
#[test]
fn a_stop_is_seen_within_a_state() {
    let steps = ["move a to a neighbour"; 32].join("; ");
    let grid = [".".repeat(30).as_str(); 29].join("/");
    let walk = format!(
        "game \"Walk\"\nplayers A, B\ngiven map: grid of . A = \"A{}/{grid}\"\nposition a: squares of map\nstart a at 'A'\nA: {steps}\nrepetition draws",
        ".".repeat(29)
    );
    let row = "a".repeat(100_000);
    for (text, at) in [
        (
            "game \"Guard\"\nposition x\nmove x -= k for k >= 1 if k % 999983 = 1",
            "3000000000",
        ),
        (
            "game \"Guard\"\nposition x\nmove x -= k for k >= 1 if (k*k*k + x*x) % 1000000007 = 5",
            "1000000000000",
        ),
        (
            "game \"Euclid\"\nposition x, y\nmove x -= k * y for 1 <= k <= x if y >= 1\nmove y -= k * x for 1 <= k <= y if x >= 1",
            "1000000007,998244353",
        ),
        (
            "game \"Five\"\nposition x\nmove x -= a + b + c + d + e for a in 1..1000, b in 1..1000, c in 1..1000, d in 1..1000, e in 1..1000",
            "100000000000",
        ),
        (
            "game \"Grundy\"\nposition heaps\nmove split into two unequal heaps",
            "100000000000",
        ),
        (
            "game \"Row\"\nposition row of a b c\nmove a -> c\nat once c a a -> c c b",
            &row,
        ),
        (&walk, "1,1"),
    ] {
        let game = game(text);
        let position = game.read(at).expect("a position");
        // Enough memory for a table where there is one, so that time is what ends it.
        let limits = Limits::default().with_memory(4 << 30).with_threads(2);
        let stop = limits.budget.flag();
        let teller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        let asked = General::new(game, Want::Outcome, limits).values(&position);
        assert!(
            matches!(
                asked,
                Err(EngineError::Stopped | EngineError::Memory { .. })
            ),
            "{text}: {asked:?}"
        );
        teller.join().expect("it told");
    }
}
