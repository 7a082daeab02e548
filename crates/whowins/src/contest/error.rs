//! What can be wrong with a contest's input.

use std::fmt;

/// A fault in the input: where it is, what it is, and how to mend it. Its `Display` is one line:
/// `line 4: a letter where the number Y of query 2 belongs: "x7"; write a number from 1 to 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong, and what stands there.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.message, self.help)
    }
}

impl std::error::Error for ContestError {}
