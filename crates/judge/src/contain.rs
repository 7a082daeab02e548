//! The hidden command that holds a program.
//!
//! It runs twice. The outer process owns the run's folder and control group, and asks for process
//! and network namespaces, and for a mount namespace with a private `/dev/shm`. It ends
//! everything and removes both when the judge dies, however that happens. The inner process, the
//! first of the process namespace, sets the limits, gives up the right to write outside the folder,
//! starts the program, and reports how it ended. Limits are set before the program is started, not
//! between fork and exec, so nothing here needs unsafe code.

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
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use nix::unistd::{getegid, geteuid, getppid};

use crate::program::{Confinement, Ended, Isolation};
use crate::{confine, scratch, tree};

/// The arguments of the hidden command.
#[derive(Clone, Debug)]
pub struct Contain {
    /// Whether this is the inner process.
    pub within: bool,
    /// Whether it has private namespaces.
    pub namespaces: bool,
    /// Whether it has a private `/dev/shm`.
    pub shared_memory: bool,
    /// Seconds of processor time.
    pub cpu: u64,
    /// Bytes of a file.
    pub file: u64,
    /// Processes.
    pub processes: u64,
    /// The run's folder.
    pub folder: PathBuf,
    /// The name of the control group.
    pub group: String,
    /// The judge's process.
    pub judge: i32,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// Where control groups that bound processes are made, in either version of the interface.
pub(crate) const GROUPS: [&str; 2] = ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"];

/// The program's working directory, in the run's folder.
pub(crate) fn work(folder: &Path) -> PathBuf {
    folder.join("work")
}

/// The report, in the run's folder; see [`Reported`].
pub(crate) fn report(folder: &Path) -> PathBuf {
    folder.join("report")
}

impl Contain {
    /// The arguments as text.
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

    /// Parses `Contain::arguments`.
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

    /// Holds the program until it has ended; `container` is the command that runs this function.
    pub fn hold(&self, container: &[OsString]) {
        match self.within {
            true => self.inner(),
            false => self.outer(container),
        }
    }

    fn outer(&self, container: &[OsString]) {
        // From here on the end of the judge or of the inner process is a signal that waits until it
        // is asked for.
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
                    // Without namespaces, this process ends what the program left behind.
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
        // Nobody is left to read the report.
        tree::end_below(std::process::id());
        let _ = child.kill();
        let _ = child.wait();
        scratch::remove(&self.folder);
        self.leave_group();
    }

    /// Makes the run's folder, for this user only, and works in it from now on.
    fn make_folder(&self) -> std::io::Result<()> {
        DirBuilder::new().mode(0o700).create(&self.folder)?;
        fs::create_dir(work(&self.folder))?;
        std::env::set_current_dir(work(&self.folder))
    }

    /// Moves this process into a control group of its own, if the system allows it.
    fn join_group(&self) {
        for base in GROUPS {
            let group = Path::new(base).join(&self.group);
            if fs::create_dir(&group).is_err() {
                continue;
            }
            // The outer and the inner process come on top.
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
                // Its time on the processor: SIGXCPU, and SIGKILL where that is ignored.
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

    /// Whether the children that have ended took all the processor time that there is.
    fn is_used_up(&self) -> bool {
        // The kernel ends a program by an account of its own, which counts whole ticks of the
        // clock.
        let used = processor_time(UsageWho::RUSAGE_CHILDREN);
        used >= Duration::from_secs(self.cpu).mul_f64(NEARLY)
    }
}

/// What the container has reported so far, in its three lines.
#[derive(Debug, Default)]
pub(crate) struct Reported {
    /// How the program is isolated, and the processor time of the container, once it is started.
    pub(crate) started: Option<(Isolation, Duration)>,
    /// How it ended, and its processor time.
    pub(crate) ended: Option<(Ended, Duration)>,
}

impl Reported {
    /// Reads the report in a run's folder.
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

/// Enters process, network, IPC and mount namespaces; whether the system grants them.
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
    // Without its user, a process in a user namespace can create no file in a file system of its
    // own.
    let _ = fs::write("/proc/self/uid_map", format!("{user} {user} 1"));
    let _ = fs::write("/proc/self/setgroups", "deny");
    let _ = fs::write("/proc/self/gid_map", format!("{group} {group} 1"));
    true
}

/// Mounts an empty `/dev/shm` that only this mount namespace sees; whether that worked.
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

/// Processor time of this process, or of its children that have ended.
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

/// Bytes of the program's own `/dev/shm`.
const SHARED_MEMORY: u64 = 64 << 20;
/// The least part of the time that a program ended by the kernel for its time has used, by what the
/// kernel tells us.
const NEARLY: f64 = 0.75;
