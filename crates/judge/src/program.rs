//! A program, and what it may take.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// A program in any language, as a command, and how it is held.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The command that runs [`crate::contain`]: this very program with the name of its hidden command.
    pub container: Vec<OsString>,
    /// What one run may take.
    pub allowed: Allowance,
}

/// What one run of a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Time on the processor, all its processes together; by the clock three times as much and a second.
    pub time: Duration,
    /// Bytes in memory, all its processes together.
    pub memory: u64,
    /// Processes and threads at once.
    pub processes: u64,
    /// Bytes on its output; more than a right answer takes is nonsense.
    pub output: u64,
    /// Bytes of one file that it writes.
    pub file: u64,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(2),
            memory: 512 << 20,
            processes: 64,
            output: 64 << 20,
            file: 16 << 20,
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, and well.
    Well,
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It took too long.
    TimedOut,
    /// It needed too much memory.
    Memory,
    /// It started too many processes.
    Processes,
    /// It wrote too much.
    Output,
    /// It did not start; why.
    NoStart(String),
}

/// What a run left.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// Its output, cut off where it was too long.
    pub output: Vec<u8>,
    /// The beginning of what it wrote to standard error.
    pub error: String,
    /// How long it took by the clock.
    pub took: Duration,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Well => f.write_str("it ended well"),
            Self::Code(code) => write!(f, "it ended with the exit code {code}"),
            Self::Signal(11) => f.write_str("it was ended by signal 11, a fault in memory"),
            Self::Signal(signal) => write!(f, "it was ended by signal {signal}"),
            Self::TimedOut => f.write_str("it took longer than it may"),
            Self::Memory => f.write_str("it needed more memory than it may"),
            Self::Processes => f.write_str("it started more processes than it may"),
            Self::Output => f.write_str("it wrote more than it may"),
            Self::NoStart(why) => write!(f, "it did not start: {why}"),
        }
    }
}

/// The arguments with the paths of files made absolute: a program runs in a folder of its own, and `python3 solution.py` is to find its file.
pub fn absolute(command: Vec<OsString>) -> Vec<OsString> {
    let whole = |argument: OsString| {
        let path = PathBuf::from(&argument);
        match path.is_relative() && path.is_file() {
            true => std::path::absolute(&path).map_or(argument, OsString::from),
            false => argument,
        }
    };
    command.into_iter().map(whole).collect()
}
