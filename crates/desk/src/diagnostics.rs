//! Diagnostics as the page reads them: places as lines and columns.

use serde_json::{Value, json};
use whowins_rules::{Diagnostic, Diagnostics};

/// More errors than these are not told.
const TOLD: usize = 100;

/// The errors, each with its place; lines and columns count from 1, columns count characters.
pub fn told(errors: &Diagnostics) -> Value {
    let one = |fault: &Diagnostic| {
        let place = |byte: usize| {
            let (line, column) = errors.place(byte);
            [line, column]
        };
        let alone = Diagnostics {
            errors: vec![fault.clone()],
            ..errors.clone()
        };
        json!({
            "severity": "error",
            "message": fault.message,
            "label": fault.label,
            "help": fault.help,
            "from": place(fault.span.start),
            "to": place(fault.span.end),
            "text": alone.render(false),
        })
    };
    errors.errors.iter().take(TOLD).map(one).collect()
}

/// A fault of a parameter's value, which has no place in the rules.
pub fn of_parameter(name: &str, message: &str) -> Value {
    json!({
        "severity": "error",
        "message": format!("{name}: {message}"),
        "label": "",
        "help": null,
        "from": [1, 1],
        "to": [1, 1],
        "text": format!("error: {name}: {message}"),
        "parameter": name,
    })
}
