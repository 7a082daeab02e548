//! The failures of a command, and their exit codes.

use std::fmt;
use std::io;
use std::path::Path;

use whowins_engine::EngineError;
use whowins_rules::Diagnostics;
use whowins_verify::{Rejection, Why};
use whowins_views::Fault;

/// A command's failure.
pub enum Failure {
    /// The rules have errors.
    Rules(Diagnostics),
    /// The input is invalid. One message, with the place and the fix.
    Input(String),
    /// A claim was checked and is false. One message.
    False(String),
    /// A claim is false, and the output says so.
    Reported,
    /// The engine has no answer. With the place in the input, if there are several.
    Engine(Option<String>, EngineError),
    /// The output can't be written.
    Output(io::Error),
    /// The system failed: a full disk, missing permissions, a file that can't be written. One
    /// message.
    System(String),
    /// A limit was reached. One message.
    Budget(String),
    /// Another process ended with this code and printed the reason.
    Ended(u8),
    /// The program that reads the output has ended, such as `head`. Nothing is reported.
    ReaderGone,
}

impl Failure {
    /// Returns the exit code: 0 if the reader of the output has ended, 1 for a false claim, 2 for
    /// invalid input, 3 for a limit, 4 for a failure of the system.
    pub fn code(&self) -> u8 {
        match self {
            Self::Rules(_) | Self::Input(_) => 2,
            Self::Engine(_, error) if error.is_budget() => 3,
            Self::Engine(_, EngineError::Internal(_)) => 4,
            Self::Budget(_) => 3,
            Self::Engine(..) => 2,
            Self::Ended(code) => *code,
            Self::False(_) | Self::Reported => 1,
            Self::Output(_) | Self::System(_) => 4,
            Self::ReaderGone => 0,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(faults) => faults.fmt(f),
            Self::Input(message)
            | Self::Budget(message)
            | Self::False(message)
            | Self::System(message) => f.write_str(message),
            Self::Engine(Some(place), error) => write!(f, "{place}: {error}"),
            Self::Engine(None, error) => error.fmt(f),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
            Self::ReaderGone | Self::Reported | Self::Ended(_) => Ok(()),
        }
    }
}

impl Failure {
    /// Returns the same failure with the name of the option in front of the message.
    pub fn in_option(self, option: &str) -> Self {
        match self {
            Self::Input(message) => Self::Input(format!("{option}: {message}")),
            Self::System(message) => Self::System(format!("{option}: {message}")),
            other => other,
        }
    }

    /// Returns the failure of a server without a port.
    pub fn of_port(port: Option<u16>, error: &io::Error) -> Self {
        Self::Input(match port {
            Some(port) => {
                format!("--port {port}: {error}; choose another port, or leave the option out")
            }
            None => format!("no port of the loopback address is free: {error}"),
        })
    }

    /// Returns the failure of a file that can't be read or written. A wrong name is an invalid
    /// input. Missing permissions and a failing disk are failures of the system.
    pub fn of_file(path: &Path, done: &str, error: &io::Error) -> Self {
        use io::ErrorKind as Kind;
        let path = path.display();
        let fix = match error.kind() {
            Kind::BrokenPipe => return Self::ReaderGone,
            Kind::TimedOut => {
                return Self::Budget(format!(
                    "{path}: no program reads this pipe, and the time ran out; \
                     start the reader first, or allow more with --time"
                ));
            }
            Kind::NotFound if done == "read" => {
                return Self::Input(format!(
                    "{path}: there is no such file; name one that exists"
                ));
            }
            Kind::NotFound => {
                return Self::Input(format!(
                    "{path}: there is no such folder; name one that exists"
                ));
            }
            Kind::IsADirectory => {
                return Self::Input(format!("{path}: this is a folder; name a file"));
            }
            Kind::NotADirectory | Kind::InvalidFilename | Kind::InvalidInput => {
                return Self::Input(format!(
                    "{path}: the file cannot be {done}: {error}; name another file"
                ));
            }
            Kind::StorageFull | Kind::QuotaExceeded => "free some space, or name another file",
            _ => "name another file",
        };
        Self::System(format!("{path}: the file cannot be {done}: {error}; {fix}"))
    }
}

impl From<Diagnostics> for Failure {
    fn from(faults: Diagnostics) -> Self {
        Self::Rules(faults)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Rules(faults) => Self::Rules(faults),
            Fault::Input(message) => Self::Input(message),
            Fault::Engine(error) => Self::Engine(None, error),
        }
    }
}

impl From<Rejection> for Failure {
    fn from(rejection: Rejection) -> Self {
        match rejection.why {
            Why::Malformed | Why::Rules => Self::Input(rejection.message),
            Why::False => Self::False(rejection.message),
            Why::Budget => Self::Budget(rejection.message),
        }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::Engine(None, error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // The output of a trace checks the limits and reports them as an output error.
        let met = error.get_ref().and_then(|error| error.downcast_ref());
        if let Some(met) = met {
            return Self::Engine(None, EngineError::clone(met));
        }
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            // A trace reports an unsuitable game or heap with these kinds.
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                Self::Input(error.to_string())
            }
            io::ErrorKind::OutOfMemory => Self::Budget(error.to_string()),
            _ => Self::Output(error),
        }
    }
}
