//! Why a chore did not end well, and the exit code that says so.

use std::process::ExitCode;

/// A chore that did not end well.
#[derive(Debug)]
pub enum Failure {
    /// The command line was wrong: exit code 2.
    Usage(String),
    /// A check failed, or the machine lacks something: exit code 1.
    Failed(String),
    /// As [`Failure::Failed`], and everything to be said has been said.
    Told,
}

impl Failure {
    /// A failed check, or a missing part of the machine.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    /// Prints the message, if there is one still to be printed, to standard error.
    pub fn report(&self) {
        match self {
            Self::Usage(message) | Self::Failed(message) => eprintln!("error: {message}"),
            Self::Told => {}
        }
    }

    /// The exit code: 2 for a faulty command line, 1 otherwise.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Failed(_) | Self::Told => ExitCode::from(1),
        }
    }
}
