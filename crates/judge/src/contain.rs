//! The hidden command that runs a program in a container.
//!
//! It runs as two processes. The outer process owns the folder and the control group of the run. It
//! requests process and network namespaces, and a mount namespace with a private `/dev/shm`. If the
//! judge ends for any reason, the outer process ends everything and removes both.
//!
//! The inner process is the first of the process namespace. It sets the limits, gives up the right
//! to write outside the folder, starts the program, and reports how it ended. Limits are set before
//! the program is started and not between fork and exec, so this module needs no unsafe code.
//!
//! Start reading at [`Contain::hold`].

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use nix::unistd::{getegid, geteuid, getppid};

use crate::program::{Confinement, Ended, Isolation};
use crate::{confine, scratch, tree};

/// The arguments of the hidden command.
#[derive(Clone, Debug)]
pub struct Contain {
    /// True in the inner process.
    pub within: bool,
    /// True if the process has private namespaces.
    pub namespaces: bool,
    /// True if the process has a private `/dev/shm`.
    pub shared_memory: bool,
    /// Maximum processor time in seconds.
    pub cpu: u64,
    /// Maximum size of a file in bytes.
    pub file: u64,
    /// Maximum number of processes.
    pub processes: u64,
    /// The folder of the run.
    pub folder: PathBuf,
    /// The name of the control group.
    pub group: String,
    /// The process id of the judge.
    pub judge: i32,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// Parent folders of control groups that limit processes, for both versions of the interface.
pub(crate) const GROUPS: [&str; 2] = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"];

/// The stack of a program, in bytes: deep recursion isn't cut off at 8 MiB, as on most judges.
const STACK: u64 = 256 << 20;

/// Returns the working directory of the program, inside the folder of the run.
pub(crate) fn work(folder: &Path) -> PathBuf {
    folder.join("work")
}

/// Returns the path of the report, inside the folder of the run. See [`Reported`].
pub(crate) fn report(folder: &Path) -> PathBuf {
    folder.join("report")
}

impl Contain {
    /// Returns the arguments as text.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let mut all: Vec<OsString> = vec![
            u8::from(self.within).to_string().into(),
            u8::from(self.namespaces).to_string().into(),
            u8::from(self.shared_memory).to_string().into(),
            self.cpu.to_string().into(),
            self.file.to_string().into(),
            self.processes.to_string().into(),
            self.folder.clone().into(),
            self.group.clone().into(),
            self.judge.to_string().into(),
        ];
        all.extend(self.command.iter().cloned());
        all
    }

    /// Parses the result of `Contain::arguments`.
    pub fn of(arguments: &[OsString]) -> Option<Self> {
        let [
            within,
            namespaces,
            shared_memory,
            cpu,
            file,
            processes,
            folder,
            group,
            judge,
            command @ ..,
        ] = arguments
        else {
            return None;
        };
        let number = |text: &OsString| text.to_str()?.parse::<u64>().ok();
        (!command.is_empty()).then_some(())?;
        Some(Self {
            within: number(within)? == 1,
            namespaces: number(namespaces)? == 1,
            shared_memory: number(shared_memory)? == 1,
            cpu: number(cpu)?,
            file: number(file)?,
            processes: number(processes)?,
            folder: folder.into(),
            group: group.to_str()?.to_string(),
            judge: judge.to_str()?.parse().ok()?,
            command: command.to_vec(),
        })
    }

    /// Runs the program until it ends. `container` is the command that calls this function.
    pub fn hold(&self, container: &[OsString]) {
        match self.within {
            true => self.inner(),
            false => self.outer(container),
        }
    }

    fn outer(&self, container: &[OsString]) {
        // Block the signals for the end of the judge and of the inner process; they stay pending
        // until they are waited for.
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGCHLD);
        signals.add(Signal::SIGTERM);
        let _ = signals.thread_block();
        let _ = prctl::set_child_subreaper(true);
        if let Err(error) = self.make_folder() {
            eprintln!("{}: {error}", self.folder.display());
            return;
        }
        self.join_group();
        let namespaces = enter_namespaces();
        let _ = prctl::set_pdeathsig(Signal::SIGTERM);
        let inner = Self {
            within: true,
            namespaces,
            shared_memory: namespaces && own_shared_memory(),
            ..self.clone()
        };
        let started = container.split_first().map(|(program, before)| {
            let mut command = Command::new(program);
            command.args(before).args(inner.arguments()).spawn()
        });
        let mut child = match started {
            Some(Ok(child)) => child,
            Some(Err(error)) => {
                let report = format!("\nstart {error}\n");
                let _ = fs::write(self::report(&self.folder), report);
                return;
            }
            None => return,
        };
        while getppid().as_raw() == self.judge {
            match signals.wait() {
                Ok(Signal::SIGCHLD) => match child.try_wait() {
                    Ok(None) => {}
                    // Without namespaces, this process must end the remaining children of the
                    // program.
                    _ => {
                        tree::end_below(std::process::id());
                        if getppid().as_raw() != self.judge {
                            scratch::remove(&self.folder);
                        }
                        return;
                    }
                },
                _ => break,
            }
        }
        // The judge is gone, so the report isn't needed.
        tree::end_below(std::process::id());
        let _ = child.kill();
        let _ = child.wait();
        scratch::remove(&self.folder);
        self.leave_group();
    }

    /// Creates the folder of the run for this user only, and makes it the current directory.
    fn make_folder(&self) -> std::io::Result<()> {
        DirBuilder::new().mode(0o700).create(&self.folder)?;
        fs::create_dir(work(&self.folder))?;
        std::env::set_current_dir(work(&self.folder))
    }

    /// Moves this process into a new control group, if the system allows it.
    fn join_group(&self) {
        for base in GROUPS {
            let group = Path::new(base).join(&self.group);
            if fs::create_dir(&group).is_err() {
                continue;
            }
            // The outer and the inner process count, too.
            let bounded = fs::write(group.join("pids.max"), (self.processes + 2).to_string());
            if bounded.is_ok() && enter_group(&group) {
                return;
            }
            let _ = fs::remove_dir(&group);
        }
    }

    /// Moves this process out of its control group and removes the group.
    fn leave_group(&self) {
        for base in GROUPS {
            let group = Path::new(base).join(&self.group);
            if group.is_dir() && enter_group(Path::new(base)) {
                scratch::remove_group(&group);
            }
        }
    }

    /// Sets the limits, starts the program, and reports how it ended.
    fn inner(&self) {
        let _ = prctl::set_pdeathsig(Signal::SIGKILL);
        let _ = SigSet::empty().thread_set_mask();
        let bound = |resource, most| {
            let _ = setrlimit(resource, most, most);
        };
        bound(Resource::RLIMIT_CORE, 0);
        bound(Resource::RLIMIT_CPU, self.cpu);
        bound(Resource::RLIMIT_FSIZE, self.file);
        if let Ok((_, most)) = getrlimit(Resource::RLIMIT_STACK) {
            let _ = setrlimit(Resource::RLIMIT_STACK, STACK.min(most), most);
        }
        let (Some((program, arguments)), Ok(mut report)) = (
            self.command.split_first(),
            File::create(report(&self.folder)),
        ) else {
            return;
        };
        let files = match confine::write_only_in(&work(&self.folder)) {
            Confinement::Full => 2,
            Confinement::Partial => 1,
            Confinement::None => 0,
        };
        let (namespaces, shared_memory) = (u8::from(self.namespaces), u8::from(self.shared_memory));
        let own = processor_time(UsageWho::RUSAGE_SELF).as_micros();
        let _ = writeln!(report, "{files} {namespaces} {shared_memory} {own}");
        let ended = Command::new(program)
            .args(arguments)
            .process_group(0)
            .status();
        let ended = match ended {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("code {code}"),
                // The processor time ran out: SIGXCPU, or SIGKILL if the program ignores it.
                (None, Some(signal)) if signal == 24 || signal == 9 && self.is_used_up() => {
                    format!("time {}", self.cpu)
                }
                (None, signal) => format!("signal {}", signal.unwrap_or(0)),
            },
            Err(error) => format!("start {error}"),
        };
        let used = processor_time(UsageWho::RUSAGE_CHILDREN).as_micros();
        let _ = writeln!(report, "{ended}\n{used}");
    }

    /// Returns true if the ended children used all the processor time.
    fn is_used_up(&self) -> bool {
        // The kernel counts complete clock ticks in a separate account, so the two may differ
        // slightly.
        let used = processor_time(UsageWho::RUSAGE_CHILDREN);
        used >= Duration::from_secs(self.cpu).mul_f64(NEARLY)
    }
}

