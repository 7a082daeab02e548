//! Prints what a cluster costs on large tables: letters, bytes and processor time.
//! `docs/benchmarks.md` has the command.

use std::fs;
use std::time::Instant;

use cpu_time::ProcessTime;

use crate::common::{FILL, QUEENS, Subject, TAKE, folder, pursuit, subject};
use whowins_cluster::{Place, Report};
use whowins_engine::Limits;
use whowins_engine::general::Want;

const WALK: &str = "game \"Walk\"\nposition x <= 4999, y <= 1999\nmove x += 1\nmove x -= 1, y -= 1\nmove y -= 2\nmove y += 7 if x % 2 = 0\n\
    draw when x = 1000 and y = 100\nthe mover wins when x = 4999\nrepetition draws";

const HEAPS: &str = "game \"Nim\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1";

/// A size that the environment may say.
fn size(name: &str, otherwise: usize) -> usize {
    let asked = std::env::var(name).ok();
    asked
        .and_then(|size| size.parse().ok())
        .unwrap_or(otherwise)
}

/// Larger than in the tests, with `SIDE`, `HEAP`, `PAIR` and `ROW` larger still, and with `ONLY`
/// those alone whose name has it.
fn subjects() -> Vec<(&'static str, Subject, f64)> {
    let (board, heap) = (size("SIDE", 44), size("HEAP", 149));
    let states = (board * board) as f64 * (board * board) as f64;
    let heaps = (heap as f64 + 1.0).powi(3);
    let three = format!("{heap},{heap},{heap}");
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut subjects = vec![
        (
            "pursuit, who wins",
            subject(&pursuit(board), "1,1 2,2", Want::Outcome),
            states,
        ),
        (
            "pursuit, and how fast",
            subject(&pursuit(board), "1,1 2,2", Want::Remoteness),
            states,
        ),
        ("a walk, who wins", subject(WALK, "9,9", Want::Outcome), 1e7),
        (
            "three heaps, who wins",
            subject(TAKE, &three, Want::Outcome),
            heaps,
        ),
        (
            "three heaps, and how fast",
            subject(TAKE, &three, Want::Remoteness),
            heaps,
        ),
    ];
    let forwards = forwards().into_iter();
    subjects.extend(forwards.map(|(name, subject)| {
        let states = subject.states();
        (name, subject, states)
    }));
    let asked = subjects.into_iter().filter(|one| one.0.contains(&only));
    asked.collect()
}

/// Tables whose moves lower the number.
fn forwards() -> Vec<(&'static str, Subject)> {
    let (pair, heap, row) = (size("PAIR", 2047), size("HEAP", 149), size("ROW", 14));
    let (two, three) = (format!("{pair},{pair}"), format!("{heap},{heap},{heap}"));
    let row = ".".repeat(row);
    let all = vec![
        ("a queen, who wins", subject(QUEENS, &two, Want::Outcome)),
        (
            "a queen, and how fast",
            subject(QUEENS, &two, Want::Remoteness),
        ),
        ("Nim, who wins", subject(HEAPS, &three, Want::Outcome)),
        (
            "Nim, and how fast",
            subject(HEAPS, &three, Want::Remoteness),
        ),
        ("a row filled, who wins", subject(FILL, &row, Want::Outcome)),
        (
            "a row filled, and how fast",
            subject(FILL, &row, Want::Remoteness),
        ),
    ];
    let only = std::env::var("ONLY").unwrap_or_default();
    all.into_iter()
        .filter(|one| one.0.contains(&only))
        .collect()
}

fn print(name: &str, states: f64, took: f64, wall: f64, alone: f64, report: &Report) {
    let letters = report.heard() as f64;
    let memory = report.workers.iter().map(|worker| worker.memory).max();
    println!(
        "{name}: {took:.1} ns of a processor a position ({:.2} times one machine), {wall:.2} s, {} letters sent, {:.3} bytes each, {:.3} bytes a position, \
         blocks of {}, {} rounds, most memory {} bytes",
        took / alone,
        report.heard(),
        report.bytes_sent as f64 / letters.max(1.0),
        report.bytes_sent as f64 / states,
        report.workers[0].size,
        report.workers.first().map_or(0, |worker| worker.rounds),
        memory.unwrap_or(0)
    );
}

#[test]
#[ignore = "the figures take minutes"]
fn letters_take_four_bytes_each_on_the_wire() {
    let folder = folder("figures");
    let limits = Limits::default().with_threads(1).with_memory(4 << 30);
    for (name, subject, states) in subjects() {
        let began = ProcessTime::now();
        let wanted = subject.alone(&folder);
        let alone = began.elapsed().as_secs_f64() * 1e9 / states;
        println!("{name}: {alone:.1} ns of a processor a position, one machine in memory");
        for workers in [1, 2, 3, 4] {
            let path = folder.join("cluster.wdb");
            let _ = fs::remove_file(&path);
            let (began, start) = (ProcessTime::now(), Instant::now());
            let built = subject.cluster(Place::Sockets(workers), &path, &limits);
            let (_, report) = built.expect("built");
            let took = began.elapsed().as_secs_f64() * 1e9 / states;
            let wall = start.elapsed().as_secs_f64();
            let named = format!("{name}, {workers} workers");
            print(&named, states, took, wall, alone, &report);
            assert!(fs::read(&path).expect("there") == wanted, "{name}");
            // Many small levels add what the dataflow sends at the end of each.
            let sent = report.bytes_sent as f64;
            if subject.want == Want::Outcome && report.heard() > 1 << 23 {
                let bytes = sent / report.heard() as f64;
                assert!(bytes <= 4.1, "{name}: {bytes}");
            }
        }
    }
}

#[test]
#[ignore = "the figures take minutes"]
fn many_workers_in_one_process_are_simulated() {
    let folder = folder("simulated");
    let limits = Limits::default().with_threads(1).with_memory(1 << 30);
    for (name, subject, states) in subjects() {
        for workers in [1, 2, 3, 4, 8, 16, 32, 64] {
            let path = folder.join("cluster.wdb");
            let _ = fs::remove_file(&path);
            let (began, start) = (ProcessTime::now(), Instant::now());
            let built = subject.cluster(Place::Sockets(workers), &path, &limits);
            let (_, report) = built.expect("built");
            let took = began.elapsed().as_secs_f64() * 1e9 / states;
            let named = format!("{name}, {workers} workers");
            print(
                &named,
                states,
                took,
                start.elapsed().as_secs_f64(),
                took,
                &report,
            );
        }
    }
}
