//! Two hundred clients at once, for ten seconds; `cargo bench -p whowins-lab --bench load` has a whole minute of it.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::common::Running;

#[test]
fn two_hundred_clients_have_right_answers_and_nothing_stalls() {
    let server = Running::start();
    let began = Instant::now();
    let figures = crate::load::run(&server, 200, Duration::from_secs(10));
    let took = began.elapsed();
    let wrong = figures.wrong.lock().expect("no thread failed").clone();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let right = figures.right.load(Ordering::Relaxed);
    assert!(right > 100, "{right} right answers");
    assert!(took < Duration::from_secs(60), "{took:?}");
    // The page itself is there at once afterwards, too.
    let began = Instant::now();
    assert_eq!(server.get("/").status, 200);
    assert!(began.elapsed() < Duration::from_secs(2));
    if let Some(bytes) = crate::load::high_water() {
        assert!(bytes < 2 << 30, "{bytes} bytes");
    }
}