/// The report of the container so far, which has three lines.
#[derive(Debug, Default)]
pub(crate) struct Reported {
    /// The isolation of the program and the processor time of the container, once the program is
    /// started.
    pub(crate) started: Option<(Isolation, Duration)>,
    /// The reason why the program ended, and its processor time.
    pub(crate) ended: Option<(Ended, Duration)>,
}

impl Reported {
    /// Reads the report of a run.
    pub(crate) fn read(folder: &Path) -> Self {
        let words = fs::read_to_string(report(folder)).unwrap_or_default();
        let mut lines = words
            .split_inclusive('\n')
            .map_while(|line| line.strip_suffix('\n'));
        let micros = |text: &str| text.parse().ok().map(Duration::from_micros);
        let started = lines.next().and_then(|line| {
            let mut words = line.split(' ');
            let files = match words.next()? {
                "2" => Confinement::Full,
                "1" => Confinement::Partial,
                _ => Confinement::None,
            };
            let isolation = Isolation {
                files,
                namespaces: words.next()? == "1",
                shared_memory: words.next()? == "1",
            };
            Some((isolation, micros(words.next()?)?))
        });
        let ended = lines.next().and_then(|line| {
            let (kind, rest) = line.split_once(' ')?;
            let ended = match (kind, rest.parse::<i32>()) {
                ("code", Ok(0)) => Ended::Well,
                ("code", Ok(code)) => Ended::Code(code),
                ("time", _) => Ended::TimedOut,
                ("signal", Ok(25)) => Ended::File,
                ("signal", Ok(signal)) => Ended::Signal(signal),
                _ => Ended::NoStart(rest.to_string()),
            };
            let used = lines.next().and_then(micros).unwrap_or_default();
            Some((ended, used))
        });
        Self { started, ended }
    }
}

