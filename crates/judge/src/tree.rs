//! The descendants of a process, from `/proc`.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Returns the living descendants of a process.
pub(crate) fn below(process: u32) -> Vec<u32> {
    let mut all = Vec::new();
    let mut open = vec![process];
    while let Some(parent) = open.pop() {
        let Ok(threads) = std::fs::read_dir(format!("/proc/{parent}/task")) else {
            continue;
        };
        for thread in threads.flatten() {
            let children = std::fs::read_to_string(thread.path().join("children"));
            let children = children.unwrap_or_default();
            let children = children.split_whitespace().filter_map(|id| id.parse().ok());
            for child in children {
                all.push(child);
                open.push(child);
            }
        }
    }
    all
}

/// The resource usage of a process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    /// Memory in bytes.
    pub(crate) memory: u64,
    /// Number of threads.
    pub(crate) threads: u64,
    /// Processor time of the process and of its ended children.
    pub(crate) time: Duration,
    /// True if one of its threads runs, or waits for a processor or a disk.
    pub(crate) is_active: bool,
    /// True if it hasn't ended.
    pub(crate) is_alive: bool,
}

/// Returns the resource usage of a process. It is empty if the process is gone.
pub(crate) fn size(process: u32) -> Size {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{process}/{name}")).ok();
    let status = read("status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let stat = read("stat").unwrap_or_default();
    let after = after_name(&stat);
    let ticks: u64 = after
        .split_whitespace()
        .skip(11)
        .take(4)
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum();
    let threads = field("Threads:").unwrap_or(0);
    Size {
        memory: field("VmRSS:").unwrap_or(0) << 10,
        threads,
        // On Linux, a tick in `/proc` is always a hundredth of a second.
        time: Duration::from_millis(10 * ticks),
        is_alive: !after.is_empty() && !after.trim_start().starts_with(['Z', 'X']),
        is_active: is_active(after) || threads > 1 && has_active_thread(process),
    }
}

/// Returns the text after the name of the program, which is in parentheses and may contain
/// anything.
fn after_name(stat: &str) -> &str {
    stat.rsplit_once(')').map_or("", |(_, rest)| rest)
}

/// Returns true if a line of `stat`, from the state on, belongs to a thread that runs or waits for
/// a disk.
fn is_active(after_name: &str) -> bool {
    after_name.trim_start().starts_with(['R', 'D'])
}

fn has_active_thread(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"));
    threads.into_iter().flatten().flatten().any(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat"));
        stat.is_ok_and(|stat| is_active(after_name(&stat)))
    })
}

/// Ends all descendants of a process. They are stopped first, so that they can't start others.
pub(crate) fn end_below(process: u32) {
    let send = |to: &[u32], signal| {
        for id in to {
            if let Ok(id) = i32::try_from(*id) {
                let _ = kill(Pid::from_raw(id), signal);
            }
        }
    };
    let mut last = usize::MAX;
    for _ in 0..100 {
        let found = below(process);
        if found.is_empty() {
            return;
        }
        send(&found, Signal::SIGSTOP);
        if found.len() >= last || found.len() < 8 {
            send(&found, Signal::SIGKILL);
        }
        last = found.len();
        std::thread::sleep(Duration::from_millis(1));
    }
}
