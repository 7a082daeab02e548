//! Why a survey or its check stopped.

use std::fmt;
use std::io;
use std::path::Path;

use whowins_engine::EngineError;

/// Why a survey or its check stopped; one message each, with the place and the mend.
#[derive(Debug)]
pub enum AtlasError {
    /// The command or the file is at fault.
    Input(String),
    /// The file says what is not so, or was damaged.
    False(String),
    /// A file cannot be written, or not be read for want of a right: the system fails.
    Output(String),
    /// A limit was met.
    Engine(EngineError),
}

impl AtlasError {
    pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Self {
        let message = format!(
            "{}: the file cannot be read: {error}; name one that can",
            path.display()
        );
        match error.kind() {
            io::ErrorKind::NotFound => Self::Input(format!(
                "{}: there is no such file; name one that exists",
                path.display()
            )),
            io::ErrorKind::PermissionDenied => Self::Output(message),
            _ => Self::Input(message),
        }
    }

    pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Self {
        let path = path.display();
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::NotFound | Kind::NotADirectory | Kind::IsADirectory | Kind::InvalidFilename => {
                Self::Input(format!(
                    "{path}: the file cannot be written: {error}; name another file"
                ))
            }
            _ => Self::Output(format!(
                "{path}: the file cannot be written: {error}; make room, or name another file"
            )),
        }
    }
}

impl fmt::Display for AtlasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::False(message) | Self::Output(message) => {
                f.write_str(message)
            }
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AtlasError {}

impl From<EngineError> for AtlasError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}
