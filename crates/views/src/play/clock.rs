//! A time for each question, where the engine's own limits hold for its whole life.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Between two looks at the outer flag.
const BLINK: Duration = Duration::from_millis(10);

/// Stops an engine when a question's time is over, or when it is told to from outside.
pub struct Clock {
    /// The engine's own flag.
    inner: Arc<AtomicBool>,
    /// Whoever asks sets this one.
    outer: Arc<AtomicBool>,
}

impl Clock {
    /// A clock under a flag from outside.
    pub fn new(outer: &Arc<AtomicBool>) -> Self {
        Self {
            inner: Arc::default(),
            outer: Arc::clone(outer),
        }
    }

    /// The flag for the engine.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.inner)
    }

    /// Whether it was told to stop from outside.
    pub fn told(&self) -> bool {
        self.outer.load(Ordering::Relaxed)
    }

    /// Does the work, and sets the engine's flag once `time` is over, for this work alone.
    pub fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> T {
        let end = Instant::now().checked_add(time);
        let done = AtomicBool::new(false);
        let come = std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if self.told() || end.is_some_and(|end| Instant::now() >= end) {
                        self.inner.store(true, Ordering::Relaxed);
                        return;
                    }
                    std::thread::park_timeout(BLINK);
                }
            });
            // Also where the work panics, or the scope would wait for ever.
            let _over = Over(&done, watch.thread().clone());
            work()
        });
        self.inner.store(false, Ordering::Relaxed);
        come
    }
}

/// Ends the watch when dropped.
struct Over<'a>(&'a AtomicBool, Thread);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}