/// Enters process, network, IPC and mount namespaces. Returns true if the system allows it.
fn enter_namespaces() -> bool {
    let own = CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWNS;
    if unshare(own).is_ok() {
        return true;
    }
    let (user, group) = (geteuid(), getegid());
    if unshare(own | CloneFlags::CLONE_NEWUSER).is_err() {
        return false;
    }
    // Without a user mapping, a process in a user namespace can't create files in its private file
    // systems.
    let _ = fs::write("/proc/self/uid_map", format!("{user} {user} 1"));
    let _ = fs::write("/proc/self/setgroups", "deny");
    let _ = fs::write("/proc/self/gid_map", format!("{group} {group} 1"));
    true
}

/// Mounts an empty `/dev/shm` for this mount namespace. Returns true on success.
fn own_shared_memory() -> bool {
    let none: Option<&str> = None;
    let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    let options = format!("size={SHARED_MEMORY},mode=1777");
    mount(none, "/", none, private, none).is_ok()
        && mount(
            Some("tmpfs"),
            confine::SHARED_MEMORY,
            Some("tmpfs"),
            flags,
            Some(options.as_str()),
        )
        .is_ok()
}

/// Returns the processor time of this process, or of its ended children.
fn processor_time(who: UsageWho) -> Duration {
    let Ok(usage) = getrusage(who) else {
        return Duration::ZERO;
    };
    [usage.user_time(), usage.system_time()]
        .into_iter()
        .map(|time| {
            let seconds = u64::try_from(time.tv_sec()).unwrap_or_default();
            let micros = u64::try_from(time.tv_usec()).unwrap_or_default();
            Duration::from_secs(seconds) + Duration::from_micros(micros)
        })
        .sum()
}

fn enter_group(group: &Path) -> bool {
    fs::write(group.join("cgroup.procs"), std::process::id().to_string()).is_ok()
}

/// Size of the program's private `/dev/shm` in bytes.
const SHARED_MEMORY: u64 = 64 << 20;
/// Minimum share of the processor time, as reported by the kernel, that a program stopped for its
/// time has used.
const NEARLY: f64 = 0.75;
