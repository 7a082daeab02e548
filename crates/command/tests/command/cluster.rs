//! Tests `whowins build` with several processes: the file is that of one machine, whichever
//! processes are lost.
#![cfg(unix)]

use std::fs;
use std::net::TcpListener;
use std::process::{self, Child, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::run::{Random, answer, assert_is_error, file, folder, run};

/// The start of both pieces.
const START: &str = "1,1 3,4";

/// Returns the rules of a cop and a robber on a square, large enough to be interrupted.
fn pursuit(side: usize) -> String {
    let map = vec![".".repeat(side); side].join("/");
    format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws\n"
    )
}

/// Writes a host file with ports that were free a moment ago, below the range of outgoing
/// connections.
fn hosts(name: &str, count: usize) -> &str {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let (mut lines, mut held) = (String::new(), Vec::new());
    while held.len() < count {
        let more = NEXT.fetch_add(1, Ordering::Relaxed);
        let first = (process::id() as u16).wrapping_mul(41) % 10_000;
        let port = 20_000 + (first + more) % 12_000;
        if let Ok(socket) = TcpListener::bind(("127.0.0.1", port)) {
            lines += &format!("127.0.0.1:{port}\n");
            held.push(socket);
        }
    }
    file(name, lines)
}

struct Cluster<'a> {
    game: &'a str,
    out: &'a str,
    more: &'a [&'a str],
}

impl Cluster<'_> {
    /// Builds the table with one process, in memory.
    fn alone(self) -> Self {
        let own = self.fresh();
        let build = ["build", own.game, "-o", own.out, "--at", START];
        answer(&[&build, own.more].concat(), "");
        own
    }

    /// Removes the files of an earlier run.
    fn fresh(self) -> Self {
        let _ = fs::remove_file(folder().join(self.out));
        let _ = fs::remove_dir_all(folder().join(self.out));
        let _ = fs::remove_dir_all(folder().join(format!("{}.cluster", self.out)));
        self
    }

    /// Starts `count` processes.
    fn start(&self, hosts_name: &str, count: usize) -> Vec<Child> {
        let program = || process::Command::new(env!("CARGO_BIN_EXE_whowins"));
        self.start_by(hosts(hosts_name, count), count, &|_, build| {
            let mut command = program();
            command.args(build).args(["-o", self.out]);
            command
        })
    }

    /// Starts `count` processes, each with its own command. The command gets the arguments after
    /// the program's name, except the table.
    fn start_by(
        &self,
        hosts: &str,
        count: usize,
        command: &dyn Fn(usize, &[&str]) -> process::Command,
    ) -> Vec<Child> {
        let build = ["build", self.game, "--cluster", hosts, "--at", START];
        (0..count)
            .map(|number| {
                command(number, &build)
                    .args(["--process", &number.to_string(), "--threads", "1"])
                    .args(["--memory", "64M", "--save-every", "0"])
                    .args(self.more)
                    .current_dir(folder())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .expect("it starts")
            })
            .collect()
    }

    /// Waits until an epoch is complete or a process has ended.
    fn at_an_epoch(&self, children: &mut [Child]) -> bool {
        Self::at_an_epoch_in(&format!("{}.cluster", self.out), children)
    }

    /// Waits in the same way for an epoch in another folder.
    fn at_an_epoch_in(put_away: &str, children: &mut [Child]) -> bool {
        let epoch = folder().join(put_away).join("epoch");
        let before = fs::read(&epoch).ok();
        let began = Instant::now();
        while fs::read(&epoch).ok() == before {
            assert!(began.elapsed() < Duration::from_secs(300), "no epoch came");
            let over = |child: &mut Child| child.try_wait().expect("it can be asked").is_some();
            if children.iter_mut().any(over) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(folder().join(self.out)).expect("the table is there")
    }
}

/// Returns the exit code and standard error of each process.
fn ends(children: Vec<Child>) -> Vec<(Option<i32>, String)> {
    children
        .into_iter()
        .map(|child| {
            let output = child.wait_with_output().expect("it ends");
            let error = String::from_utf8(output.stderr).expect("UTF-8");
            assert!(!error.contains("panicked"), "{error}");
            (output.status.code(), error)
        })
        .collect()
}

