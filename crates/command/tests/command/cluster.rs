//! `whowins build` on many processes: the bytes of one machine, whoever is lost on the way.
#![cfg(unix)]

use std::fs;
use std::net::TcpListener;
use std::process::{self, Child, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::run::{Random, answer, file, folder, run};

/// Where both stand.
const START: &str = "1,1 3,4";

/// A cop and a robber on a square: long enough to be caught in the middle.
fn pursuit(side: usize) -> String {
    let map = vec![".".repeat(side); side].join("/");
    format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws\n"
    )
}

/// A host file with ports that were free a moment ago, below those that are given to outgoing calls.
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
    /// Removes what an earlier run left.
    fn fresh(self) -> Self {
        let _ = fs::remove_file(folder().join(self.out));
        let _ = fs::remove_dir_all(folder().join(self.out));
        let _ = fs::remove_dir_all(folder().join(format!("{}.cluster", self.out)));
        self
    }

    /// Begins so many processes.
    fn start(&self, hosts_name: &str, count: usize) -> Vec<Child> {
        let hosts = hosts(hosts_name, count);
        (0..count)
            .map(|number| {
                process::Command::new(env!("CARGO_BIN_EXE_whowins"))
                    .args([
                        "build",
                        self.game,
                        "-o",
                        self.out,
                        "--cluster",
                        hosts,
                        "--at",
                        START,
                    ])
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

    /// Waits until an epoch is whole, or somebody has ended.
    fn at_an_epoch(&self, children: &mut [Child]) -> bool {
        let epoch = folder().join(format!("{}.cluster/epoch", self.out));
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

/// Exit code and standard error of each.
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
        .fresh();
        let build = |out, rest: &[&str]| {
            answer(
                &[&["build", game, "-o", out, "--at", START], more, rest].concat(),
                "",
            )
        };
        build(alone.out, &[]);
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
        assert_eq!(last["cluster"]["of"], 3, "{last}");
        assert_eq!(events.last().expect("an event")["event"]["phase"], "whole");
        assert!(many.bytes() == alone.bytes());
        assert!(!folder().join("cluster-many.wdb.cluster").exists());
        // Once more there is nothing to be done.
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

/// Kills at random moments, each time gone on with by another number of processes; how often somebody was killed in the middle.
fn killed(name: &str, runs: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut kills = 0;
    for number in 0..runs {
        let more: &[&str] = random.pick(&[
            &["--remoteness"][..],
            &[],
            &["--remoteness", "--dealing", "runs"],
        ]);
        let text = file_name(name, "game");
        let game = file(&text, pursuit(random.pick(&[36, 44])));
        let (alone_name, out) = (file_name(name, "alone.wdb"), file_name(name, "wdb"));
        let alone = Cluster {
            game,
            out: &alone_name,
            more,
        }
        .fresh();
        answer(
            &[
                &["build", game, "-o", alone.out, "--at", START],
                &more[..more.len().min(1)],
            ]
            .concat(),
            "",
        );
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
            // SIGKILL: nothing of the program runs after it.
            children[victim].kill().expect("it can be killed");
            let ends = ends(children);
            if !caught || ends[victim].0.is_some() {
                // It was done before.
                continue;
            }
            kills += 1;
            for (at, (code, error)) in ends.iter().enumerate() {
                if at != victim && *code != Some(0) {
                    assert_eq!(*code, Some(3), "{error}");
                    assert_eq!(error.lines().count(), 1, "{error}");
                    assert!(
                        error.contains("was lost; the same command goes on"),
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
    // One that ends before it is caught is no kill; the others are.
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
    // What was put away is whole.
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
        ran.err.contains("cluster-wrong.hosts, line 2: «nowhere»"),
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
    // The other never comes.
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
