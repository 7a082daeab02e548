//! Why a command stopped, and with which exit code.

use std::fmt;
use std::io;
use std::path::Path;

use whowins_engine::EngineError;
use whowins_rules::Diagnostics;
use whowins_verify::{Rejection, Why};
use whowins_views::Fault;

/// A command's failure.
pub enum Failure {
    /// The rules have faults.
    Rules(Diagnostics),
    /// The input is at fault; one message that names the place and the mend.
    Input(String),
    /// A checked thing was found false; one message.
    False(String),
    /// The same, and the output has told it.
    Told,
    /// The engine has no answer; with the place in the input, if there are many.
    Engine(Option<String>, EngineError),
    /// The output cannot be written.
    Output(io::Error),
    /// The system fails: a disk is full, a right is missing, a file cannot be written; one message.
    System(String),
    /// The work takes more than there is; one message.
    Budget(String),
    /// Another process ended with this code, and has said why.
    Ended(u8),
    /// The program that read the output has ended, as `head` does: the rest isn't wanted, and nothing is reported.
    ReaderGone,
}

impl Failure {
    /// 0 for a reader that has ended, 1 for what was found false, 2 for faulty input, 3 for a limit that was met, 4 for a system that fails.
    pub fn code(&self) -> u8 {
        match self {
            Self::Rules(_) | Self::Input(_) => 2,
            Self::Engine(_, error) if error.is_budget() => 3,
            Self::Engine(_, EngineError::Internal(_)) => 4,
            Self::Budget(_) => 3,
            Self::Engine(..) => 2,
            Self::Ended(code) => *code,
            Self::False(_) | Self::Told => 1,
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
            Self::ReaderGone | Self::Told | Self::Ended(_) => Ok(()),
        }
    }
}

impl Failure {
    /// The same fault, with the option that led to it before its words.
    pub fn in_option(self, option: &str) -> Self {
        match self {
            Self::Input(message) => Self::Input(format!("{option}: {message}")),
            Self::System(message) => Self::System(format!("{option}: {message}")),
            other => other,
        }
    }

    /// What is said where a server cannot have the port asked for, or any.
    pub fn of_port(port: Option<u16>, error: &io::Error) -> Self {
        Self::Input(match port {
            Some(port) => {
                format!("--port {port}: {error}; choose another port, or leave the option out")
            }
            None => format!("no port of the loopback address is free: {error}"),
        })
    }

    /// What is said of a file that cannot be read or written: a name that leads nowhere is the input's fault, a right that is missing
    /// or a disk that fails the system's.
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
        // A trace is ended by its output, which knows the limits.
        let met = error.get_ref().and_then(|error| error.downcast_ref());
        if let Some(met) = met {
            return Self::Engine(None, EngineError::clone(met));
        }
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            // A trace says so where the game or the heap does not suit it.
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                Self::Input(error.to_string())
            }
            io::ErrorKind::OutOfMemory => Self::Budget(error.to_string()),
            _ => Self::Output(error),
        }
    }
}
