//! Two hundred clients at once, for ten seconds; `cargo bench -p whowins-lab --bench load` has a
//! whole minute of it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::common::Running;

#[test]
fn two_hundred_clients_have_right_answers_and_nothing_stalls() {
    let server = Running::start();
    let figures = crate::load::run(&server, 200, Duration::from_secs(4));
    let wrong = figures.wrong.lock().expect("no thread failed").clone();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let right = figures.right.load(Ordering::Relaxed);
    assert!(right > 100, "{right} right answers");
    // The page itself is there afterwards, too.
    assert_eq!(server.get("/").status, 200);
    if let Some(bytes) = crate::load::high_water() {
        assert!(bytes < 2 << 30, "{bytes} bytes");
    }
}