#[test]
fn processes_of_this_machine_build_the_same_bytes() {
    let game = file("cluster-small.game", pursuit(15));
    for more in [&[][..], &["--remoteness"]] {
        let alone = Cluster {
            game,
            out: "cluster-alone.wdb",
            more,
        }
        .alone();
        let build = |out, rest: &[&str]| {
            answer(
                &[&["build", game, "-o", out, "--at", START], more, rest].concat(),
                "",
            )
        };
        let many = Cluster {
            game,
            out: "cluster-many.wdb",
            more,
        }
        .fresh();
        let printed = build(many.out, &["--local-processes", "3", "--json"]);
        let lines: Vec<Value> = printed
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let (last, events) = lines.split_last().expect("an object");
        assert_eq!(last["cluster"]["workers"][0]["of"], 3, "{last}");
        assert_eq!(events.last().expect("an event")["event"]["phase"], "whole");
        assert!(many.bytes() == alone.bytes());
        assert!(!folder().join("cluster-many.wdb.cluster").exists());
        // A second build has nothing to do.
        let again = build(many.out, &["--local-processes", "2"]);
        assert!(again.contains("nothing was to be done"), "{again}");
        let shards = Cluster {
            game,
            out: "cluster-shards.wdb",
            more,
        }
        .fresh();
        build(shards.out, &["--local-processes", "2", "--shards"]);
        assert!(folder().join(shards.out).is_dir());
        let probe = |out| {
            let asked =
                (0..40).map(|at| format!("{},{} {},7\n", at % 15 + 1, at % 4 + 1, at % 13 + 2));
            answer(
                &["probe", out, "--at", "-", "--check"],
                asked.collect::<String>(),
            )
        };
        assert_eq!(probe(shards.out), probe(alone.out));
    }
}

/// Kills processes at random times, and resumes with another number of processes. Returns how often
/// a process was killed while working.
fn killed(name: &str, runs: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut kills = 0;
    for number in 0..runs {
        let more: &[&str] = random.pick(&[&["--remoteness"][..], &[]]);
        let text = file_name(name, "game");
        let game = file(&text, pursuit(random.pick(&[36, 44])));
        let (alone_name, out) = (file_name(name, "alone.wdb"), file_name(name, "wdb"));
        let alone = Cluster {
            game,
            out: &alone_name,
            more,
        }
        .alone();
        let cluster = Cluster {
            game,
            out: &out,
            more,
        }
        .fresh();
        let hosts_name = file_name(name, "hosts");
        let mut left = random.pick(&[1, 1, 2, 3]);
        loop {
            let count = random.pick(&[2, 3, 4]);
            let mut children = cluster.start(&hosts_name, count);
            if left == 0 {
                for (code, error) in ends(children) {
                    assert_eq!(code, Some(0), "run {number}: {error}");
                }
                break;
            }
            left -= 1;
            let caught = cluster.at_an_epoch(&mut children);
            std::thread::sleep(Duration::from_millis(random.below(400) as u64));
            let victim = random.below(count);
            // SIGKILL: no code of the program runs after it.
            children[victim].kill().expect("it can be killed");
            let ends = ends(children);
            if !caught || ends[victim].0.is_some() {
                // It had finished before.
                continue;
            }
            kills += 1;
            for (at, (code, error)) in ends.iter().enumerate() {
                if at != victim && *code != Some(0) {
                    assert_eq!(*code, Some(3), "{error}");
                    assert_is_error(error);
                    assert!(
                        error.contains("was lost\nhelp: run the same command"),
                        "{error}"
                    );
                }
            }
        }
        assert!(cluster.bytes() == alone.bytes(), "run {number}");
    }
    kills
}

fn file_name(name: &str, end: &str) -> String {
    format!("cluster-{name}.{end}")
}

#[test]
fn a_killed_process_ends_the_others_in_order_and_another_number_goes_on() {
    // A process that ends before the signal isn't a kill; the others are.
    let kills: usize = (0..4).map(|seed| killed("killed", 1, 11 + seed)).sum();
    assert!(kills > 0);
}

#[test]
#[ignore = "a hundred runs take minutes"]
fn a_hundred_runs_with_kills_come_to_the_same_bytes() {
    let kills = killed("kills", 100, 5);
    println!("{kills} kills in 100 runs");
    assert!(kills > 50, "{kills}");
}

#[test]
fn a_process_that_says_nothing_is_taken_for_lost() {
    let text = file("cluster-silent.game", pursuit(44));
    let more = ["--remoteness", "--silence", "2"];
    let cluster = Cluster {
        game: text,
        out: "cluster-silent.wdb",
        more: &more,
    }
    .fresh();
    let mut children = cluster.start("cluster-silent.hosts", 2);
    assert!(
        cluster.at_an_epoch(&mut children),
        "it ended before it was caught"
    );
    let stopped = children[1].id().to_string();
    let signal = |name: &str| {
        process::Command::new("kill")
            .args([name, stopped.as_str()])
            .status()
    };
    signal("-STOP").expect("it can be stopped");
    let first = children.remove(0);
    let end = ends(vec![first]).remove(0);
    signal("-KILL").expect("it can be killed");
    ends(children);
    assert_eq!(end.0, Some(3), "{}", end.1);
    assert!(end.1.contains("process 1 was silent for 2 s"), "{}", end.1);
    // The saved state is complete.
    for (code, error) in ends(cluster.start("cluster-silent.hosts", 3)) {
        assert_eq!(code, Some(0), "{error}");
    }
}

