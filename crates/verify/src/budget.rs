//! What a check may use up, so that it ends on any input.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use whowins_analysis::Over;

use crate::Rejection;

/// Steps and threads, and the time, the memory and the flag of the work that the check is part of.
/// What is cloned of it takes its steps from the same store, also in other threads.
#[derive(Debug)]
pub struct Budget {
    /// Steps taken from the store and not used yet.
    own: Cell<u64>,
    store: Arc<AtomicU64>,
    /// Time, memory and stop flag.
    pub work: whowins_analysis::Budget,
    /// Threads that a check may use at once.
    pub threads: usize,
}

/// So many steps are taken from the store at once, and between two looks at the clock.
pub const LOOK: u64 = 1 << 16;

impl Default for Budget {
    /// 2^36 steps, no deadline, a thread a core.
    fn default() -> Self {
        Self::of(1 << 36)
    }
}

impl Clone for Budget {
    fn clone(&self) -> Self {
        Self {
            own: Cell::new(0),
            store: Arc::clone(&self.store),
            work: self.work.clone(),
            threads: self.threads,
        }
    }
}

impl Budget {
    /// So many steps.
    pub fn of(steps: u64) -> Self {
        Self {
            own: Cell::new(0),
            store: Arc::new(AtomicU64::new(steps)),
            work: whowins_analysis::Budget::default(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    /// The same steps, as part of work with these limits.
    #[must_use]
    pub fn within(self, work: &whowins_analysis::Budget) -> Self {
        let work = work.clone();
        Self { work, ..self }
    }

    /// The same on so many threads.
    #[must_use]
    pub fn on(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Takes `steps` off; cheap enough for every few operations.
    ///
    /// # Errors
    ///
    /// When nothing is left.
    pub fn spend(&self, steps: u64) -> Result<(), Rejection> {
        match self.own.get().checked_sub(steps) {
            Some(left) => {
                self.own.set(left);
                Ok(())
            }
            None => self.fetch(steps),
        }
    }

    /// Takes steps from the store, and these off; looks at the clock and the stop flag.
    #[cold]
    fn fetch(&self, steps: u64) -> Result<(), Rejection> {
        let wanted = (steps - self.own.get()).max(LOOK);
        let take = |left: u64| (left > 0).then(|| left.saturating_sub(wanted));
        let before = self
            .store
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .unwrap_or(0);
        self.own.set(self.own.get() + before.min(wanted));
        let left =
            self.own.get().checked_sub(steps).ok_or_else(|| {
                Rejection::budget("the check takes more steps than any check may")
            })?;
        self.own.set(left);
        match self.work.over() {
            None => Ok(()),
            Some(Over::Stopped) => Err(Rejection::budget("stopped before the check was done")),
            Some(Over::Time) => Err(Rejection::budget(
                "the time ran out before the check was done; allow more with --time",
            )),
        }
    }
}
