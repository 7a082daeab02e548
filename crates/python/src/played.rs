//! Games with moves written in Python, solved by the engine's search.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use whowins::analysis::{Player, Value};
use whowins::engine::{EngineError, Limits, Playable, PlayableSolver};

use crate::fault;
use crate::run::{Bounds, run};

/// The options of a position, if they are known.
type Known = Option<Box<[u32]>>;

/// The moves of a game in Python. Positions are numbers here, and Python knows their meaning.
struct Moves {
    /// A Python function that maps a position and the player to the options, all as numbers.
    options: Py<PyAny>,
    /// If both players have the same moves: the cached options, so that each position is requested
    /// once.
    known: Option<Mutex<Vec<Known>>>,
    stuck: Value,
    /// The exception of the Python function. It stops the search.
    raised: Arc<Mutex<Option<PyErr>>>,
    limits: Limits,
}

impl Moves {
    fn ask(&self, number: u32, player: Player) -> Vec<u32> {
        let asked = Python::attach(|py| {
            let told = self.options.call1(py, (number, player.index()))?;
            told.extract::<Vec<u32>>(py)
        });
        asked.unwrap_or_else(|error| {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.limits.budget.stop();
            Vec::new()
        })
    }
}

impl Playable for Moves {
    type Position = u32;

    fn moves(&self, number: &u32, player: Player, to: &mut Vec<u32>) {
        let Some(known) = &self.known else {
            return to.extend(self.ask(*number, player));
        };
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = *number as usize;
        if known.len() <= at {
            known.resize(at + 1, None);
        }
        let options = known[at].get_or_insert_with(|| self.ask(*number, player).into());
        to.extend_from_slice(options);
    }

    fn stuck(&self) -> Value {
        self.stuck
    }

    /// Returns the size of cached options in bytes, for about four options.
    fn bytes(&self, _: &u32) -> usize {
        if self.known.is_some() { 64 } else { 0 }
    }
}

/// A game with moves written in Python, with cached results.
#[pyclass(frozen, module = "whowins._native")]
pub struct Played {
    options: Py<PyAny>,
    is_partizan: bool,
    stuck: Value,
    bounds: Mutex<Bounds>,
    raised: Arc<Mutex<Option<PyErr>>>,
    solver: Mutex<Option<(PlayableSolver<Moves>, Limits)>>,
}

impl Played {
    /// Runs `work` with the cached solver. After an error, the next call starts with a new one.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut PlayableSolver<Moves>) -> Result<T, EngineError> + Send,
    ) -> PyResult<T> {
        let Ok(mut kept) = self.solver.try_lock() else {
            return Err(PyRuntimeError::new_err(
                "the game is at work already: its moves, or another thread, cannot ask it meanwhile",
            ));
        };
        let bounds = *self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut solver, limits) = match kept.take() {
            Some(known) => known,
            None => {
                let limits = bounds.limits();
                let moves = Moves {
                    options: self.options.clone_ref(py),
                    known: (!self.is_partizan).then(Mutex::default),
                    stuck: self.stuck,
                    raised: Arc::clone(&self.raised),
                    limits: limits.clone(),
                };
                (PlayableSolver::new(moves, &limits), limits)
            }
        };
        // Attach the working thread to the interpreter once. Attaching for each query takes longer
        // than the query.
        let done = run(py, &limits, bounds.seconds, || {
            Python::attach(|py| py.detach(|| work(&mut solver)))
        });
        let raised = self.raised.lock();
        if let Some(error) = raised.unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        let found = done?.map_err(|error| fault::engine(&error))?;
        *kept = Some((solver, limits));
        Ok(found)
    }
}

#[pymethods]
impl Played {
    /// Creates a game with these moves. A player who cannot move loses, or wins under misère play.
    #[new]
    fn new(options: Py<PyAny>, is_misere: bool, is_partizan: bool) -> Self {
        Self {
            options,
            is_partizan,
            stuck: if is_misere { Value::Win } else { Value::Loss },
            bounds: Mutex::new(Bounds::NONE),
            raised: Arc::default(),
            solver: Mutex::default(),
        }
    }

    /// Sets the limits of later calls, like those of a game with rules.
    #[pyo3(signature = (seconds=None, memory=None))]
    fn limit(&self, seconds: Option<f64>, memory: Option<u64>) {
        *self.bounds.lock().unwrap_or_else(PoisonError::into_inner) = Bounds {
            seconds,
            memory,
            threads: Some(1),
        };
        if let Ok(mut solver) = self.solver.try_lock() {
            *solver = None;
        }
    }

    /// Solves a position. Returns the value for the player to move, the length of optimal play, and
    /// the position after a best move.
    fn solve(
        &self,
        py: Python<'_>,
        number: u32,
        player: usize,
    ) -> PyResult<(&'static str, Option<u64>, Option<u32>)> {
        let player = Player::BOTH[player.min(1)];
        let found = self.ask(py, |solver| solver.solve(&number, player))?;
        let value = match found.value {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
        };
        Ok((value, found.remoteness, found.best))
    }

    /// Returns the Grundy value, or `None` if positions repeat.
    fn grundy(&self, py: Python<'_>, number: u32) -> PyResult<Option<u32>> {
        self.ask(py, |solver| solver.grundy(&number))
    }
}

/// Returns the preperiod and the period of a sequence that repeats at least three times.
#[pyfunction]
pub fn observed(terms: Vec<String>) -> Option<(usize, usize)> {
    whowins::engine::observed(&terms).map(|seen| (seen.preperiod, seen.period))
}
