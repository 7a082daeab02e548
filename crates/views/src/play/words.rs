//! What a value is called.

use whowins_analysis::Value;

/// The outcome class of a position in an impartial game, by its value for the player to move.
pub fn class(value: Value) -> &'static str {
    match value {
        Value::Loss => "a P-position",
        _ => "an N-position",
    }
}

/// What becomes of the player to move.
pub fn fate(value: Value) -> &'static str {
    match value {
        Value::Loss => "loses",
        Value::Win => "wins",
        Value::Draw => "draws",
    }
}

/// "a loss in 6 moves".
pub fn lasts(value: Value, moves: u64) -> String {
    let what = match value {
        Value::Loss => "a loss",
        Value::Win => "a win",
        Value::Draw => "a draw",
    };
    let plural = if moves == 1 { "" } else { "s" };
    format!("{what} in {moves} move{plural}")
}

pub fn with_reason(said: String, reason: Option<String>) -> String {
    match reason {
        Some(reason) => format!("{said}: {reason}"),
        None => said,
    }
}
