//! Values of short games.

use pyo3::prelude::*;
use serde_json::json;
use whowins::rules::{Diagnostic, Diagnostics};
use whowins_draw::Theme;
use whowins_values::{Answer, Arena, Cut, Fault, Value, Why, read};
use whowins_views::ValueCard;

use crate::fault::{LimitError, rules};
use crate::run::{Bounds, run};

/// Memory limit of an expression in bytes.
const MEMORY: u64 = 1 << 30;

/// Evaluates an expression. Returns an object with its properties; for a comparison, the truth
/// value.
#[pyfunction]
#[pyo3(signature = (text, seconds=None))]
pub fn value(py: Python<'_>, text: &str, seconds: Option<f64>) -> PyResult<String> {
    told(py, text, seconds, |arena, value| {
        Ok(ValueCard::of(arena, value)?.json().to_string())
    })
}

/// Returns the thermograph of an expression as SVG.
#[pyfunction]
#[pyo3(signature = (text, seconds=None))]
pub fn thermograph(py: Python<'_>, text: &str, seconds: Option<f64>) -> PyResult<String> {
    told(py, text, seconds, |arena, value| {
        let picture = ValueCard::of(arena, value)?.picture();
        picture
            .map(|picture| picture.svg(Theme::Light))
            .ok_or(Cut::Memory)
    })
}

fn told(
    py: Python<'_>,
    text: &str,
    seconds: Option<f64>,
    tell: impl Fn(&mut Arena, Value) -> Result<String, Cut> + Send,
) -> PyResult<String> {
    let limits = Bounds {
        seconds,
        memory: Some(MEMORY),
        threads: Some(1),
    }
    .limits();
    let budget = limits.budget.clone();
    let found = run(py, &limits, seconds, move || -> Result<String, Why> {
        let question = read(text).map_err(Why::Fault)?;
        let mut arena = Arena::new(budget);
        let answer: Answer = question.answer(&mut arena)?;
        match answer.claim {
            None => Ok(tell(&mut arena, answer.value)?),
            Some((relation, _, order)) => Ok(json!({"holds": relation.holds(order)}).to_string()),
        }
    })?;
    found.map_err(|why| match why {
        Why::Fault(fault) => at_fault(text, fault),
        Why::Cut(cut) => LimitError::new_err(cut.to_string()),
    })
}

fn at_fault(text: &str, fault: Fault) -> PyErr {
    rules(&Diagnostics {
        origin: "the expression".into(),
        source: text.to_owned(),
        errors: vec![Diagnostic::new(fault.span, fault.message).help(fault.help)],
    })
}
