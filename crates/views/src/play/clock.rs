//! A time for each question, where the engine's own limits hold for its whole life.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use whowins_analysis::Budget;

/// Between two looks at the outer flag.
const BLINK: Duration = Duration::from_millis(10);

/// Stops an engine when a question's time is over, or when it is told to from outside.
pub struct Clock {
    /// The engine's own flag.
    inner: Arc<AtomicBool>,
    /// Whoever asks sets this one.
    outer: Arc<AtomicBool>,
    /// Whether a time runs.
    runs: Arc<AtomicBool>,
    /// Whether the last one was over before the work.
    over: Arc<AtomicBool>,
}

impl Clock {
    /// A clock under a flag from outside.
    pub fn new(outer: Arc<AtomicBool>) -> Self {
        Self {
            inner: Arc::default(),
            outer,
            runs: Arc::default(),
            over: Arc::default(),
        }
    }

    /// The flag for the engine.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.inner)
    }

    /// The flag as what the enumeration of moves charges.
    pub fn budget(&self) -> Budget {
        Budget::new(None, self.flag())
    }

    /// Whether it was told to stop from outside.
    pub fn told(&self) -> bool {
        self.outer.load(Ordering::Relaxed)
    }

    /// Whether the time that ran last was over before the work was, or a stop came.
    pub fn ran_out(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sets the engine's flag once `time` is over, or a stop comes meanwhile, as long as what is given back lives; where a time runs already, that one
    /// holds. A stop that came before was for other work: what is short goes on.
    pub fn begin(&self, time: Duration) -> Option<Running> {
        self.run(time, !self.told())
    }

    fn run(&self, time: Duration, heeds: bool) -> Option<Running> {
        if self.runs.swap(true, Ordering::Relaxed) {
            return None;
        }
        let end = Instant::now().checked_add(time);
        let done = Arc::new(AtomicBool::new(false));
        self.over.store(false, Ordering::Relaxed);
        let (inner, outer) = (Arc::clone(&self.inner), Arc::clone(&self.outer));
        let (over, ended) = (Arc::clone(&self.over), Arc::clone(&done));
        let watch = std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                let late = end.is_some_and(|end| Instant::now() >= end);
                if late || heeds && outer.load(Ordering::Relaxed) {
                    over.store(true, Ordering::Relaxed);
                    inner.store(true, Ordering::Relaxed);
                    return;
                }
                std::thread::park_timeout(BLINK);
            }
        });
        Some(Running {
            done,
            inner: Arc::clone(&self.inner),
            runs: Arc::clone(&self.runs),
            watch: Some(watch),
        })
    }

    /// Does the work, and sets the engine's flag once `time` is over, for this work alone.
    pub fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> T {
        let _running = self.run(time, true);
        work()
    }
}

/// A time that runs; its end lowers the engine's flag.
pub struct Running {
    done: Arc<AtomicBool>,
    inner: Arc<AtomicBool>,
    runs: Arc<AtomicBool>,
    watch: Option<JoinHandle<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(watch) = self.watch.take() {
            watch.thread().unpark();
            // It only sets flags, and never panics.
            let _ = watch.join();
        }
        self.inner.store(false, Ordering::Relaxed);
        self.runs.store(false, Ordering::Relaxed);
    }
}
