//! Time and cancellation, charged by the enumeration of moves itself.
//!
//! A state can have more moves than anybody wants to wait for, so looking at the clock between states is not enough. Whatever lists
//! moves charges a [`Budget`] for each choice it tries, those included that a guard refuses, and breaks off once the budget is over.
//!
//! What was enumerated until then is not all there is. So whoever enumerates under a budget asks it once more before a result is given
//! out or kept. That never misses a cut: a deadline that has passed has passed for good, and a stop flag is lowered only by those who set it,
//! after the work that it stopped has ended.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// When to stop: at a time, or when told to. A clone is the same budget.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    grace: Option<Arc<Grace>>,
}

/// So much later than it might.
#[derive(Debug)]
struct Grace {
    time: Duration,
    /// When the stop flag was first seen.
    told: OnceLock<Instant>,
}

/// Why a budget is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The time ran out.
    Time,
    /// It was told to stop.
    Stopped,
}

/// Charges between two looks at the clock.
const LOOK: u64 = 1 << 14;

thread_local! {
    /// Charges of this thread since its last look, whatever they were for: states with few moves add up.
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

impl Budget {
    /// One that is never over.
    pub const OPEN: Self = Self {
        deadline: None,
        stop: None,
        grace: None,
    };

    /// A budget that is over at `deadline`, or once `stop` is set; without either it never is.
    pub fn new(deadline: Option<Instant>, stop: Arc<AtomicBool>) -> Self {
        Self {
            deadline,
            stop: Some(stop),
            grace: None,
        }
    }

    /// The same, over so much later: for work that can be put away between two steps, and would lose a step that is cut. To be made once, and
    /// not to be used again after a stop.
    #[must_use]
    pub fn with_grace(self, time: Duration) -> Self {
        let told = OnceLock::new();
        let grace = Some(Arc::new(Grace { time, told }));
        Self { grace, ..self }
    }

    /// Whether it is over, and why: a look at the flag and the clock, some 50 ns.
    pub fn over(&self) -> Option<Over> {
        if let Some(stop) = &self.stop
            && stop.load(Ordering::Relaxed)
            && self.grace.as_ref().is_none_or(|grace| {
                let told = grace.told.get_or_init(Instant::now);
                told.elapsed() >= grace.time
            })
        {
            return Some(Over::Stopped);
        }
        let late = self.deadline.is_some_and(|deadline| {
            let since = Instant::now().checked_duration_since(deadline);
            since.is_some_and(|since| self.grace.as_ref().is_none_or(|grace| since >= grace.time))
        });
        late.then_some(Over::Time)
    }

    /// Takes so many steps off; breaks off where the budget is over. It looks only once in some 16,000 steps, a nanosecond otherwise; but a thread
    /// that was once broken off is so at each next charge.
    #[inline]
    pub fn charge(&self, steps: u64) -> ControlFlow<()> {
        let spent = SPENT.get() + steps;
        SPENT.set(spent);
        match spent < LOOK {
            true => ControlFlow::Continue(()),
            false => self.look(),
        }
    }

    #[cold]
    fn look(&self) -> ControlFlow<()> {
        match self.over() {
            None => {
                SPENT.set(0);
                ControlFlow::Continue(())
            }
            Some(_) => {
                SPENT.set(LOOK);
                ControlFlow::Break(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
