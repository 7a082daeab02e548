//! A running program, with its limits enforced from outside.
//!
//! Start reading at [`Program::run`].

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nix::pty::openpty;

use crate::contain::{Contain, GROUPS, Reported, work};
use crate::program::{Ended, Isolation, Program, Ran, RunBounds};
use crate::run_time::RunTime;
use crate::scratch::{self, Scratch};
use crate::tree;

/// Interval between two measurements of the program.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(8);
/// Maximum time until the container starts the program, even on a busy machine.
const MAX_START_TIME: Duration = Duration::from_secs(30);
/// Maximum number of stored bytes of standard error.
const MAX_ERROR_BYTES: usize = 4096;

/// A running program. Dropping it ends the program with all its children.
pub struct Held {
    /// Standard input.
    pub input: Option<ChildStdin>,
    /// Standard output.
    pub output: Option<File>,
    error: Option<JoinHandle<String>>,
    watcher: Option<JoinHandle<Watched>>,
    /// Set to the reason to end the program.
    stop: Arc<OnceLock<Ended>>,
    /// True while the program is expected to answer. Otherwise it may sleep.
    turn: Arc<AtomicBool>,
    /// The working directory with the report; removed on drop.
    _scratch: Scratch,
}

impl Program {
    /// Starts the program. The caller reads the output, so `bounds.output` doesn't apply.
    ///
    /// # Errors
    ///
    /// Returns an error if the system can't create a process.
    pub fn start(&self, bounds: &RunBounds) -> std::io::Result<Held> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let scratch = Scratch::choose();
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let contain = Contain {
            within: false,
            namespaces: false,
            shared_memory: false,
            cpu: self.allowed.time.as_secs() + 1,
            file: self.allowed.file,
            processes: self.allowed.processes,
            folder: scratch.path.clone(),
            group: format!("whowins-{}-{number}", std::process::id()),
            judge: std::process::id().cast_signed(),
            command: self.command.clone(),
        };
        let empty = OsString::new();
        let (program, before) = self
            .container
            .split_first()
            .map_or((&empty, &[][..]), |(program, before)| (program, before));
        let terminal = match bounds.terminal {
            true => Some(openpty(None, None)?),
            false => None,
        };
        let (screen, printed) = terminal.map(|both| (both.master, both.slave)).unzip();
        let mut child = Command::new(program)
            .args(before)
            .args(contain.arguments())
            .env("TMPDIR", work(&scratch.path))
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(printed.map_or_else(Stdio::piped, Stdio::from))
            .stderr(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take();
        let piped = child.stdout.take().map(OwnedFd::from);
        let output = screen.or(piped).map(File::from);
        let stop = Arc::new(OnceLock::new());
        let error = child.stderr.take().map(|mut error| {
            let (most, stop) = (self.allowed.output, Arc::clone(&stop));
            std::thread::spawn(move || {
                let (mut kept, mut total) = (Vec::new(), 0);
                let mut block = [0; MAX_ERROR_BYTES];
                while let Ok(read @ 1..) = error.read(&mut block) {
                    let room = MAX_ERROR_BYTES - kept.len();
                    kept.extend_from_slice(&block[..read.min(room)]);
                    total += read as u64;
                    if total > most {
                        let _ = stop.set(Ended::Output(most));
                    }
                }
                String::from_utf8_lossy(&kept).trim().to_string()
            })
        });
        let turn = Arc::new(AtomicBool::new(true));
        let watch = Watch {
            child,
            turn: Arc::clone(&turn),
            allowed: self.allowed,
            bounds: bounds.clone(),
            stop: Arc::clone(&stop),
            began: Instant::now(),
            time: None,
            isolation: None,
            folder: scratch.path.clone(),
            group: contain.group,
        };
        Ok(Held {
            input,
            output,
            error,
            watcher: Some(std::thread::spawn(move || watch.over())),
            stop,
            turn,
            _scratch: scratch,
        })
    }

    /// Runs the program on an input, until it ends or reaches a limit.
    ///
    /// # Errors
    ///
    /// See [`Program::start`].
    pub fn run(&self, input: Arc<Vec<u8>>, bounds: &RunBounds) -> std::io::Result<Ran> {
        // On a busy machine, starting a program is too slow to do it for nothing.
        if bounds.budget.over().is_some() {
            return Ok(Ran::CUT);
        }
        let mut held = self.start(bounds)?;
        // A program that doesn't read all of its input ends, which closes the pipe.
        let feeder = held.input.take().map(|mut to| {
            std::thread::spawn(move || {
                let _ = to.write_all(&input);
            })
        });
        let bytes = bounds.output.min(self.allowed.output);
        let most = usize::try_from(bytes).unwrap_or(usize::MAX);
        let mut output = Vec::new();
        if let Some(from) = &mut held.output {
            let mut block = vec![0; 1 << 16];
            while let Ok(read @ 1..) = from.read(&mut block) {
                let room = most - output.len();
                output.extend_from_slice(&block[..read.min(room)]);
                if read > room {
                    held.stop(Ended::Output(bytes));
                    break;
                }
            }
        }
        drop(held.output.take());
        let (watched, error) = held.end();
        if let Some(feeder) = feeder {
            let _ = feeder.join();
        }
        Ok(Ran {
            ended: watched.ended,
            output,
            error,
            took: watched.took,
            elapsed: watched.elapsed,
            isolation: watched.isolation,
        })
    }
}

