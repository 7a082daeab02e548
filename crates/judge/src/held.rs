//! A program at work, held to its limits from outside.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::contain::{Contain, GROUPS};
use crate::program::{Ended, Program, Ran};
use crate::tree;

/// Between two looks at what the program takes.
const LOOK: Duration = Duration::from_millis(8);
/// So much of standard error is kept.
const ERROR: usize = 4096;

/// A program at work. It is ended with all that it has started when this is dropped.
pub struct Held {
    /// Its input.
    pub input: Option<ChildStdin>,
    /// Its output.
    pub output: Option<ChildStdout>,
    error: Option<JoinHandle<String>>,
    watcher: Option<JoinHandle<Ended>>,
    /// Set to have it ended.
    stop: Arc<AtomicBool>,
    began: Instant,
    /// The folder that it works in, and beside it the report; removed with it.
    _folder: TempDir,
}

impl Program {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// Where the system has no folder or process for it.
    pub fn start(&self) -> std::io::Result<Held> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let folder = tempfile::Builder::new().prefix("whowins-").tempdir()?;
        let work = folder.path().join("work");
        std::fs::create_dir(&work)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let contain = Contain {
            within: false,
            cpu: self.allowed.time.as_secs() + 1,
            file: self.allowed.file,
            processes: self.allowed.processes,
            report: folder.path().join("report"),
            group: format!("whowins-{}-{number}", std::process::id()),
            command: self.command.clone(),
        };
        let empty = OsString::new();
        let (program, before) = self
            .container
            .split_first()
            .map_or((&empty, &[][..]), |(program, before)| (program, before));
        let mut child = Command::new(program)
            .args(before)
            .args(contain.arguments())
            .current_dir(&work)
            .env("TMPDIR", &work)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let error = child.stderr.take().map(|mut error| {
            std::thread::spawn(move || {
                let mut kept = Vec::new();
                let mut block = [0; ERROR];
                while let Ok(read @ 1..) = error.read(&mut block) {
                    let room = ERROR - kept.len();
                    kept.extend_from_slice(&block[..read.min(room)]);
                }
                String::from_utf8_lossy(&kept).trim().to_string()
            })
        });
        let stop = Arc::new(AtomicBool::new(false));
        let began = Instant::now();
        let watch = Watch {
            child,
            allowed: self.allowed,
            stop: Arc::clone(&stop),
            began,
            report: contain.report,
            group: contain.group,
        };
        Ok(Held {
            input,
            output,
            error,
            watcher: Some(std::thread::spawn(move || watch.over())),
            stop,
            began,
            _folder: folder,
        })
    }

    /// Runs the program on an input, to its end or to that of its limits.
    ///
    /// # Errors
    ///
    /// As [`Program::start`].
    pub fn run(&self, input: Arc<Vec<u8>>) -> std::io::Result<Ran> {
        let mut held = self.start()?;
        // Whoever reads none of its input ends, and the pipe with it.
        let feeder = held.input.take().map(|mut to| {
            std::thread::spawn(move || {
                let _ = to.write_all(&input);
            })
        });
        let most = usize::try_from(self.allowed.output).unwrap_or(usize::MAX);
        let mut output = Vec::new();
        let mut flooded = false;
        if let Some(from) = &mut held.output {
            let mut block = vec![0; 1 << 16];
            while let Ok(read @ 1..) = from.read(&mut block) {
                if output.len() + read > most {
                    flooded = true;
                    held.stop.store(true, Ordering::Relaxed);
                    break;
                }
                output.extend_from_slice(&block[..read]);
            }
        }
        drop(held.output.take());
        let (ended, error, took) = held.end();
        if let Some(feeder) = feeder {
            let _ = feeder.join();
        }
        Ok(Ran {
            ended: if flooded { Ended::Output } else { ended },
            output,
            error,
            took,
        })
    }
}

impl Held {
    /// Has it ended, whatever it does.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until it has ended: how, what it wrote to standard error, and how long it took.
    pub fn end(&mut self) -> (Ended, String, Duration) {
        drop(self.input.take());
        let ended = self.watcher.take().map(JoinHandle::join);
        let took = self.began.elapsed();
        let error = self.error.take().map(JoinHandle::join);
        let lost = || Ended::NoStart("nobody watched it".into());
        let ended = ended.and_then(Result::ok).unwrap_or_else(lost);
        (ended, error.and_then(Result::ok).unwrap_or_default(), took)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.stop();
        drop(self.output.take());
        self.end();
    }
}

/// Who looks after a program.
struct Watch {
    child: Child,
    allowed: crate::Allowance,
    stop: Arc<AtomicBool>,
    began: Instant,
    report: PathBuf,
    group: String,
}

impl Watch {
    fn over(mut self) -> Ended {
        let mut broken = None;
        let mut nap = Duration::from_micros(200);
        let mut looked = Instant::now();
        while let Ok(None) = self.child.try_wait() {
            if looked.elapsed() >= LOOK {
                broken = self.broken();
                looked = Instant::now();
            }
            if broken.is_some() || self.stop.load(Ordering::Relaxed) {
                tree::end_below(self.child.id());
                let _ = self.child.kill();
                let _ = self.child.wait();
                break;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(4));
        }
        let crowded = self.leave_group();
        match (broken, crowded) {
            (Some(broken), _) => broken,
            (None, true) => Ended::Processes,
            (None, false) => self.reported(),
        }
    }

    /// The limit that the program has met.
    fn broken(&self) -> Option<Ended> {
        // Other work on the machine is not the program's fault; a program that sleeps is not waited for without end.
        if self.began.elapsed() > 3 * self.allowed.time + Duration::from_secs(1) {
            return Some(Ended::TimedOut);
        }
        let mut all = tree::Size::default();
        for process in tree::below(self.child.id()) {
            let own = tree::size(process);
            all.memory += own.memory;
            all.threads += own.threads;
            all.time += own.time;
        }
        if all.time > self.allowed.time {
            return Some(Ended::TimedOut);
        }
        if all.memory > self.allowed.memory {
            return Some(Ended::Memory);
        }
        // The inner container is one of them.
        (all.threads > self.allowed.processes + 1).then_some(Ended::Processes)
    }

    /// Removes the control group; whether the program met its bound.
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
            // Processes that were ended leave it a moment later.
            for _ in 0..200 {
                if std::fs::remove_dir(&group).is_ok() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        crowded
    }

    /// How the program ended, as its container wrote it down.
    fn reported(&self) -> Ended {
        let words = std::fs::read_to_string(&self.report).unwrap_or_default();
        let lost = || Ended::NoStart("its container was ended".into());
        let Some((kind, rest)) = words.split_once(' ') else {
            return match self.stop.load(Ordering::Relaxed) {
                true => Ended::Well,
                false => lost(),
            };
        };
        match (kind, rest.parse::<i32>()) {
            ("code", Ok(0)) => Ended::Well,
            ("code", Ok(code)) => Ended::Code(code),
            ("time", _) => Ended::TimedOut,
            ("signal", Ok(25)) => Ended::Output,
            ("signal", Ok(signal)) => Ended::Signal(signal),
            _ => Ended::NoStart(rest.to_string()),
        }
    }
}
