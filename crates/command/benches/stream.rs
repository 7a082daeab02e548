//! Positions a second through `whowins solve cowcheck --at -`, process and text included.
//!
//! The baseline is what a contestant writes: the golden ratio in double precision (right for these sizes), reading and printing
//! the same lines in memory.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

const POSITIONS: usize = 2_000_000;
const RUNS: usize = 5;

fn main() {
    let lines = positions();
    let (mut runs, mut baseline) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let start = Instant::now();
        let answers = stream(&lines);
        runs.push(POSITIONS as f64 / start.elapsed().as_secs_f64());
        let start = Instant::now();
        let expected = contestant(&lines);
        baseline.push(POSITIONS as f64 / start.elapsed().as_secs_f64());
        assert_eq!(answers, expected, "both must answer alike");
    }
    println!(
        "{}",
        serde_json::json!({
            "family": "stream",
            "name": "whowins solve cowcheck --at -",
            "size": POSITIONS,
            "unit": "positions/s",
            "runs": runs,
            "baseline": {"name": "double-precision formula in a loop, no process, same text", "runs": baseline},
            "command": "cargo bench -p whowins-command --bench stream",
        })
    );
}

/// Coordinates below a million from a fixed linear congruential generator.
fn positions() -> String {
    let mut state = 1u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 1_000_000
    };
    let mut lines = String::new();
    for _ in 0..POSITIONS {
        let _ = writeln!(lines, "{},{}", next(), next());
    }
    lines
}

fn stream(lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_whowins"))
        .args(["solve", "cowcheck", "--at", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("it has a standard input");
    let text = lines.to_string();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads all");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it prints text")
}

fn contestant(lines: &str) -> String {
    let ratio = (1.0 + 5f64.sqrt()) / 2.0;
    let mut out = String::new();
    for line in lines.lines() {
        let (x, y) = line.split_once(',').expect("two numbers");
        let (x, y): (u64, u64) = (x.parse().expect("a number"), y.parse().expect("a number"));
        let (low, high) = (x.min(y), x.max(y));
        let lost = ((high - low) as f64 * ratio) as u64 == low;
        let (outcome, winner) = if lost {
            ("P", "Farmer John")
        } else {
            ("N", "Bessie")
        };
        let _ = writeln!(out, "{line}\t{outcome}\t{winner}");
    }
    out
}
