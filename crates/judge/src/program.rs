//! A program, and what it may take.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use whowins::analysis::Budget;

/// A program in any language, as a command, and how it is held.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The command that runs [`crate::contain`]: this executable with the name of its hidden
    /// command.
    pub container: Vec<OsString>,
    /// What one run may take.
    pub allowed: Allowance,
}

/// What one run of a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Processor time, all its processes together.
    pub time: Duration,
    /// Processor time and the time in which all its processes slept, but not the time in which one
    /// of them waited for a free processor.
    pub wall: Duration,
    /// Bytes in memory, all its processes together.
    pub memory: u64,
    /// Processes and threads at once.
    pub processes: u64,
    /// Bytes that it may print, for any question; see [`RunBounds::output`].
    pub output: u64,
    /// Bytes of one file that it writes.
    pub file: u64,
}

/// Processor time and sleep together may be this many times the processor time and a second.
const WALL_FACTOR: u32 = 3;
/// A run may take this part of the time for all runs, so that a program that hangs is found out.
const RUN_SHARE: u32 = 5;
/// Or half of it, up to this: some programs take long to start.
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
    /// The same with this much processor time, and three times as much and a second with sleep.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self {
            time,
            wall: WALL_FACTOR * time + Duration::from_secs(1),
            ..self
        }
    }

    /// The same with at most a fifth of the time for all runs, or a second where that is no more
    /// than half of it.
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

/// Bounds on one run that depend on its questions, next to the program's [`Allowance`].
#[derive(Clone, Debug)]
pub struct RunBounds {
    /// The run is cut after this long, counted as [`Allowance::wall`] is: for batches, whose time
    /// is no measure of a question's.
    pub patience: Option<Duration>,
    /// Bytes on standard output.
    pub output: u64,
    /// Standard output is a terminal, so that most programs print each line at once.
    pub terminal: bool,
    /// The run is cut once this is over.
    pub budget: Budget,
}

impl RunBounds {
    /// Bounds that leave the run to the program's allowance.
    pub const OPEN: Self = Self {
        patience: None,
        output: u64::MAX,
        terminal: false,
        budget: Budget::OPEN,
    };
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with exit code 0.
    Well,
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It took longer than it may.
    TimedOut,
    /// It needed too much memory.
    Memory,
    /// It started too many processes.
    Processes,
    /// It printed more than this many bytes.
    Output(u64),
    /// It wrote a file that is larger than it may be.
    File,
    /// The run was cut by its [`RunBounds`]; this shows nothing about the program.
    Cut,
    /// It did not start; why.
    NoStart(String),
}

/// How far the files outside its folder were protected from a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confinement {
    /// It could write in its own folder only.
    Full,
    /// It could not create, remove or open files outside for writing, but it could empty them.
    Partial,
    /// It could write wherever the user may.
    None,
}

/// How a run was kept from the rest of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Isolation {
    /// How far files outside its folder were protected.
    pub files: Confinement,
    /// It had private process and network namespaces.
    pub namespaces: bool,
    /// It had a private `/dev/shm`.
    pub shared_memory: bool,
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
    /// The program's own time: processor time, and time in which all its processes slept.
    pub took: Duration,
    /// Time by the clock, that of its container included.
    pub elapsed: Duration,
    /// How it was isolated; `None` if it was never started.
    pub isolation: Option<Isolation>,
}

impl Ran {
    /// What a run leaves that was cut before it began.
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
            Self::Signal(11) => f.write_str("it was ended by signal 11, a fault in memory"),
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

/// Whether some part of the isolation is missing, in words for the report.
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

/// The arguments with the paths of files made absolute: a program runs in a folder of its own, and
/// `python3 solution.py` is to find its file.
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
