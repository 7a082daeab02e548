//! What can go wrong between a contest's input and its output.

use std::fmt;
use std::io;

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

/// Why a contest's answers could not all be given.
#[derive(Debug)]
pub enum ContestFailure {
    /// The input is at fault; nothing was printed.
    Input(ContestError),
    /// The solver that was asked gave no answer, or one that does not fit the question.
    Engine {
        /// What was asked: "query 3", "test 2".
        asked: String,
        /// What the solver said.
        reason: String,
    },
    /// The output could not be written.
    Output(io::Error),
}

impl ContestFailure {
    pub(super) fn engine(asked: impl fmt::Display, reason: impl Into<String>) -> Self {
        Self::Engine {
            asked: asked.to_string(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for ContestFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Engine { asked, reason } => write!(f, "{asked} has no answer: {reason}"),
            Self::Output(error) => write!(f, "the answers could not be written: {error}"),
        }
    }
}

impl std::error::Error for ContestFailure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Input(error) => Some(error),
            Self::Engine { .. } => None,
            Self::Output(error) => Some(error),
        }
    }
}

impl From<ContestError> for ContestFailure {
    fn from(error: ContestError) -> Self {
        Self::Input(error)
    }
}

impl From<io::Error> for ContestFailure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
