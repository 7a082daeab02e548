//! Why there is no table, or no answer from it.

use std::fmt;
use std::io;
use std::path::Path;

use whowins_engine::EngineError;
use whowins_rules::Diagnostics;

/// Why there is no table, or no answer from it.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The file, or what was asked, is at fault; one message.
    Input(String),
    /// A file cannot be written, or not be read for want of a right: the system fails; one message.
    Output(String),
    /// The rules or the parameters have faults.
    Rules(Diagnostics),
    /// The engine met a limit; what was kept until then stays.
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
