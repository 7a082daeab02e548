//! What a check may use up, so that it ends on any input.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::Rejection;

/// Steps, time and a stop flag.
#[derive(Clone, Debug)]
pub struct Budget {
    steps: Cell<u64>,
    spent: Cell<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set from outside to stop.
    pub stop: Arc<AtomicBool>,
}

/// Between two looks at the clock.
const LOOK: u64 = 1 << 16;

impl Default for Budget {
    /// 2^36 steps, no deadline.
    fn default() -> Self {
        Self::of(1 << 36)
    }
}

impl Budget {
    /// So many steps.
    pub fn of(steps: u64) -> Self {
        Self {
            steps: Cell::new(steps),
            spent: Cell::new(0),
            deadline: None,
            stop: Arc::default(),
        }
    }

    /// Takes `steps` off; cheap enough for every few operations.
    ///
    /// # Errors
    ///
    /// When nothing is left.
    pub fn spend(&self, steps: u64) -> Result<(), Rejection> {
        let left =
            self.steps.get().checked_sub(steps).ok_or_else(|| {
                Rejection::budget("the check takes more steps than any check may")
            })?;
        self.steps.set(left);
        self.spent.set(self.spent.get().saturating_add(steps));
        if self.spent.get() >= LOOK {
            self.spent.set(0);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Rejection::budget("stopped before the check was done"));
            }
            if self.deadline.is_some_and(|end| Instant::now() >= end) {
                return Err(Rejection::budget(
                    "the time ran out before the check was done; allow more with --time",
                ));
            }
        }
        Ok(())
    }
}
