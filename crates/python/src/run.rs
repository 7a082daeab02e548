//! Work on a thread of its own, which a signal or a time ends.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use whowins::engine::Limits;

use crate::fault::LimitError;

/// The stack of a thread that works: rules nest, and games are recursed over.
const STACK: usize = 64 << 20;
/// Between two looks at signals.
const WAIT: Duration = Duration::from_millis(20);
/// The first waits are shorter: most answers are there by then.
const FIRST: Duration = Duration::from_micros(200);

/// How a call is bounded.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub seconds: Option<f64>,
    pub memory: Option<u64>,
    pub threads: Option<usize>,
}

impl Bounds {
    /// No bounds of one's own.
    pub const NONE: Self = Self {
        seconds: None,
        memory: None,
        threads: None,
    };

    /// The limits of one call; its time is looked at by [`run`].
    pub fn limits(self) -> Limits {
        let memory = self.memory.unwrap_or_else(whowins::engine::fair_memory);
        let limits = Limits::default().with_memory(memory);
        match self.threads {
            Some(threads) => limits.with_threads(threads.max(1)),
            None => limits,
        }
    }
}

/// Who is told how far work has come: called with what is done and how much there is, at the end
/// with nothing.
static SHOWN: Mutex<Option<Py<PyAny>>> = Mutex::new(None);
/// Work that is done sooner is not told of.
const QUIET: Duration = Duration::from_millis(500);
/// Between two tellings.
const TOLD: Duration = Duration::from_millis(200);

/// Has this be told how far work has come; nobody, where it is `None`.
#[pyfunction]
#[pyo3(signature = (hook))]
pub fn show(hook: Option<Py<PyAny>>) {
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = hook;
}

/// What is told of one piece of work.
struct Telling {
    hook: Option<Py<PyAny>>,
    next: Instant,
    has_begun: bool,
}

impl Telling {
    fn new(py: Python<'_>) -> Self {
        let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Self {
            hook: shown.as_ref().map(|hook| hook.clone_ref(py)),
            next: Instant::now() + QUIET,
            has_begun: false,
        }
    }

    /// How far it has come, where it is time to tell. What the hook raises ends the work.
    fn so_far(&mut self, py: Python<'_>, limits: &Limits) -> PyResult<()> {
        let (done, total) = limits.progress.so_far();
        match &self.hook {
            Some(hook) if total > 0 && Instant::now() >= self.next => {
                (self.next, self.has_begun) = (Instant::now() + TOLD, true);
                hook.call1(py, (done, total)).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    fn over(&self, py: Python<'_>) -> PyResult<()> {
        match &self.hook {
            Some(hook) if self.has_begun => hook.call0(py).map(|_| ()),
            _ => Ok(()),
        }
    }
}

/// Does the work without the interpreter's lock, until it is done, a signal comes, or the time is
/// over; then it is told to stop, and waited for.
///
/// # Errors
///
/// The signal's exception, or [`LimitError`].
pub fn run<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    seconds: Option<f64>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let end = seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .and_then(|time| Instant::now().checked_add(time));
    std::thread::scope(|scope| {
        let started = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        let thread = started.map_err(|error| LimitError::new_err(error.to_string()))?;
        let (mut why, mut pause) = (None, FIRST);
        let mut telling = Telling::new(py);
        while !thread.is_finished() {
            py.detach(|| std::thread::park_timeout(pause));
            pause = WAIT.min(pause * 2);
            if why.is_none() {
                why = py.check_signals().err();
                if why.is_none() {
                    why = telling.so_far(py, limits).err();
                }
                if why.is_none() && end.is_some_and(|end| Instant::now() >= end) {
                    why = Some(LimitError::new_err("the time ran out"));
                }
                if why.is_some() {
                    limits.budget.stop();
                }
            }
        }
        let done = py.detach(|| thread.join());
        why = why.or(telling.over(py).err());
        match (done, why) {
            (_, Some(why)) => Err(why),
            (Ok(done), None) => Ok(done),
            (Err(_), None) => Err(LimitError::new_err(
                "an internal fault; please report the rules and what was asked",
            )),
        }
    })
}
