//! Errors of tables.

use std::fmt;
use std::io;
use std::path::Path;

use whowins_engine::EngineError;
use whowins_rules::Diagnostics;

/// The reason why there is no table, or no answer from it.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The file or the request is invalid, with a message.
    Input(String),
    /// The system can't write or read a file, with a message.
    Output(String),
    /// The rules or the parameters have errors.
    Rules(Diagnostics),
    /// The engine reached a limit. Saved work stays.
    Engine(EngineError),
}

impl TableError {
    pub(crate) fn input(path: &Path, what: impl fmt::Display) -> Self {
        Self::Input(format!("{}: {what}", path.display()))
    }

    pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Self {
        let message = format!("{}: the file cannot be read: {error}", path.display());
        match error.kind() {
            io::ErrorKind::PermissionDenied => Self::Output(message),
            _ => Self::Input(message),
        }
    }

    pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Self {
        let message = format!("{}: the file cannot be written: {error}", path.display());
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::NotFound | Kind::NotADirectory | Kind::IsADirectory | Kind::InvalidFilename => {
                Self::Input(format!("{message}; name another file"))
            }
            _ => Self::Output(message),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Output(message) => f.write_str(message),
            Self::Rules(faults) => faults.fmt(f),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TableError {}

impl From<EngineError> for TableError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}
