//! Where the desk's work is done: in four lanes, so that what takes seconds never stands before
//! what takes milliseconds.
//!
//! Whoever keeps a desk says what the lanes are: threads of their own and queues before them
//! ([`Lanes`]), or the one thread that asks ([`InPlace`]). The answers are the same.

use std::future::{Future, ready};
use std::pin::{Pin, pin};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, select};
use whowins_analysis::Budget;
use whowins_engine::Limits;

use crate::limits;
use crate::refusal::Refusal;

/// How long a job is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Milliseconds.
    Light,
    /// A table near 0: a second or two.
    Table,
    /// Perhaps many seconds: large positions.
    Heavy,
    /// The same: a search for a law, and what has to wait for one.
    Search,
}

impl Lane {
    /// All of them, the quickest first.
    pub const ALL: [Self; 4] = [Self::Light, Self::Table, Self::Heavy, Self::Search];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Table => "table",
            Self::Heavy => "heavy",
            Self::Search => "search",
        }
    }
}

/// What one job may use up.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Time of a job that is not a light one, from when it begins.
    pub time: Duration,
    /// Bytes of its tables.
    pub memory: u64,
    /// Threads that it may start.
    pub threads: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            time: limits::HEAVY_TIME,
            memory: limits::MEMORY,
            threads: limits::JOB_THREADS,
        }
    }
}

impl Bounds {
    /// Time of a job of this lane.
    pub fn time(&self, lane: Lane) -> Duration {
        match lane {
            Lane::Light => limits::LIGHT_TIME,
            Lane::Table | Lane::Heavy | Lane::Search => self.time,
        }
    }

    /// The limits of a job of this lane that begins now, and ends early once `stop` is set.
    pub fn limits(&self, lane: Lane, stop: Arc<AtomicBool>) -> Limits {
        let memory = match lane {
            Lane::Light => limits::LIGHT_MEMORY,
            Lane::Table | Lane::Heavy | Lane::Search => self.memory,
        };
        let limits = Limits {
            budget: Budget::new(None, stop).with_memory(memory),
            threads: self.threads,
            ..Limits::default()
        };
        limits.with_time(self.time(lane))
    }
}

/// A piece of work. It keeps to the limits it is given.
pub type Job = Box<dyn FnOnce(&Limits) -> Result<(), Refusal> + Send>;

/// What comes later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Who does the jobs of a desk.
pub trait Lanes: Send + Sync + 'static {
    /// Has a job done, or fails where too many wait, where it does not end in time, or panics;
    /// where the caller stops to wait, the job is told to stop.
    fn run(&self, lane: Lane, job: Job) -> Later<'_, Result<(), Refusal>>;

    /// A time from now on; at once where waiting brings nothing, because all is done in place.
    fn wait(&self, time: Duration) -> Later<'static, ()>;

    /// How many jobs of a lane are done at once.
    fn width(&self, lane: Lane) -> usize;

    /// Whether a job of this lane would begin at once.
    fn is_free(&self, lane: Lane) -> bool;
}

/// All on the thread that asks, before the answer is given out: for homes without threads, where
/// each thread of work keeps a desk of its own.
pub struct InPlace {
    bounds: Bounds,
    lanes: Vec<Lane>,
}

impl InPlace {
    /// The jobs of these lanes; a job of another one is refused with that lane's name, for it to be
    /// asked there.
    pub fn new(bounds: Bounds, lanes: &[Lane]) -> Self {
        Self {
            bounds,
            lanes: lanes.to_vec(),
        }
    }
}

impl Lanes for InPlace {
    fn run(&self, lane: Lane, job: Job) -> Later<'_, Result<(), Refusal>> {
        let done = match self.lanes.contains(&lane) {
            true => job(&self.bounds.limits(lane, Arc::default())),
            false => Err(Refusal::elsewhere(lane)),
        };
        Box::pin(ready(done))
    }

    fn wait(&self, _: Duration) -> Later<'static, ()> {
        Box::pin(ready(()))
    }

    fn width(&self, _: Lane) -> usize {
        1
    }

    fn is_free(&self, _: Lane) -> bool {
        true
    }
}

/// What a job gives.
///
/// # Errors
///
/// As [`Lanes::run`]; and what the job itself refuses.
pub async fn run<T: Send + 'static>(
    lanes: &dyn Lanes,
    lane: Lane,
    job: impl FnOnce(&Limits) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let place = Arc::new(Mutex::new(None));
    let kept = Arc::clone(&place);
    let work = move |limits: &Limits| {
        let done = job(limits)?;
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        Ok(())
    };
    lanes.run(lane, Box::new(work)).await?;
    let done = place.lock().unwrap_or_else(PoisonError::into_inner).take();
    done.ok_or_else(Refusal::internal)
}

/// What comes within this time, else nothing.
pub async fn within<T>(
    lanes: &dyn Lanes,
    time: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    match select(pin!(work), lanes.wait(time)).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}
