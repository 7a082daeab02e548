//! The hidden command that holds a program: limits are set on itself, and the program inherits them.
//!
//! It runs twice. The outer one dies with the judge, adopts what its children leave behind, and asks for a process namespace (whoever is killed
//! takes all within along), a network without a single interface, and a control group that bounds processes, each where the system grants it.
//! The inner one, the first process of that namespace, sets the limits of processor time, file size and processes, starts the program, and
//! writes down how it ended. Nothing here needs unsafe code: limits are not set between fork and exec, but before.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::time::TimeValLike;
use std::os::unix::process::{CommandExt, ExitStatusExt};

use crate::tree;

/// What the hidden command is told.
#[derive(Clone, Debug)]
pub struct Contain {
    /// Whether this is the inner one.
    pub within: bool,
    /// Seconds of processor time.
    pub cpu: u64,
    /// Bytes of a file.
    pub file: u64,
    /// Processes.
    pub processes: u64,
    /// The file that says how the program ended.
    pub report: PathBuf,
    /// The name of the control group.
    pub group: String,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// Where control groups that bound processes are made, in either version of the interface.
pub(crate) const GROUPS: [&str; 2] = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"];

impl Contain {
    /// The arguments that say this.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let mut all: Vec<OsString> = vec![
            if self.within { "1" } else { "0" }.into(),
            self.cpu.to_string().into(),
            self.file.to_string().into(),
            self.processes.to_string().into(),
            self.report.clone().into(),
            self.group.clone().into(),
        ];
        all.extend(self.command.iter().cloned());
        all
    }

    /// What these arguments say; `None` where they are not `Contain::arguments`.
    pub fn of(arguments: &[OsString]) -> Option<Self> {
        let [within, cpu, file, processes, report, group, command @ ..] = arguments else {
            return None;
        };
        let number = |text: &OsString| text.to_str()?.parse().ok();
        (!command.is_empty()).then_some(())?;
        Some(Self {
            within: number(within)? == 1,
            cpu: number(cpu)?,
            file: number(file)?,
            processes: number(processes)?,
            report: report.into(),
            group: group.to_str()?.to_string(),
            command: command.to_vec(),
        })
    }

    /// Holds the program until it has ended; `container` is the command that runs this function.
    pub fn hold(&self, container: &[OsString]) {
        let _ = prctl::set_pdeathsig(Signal::SIGKILL);
        match self.within {
            true => self.start(),
            false => self.outer(container),
        }
    }

    fn outer(&self, container: &[OsString]) {
        let _ = prctl::set_child_subreaper(true);
        self.join_group();
        let own = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC;
        let apart = unshare(own).is_ok() || unshare(own | CloneFlags::CLONE_NEWUSER).is_ok();
        if !apart {
            // Without a namespace this process is the one that ends what the program left.
            self.start();
            tree::end_below(std::process::id());
            return;
        }
        let inner = Self {
            within: true,
            ..self.clone()
        };
        let started = container.split_first().map(|(program, before)| {
            let mut command = Command::new(program);
            command.args(before).args(inner.arguments()).status()
        });
        if let Some(Err(error)) = started {
            self.write(&format!("start {error}"));
        }
    }

    /// Moves this process into a control group of its own, where there may be one.
    fn join_group(&self) {
        for base in GROUPS {
            let group = Path::new(base).join(&self.group);
            if std::fs::create_dir(&group).is_err() {
                continue;
            }
            // The judge's own two processes come on top.
            let bounded = std::fs::write(group.join("pids.max"), (self.processes + 2).to_string());
            if bounded.is_ok()
                && std::fs::write(group.join("cgroup.procs"), std::process::id().to_string())
                    .is_ok()
            {
                return;
            }
            let _ = std::fs::remove_dir(&group);
        }
    }

    /// Sets the limits, starts the program, and writes down how it ended.
    fn start(&self) {
        let bound = |resource, most| {
            let _ = setrlimit(resource, most, most);
        };
        bound(Resource::RLIMIT_CORE, 0);
        bound(Resource::RLIMIT_CPU, self.cpu);
        bound(Resource::RLIMIT_FSIZE, self.file);
        let Some((program, arguments)) = self.command.split_first() else {
            return;
        };
        let ended = Command::new(program)
            .args(arguments)
            .process_group(0)
            .status();
        self.write(&match ended {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("code {code}"),
                // Its time on the processor: SIGXCPU, and SIGKILL where that is ignored.
                (None, Some(signal)) if signal == 24 || signal == 9 && self.is_used_up() => {
                    format!("time {}", self.cpu)
                }
                (None, signal) => format!("signal {}", signal.unwrap_or(0)),
            },
            Err(error) => format!("start {error}"),
        });
    }

    /// Whether the children that have ended took all the processor time that there is.
    fn is_used_up(&self) -> bool {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
            return false;
        };
        let used = usage.user_time() + usage.system_time();
        let millis = u64::try_from(used.num_milliseconds()).unwrap_or_default();
        // The kernel ends a program by an account of its own, which counts whole ticks of the clock.
        Duration::from_millis(millis) >= Duration::from_secs(self.cpu).mul_f64(NEARLY)
    }

    fn write(&self, words: &str) {
        // A file-size limit that the program was given holds here too; a line is always within.
        let _ = std::fs::write(&self.report, words);
    }
}

/// The least part of the time that a program ended by the kernel for its time has used, by what the kernel tells us.
const NEARLY: f64 = 0.75;
