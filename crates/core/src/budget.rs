//! Budgets: time, memory and cancellation for all work of the project.
//!
//! A single state can have a huge number of moves, so checking the clock between states isn't
//! enough. Code that enumerates moves charges its [`Budget`] for each choice it tries, including
//! choices that a guard rejects. It stops once the budget is exceeded. Code that stores a table or
//! a list checks the memory limit before it allocates.
//!
//! Invariant: an enumeration that was cut short is incomplete. Callers therefore check the budget
//! once more before they return or store a result. This check is reliable: a deadline stays
//! exceeded, and a stop flag is cleared only by its owner, after the work has ended.
//!
//! Start reading at [`Budget::charge`] and [`Budget::over`].

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use web_time::Instant;

/// Limits of time and memory, with a stop flag.
///
/// Clones share the limits: if one is exceeded, so are all.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Maximum memory of a table or a list, in bytes.
    pub memory: u64,
    /// The deadline, if there is one.
    pub deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    alarm: Option<Arc<Alarm>>,
    grace: Option<Arc<Grace>>,
}

/// A delay between a stop request and the end of work.
#[derive(Debug)]
struct Grace {
    time: Duration,
    /// The time at which the stop flag was first noticed.
    told: OnceLock<Instant>,
}

/// A timer for each piece of work under a long-lived budget, optionally combined with a flag.
///
/// The alarm compares the clock itself, so no thread has to wait for it.
///
/// ```
/// use std::sync::Arc;
/// use std::time::Duration;
/// use whowins_core::{Alarm, Budget};
///
/// let alarm = Arc::new(Alarm::new(Arc::default()));
/// let budget = Budget::OPEN.ended_by(Arc::clone(&alarm));
/// alarm.set(Duration::ZERO, true);
/// assert!(budget.is_stopped());
/// alarm.clear();
/// assert!(!budget.is_stopped());
/// ```
#[derive(Debug)]
pub struct Alarm {
    start: Instant,
    /// Nanoseconds from the start of the alarm.
    after: AtomicU64,
    flag: Arc<AtomicBool>,
    heeds: AtomicBool,
}

/// The alarm isn't set.
const NEVER: u64 = u64::MAX;

impl Alarm {
    /// Creates an alarm that isn't set. `flag` is read only while the alarm is set to heed it.
    pub fn new(flag: Arc<AtomicBool>) -> Self {
        Self {
            start: Instant::now(),
            after: AtomicU64::new(NEVER),
            flag,
            heeds: AtomicBool::new(false),
        }
    }

    /// Sets the alarm to ring after `time`, or earlier if it `heeds` the flag and the flag is set.
    pub fn set(&self, time: Duration, heeds: bool) {
        let after = self.start.elapsed().saturating_add(time).as_nanos();
        let after = u64::try_from(after).unwrap_or(NEVER);
        self.after.store(after, Ordering::Relaxed);
        self.heeds.store(heeds, Ordering::Relaxed);
    }

    /// Clears the alarm.
    pub fn clear(&self) {
        self.after.store(NEVER, Ordering::Relaxed);
        self.heeds.store(false, Ordering::Relaxed);
    }

    /// Returns true if the alarm rings.
    pub fn rings(&self) -> bool {
        let after = self.after.load(Ordering::Relaxed);
        let late = || after != NEVER && self.start.elapsed().as_nanos() >= u128::from(after);
        self.heeds.load(Ordering::Relaxed) && self.flag.load(Ordering::Relaxed) || late()
    }
}

/// The reason why a budget is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The deadline has passed.
    Time,
    /// The stop flag was set.
    Stopped,
}

/// Number of steps between two reads of the clock.
pub const LOOK: u64 = 1 << 14;

thread_local! {
    /// Steps of this thread since it last read the clock, for any budget. Short enumerations add
    /// up.
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

impl Default for Budget {
    /// Returns a budget with its own flag, and without limits of time or memory.
    fn default() -> Self {
        Self::new(None, Arc::default())
    }
}

impl Budget {
    /// A budget that is never exceeded and can't be stopped.
    pub const OPEN: Self = Self {
        memory: u64::MAX,
        deadline: None,
        stop: None,
        alarm: None,
        grace: None,
    };

    /// Creates a budget that is exceeded at `deadline` or once `stop` is set. Its memory is
    /// unlimited.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use whowins_core::{Budget, Over};
    ///
    /// let stop = Arc::new(AtomicBool::new(false));
    /// let budget = Budget::new(None, Arc::clone(&stop)).with_memory(1 << 30);
    /// assert_eq!(budget.over(), None);
    /// assert!(budget.has_room(1 << 20) && !budget.has_room(1 << 31));
    /// // From another thread, as by Ctrl-C.
    /// stop.store(true, Ordering::Relaxed);
    /// assert_eq!(budget.over(), Some(Over::Stopped));
    /// ```
    pub fn new(deadline: Option<Instant>, stop: Arc<AtomicBool>) -> Self {
        Self {
            deadline,
            stop: Some(stop),
            ..Self::OPEN
        }
    }

    /// Replaces the memory limit, in bytes.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Limits the deadline to `deadline` at the latest.
    #[must_use]
    pub fn by(self, deadline: Instant) -> Self {
        let deadline = self.deadline.map_or(deadline, |own| own.min(deadline));
        Self {
            deadline: Some(deadline),
            ..self
        }
    }

    /// Replaces the stop flag.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self {
            stop: Some(stop),
            ..self
        }
    }

    /// Replaces the stop flag by an alarm.
    #[must_use]
    pub fn ended_by(self, alarm: Arc<Alarm>) -> Self {
        Self {
            stop: None,
            alarm: Some(alarm),
            ..self
        }
    }

    /// Stops all work under this budget. No effect on [`Budget::OPEN`] or on a budget with an
    /// [`Alarm`].
    pub fn stop(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the stop flag. If the budget has no flag, returns one that isn't read.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone().unwrap_or_default()
    }

    /// Returns true if the stop flag is set or the alarm rings.
    pub fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.alarm.as_ref().is_some_and(|alarm| alarm.rings())
    }

    /// Returns true if `bytes` bytes may be allocated.
    pub fn has_room(&self, bytes: u64) -> bool {
        bytes <= self.memory
    }

    /// Adds a delay between a stop request and the end of work.
    ///
    /// Use it for work that can be saved between two steps and would lose a step that is cut short.
    /// Don't reuse the budget after a stop.
    #[must_use]
    pub fn with_grace(self, time: Duration) -> Self {
        let told = OnceLock::new();
        let grace = Some(Arc::new(Grace { time, told }));
        Self { grace, ..self }
    }

    /// Returns the reason if the budget is exceeded. Reads the flag and the clock, which takes
    /// about 50 ns.
    pub fn over(&self) -> Option<Over> {
        if self.is_stopped()
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

    /// Charges `steps` to the budget, and breaks if the budget is exceeded.
    ///
    /// Reads the clock once in about 16,000 steps and takes a nanosecond otherwise. After a break,
    /// every further charge of the thread breaks.
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
