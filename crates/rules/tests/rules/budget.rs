//! The enumeration of one state's moves ends where its budget does, however many there are.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use whowins_analysis::{Budget, Frame, Game, Over, Player};
use whowins_rules::{Parameters, Rules};

fn game(text: &str) -> Game {
    Rules::parse("rules", text)
        .and_then(|rules| rules.game(&Parameters::new()))
        .unwrap_or_else(|errors| panic!("{errors}"))
}

/// Games with a position from which listing the moves would take hours: open choices, guards that
/// nearly all choices fail, heaps that split, tokens that walk far, a long row.
fn dear() -> Vec<(Game, Vec<i64>, (usize, usize))> {
    let steps = ["move a to a neighbour"; 32].join("; ");
    let grid = ["."; 30].concat();
    let grid = format!("A{}/{}", &grid[1..], [grid.as_str(); 29].join("/"));
    let walk = format!(
        "game \"Walk\"\nplayers A, B\ngiven map: grid of . A = \"{grid}\"\nposition a: squares of map\nstart a at 'A'\nA: {steps}\nrepetition draws"
    );
    let row = 100_000;
    vec![
        (
            game("game \"Rectangle\"\nposition x, y\nmove x -= k, y -= j for k >= 1, j >= 1"),
            vec![1 << 40, 1 << 40],
            (1, 1),
        ),
        (
            game("game \"Guard\"\nposition x\nmove x -= k for k >= 1 if k % 999983 = 1"),
            vec![1 << 60],
            (1, 1),
        ),
        (
            game(
                "game \"Five\"\nposition x\nmove x -= a + b + c + d + e for a in 1..1000, b in 1..1000, c in 1..1000, d in 1..1000, e in 1..1000",
            ),
            vec![100_000_000_000],
            (1, 1),
        ),
        (
            game("game \"Grundy\"\nposition heaps\nmove split into two unequal heaps"),
            vec![1 << 50],
            (1, 1),
        ),
        (
            game("game \"Row\"\nposition row of a b c\nmove a -> c\nat once c a a -> c c b"),
            vec![0; row],
            (1, row),
        ),
        (game(&walk), vec![0], (1, 1)),
    ]
}

#[test]
fn a_budget_that_is_over_ends_the_listing_of_one_state() {
    for (game, state, (rows, columns)) in dear() {
        let late = Budget::new(Some(Instant::now()), Arc::default());
        let frame = Frame::new(&game, rows, columns).under(late);
        let mut listed = 0;
        let flow = frame.options(Player::First, &state, &mut |_| {
            listed += 1;
            ControlFlow::Continue(())
        });
        assert!(flow.is_break(), "{}", game.name);
        assert!(listed < 1 << 14, "{}: {listed} moves", game.name);
        assert_eq!(frame.budget().over(), Some(Over::Time));
    }
}

#[test]
fn a_stop_that_comes_meanwhile_ends_it_too() {
    for (game, state, (rows, columns)) in dear() {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget::new(None, Arc::clone(&stop));
        let frame = Frame::new(&game, rows, columns).under(budget);
        let mut listed = 0;
        let flow = frame.options(Player::First, &state, &mut |_| {
            listed += 1;
            stop.store(listed >= 3, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert!(flow.is_break(), "{}", game.name);
        assert!((3..1 << 15).contains(&listed), "{}: {listed}", game.name);
    }
}

/// Follow-ups that run along a whole row: each opens only those that look at its cells.
#[test]
fn follow_ups_run_along_a_long_row() {
    let game = game(
        "game \"Row\"\nposition row of a b c\nmove a -> c\nat once c a -> c b\nat once b a -> b b",
    );
    let cells = 100_000;
    let frame = Frame::new(&game, 1, cells);
    let mut state = vec![0; cells];
    state[0] = 2;
    frame.settle(&mut state);
    assert_eq!(state[0], 2);
    assert!(state[1..].iter().all(|cell| *cell == 1));
    let board = frame.board().expect("a row");
    assert_eq!(board.settle(&mut state), ControlFlow::Continue(()));
}

/// A follow-up that counts a row down takes longer than anybody waits: it ends with the budget.
#[test]
fn follow_ups_end_with_the_budget() {
    let game = game(
        "game \"Counter\"\nposition row of 0 1\nmove 0 -> 1\nat once 1 0 -> 0 1\nat once 1 $ -> 0 $",
    );
    let cells = 1 << 14;
    let late = Budget::new(Some(Instant::now()), Arc::default());
    let frame = Frame::new(&game, 1, cells).under(late);
    let board = frame.board().expect("a row");
    let mut state = vec![1; cells];
    for _ in 0..4 {
        let _ = board.settle(&mut state);
    }
    assert!(board.settle(&mut state).is_break());
}
