//! When the watchdog ends a process, and why.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use whowins_guard::Bounds;
use whowins_guard::inside::{Due, GRACE, Reason};

fn bounds(deadline: Option<Instant>) -> (Bounds, Arc<AtomicBool>) {
    let stop = Arc::new(AtomicBool::new(false));
    let bounds = Bounds {
        deadline,
        stop: Some(Arc::clone(&stop)),
        ..Bounds::default()
    };
    (bounds, stop)
}

#[test]
fn the_time_is_over_a_grace_after_the_deadline() {
    let start = Instant::now();
    let (bounds, _) = bounds(Some(start + GRACE));
    let mut due = Due::default();
    let mut at =
        |after: u32, free, working| due.look(&bounds, start + GRACE * after, free, working);
    assert_eq!(at(1, None, true), None);
    assert_eq!(at(2, None, true), Some(Reason::Time));
    // The answer is being printed.
    assert_eq!(at(2, None, false), None);
    // Somebody held the clock until just now.
    assert_eq!(at(2, Some(start + GRACE * 2), true), None);
    assert_eq!(at(3, Some(start + GRACE * 2), true), Some(Reason::Time));
}

#[test]
fn an_end_that_is_asked_for_comes_a_grace_later_unless_it_is_taken_back() {
    let start = Instant::now();
    let (bounds, stop) = bounds(None);
    let mut due = Due::default();
    assert_eq!(due.look(&bounds, start, None, false), None);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(due.look(&bounds, start + GRACE, None, false), None);
    assert_eq!(
        due.look(&bounds, start + GRACE * 2, None, false),
        Some(Reason::Stopped)
    );
    stop.store(false, Ordering::Relaxed);
    assert_eq!(due.look(&bounds, start + GRACE * 3, None, false), None);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(due.look(&bounds, start + GRACE * 3, None, false), None);
}
