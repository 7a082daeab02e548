//! Programs under test, and their limits.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use whowins::analysis::Budget;

/// A program in any language, as a command, with its limits.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The command that runs [`crate::contain`]: this executable with the name of its hidden
    /// command.
    pub container: Vec<OsString>,
    /// The limits of one run.
    pub allowed: Allowance,
}

/// Limits of one run of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Processor time of all its processes together.
    pub time: Duration,
    /// Processor time plus the time in which all its processes slept. Waiting for a free processor
    /// doesn't count.
    pub wall: Duration,
    /// Memory of all its processes together, in bytes.
    pub memory: u64,
    /// Processes and threads at the same time.
    pub processes: u64,
    /// Bytes of output for any query; see [`RunBounds::output`].
    pub output: u64,
    /// Maximum size of a file in bytes.
    pub file: u64,
}

/// Processor time plus sleep may be this multiple of the processor time, plus a second.
const WALL_FACTOR: u32 = 3;
/// A run may take this fraction of the time for all runs, so that a program that hangs is detected.
const RUN_SHARE: u32 = 5;
/// Alternatively half of it, up to this limit, because some programs start slowly.
const RUN_LEAST: Duration = Duration::from_secs(1);

impl Default for Allowance {
    fn default() -> Self {
        Self {
            time: Duration::ZERO,
            wall: Duration::ZERO,
            memory: 512 << 20,
            processes: 64,
            output: 64 << 20,
            file: 16 << 20,
        }
        .with_time(Duration::from_secs(2))
    }
}

impl Allowance {
    /// Replaces the processor time. The limit with sleep becomes three times that plus a second.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self {
            time,
            wall: WALL_FACTOR * time + Duration::from_secs(1),
            ..self
        }
    }

    /// Limits the time to a fifth of the time for all runs, or to a second if that is at most half
    /// of it.
    #[must_use]
    pub fn within(self, total: Duration) -> Self {
        let wall = self
            .wall
            .min((total / RUN_SHARE).max(RUN_LEAST.min(total / 2)));
        Self {
            time: self.time.min(wall),
            wall,
            ..self
        }
    }
}

/// Limits of one run that depend on its queries, in addition to the program's [`Allowance`].
#[derive(Clone, Debug)]
pub struct RunBounds {
    /// The run is stopped after this time, counted like [`Allowance::wall`]. Used for batches,
    /// whose time says nothing about a single query.
    pub patience: Option<Duration>,
    /// Maximum size of standard output in bytes.
    pub output: u64,
    /// True if standard output is a terminal, so that most programs print line by line.
    pub terminal: bool,
    /// The run is stopped once this budget is exceeded.
    pub budget: Budget,
}

impl RunBounds {
    /// No limits in addition to the program's allowance.
    pub const OPEN: Self = Self {
        patience: None,
        output: u64::MAX,
        terminal: false,
        budget: Budget::OPEN,
    };
}

/// The reason why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The program exited with code 0.
    Well,
    /// The program exited with this code.
    Code(i32),
    /// A signal ended the program.
    Signal(i32),
    /// It exceeded the time limit.
    TimedOut,
    /// It exceeded the memory limit.
    Memory,
    /// It started too many processes.
    Processes,
    /// It printed more than this many bytes.
    Output(u64),
    /// It wrote a file above the size limit.
    File,
    /// Its [`RunBounds`] stopped the run, which says nothing about the program.
    Cut,
    /// It didn't start, with the reason.
    NoStart(String),
}

/// The protection of files outside the program's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confinement {
    /// The program could write only inside its folder.
    Full,
    /// The program could not create, remove or open outside files for writing, but it could
    /// truncate them.
    Partial,
    /// The program could write wherever the user may.
    None,
}

/// The isolation of a run from the rest of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Isolation {
    /// The protection of outside files.
    pub files: Confinement,
    /// True if it had private process and network namespaces.
    pub namespaces: bool,
    /// True if it had a private `/dev/shm`.
    pub shared_memory: bool,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The reason why it ended.
    pub ended: Ended,
    /// Its output, truncated if it was too long.
    pub output: Vec<u8>,
    /// The beginning of its standard error.
    pub error: String,
    /// The time of the program: processor time plus the time in which all its processes slept.
    pub took: Duration,
    /// Wall-clock time, including the container.
    pub elapsed: Duration,
    /// The isolation; `None` if the program was never started.
    pub isolation: Option<Isolation>,
}

impl Ran {
    /// The result of a run that was stopped before it began.
    pub(crate) const CUT: Self = Self {
        ended: Ended::Cut,
        output: Vec::new(),
        error: String::new(),
        took: Duration::ZERO,
        elapsed: Duration::ZERO,
        isolation: None,
    };
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Well => f.write_str("it ended well"),
            Self::Code(code) => write!(f, "it ended with the exit code {code}"),
            Self::Signal(11) => f.write_str("it was ended by signal 11, an invalid memory access"),
            Self::Signal(signal) => write!(f, "it was ended by signal {signal}"),
            Self::TimedOut => f.write_str("it took longer than it may"),
            Self::Memory => f.write_str("it needed more memory than it may"),
            Self::Processes => f.write_str("it started more processes than it may"),
            Self::Output(bytes) => write!(f, "it printed more than {bytes} bytes"),
            Self::File => f.write_str("it wrote a larger file than it may"),
            Self::Cut => f.write_str("the run was cut"),
            Self::NoStart(why) => write!(f, "it did not start: {why}"),
        }
    }
}

/// Displays the missing parts of the isolation, for the report.
impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.files {
            Confinement::Full => {}
            Confinement::Partial => writeln!(
                f,
                "isolated in part: this kernel's Landlock is older than Linux 6.2, so the program \
                 could empty files that you may write"
            )?,
            Confinement::None => writeln!(
                f,
                "not isolated: this kernel has no Landlock, so the program could write wherever \
                 you may"
            )?,
        }
        if !self.namespaces {
            writeln!(
                f,
                "not isolated: this system grants no namespaces, so the program had your network \
                 and could see other processes"
            )?;
        }
        if !self.shared_memory {
            writeln!(
                f,
                "not isolated: this system grants no private /dev/shm, so the program could write \
                 to the common one"
            )?;
        }
        Ok(())
    }
}

/// Makes the paths of files in the arguments absolute. A program runs in a separate folder, and
/// `python3 solution.py` must find its file.
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
