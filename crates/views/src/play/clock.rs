//! A time for each question, where the engine's own limits hold for its whole life.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use whowins_analysis::{Alarm, Budget};

/// Stops an engine when a question's time is over, or when it is told to from outside.
pub struct Clock {
    /// What ends the engine's work.
    alarm: Arc<Alarm>,
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
            alarm: Arc::new(Alarm::new(Arc::clone(&outer))),
            outer,
            runs: Arc::default(),
            over: Arc::default(),
        }
    }

    /// The engine's budget, ended by this clock alone.
    pub fn rule(&self, budget: Budget) -> Budget {
        budget.ended_by(Arc::clone(&self.alarm))
    }

    /// What the enumeration of moves charges.
    pub fn budget(&self) -> Budget {
        self.rule(Budget::OPEN)
    }

    /// Whether it was told to stop from outside.
    pub fn told(&self) -> bool {
        self.outer.load(Ordering::Relaxed)
    }

    /// Whether the time that ran last was over before the work was, or a stop came.
    pub fn ran_out(&self) -> bool {
        match self.runs.load(Ordering::Relaxed) {
            true => self.alarm.rings(),
            false => self.over.load(Ordering::Relaxed),
        }
    }

    /// Ends the engine's work once `time` is over, or a stop comes meanwhile, as long as what is
    /// given back lives; where a time runs already, that one holds. A stop that came before was for
    /// other work: what is short goes on.
    pub fn begin(&self, time: Duration) -> Option<Running> {
        self.run(time, !self.told())
    }

    fn run(&self, time: Duration, heeds: bool) -> Option<Running> {
        if self.runs.swap(true, Ordering::Relaxed) {
            return None;
        }
        self.alarm.set(time, heeds);
        Some(Running {
            alarm: Arc::clone(&self.alarm),
            runs: Arc::clone(&self.runs),
            over: Arc::clone(&self.over),
        })
    }

    /// Does the work, which ends once `time` is over, for this work alone.
    pub fn within<T>(&self, time: Duration, work: impl FnOnce() -> T) -> T {
        let _running = self.run(time, true);
        work()
    }
}

/// A time that runs; its end lets the engine work again.
pub struct Running {
    alarm: Arc<Alarm>,
    runs: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.over.store(self.alarm.rings(), Ordering::Relaxed);
        self.alarm.clear();
        self.runs.store(false, Ordering::Relaxed);
    }
}
