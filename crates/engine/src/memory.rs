//! How much memory is free for this process: the machine's, or less where a control group bounds
//! it.

use std::fs;
use std::path::{Path, PathBuf};

/// What is allowed where nothing can be found out.
const UNKNOWN: u64 = 4 << 30;

/// Three quarters of what the machine, or the control group that this process is in, has free; 4
/// GiB where the system does not say. A few small files are read.
pub fn fair_memory() -> u64 {
    free(Path::new("/")).map_or(UNKNOWN, |free| free / 4 * 3)
}

/// Bytes free by the files of a Linux system that lies below `root`; `None` where there are none.
pub fn free(root: &Path) -> Option<u64> {
    let machine = available(&text(&root.join("proc/meminfo"))?)?;
    let groups = text(&root.join("proc/self/cgroup")).unwrap_or_default();
    let bounds = groups.lines().filter_map(|line| bounded(root, line));
    Some(bounds.fold(machine, u64::min))
}

/// "MemAvailable:   12345 kB".
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes = line.trim().strip_suffix("kB")?.trim();
    kilobytes.parse::<u64>().ok()?.checked_mul(1024)
}

/// What one line of `/proc/self/cgroup` leaves: "0::/a/b" in version 2, "5:memory:/a/b" in version
/// 1; every group above counts too.
fn bounded(root: &Path, line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':');
    let (number, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
    let (folder, most, used, stale) = if number == "0" && controllers.is_empty() {
        (
            "sys/fs/cgroup",
            "memory.max",
            "memory.current",
            "inactive_file",
        )
    } else if controllers.split(',').any(|one| one == "memory") {
        let names = ("memory.limit_in_bytes", "memory.usage_in_bytes");
        (
            "sys/fs/cgroup/memory",
            names.0,
            names.1,
            "total_inactive_file",
        )
    } else {
        return None;
    };
    let folder = root.join(folder);
    let mut bound = None;
    // Inside a container the path may be that of the machine outside: then the group is the folder
    // itself.
    for group in Path::new(path.trim_start_matches('/')).ancestors() {
        let group: PathBuf = folder.join(group);
        let number = |file: &str| text(&group.join(file))?.trim().parse::<u64>().ok();
        let (Some(most), Some(used)) = (number(most), number(used)) else {
            continue;
        };
        // Pages of files that were read once are given back when memory is wanted.
        let stat = text(&group.join("memory.stat")).unwrap_or_default();
        let stale = stat.lines().find_map(|line| {
            let (name, bytes) = line.split_once(' ')?;
            (name == stale).then(|| bytes.trim().parse::<u64>().ok())?
        });
        let left = most.saturating_sub(used.saturating_sub(stale.unwrap_or(0)));
        bound = Some(bound.map_or(left, |bound: u64| bound.min(left)));
    }
    bound
}

fn text(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}
