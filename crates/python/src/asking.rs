//! How a question is put to a game: what is kept between two of them, how one is bounded and ended,
//! and why one has no answer.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use pyo3::prelude::*;
use whowins::engine::{Engine, EngineError, Limits};
use whowins::verify::{Rejection, Verified, Why};
use whowins::{Grundy, NoGrundy};
use whowins_views::Fault;

use crate::fault::{self, LimitError};
use crate::run::{Bounds, run};

/// What is kept between two questions.
#[derive(Default)]
pub struct Kept {
    /// The engine, and the limits that it was made with.
    pub engine: Option<(Engine, Limits)>,
    pub grundy: Option<Grundy>,
    /// A law of these rules that the verifier has accepted.
    pub law: Option<Verified>,
}

/// Why a question has no answer.
pub enum No {
    /// A fault of what the views show, or of the rules.
    Shown(Fault),
    /// A limit, or what the engine cannot decide.
    Engine(EngineError),
    /// There is no Grundy value.
    Grundy(NoGrundy),
    /// The verifier refuses a certificate.
    Rejected(Rejection),
    /// What was asked with is none: a position, a name, a statement.
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

/// Where the questions about one game are put, one at a time: its bounds, and what is kept.
pub struct Asking {
    bounds: Mutex<Bounds>,
    kept: Mutex<Kept>,
}

impl Asking {
    /// Nothing is bounded, and nothing kept.
    pub fn new() -> Self {
        Self {
            bounds: Mutex::new(Bounds::NONE),
            kept: Mutex::new(Kept::default()),
        }
    }

    /// Bounds every later question. An engine keeps the limits that it was made with, so it is
    /// given back; a proved law stays.
    pub fn bound(&self, bounds: Bounds) {
        *locked(&self.bounds) = bounds;
        let mut kept = locked(&self.kept);
        (kept.engine, kept.grundy) = (None, None);
    }

    /// Does the work with an engine that keeps what it has found; what was stopped half way is
    /// begun anew the next time.
    pub fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Kept, &Limits) -> Result<T, No> + Send,
    ) -> PyResult<T> {
        let bounds = *locked(&self.bounds);
        let limits = bounds.limits();
        // A signal that comes while another thread works is looked at by that one.
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