impl Held {
    /// Sets if the program is expected to answer. The time in which it waits for the judge doesn't
    /// count.
    pub fn set_turn(&self, is_turn: bool) {
        self.turn.store(is_turn, Ordering::Relaxed);
    }

    /// Ends the program. Only the first reason is recorded.
    pub fn stop(&self, why: Ended) {
        let _ = self.stop.set(why);
    }

    /// Waits for the end of the program. Also returns its standard error.
    pub fn end(&mut self) -> (Watched, String) {
        drop(self.input.take());
        let watched = self.watcher.take().map(JoinHandle::join);
        let error = self.error.take().map(JoinHandle::join);
        let error = error.and_then(Result::ok).unwrap_or_default();
        let mut watched = watched.and_then(Result::ok).unwrap_or_default();
        // The container itself failed and printed the reason.
        if let (Ended::NoStart(why), false) = (&mut watched.ended, error.is_empty()) {
            why.clone_from(&error);
        }
        (watched, error)
    }
}

/// The result of a monitored run.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The reason why it ended.
    pub ended: Ended,
    /// The time of the program: processor time plus the time in which all its processes slept.
    pub took: Duration,
    /// Wall-clock time, including the container.
    pub elapsed: Duration,
    /// The isolation; `None` if the program was never started.
    pub isolation: Option<Isolation>,
}

impl Default for Watched {
    fn default() -> Self {
        Self {
            ended: Ended::NoStart("nobody watched it".into()),
            took: Duration::ZERO,
            elapsed: Duration::ZERO,
            isolation: None,
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.stop(Ended::Cut);
        drop(self.output.take());
        self.end();
    }
}

/// The monitor of a program.
struct Watch {
    child: Child,
    turn: Arc<AtomicBool>,
    allowed: crate::Allowance,
    bounds: RunBounds,
    stop: Arc<OnceLock<Ended>>,
    began: Instant,
    /// The time that the program has used, once it is started.
    time: Option<RunTime>,
    isolation: Option<Isolation>,
    folder: std::path::PathBuf,
    group: String,
}

impl Watch {
    fn over(mut self) -> Watched {
        let mut broken = None;
        let mut nap = Duration::from_micros(200);
        let mut looked = Instant::now();
        while let Ok(None) = self.child.try_wait() {
            if looked.elapsed() >= SAMPLE_INTERVAL {
                broken = self.broken();
                looked = Instant::now();
            }
            broken = self.stop.get().cloned().or(broken);
            if broken.is_some() {
                tree::end_below(self.child.id());
                let _ = self.child.kill();
                let _ = self.child.wait();
                break;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(4));
        }
        let crowded = self.leave_group();
        let reported = Reported::read(&self.folder);
        self.start(&reported);
        let (reported, used) = reported.ended.unwrap_or_else(|| {
            let why = "its container was ended".into();
            (Ended::NoStart(why), Duration::ZERO)
        });
        let ended = match (self.stop.get().cloned().or(broken), crowded) {
            (Some(broken), _) => broken,
            (None, true) => Ended::Processes,
            (None, false) => reported,
        };
        let took = self.time.as_mut().map(|time| {
            time.used(used);
            time.took()
        });
        Watched {
            ended,
            took: took.unwrap_or_default(),
            elapsed: self.began.elapsed(),
            isolation: self.isolation,
        }
    }

    /// Starts to count the program's time, once its container reports the start.
    fn start(&mut self, reported: &Reported) {
        if let (None, Some((isolation, container))) = (&self.time, reported.started) {
            self.isolation = Some(isolation);
            self.time = Some(RunTime::new(container));
        }
    }

    /// Returns the limit that the program exceeded.
    fn broken(&mut self) -> Option<Ended> {
        let is_over = self.bounds.budget.over().is_some();
        if self.time.is_none() {
            self.start(&Reported::read(&self.folder));
        }
        let Some(time) = &mut self.time else {
            if is_over {
                return Some(Ended::Cut);
            }
            return (self.began.elapsed() > MAX_START_TIME)
                .then(|| Ended::NoStart("its container did not start it in time".into()));
        };
        let usage = time.look(self.child.id(), self.turn.load(Ordering::Relaxed));
        if time.processor > self.allowed.time || time.took() > self.allowed.wall {
            return Some(Ended::TimedOut);
        }
        if usage.memory > self.allowed.memory {
            return Some(Ended::Memory);
        }
        // The inner process of the container is one of them.
        if usage.threads > self.allowed.processes + 1 {
            return Some(Ended::Processes);
        }
        let took = time.took();
        let is_impatient = self.bounds.patience.is_some_and(|most| took > most);
        (is_over || is_impatient).then_some(Ended::Cut)
    }

    /// Removes the control group. Returns true if the program reached its limit.
    fn leave_group(&self) -> bool {
        let mut crowded = false;
        for base in GROUPS {
            let group = Path::new(base).join(&self.group);
            if !group.is_dir() {
                continue;
            }
            let events = std::fs::read_to_string(group.join("pids.events"));
            crowded |= events.is_ok_and(|events| {
                events
                    .lines()
                    .any(|line| line.starts_with("max ") && line != "max 0")
            });
            scratch::remove_group(&group);
        }
        crowded
    }
}
