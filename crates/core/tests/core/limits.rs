//! Tests terms that never end or need too much memory: each is cut short without harm.

use std::sync::Arc;
use std::time::{Duration, Instant};

use whowins_core::{Budget, Cut, Over};

use crate::read;

fn game(tier: &str) -> whowins_core::Game {
    read(&format!(
        "(game g (part turn 0 1) (part n 0 -) (start (0) (7)) (tier {tier}) (stuck 0))"
    ))
}

const DEAR: [&str; 11] = [
    "(choose k 0 (<< 1 200) (guard 0))",
    "(choose k 0 (<< 1 200) skip)",
    "(loop k 0 (<< 1 200) (guard (>= k 0)))",
    "(guard (sum k 0 (<< 1 200) 1))",
    "(guard (fold k acc 0 1000 3 (* acc acc)))",
    "(guard (<< 1 (<< 1 70)))",
    "(guard (<< 1 1000000000000))",
    "(loop k 0 1000 (splice n 0 0 1 2 3 4 5 6 7 8))",
    "(loop k 0 1000 (alt skip (set n (+ n 1))))",
    "(repeat (<< 1 500) skip)",
    "(repeat 1000 (alt (set n (+ n 1)) (set n (+ n 2))))",
];

#[test]
fn what_does_not_end_is_cut() {
    for tier in DEAR {
        let game = game(tier);
        let soon = Instant::now() + Duration::from_millis(100);
        let budget = Budget::new(Some(soon), Arc::default()).with_memory(1 << 20);
        let found = game.moves(&game.starts[0], &budget);
        // A million bytes of splices can be done before the time is over.
        assert!(
            matches!(found, Err(Cut::Memory | Cut::Over(Over::Time))) || tier.contains("splice"),
            "{tier}: {found:?}"
        );
    }
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    for tier in [DEAR[4], DEAR[5], DEAR[6], DEAR[8]] {
        let game = game(tier);
        let budget = Budget::default().with_memory(1 << 20);
        let found = game.moves(&game.starts[0], &budget);
        assert_eq!(found, Err(Cut::Memory), "{tier}");
    }
}

#[test]
fn a_stop_is_seen() {
    let game = game(DEAR[0]);
    let budget = Budget::default();
    budget.stop();
    let found = game.moves(&game.starts[0], &budget);
    assert_eq!(found, Err(Cut::Over(Over::Stopped)));
}
