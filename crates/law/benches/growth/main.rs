//! How cost grows with size, family by family: `cargo bench -p whowins-law --bench growth`.
//!
//! Each size runs in a process of its own, so that the most memory held is its own: once, or five
//! times where it is short. A word of the command line picks the families whose names hold it.

#![allow(missing_docs)]

mod engine;
mod laws;

use std::time::Instant;

type Failure = Box<dyn std::error::Error>;
/// What is timed; it gives how many units were worked out.
type Work = Box<dyn FnOnce() -> Result<f64, Failure>>;

/// A family: what is worked out, in which unit, at which sizes, how a size is written, and its
/// work.
struct Family {
    name: &'static str,
    unit: &'static str,
    sizes: &'static [usize],
    size: fn(usize) -> String,
    make: fn(usize) -> Result<Work, Failure>,
}

fn families() -> impl Iterator<Item = &'static Family> {
    engine::FAMILIES.iter().chain(&laws::FAMILIES)
}

/// The word that makes the program work one size out, by its numbers.
const ALONE: &str = "--alone";
/// Sizes that take less are measured five times.
const SHORT: f64 = 0.5;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [alone, family, size] = &words[..]
        && alone == ALONE
    {
        let family = families().nth(family.parse()?).ok_or("no such family")?;
        return once(family, family.sizes[size.parse::<usize>()?]);
    }
    let asked: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    for (number, family) in families().enumerate() {
        if !asked.is_empty() && !asked.iter().any(|word| family.name.contains(word.as_str())) {
            continue;
        }
        for (at, size) in family.sizes.iter().enumerate() {
            let (seconds, bytes, amount) =
                measure(number, at).map_err(|error| format!("{}: {error}", family.name))?;
            println!(
                r#"{{"growth":"growth","name":"{}","size":"{}","amount":{amount:?},"unit":"{}","seconds":{seconds:?}{}}}"#,
                family.name,
                (family.size)(*size),
                family.unit,
                bytes.map_or_else(String::new, |bytes| format!(r#","bytes":{bytes:?}"#)),
            );
        }
    }
    Ok(())
}

/// Runs a size alone: the seconds of each run, the most memory held where the system tells it, and
/// the units worked out.
fn measure(family: usize, size: usize) -> Result<(Vec<f64>, Option<f64>, f64), Failure> {
    let (mut seconds, mut held, mut amount) = (Vec::new(), None::<f64>, 0.0);
    while seconds.first().is_none_or(|first| *first < SHORT) && seconds.len() < 5 {
        let output = std::process::Command::new(std::env::current_exe()?)
            .args([ALONE, &family.to_string(), &size.to_string()])
            .stderr(std::process::Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err(output.status.to_string().into());
        }
        let text = String::from_utf8(output.stdout)?;
        let mut words = text.split_whitespace();
        let mut word = || words.next().ok_or("a run alone printed too little");
        seconds.push(word()?.parse()?);
        amount = word()?.parse()?;
        held = match word()? {
            "-" => None,
            bytes => Some(bytes.parse::<f64>()?.max(held.unwrap_or(0.0))),
        };
    }
    Ok((seconds, held, amount))
}

/// Prints the seconds, the units, and the most memory held (`-` where the system does not tell).
fn once(family: &Family, size: usize) -> Result<(), Failure> {
    let work = (family.make)(size)?;
    let start = Instant::now();
    let amount = work()?;
    let seconds = start.elapsed().as_secs_f64();
    let bytes = peak().map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
    println!("{seconds} {amount} {bytes}");
    Ok(())
}

/// The most memory held so far, in bytes. Linux only.
fn peak() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024.0)
}
