//! The processes below one, as `/proc` tells of them.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The processes that one process and its descendants have started and that are not yet gone.
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

/// What a process takes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    /// Bytes in memory.
    pub(crate) memory: u64,
    /// Threads.
    pub(crate) threads: u64,
    /// Time on the processor, of the process and of those of its children that are gone.
    pub(crate) time: Duration,
    /// How long it was ready to run and had no processor.
    pub(crate) delay: Duration,
}

/// What a process takes; nothing where it is gone.
pub(crate) fn size(process: u32) -> Size {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{process}/{name}")).ok();
    let status = read("status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    // The name of the program, in brackets, may hold anything.
    let stat = read("stat").unwrap_or_default();
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = after
        .split_whitespace()
        .skip(11)
        .take(4)
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum();
    let waits = read("schedstat").unwrap_or_default();
    let delay = waits
        .split_whitespace()
        .nth(1)
        .and_then(|nanos| nanos.parse().ok());
    Size {
        memory: field("VmRSS:").unwrap_or(0) << 10,
        threads: field("Threads:").unwrap_or(0),
        // A tick has been a hundredth of a second on Linux ever since programs were told so.
        time: Duration::from_millis(10 * ticks),
        delay: Duration::from_nanos(delay.unwrap_or(0)),
    }
}

/// Ends all processes below one, stopping them first, so that none starts another meanwhile.
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
