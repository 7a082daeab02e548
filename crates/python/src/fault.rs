//! Conversion of errors to Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use whowins::engine::EngineError;
use whowins::rules::Diagnostics;
use whowins_views::Fault;

create_exception!(
    whowins,
    RulesError,
    PyValueError,
    "The rules, or the values of their parameters, have errors. `args[0]` is the text for people; `args[1]` lists the errors as tuples \
     (line, column, message, help)."
);
create_exception!(
    whowins,
    LimitError,
    PyException,
    "A limit of time or memory was met, or nothing says who wins so far out; the message says which."
);

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("LimitError", py.get_type::<LimitError>())
}

/// Converts errors of rules, with their places and fixes.
pub fn rules(faults: &Diagnostics) -> PyErr {
    let each: Vec<(usize, usize, String, Option<String>)> = faults
        .errors
        .iter()
        .map(|fault| {
            let (line, column) = faults.place(fault.span.start);
            (line, column, fault.message.clone(), fault.help.clone())
        })
        .collect();
    RulesError::new_err((faults.render(false), each))
}

/// Creates the exception for an argument that doesn't fit the game.
pub fn input(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Converts an error of the engine.
pub fn engine(error: &EngineError) -> PyErr {
    match error {
        EngineError::Endless { .. } => input(error),
        _ => LimitError::new_err(error.to_string()),
    }
}

/// Converts an error of the views.
pub fn shown(fault: &Fault) -> PyErr {
    match fault {
        Fault::Rules(faults) => rules(faults),
        Fault::Input(message) => input(message),
        Fault::Engine(error) => engine(error),
    }
}
