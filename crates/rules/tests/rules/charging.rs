//! What a budget lets through.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use whowins_analysis::inside::LOOK;
use whowins_analysis::{Budget, Over};

/// How many charges of one step go through, of so many tried.
fn passed(budget: &Budget, tried: u64) -> u64 {
    (0..tried)
        .take_while(|_| budget.charge(1).is_continue())
        .count() as u64
}

#[test]
fn an_open_budget_never_breaks_off() {
    assert_eq!(Budget::default().over(), None);
    assert_eq!(passed(&Budget::default(), 10 * LOOK), 10 * LOOK);
}

#[test]
fn a_budget_that_is_over_breaks_off_and_stays_so() {
    let late = Budget::new(Some(Instant::now()), Arc::default());
    assert_eq!(late.over(), Some(Over::Time));
    assert!(passed(&late, 10 * LOOK) < LOOK);
    assert_eq!(passed(&late, LOOK), 0);

    let told = Budget::new(None, Arc::new(AtomicBool::new(true)));
    assert_eq!(told.over(), Some(Over::Stopped));
    assert_eq!(passed(&told, LOOK), 0);
    // Another budget of the same thread goes on.
    assert_eq!(passed(&Budget::default(), LOOK), LOOK);
}
