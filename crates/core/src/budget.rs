//! Time, memory and cancellation: what work may use up, asked in one place.
//!
//! A state can have more moves than anybody wants to wait for, so looking at the clock between
//! states is not enough. Whatever lists moves charges a [`Budget`] for each choice it tries, those
//! included that a guard refuses, and breaks off once the budget is over. Whatever keeps a table or
//! a list asks it for room before the bytes are taken.
//!
//! What was enumerated until then is not all there is. So whoever enumerates under a budget asks it
//! once more before a result is given out or kept. That never misses a cut: a deadline that has
//! passed has passed for good, and a stop flag is lowered only by those who set it, after the work
//! that it stopped has ended.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use web_time::Instant;

/// When to stop, at a time or when told to, and how much memory there is. A clone is the same
/// budget: it is over when the first is.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Bytes that a table or a list may take.
    pub memory: u64,
    /// When it is over; never by itself where there is none.
    pub deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    alarm: Option<Arc<Alarm>>,
    grace: Option<Arc<Grace>>,
}

/// So much later than it might.
#[derive(Debug)]
struct Grace {
    time: Duration,
    /// When the stop flag was first seen.
    told: OnceLock<Instant>,
}

/// Ends work for a while: a time, and perhaps a flag, for each piece of work under a budget that is
/// for a whole life. It rings by itself, so that nobody has to watch the clock beside the work.
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
    /// Nanoseconds from the start on.
    after: AtomicU64,
    flag: Arc<AtomicBool>,
    heeds: AtomicBool,
}

/// No time is set.
const NEVER: u64 = u64::MAX;

impl Alarm {
    /// One that is not set; the flag is looked at while it is set to heed it.
    pub fn new(flag: Arc<AtomicBool>) -> Self {
        Self {
            start: Instant::now(),
            after: AtomicU64::new(NEVER),
            flag,
            heeds: AtomicBool::new(false),
        }
    }

    /// Rings once this time is over, or where it `heeds` the flag, once that is set.
    pub fn set(&self, time: Duration, heeds: bool) {
        let after = self.start.elapsed().saturating_add(time).as_nanos();
        let after = u64::try_from(after).unwrap_or(NEVER);
        self.after.store(after, Ordering::Relaxed);
        self.heeds.store(heeds, Ordering::Relaxed);
    }

    /// Rings no more, until it is set again.
    pub fn clear(&self) {
        self.after.store(NEVER, Ordering::Relaxed);
        self.heeds.store(false, Ordering::Relaxed);
    }

    /// Whether it rings.
    pub fn rings(&self) -> bool {
        let after = self.after.load(Ordering::Relaxed);
        let late = || after != NEVER && self.start.elapsed().as_nanos() >= u128::from(after);
        self.heeds.load(Ordering::Relaxed) && self.flag.load(Ordering::Relaxed) || late()
    }
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
pub const LOOK: u64 = 1 << 14;

thread_local! {
    /// Charges of this thread since its last look, whatever they were for: states with few moves
    /// add up.
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

impl Default for Budget {
    /// One with a flag of its own, and no bound of time or memory.
    fn default() -> Self {
        Self::new(None, Arc::default())
    }
}

impl Budget {
    /// One that is never over, and cannot be stopped.
    pub const OPEN: Self = Self {
        memory: u64::MAX,
        deadline: None,
        stop: None,
        alarm: None,
        grace: None,
    };

    /// A budget that is over at `deadline`, or once `stop` is set; any number of bytes.
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

    /// The same with so many bytes.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// The same, over at `deadline` at the latest.
    #[must_use]
    pub fn by(self, deadline: Instant) -> Self {
        let deadline = self.deadline.map_or(deadline, |own| own.min(deadline));
        Self {
            deadline: Some(deadline),
            ..self
        }
    }

    /// The same under another flag.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self {
            stop: Some(stop),
            ..self
        }
    }

    /// The same, ended by an alarm and no flag.
    #[must_use]
    pub fn ended_by(self, alarm: Arc<Alarm>) -> Self {
        Self {
            stop: None,
            alarm: Some(alarm),
            ..self
        }
    }

    /// Has all work under this budget stop; in vain for one that is [`Budget::OPEN`], or is ended
    /// by an [`Alarm`].
    pub fn stop(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The flag that ends it, for those who set it; one that nobody looks at where there is none.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone().unwrap_or_default()
    }

    /// Whether it was told to stop.
    pub fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.alarm.as_ref().is_some_and(|alarm| alarm.rings())
    }

    /// Whether there is room for so many bytes; to be asked before they are taken.
    pub fn has_room(&self, bytes: u64) -> bool {
        bytes <= self.memory
    }

    /// The same, over so much later: for work that can be put away between two steps, and would
    /// lose a step that is cut. To be made once, and not to be used again after a stop.
    #[must_use]
    pub fn with_grace(self, time: Duration) -> Self {
        let told = OnceLock::new();
        let grace = Some(Arc::new(Grace { time, told }));
        Self { grace, ..self }
    }

    /// Whether it is over, and why: a look at the flag and the clock, some 50 ns.
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

    /// Takes so many steps off; breaks off where the budget is over. It looks only once in some
    /// 16,000 steps, a nanosecond otherwise; but a thread that was once broken off is so at each
    /// next charge.
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
