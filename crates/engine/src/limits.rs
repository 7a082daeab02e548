//! What the engine may use up, and what it says when that is not enough.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;
use whowins_analysis::{Budget, Frame, Over};

use crate::together::{self, Pool};

/// So many states are decided sooner than a thread is started.
const FEW: u64 = 1 << 12;

/// Bounds on an engine's work.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time, memory and stop flag.
    pub budget: Budget,
    /// Threads that may work.
    pub threads: usize,
    /// Told how far the work has come.
    pub progress: Arc<Progress>,
}

/// How far a long solve has come: states looked at, of how many.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Starts to count towards `total` states.
    pub fn start(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts states that are done.
    pub fn add(&self, states: u64) {
        self.done.fetch_add(states, Ordering::Relaxed);
    }

    /// States done, and how many there are; 0 of 0 before it is known.
    pub fn so_far(&self) -> (u64, u64) {
        let total = self.total.load(Ordering::Relaxed);
        (self.done.load(Ordering::Relaxed).min(total), total)
    }
}

impl Default for Limits {
    /// 4 GiB, all cores, no deadline.
    fn default() -> Self {
        Self {
            budget: Budget::default().with_memory(4 << 30),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            progress: Arc::new(Progress::default()),
        }
    }
}

impl Limits {
    /// The same bounds with an end `time` from now, by the clock.
    ///
    /// ```
    /// use std::time::Duration;
    /// use whowins_engine::{EngineError, Limits};
    ///
    /// let limits = Limits::default().with_memory(1 << 20).with_threads(1).with_time(Duration::ZERO);
    /// assert_eq!(limits.check(), Err(EngineError::Time));
    /// assert!(limits.room(1 << 21).is_err());
    /// ```
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.budget.deadline = Instant::now().checked_add(time);
        self
    }

    /// The same bounds with an end no later than `time` from now.
    ///
    /// ```
    /// use std::time::Duration;
    /// use whowins_engine::Limits;
    ///
    /// let hour = Duration::from_secs(3600);
    /// assert!(Limits::default().with_at_most(Duration::ZERO).with_at_most(hour).check().is_err());
    /// assert!(Limits::default().with_at_most(hour).check().is_ok());
    /// ```
    #[must_use]
    pub fn with_at_most(mut self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        self.budget.deadline = match (self.budget.deadline, end) {
            (Some(before), Some(end)) => Some(before.min(end)),
            (before, end) => before.or(end),
        };
        self
    }

    /// The same bounds with so many tenths of the time that is left.
    #[must_use]
    pub fn with_tenths(mut self, tenths: u32) -> Self {
        let now = Instant::now();
        let left = |end: Instant| now + end.saturating_duration_since(now) * tenths / 10;
        self.budget.deadline = self.budget.deadline.map(left);
        self
    }

    /// The same bounds with so many bytes.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Self {
        self.budget.memory = memory;
        self
    }

    /// The same bounds with so many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Does the work on so many states on the threads that may work, or on this one where they are
    /// few.
    pub(crate) fn in_pool<T: Send>(
        &self,
        states: u64,
        work: impl FnOnce() -> Result<T, EngineError> + Send,
    ) -> Result<T, EngineError> {
        if states <= FEW {
            return together::alone(work);
        }
        let pool = self.pool();
        let (mut work, mut done) = (Some(work), None);
        // Behind a pointer, so that what changes threads is compiled once.
        let run: &mut (dyn FnMut() + Send) = &mut || done = work.take().map(|work| work());
        pool.install(run);
        done.unwrap_or(Err(EngineError::Stopped))
    }

    /// The threads that may work.
    pub(crate) fn pool(&self) -> Pool {
        together::pool(self.threads)
    }

    /// Fails once the time is over or a stop was asked for. Cheap enough for every few thousand
    /// states. What was enumerated under the budget
    /// ([`Frame::under`](whowins_analysis::Frame::under)) is whole where this is content
    /// afterwards.
    ///
    /// # Errors
    ///
    /// [`EngineError::Time`] or [`EngineError::Stopped`].
    pub fn check(&self) -> Result<(), EngineError> {
        self.budget.over().map_or(Ok(()), |over| Err(over.into()))
    }

    /// Fails where so many bytes are more than is allowed; to be asked before they are taken.
    ///
    /// # Errors
    ///
    /// [`EngineError::Memory`].
    pub fn room(&self, wanted: u64) -> Result<(), EngineError> {
        match self.budget.has_room(wanted) {
            true => Ok(()),
            false => Err(EngineError::Memory {
                wanted: Some(wanted),
                allowed: self.budget.memory,
            }),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// The table would not fit.
    Memory {
        /// Bytes wanted; `None` where it is not known how many.
        wanted: Option<u64>,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The time ran out.
    Time,
    /// It was told to stop.
    Stopped,
    /// The system started no thread.
    Threads,
    /// A budget of steps ran out.
    Steps(u64),
    /// From this position play need never end, and the rules do not say what that means.
    Endless {
        /// The position, as it is written.
        position: String,
    },
    /// A variable grows without bound in play, so the positions are not finite.
    Unbounded {
        /// Its name.
        variable: String,
    },
    /// More positions were found than fit, and nothing in the rules shows how far a variable can
    /// grow.
    Vast {
        /// Its name.
        variable: String,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Finished cells could not be put away, or not be read again; one message.
    Storage(String),
    /// No strategy takes positions this large.
    TooLarge(String),
    /// A result contradicts the rules: a bug in this program.
    Internal(String),
}

impl EngineError {
    /// Whether a larger budget could bring the answer; else the input is at fault.
    pub fn is_budget(&self) -> bool {
        matches!(
            self,
            Self::Memory { .. }
                | Self::Time
                | Self::Stopped
                | Self::Threads
                | Self::Steps(_)
                | Self::Vast { .. }
        )
    }
}

impl From<Over> for EngineError {
    fn from(over: Over) -> Self {
        match over {
            Over::Time => Self::Time,
            Over::Stopped => Self::Stopped,
        }
    }
}

impl EngineError {
    /// Whether another strategy may answer where one says this: it met a limit of its own tables,
    /// and not one of the whole work.
    pub(crate) fn leaves_others(&self) -> bool {
        matches!(
            self,
            Self::Memory { .. } | Self::Unbounded { .. } | Self::Vast { .. } | Self::TooLarge(_)
        )
    }
}

/// Fails where a walk of moves met one that machine words do not hold: what was worked out is void.
///
/// # Errors
///
/// [`EngineError::TooLarge`].
pub(crate) fn within_words(frame: &Frame) -> Result<(), EngineError> {
    match frame.left_words() {
        false => Ok(()),
        true => Err(EngineError::TooLarge(
            "play leads to numbers of 2^62 or more, and positions are listed below that; bound the variables in the rules, or ask for a smaller position"
                .into(),
        )),
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { wanted, allowed } => {
                let allowed = bytes(*allowed);
                match wanted.map(bytes) {
                    // In the same digits it would read as if there were enough.
                    Some(wanted) if wanted != allowed => {
                        write!(f, "the table of positions would take {wanted}")?
                    }
                    _ => f.write_str("the table of positions grew too large")?,
                }
                write!(
                    f,
                    ", and {allowed} are allowed; ask for a smaller position, or allow more with --memory"
                )
            }
            Self::Time => f.write_str("the time ran out; allow more with --time"),
            Self::Stopped => f.write_str("stopped before the answer was found"),
            Self::Threads => f.write_str(
                "the system starts no more threads; allow more address space (`ulimit -v`) \
                 or processes (`ulimit -u`)",
            ),
            Self::Steps(steps) => {
                write!(f, "no repeat within {steps} steps; allow more with --time")
            }
            Self::Endless { position } => write!(
                f,
                "from {position} play need never end, and the rules do not say who wins then; add the line `repetition draws`, \
                 or moves that always lead on"
            ),
            Self::Unbounded { variable } => write!(
                f,
                "{variable} can grow without end, so there is no finite set of positions to solve; bound it in the rules, for \
                 example: position {variable} <= 100"
            ),
            Self::Vast { variable, allowed } => write!(
                f,
                "play reaches more positions than fit in a fair part of the {} allowed, and the rules do not show how far {variable} can grow. Bound it in the rules, for example: position {variable} <= 100, or allow more with --memory",
                bytes(*allowed)
            ),
            Self::TooLarge(what) | Self::Storage(what) => f.write_str(what),
            Self::Internal(what) => write!(
                f,
                "internal error: {what}; this is a bug in whowins, not in your input; please report it with the game and the position"
            ),
        }
    }
}

impl std::error::Error for EngineError {}

/// A number of bytes as a person says it.
fn bytes(count: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut unit = 0;
    let mut whole = count;
    let mut tenth = 0;

    while whole >= 1024 && unit + 1 < units.len() {
        tenth = whole % 1024 * 10 / 1024;
        whole /= 1024;
        unit += 1;
    }

    if unit == 0 {
        format!("{whole} {}", units[unit])
    } else {
        format!("{whole}.{tenth} {}", units[unit])
    }
}
