//! What a budget of steps lets through.

use std::time::Instant;

use whowins_verify::inside::LOOK;
use whowins_verify::{Budget, Why};

#[test]
fn clones_share_the_steps() {
    let budget = Budget::of(10 * LOOK);
    let other = budget.clone();
    let spent = std::thread::scope(|scope| {
        let spend = |budget: Budget| (0..).take_while(|_| budget.spend(LOOK / 4).is_ok()).count();
        let threads = [budget, other].map(|budget| scope.spawn(move || spend(budget)));
        threads.map(|thread| thread.join().expect("it ends"))
    });
    assert_eq!(spent.iter().sum::<usize>(), 40);
}

#[test]
fn steps_are_counted_to_the_last() {
    let budget = Budget::of(100);
    assert!(budget.spend(60).is_ok() && budget.spend(40).is_ok());
    let refusal = budget.spend(1).expect_err("nothing is left");
    assert_eq!(refusal.why, Why::Budget);
    assert!(Budget::of(3).spend(u64::MAX).is_err());
}

#[test]
fn the_flag_and_the_clock_end_it() {
    let budget = Budget::default();
    budget.work.stop();
    assert!((0..LOOK).any(|_| budget.spend(1).is_err()));
    let work = whowins_analysis::Budget::default().by(Instant::now());
    let late = Budget::default().within(&work);
    assert!((0..LOOK).any(|_| late.spend(1).is_err()));
}