#[test]
fn what_is_asked_wrongly_is_named_with_its_mend() {
    let game = file("cluster-faulty.game", pursuit(5));
    let build = |more: &[&str]| {
        run(
            &[
                &["build", game, "-o", "cluster-faulty.wdb", "--at", START],
                more,
            ]
            .concat(),
            "",
        )
    };
    let wrong = file("cluster-wrong.hosts", "127.0.0.1:20000\nnowhere\n");
    let ran = build(&["--cluster", wrong, "--process", "0"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("cluster-wrong.hosts, line 2: `nowhere`"),
        "{}",
        ran.err
    );
    let two = file("cluster-two.hosts", "127.0.0.1:20000\n127.0.0.1:20001\n");
    let ran = build(&["--cluster", two, "--process", "2"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("processes are called 0 to 1"),
        "{}",
        ran.err
    );
    let ran = build(&["--cluster", "cluster-none.hosts", "--process", "0"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("the host file cannot be read"),
        "{}",
        ran.err
    );
    // The other process is never started.
    let name = hosts("cluster-late.hosts", 2);
    let ran = build(&["--cluster", name, "--process", "0", "--wait", "1"]);
    assert_eq!(ran.code, 3);
    assert!(
        ran.err.contains("process 1 (127.0.0.1:") && ran.err.contains("within 1 s"),
        "{}",
        ran.err
    );
    let _ = fs::remove_dir_all(folder().join("cluster-faulty.wdb.cluster"));
}

/// Tests that if one process is killed and its disk is lost, the same command resumes with the copy
/// on the next process's disk.
#[test]
fn a_lost_disk_is_made_good_by_its_copy() {
    let game = file("cluster-disks.game", pursuit(44));
    let more = ["--remoteness"];
    let alone = Cluster {
        game,
        out: "cluster-disks-alone.wdb",
        more: &more,
    }
    .alone();
    let disk = |number: usize| format!("cluster-disk-{number}");
    for number in 0..3 {
        let _ = fs::remove_dir_all(folder().join(disk(number)));
    }
    let start = |hosts_name: &str| {
        for number in 0..3 {
            fs::create_dir_all(folder().join(disk(number))).expect("a disk");
        }
        // The processes don't share folders.
        alone.start_by(hosts(hosts_name, 3), 3, &|number, build| {
            let mut command = process::Command::new(env!("CARGO_BIN_EXE_whowins"));
            let disk = disk(number);
            command.args(build).args(["--own-disk", &disk]);
            command.args(["-o", &format!("{disk}/disks.wdb"), "--wait", "20"]);
            command
        })
    };
    let mut lost = 0;
    for victim in [1, 0, 2] {
        let mut children = start("cluster-disks.hosts");
        let watched = usize::from(victim == 0);
        let put_away = format!("{}/disks.wdb.cluster/process-{watched}", disk(watched));
        let caught = Cluster::at_an_epoch_in(&put_away, &mut children);
        children[victim].kill().expect("it can be killed");
        let ends = ends(children);
        if !caught || ends[victim].0.is_some() {
            continue;
        }
        for (at, (code, error)) in ends.iter().enumerate() {
            assert!(at == victim || *code == Some(3), "{error}");
        }
        fs::remove_dir_all(folder().join(disk(victim))).expect("it can be lost");
        lost += 1;
    }
    assert!(lost > 0);
    for (code, error) in ends(start("cluster-disks.hosts")) {
        assert_eq!(code, Some(0), "{error}");
    }
    let table = fs::read(folder().join(disk(0)).join("disks.wdb")).expect("it is there");
    assert!(table == alone.bytes());
    assert!(!folder().join(disk(1)).join("disks.wdb").exists());
    // A process that is restarted after the table is complete succeeds, although it finds no other
    // process.
    let late = process::Command::new(env!("CARGO_BIN_EXE_whowins"))
        .args([
            "build",
            game,
            "--at",
            START,
            "--remoteness",
            "--process",
            "1",
        ])
        .args(["--cluster", hosts("cluster-disks.hosts", 3), "--wait", "1"])
        .args([
            "--own-disk",
            &disk(1),
            "-o",
            &format!("{}/disks.wdb", disk(1)),
        ])
        .current_dir(folder())
        .output()
        .expect("it starts");
    assert!(late.status.success(), "{late:?}");
}

/// Two simulated machines: network namespaces connected by a cable. `None` if the system doesn't
/// support them, with the reason on standard error.
struct Cable {
    /// The processes that keep the namespaces alive.
    keepers: Vec<Child>,
}

impl Cable {
    fn new() -> Option<Self> {
        let keeper = || {
            process::Command::new("unshare")
                .args(["-n", "sleep", "600"])
                .stderr(Stdio::null())
                .spawn()
        };
        let (one, other) = (keeper().ok()?, keeper().ok()?);
        let cable = Self {
            keepers: vec![one, other],
        };
        // Wait until both exist.
        std::thread::sleep(Duration::from_millis(300));
        let end = cable.keepers[1].id().to_string();
        let laid = cable.ip(
            0,
            &[
                "link", "add", "left", "type", "veth", "peer", "name", "right", "netns", &end,
            ],
        );
        let up = |end: usize, name: &str, address: &str| {
            cable.ip(end, &["link", "set", "lo", "up"])
                && cable.ip(end, &["address", "add", address, "dev", name])
                && cable.ip(end, &["link", "set", name, "up"])
        };
        let joined = laid && up(0, "left", "10.77.0.1/24") && up(1, "right", "10.77.0.2/24");
        if !joined {
            eprintln!(
                "not tried: this system gives no network namespaces, or no cable between them"
            );
        }
        joined.then_some(cable)
    }

    /// Returns a command that runs a program at one end.
    fn at(&self, end: usize, program: &str) -> process::Command {
        let mut command = process::Command::new("nsenter");
        command.args(["-t", &self.keepers[end].id().to_string(), "-n", program]);
        command
    }

    fn ip(&self, end: usize, words: &[&str]) -> bool {
        let ran = self
            .at(end, "ip")
            .args(words)
            .stderr(Stdio::null())
            .status();
        ran.is_ok_and(|status| status.success())
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        for keeper in &mut self.keepers {
            let _ = keeper.kill();
            let _ = keeper.wait();
        }
    }
}

/// Tests a cut cable, and a network that drops all packets: no socket is closed, and all processes
/// end properly.
#[test]
fn a_cut_cable_and_a_net_that_drops_all_end_both_in_order() {
    let Some(cable) = Cable::new() else {
        return;
    };
    let game = file("cluster-cable.game", pursuit(44));
    let more = ["--remoteness", "--silence", "2", "--wait", "20"];
    let cluster = Cluster {
        game,
        out: "cluster-cable.wdb",
        more: &more,
    }
    .fresh();
    let hosts = file("cluster-cable.hosts", "10.77.0.1:20000\n10.77.0.2:20000\n");
    let start = || {
        cluster.start_by(hosts, 2, &|number, build| {
            let mut command = cable.at(number, env!("CARGO_BIN_EXE_whowins"));
            command.args(build).args(["-o", cluster.out]);
            command
        })
    };
    let cut: [&[&str]; 2] = [
        &["link", "set", "left", "down"],
        &["route", "add", "blackhole", "10.77.0.2/32"],
    ];
    let mended: [&[&str]; 2] = [
        &["link", "set", "left", "up"],
        &["route", "del", "blackhole", "10.77.0.2/32"],
    ];
    let mut caught = 0;
    for (cut, mended) in cut.into_iter().zip(mended) {
        let mut children = start();
        let there = cluster.at_an_epoch(&mut children);
        assert!(cable.ip(0, cut), "{cut:?}");
        let began = Instant::now();
        let ends = ends(children);
        assert!(cable.ip(0, mended), "{mended:?}");
        if !there || ends.iter().any(|(code, _)| *code == Some(0)) {
            continue;
        }
        caught += 1;
        assert!(began.elapsed() < Duration::from_secs(20));
        for (code, error) in ends {
            assert_eq!(code, Some(3), "{error}");
            assert!(
                error.contains("was silent for 2 s") || error.contains("was lost"),
                "{error}"
            );
            assert_is_error(&error);
        }
    }
    assert!(caught > 0);
    // The cable is connected again, and the same command resumes.
    for (code, error) in ends(start()) {
        assert_eq!(code, Some(0), "{error}");
    }
    let alone = Cluster {
        game,
        out: "cluster-cable-alone.wdb",
        more: &more,
    }
    .alone();
    assert!(cluster.bytes() == alone.bytes());
}
