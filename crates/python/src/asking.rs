//! Queries about a game: cached results, limits, cancellation and errors.
//!
//! Start reading at [`Asking::ask`].

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use pyo3::prelude::*;
use whowins::engine::{Engine, EngineError, Limits};
use whowins::verify::{Rejection, Verified, Why};
use whowins::{Grundy, NoGrundy};
use whowins_views::Fault;

use crate::fault::{self, LimitError};
use crate::run::{Bounds, run};

/// The results cached between two queries.
#[derive(Default)]
pub struct Kept {
    /// The engine, with the limits of its creation.
    pub engine: Option<(Engine, Limits)>,
    pub grundy: Option<Grundy>,
    /// A law of these rules that the verifier accepted.
    pub law: Option<Verified>,
}

/// The reason why a query has no answer.
pub enum No {
    /// An error of the views or of the rules.
    Shown(Fault),
    /// A limit, or a position that the engine can't solve.
    Engine(EngineError),
    /// The position has no Grundy value.
    Grundy(NoGrundy),
    /// The verifier rejected a certificate.
    Rejected(Rejection),
    /// An invalid argument: a position, a name, a statement.
    Input(String),
}

impl From<Fault> for No {
    fn from(fault: Fault) -> Self {
        Self::Shown(fault)
    }
}

impl From<EngineError> for No {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<NoGrundy> for No {
    fn from(why: NoGrundy) -> Self {
        Self::Grundy(why)
    }
}

impl From<Rejection> for No {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl From<No> for PyErr {
    fn from(no: No) -> Self {
        match no {
            No::Shown(fault) => fault::shown(&fault),
            No::Engine(error) | No::Grundy(NoGrundy::Engine(error)) => fault::engine(&error),
            No::Grundy(why) => fault::input(why),
            No::Rejected(rejection) if matches!(rejection.why, Why::Budget) => {
                LimitError::new_err(rejection.message)
            }
            No::Rejected(rejection) => fault::input(rejection.message),
            No::Input(message) => fault::input(message),
        }
    }
}

fn locked<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The queries about one game, one at a time: their limits and the cache.
pub struct Asking {
    bounds: Mutex<Bounds>,
    kept: Mutex<Kept>,
}

impl Asking {
    /// Creates an empty cache without limits.
    pub fn new() -> Self {
        Self {
            bounds: Mutex::new(Bounds::NONE),
            kept: Mutex::new(Kept::default()),
        }
    }

    /// Sets the limits of later queries. Drops the engine, which has the limits of its creation. A
    /// proved law stays.
    pub fn bound(&self, bounds: Bounds) {
        *locked(&self.bounds) = bounds;
        let mut kept = locked(&self.kept);
        (kept.engine, kept.grundy) = (None, None);
    }

    /// Runs `work` with the cached engine. Interrupted work starts again at the next call.
    pub fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Kept, &Limits) -> Result<T, No> + Send,
    ) -> PyResult<T> {
        let bounds = *locked(&self.bounds);
        let limits = bounds.limits();
        // If another thread is working, that thread handles a signal.
        let mut kept = loop {
            match self.kept.try_lock() {
                Ok(kept) => break kept,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                    py.check_signals()?;
                }
            }
        };
        let limits = match &kept.engine {
            Some((_, limits)) => limits.clone(),
            None => limits,
        };
        let inside: &mut Kept = &mut kept;
        let given = limits.clone();
        let done = run(py, &limits, bounds.seconds, move || work(inside, &given));
        if limits.budget.is_stopped() {
            let law = kept.law.take();
            *kept = Kept {
                law,
                ..Kept::default()
            };
        }
        Ok(done??)
    }
}
