//! Runs work on a separate thread until it is done, a signal arrives or the time is over.
//!
//! Start reading at [`run`].

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use whowins::engine::Limits;

use crate::fault::LimitError;

/// Stack size of a working thread. Rules can be nested, and games are solved recursively.
const STACK: usize = 64 << 20;
/// Interval between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);
/// Initial interval. Most answers are ready after it.
const FIRST_INTERVAL: Duration = Duration::from_micros(200);

/// The limits of a call.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub seconds: Option<f64>,
    pub memory: Option<u64>,
    pub threads: Option<usize>,
}

impl Bounds {
    /// No limits.
    pub const NONE: Self = Self {
        seconds: None,
        memory: None,
        threads: None,
    };

    /// Returns the limits of one call. [`run`] enforces the time limit.
    pub fn limits(self) -> Limits {
        let memory = self.memory.unwrap_or_else(whowins::engine::fair_memory);
        let limits = Limits::default().with_memory(memory);
        match self.threads {
            Some(threads) => limits.with_threads(threads.max(1)),
            None => limits,
        }
    }
}

/// The progress callback. It is called with the amount done and the total, and finally with
/// nothing.
static SHOWN: Mutex<Option<Py<PyAny>>> = Mutex::new(None);
/// Minimum duration of work with progress reports.
const MIN_REPORTED: Duration = Duration::from_millis(500);
/// Interval between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Sets the progress callback. `None` disables progress reports.
#[pyfunction]
#[pyo3(signature = (hook))]
pub fn show(hook: Option<Py<PyAny>>) {
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = hook;
}

/// The progress reports of one call.
struct Progress {
    hook: Option<Py<PyAny>>,
    next: Instant,
    has_begun: bool,
}

impl Progress {
    fn new(py: Python<'_>) -> Self {
        let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Self {
            hook: shown.as_ref().map(|hook| hook.clone_ref(py)),
            next: Instant::now() + MIN_REPORTED,
            has_begun: false,
        }
    }

    /// Reports progress if it is time for it. An exception of the callback ends the work.
    fn so_far(&mut self, py: Python<'_>, limits: &Limits) -> PyResult<()> {
        let (done, total) = limits.progress.so_far();
        match &self.hook {
            Some(hook) if total > 0 && Instant::now() >= self.next => {
                (self.next, self.has_begun) = (Instant::now() + REPORT_INTERVAL, true);
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

/// Runs `work` without the interpreter's lock until it is done, a signal arrives, or the time is
/// over. In the latter cases it requests a stop and waits for the end.
///
/// # Errors
///
/// Returns the exception of the signal, or a [`LimitError`].
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
        let (mut why, mut pause) = (None, FIRST_INTERVAL);
        let mut telling = Progress::new(py);
        while !thread.is_finished() {
            py.detach(|| std::thread::park_timeout(pause));
            pause = SIGNAL_INTERVAL.min(pause * 2);
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
                "an internal error; please report the rules and the call",
            )),
        }
    })
}
