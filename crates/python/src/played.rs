//! Games whose moves are written in Python, decided by the engine's search.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use whowins::analysis::{Player, Value};
use whowins::engine::{EngineError, Limits, Playable, PlayableSolver};

use crate::fault;
use crate::run::{Bounds, run};

/// The options of a position, where they are known.
type Known = Option<Box<[u32]>>;

/// The moves of a game in Python. Positions are numbers here: which position a number is, Python
/// knows.
struct Moves {
    /// Takes a position's number and the player, and gives the numbers of the positions after.
    options: Py<PyAny>,
    /// Where both players have the same moves: those of the positions that were asked, so that each
    /// is asked once.
    known: Option<Mutex<Vec<Known>>>,
    stuck: Value,
    /// What the function in Python has raised; the search is stopped then.
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

    /// The options that are kept, some four of them.
    fn bytes(&self, _: &u32) -> usize {
        if self.known.is_some() { 64 } else { 0 }
    }
}

/// A game whose moves are written in Python, and what was worked out of it.
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
    /// Does the work with a solver that keeps what it has looked at; after a fault the next one
    /// begins anew.
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
        // One state of the interpreter for all that is asked by the thread that works: to make one
        // for each question takes longer than the question.
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
    /// A game of these moves; who cannot move loses, or wins in misère play.
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

    /// Bounds every later call, as that of a game of rules does.
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

    /// What a position is worth for the player to move, how long best play lasts, and the position
    /// after a best move.
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

    /// The Grundy value; `None` where positions repeat.
    fn grundy(&self, py: Python<'_>, number: u32) -> PyResult<Option<u32>> {
        self.ask(py, |solver| solver.grundy(&number))
    }
}

/// The shortest period of a sequence that is seen three times over: preperiod and period.
#[pyfunction]
pub fn observed(terms: Vec<String>) -> Option<(usize, usize)> {
    whowins::engine::observed(&terms).map(|seen| (seen.preperiod, seen.period))
}
