//! What the benchmark programs share: clocks, and the line that `cargo xtask bench` reads.

// Each program uses its own part of this.
#![allow(dead_code)]

pub mod baseline;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// Repeats of each figure; `cargo xtask bench` wants five at least, to show the spread.
pub const RUNS: usize = 5;

/// A figure's name, and its size.
pub struct Case<'a> {
    /// The table of `docs/benchmarks.md`.
    pub family: &'a str,
    /// What is measured.
    pub name: &'a str,
    /// How large it is.
    pub size: &'a str,
    /// Of all runs.
    pub unit: &'a str,
}

impl Case<'_> {
    /// Prints the line. Nothing in the names needs an escape in JSON.
    pub fn print(&self, runs: &[f64], baseline: &str, baseline_runs: &[f64]) {
        self.print_within(runs, baseline, baseline_runs, &[]);
    }

    /// The same for a figure with nothing to compare it with.
    pub fn print_alone(&self, runs: &[f64]) {
        self.print_within(runs, "", &[], &[]);
    }

    /// The same where the baseline may be missing (no runs), beside what the machine allows at
    /// most: [`copies`], or none.
    pub fn print_within(&self, runs: &[f64], baseline: &str, baseline_runs: &[f64], limit: &[f64]) {
        let mut beside = String::new();
        if !baseline_runs.is_empty() {
            beside += &format!(r#","baseline":{{"name":"{baseline}","runs":{baseline_runs:?}}}"#);
        }
        if !limit.is_empty() {
            beside += &format!(r#","limit":{limit:?}"#);
        }
        let Self {
            family,
            name,
            size,
            unit,
        } = self;
        let better = if unit.contains('/') { "more" } else { "less" };
        println!(
            r#"{{"family":"{family}","name":"{name}","size":"{size}","unit":"{unit}","better":"{better}","runs":{runs:?}{beside}}}"#
        );
    }
}

/// Processor time of all threads over one call, and its result.
pub fn processor_time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = ProcessTime::now();
    let result = work();
    (start.elapsed(), result)
}

/// Time on the wall over one call, and its result.
pub fn wall_time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

/// The most memory that the program has held so far, in bytes, as the kernel counts it. Linux only.
pub fn peak() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024.0)
}

/// One figure a repeat: `amount` divided by the seconds of the time that `once` gives.
pub fn rates(amount: f64, mut once: impl FnMut() -> Duration) -> Vec<f64> {
    (0..RUNS)
        .map(|_| amount / once().as_secs_f64().max(1e-9))
        .collect()
}

/// The machine's limit for work that makes a table of so many bytes: `amount` a CPU second if one
/// core only copied as many from one place of memory to another.
pub fn copies(bytes: f64, amount: f64) -> Vec<f64> {
    // Copies of more take longer in the same proportion.
    let some = bytes.clamp(1.0, MOST_COPIED) as usize;
    let from = vec![1u8; some];
    let mut to = vec![2u8; some];
    rates(amount, || {
        let (mut time, mut copied) = (Duration::ZERO, 0.0);
        while time < LEAST_COPYING {
            let (once, ()) = processor_time(|| {
                black_box(&mut to[..]).copy_from_slice(black_box(&from));
            });
            time += once;
            copied += some as f64;
        }
        time.mul_f64(bytes / copied)
    })
}

/// Bytes of the largest copy.
const MOST_COPIED: f64 = 1e9;
/// Small copies are repeated for so long, since the clock is coarse.
const LEAST_COPYING: Duration = Duration::from_millis(20);

/// Whether the program's arguments ask for this figure: all, unless some word of theirs is in its
/// name.
pub fn asked(name: &str) -> bool {
    let mut words = words().peekable();
    words.peek().is_none() || words.any(|word| name.contains(&word))
}

/// Whether a word of the program's arguments asks for this figure and for no shorter name.
pub fn asked_for(name: &str) -> bool {
    words().any(|word| word.contains(name))
}

/// The program's arguments without the switches.
fn words() -> impl Iterator<Item = String> {
    std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
}

/// Numbers that look random and are the same each time (Marsaglia's xorshift, 2003).
pub struct Random(pub u64);

impl Random {
    /// The next, below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
