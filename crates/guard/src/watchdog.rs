//! The thread that ends the process where nobody else does.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::{allocator, ending};

/// How long work may go on after a limit or an interrupt: it is to end by itself within this.
pub const GRACE: Duration = Duration::from_millis(700);
/// Between two looks.
const TICK: Duration = Duration::from_millis(20);
/// Between two looks where much memory is out.
const SHORT_TICK: Duration = Duration::from_millis(2);

/// What a process is held to.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// Bytes of memory; the process may take a quarter more, and 32 MB.
    pub memory: Option<u64>,
    /// When the work is to be over.
    pub deadline: Option<Instant>,
    /// Set by whoever asks for an end.
    pub stop: Option<Arc<AtomicBool>>,
    /// How long an end that was asked for may take; 0.7 s where nothing is said.
    pub farewell: Option<Duration>,
}

/// Whether work is under way that the deadline bounds.
static WORKING: AtomicBool = AtomicBool::new(true);
/// How many hold the clock.
static PAUSES: AtomicU32 = AtomicU32::new(0);
/// Since when nobody does.
static SINCE: Mutex<Option<Instant>> = Mutex::new(None);

/// The deadline that [`watch`] was given.
static DEADLINE: OnceLock<Instant> = OnceLock::new();

/// Returns `true` once the deadline of the process has passed.
pub(crate) fn is_past_deadline() -> bool {
    DEADLINE
        .get()
        .is_some_and(|deadline| *deadline <= Instant::now())
}

/// Holds the process to its bounds, from now to its end: on a thread of its own, and in the
/// allocator. To be called once.
///
/// Where the deadline passes or an end is asked for and the process goes on, it ends 0.7 s later
/// with one sentence and exit code 3; where more of it lies in memory than it may, at once.
pub fn watch(bounds: Bounds) {
    if let Some(memory) = bounds.memory {
        allocator::limit(memory);
    }
    if let Some(deadline) = bounds.deadline {
        let _ = DEADLINE.set(deadline);
    }
    // Where no thread can be had, the allocator still stands.
    let _ = std::thread::Builder::new()
        .name("watchdog".into())
        .stack_size(64 << 10)
        .spawn(move || look_on(&bounds));
}

/// The deadline bounds what is done from here on.
pub fn work() {
    WORKING.store(true, Ordering::Relaxed);
}

/// The work is done: what follows (an answer that is printed) takes the time it takes. An end that
/// is asked for is still kept.
pub fn rest() {
    WORKING.store(false, Ordering::Relaxed);
}

/// The clock stands until this is dropped.
pub struct Paused(());

/// Lets what must not be broken off (a file that is put in its place, a state that is saved) or
/// cannot be hurried (a person who types) take its time.
pub fn pause() -> Paused {
    PAUSES.fetch_add(1, Ordering::Relaxed);
    Paused(())
}

impl Drop for Paused {
    fn drop(&mut self) {
        *SINCE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        PAUSES.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is to be said, and when the process ends by it.
#[derive(Debug, Default)]
pub struct Due {
    /// When an end was asked for.
    asked: Option<Instant>,
}

/// Why the process is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its time is over.
    Time,
    /// Somebody asked for it.
    Stopped,
}

impl Due {
    /// Why the process is to end now, if it is; `free` is since when nobody holds the clock.
    pub fn look(
        &mut self,
        bounds: &Bounds,
        now: Instant,
        free: Option<Instant>,
        working: bool,
    ) -> Option<Reason> {
        let stop = |bounds: &Bounds| {
            let stop = bounds.stop.as_ref();
            stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        };
        if self.asked.is_none() && stop(bounds) {
            self.asked = Some(now);
        }
        // A flag that is taken back (a match goes on after a move was stopped) asks for nothing.
        if !stop(bounds) {
            self.asked = None;
        }
        let late = |at: Instant, grace| {
            let from = free.map_or(at, |free| free.max(at));
            now.saturating_duration_since(from) >= grace
        };
        if let Some(asked) = self.asked
            && late(asked, bounds.farewell.unwrap_or(GRACE))
        {
            return Some(Reason::Stopped);
        }
        let deadline = bounds
            .deadline
            .filter(|deadline| working && *deadline <= now)?;
        late(deadline, GRACE).then_some(Reason::Time)
    }
}

fn look_on(bounds: &Bounds) {
    let mut due = Due::default();
    let mut tick = TICK;
    loop {
        std::thread::sleep(tick);
        if bounds.memory.is_some() {
            tick = match allocator::look() {
                true => SHORT_TICK,
                false => TICK,
            };
        }
        if PAUSES.load(Ordering::Relaxed) > 0 {
            continue;
        }
        let free = *SINCE.lock().unwrap_or_else(PoisonError::into_inner);
        let working = WORKING.load(Ordering::Relaxed);
        match due.look(bounds, Instant::now(), free, working) {
            None => {}
            Some(Reason::Stopped) => ending::end_by_limit(format_args!("{}", ending::stopped())),
            Some(Reason::Time) => {
                ending::end_by_limit(format_args!("the time ran out; allow more with --time"))
            }
        }
    }
}
