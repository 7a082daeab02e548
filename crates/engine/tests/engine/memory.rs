//! What memory is free, by the files of made-up systems.

use std::fs;
use std::path::PathBuf;

use whowins_engine::fair_memory;
use whowins_engine::inside::free;

/// A system of some files, each with its text.
fn system(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = std::env::temp_dir().join(format!("whowins-{}-{name}", std::process::id()));
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    root
}

#[test]
fn the_machine_or_its_groups_say_what_is_free() {
    let machine = (
        "proc/meminfo",
        "MemTotal: 9000 kB\nMemAvailable:    1000 kB\n",
    );
    let root = system("plain", &[machine]);
    assert_eq!(free(&root), Some(1000 << 10));
    assert_eq!(free(&root.join("proc")), None);

    let second = system(
        "second",
        &[
            machine,
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("sys/fs/cgroup/a/b/memory.current", "5\n"),
            ("sys/fs/cgroup/a/memory.max", "500000\n"),
            ("sys/fs/cgroup/a/memory.current", "300000\n"),
            (
                "sys/fs/cgroup/a/memory.stat",
                "anon 7\ninactive_file 100000\n",
            ),
        ],
    );
    assert_eq!(free(&second), Some(300_000));

    let first = system(
        "first",
        &[
            machine,
            (
                "proc/self/cgroup",
                "3:cpu,cpuacct:/x\n2:hugetlb,memory:/outside\n",
            ),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "700000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "650000\n"),
            (
                "sys/fs/cgroup/memory/memory.stat",
                "total_inactive_file 50000\n",
            ),
        ],
    );
    assert_eq!(free(&first), Some(100_000));

    let unbounded = system(
        "unbounded",
        &[
            machine,
            ("proc/self/cgroup", "2:memory:/\n"),
            (
                "sys/fs/cgroup/memory/memory.limit_in_bytes",
                "9223372036854771712\n",
            ),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1\n"),
        ],
    );
    assert_eq!(free(&unbounded), Some(1000 << 10));
    for root in [root, second, first, unbounded] {
        fs::remove_dir_all(root).expect("removed");
    }
}

#[test]
fn some_memory_is_allowed_here() {
    assert!(fair_memory() > 0);
}
