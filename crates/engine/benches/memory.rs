//! Bytes a state of the general solver: `cargo bench -p whowins-engine --bench memory`.
//!
//! The most memory that a solve holds beyond what the program held before, over the states, as the
//! kernel counts it; the baseline is the smallest table there could be that answers at once, two
//! bits a state. Linux only.

#![allow(missing_docs)]

mod common;

use common::{Case, RUNS, asked, peak};
use whowins_engine::Limits;
use whowins_engine::general::{General, Want};
use whowins_rules::{Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

/// A game's name, its rules, a position, and the states of the table that answers it.
type Sample = (&'static str, String, &'static str, f64);

fn samples() -> [Sample; 2] {
    let squares = 40;
    let mut map = vec![vec!['.'; squares]; squares];
    map[0][0] = 'A';
    map[squares - 1][squares - 1] = 'B';
    let lines: Vec<String> = map.iter().map(|line| line.iter().collect()).collect();
    let race = include_str!("../../../games/seeds/gam.game")
        .replace("A.../.#../..../...B", &lines.join("/"));
    let nim = include_str!("../../../games/classic/nim.game").to_string();
    let placements = 2.0 * (squares as f64).powi(4);
    [
        (
            "Game (Baltic OI 2008), open map 40x40",
            race,
            "1,1 40,40",
            placements,
        ),
        (
            "Nim, three heaps, 160x160x160",
            nim,
            "159,159,159",
            160f64.powi(3),
        ),
    ]
}

const WANTS: [(Want, &str); 2] = [
    (Want::Outcome, "who wins"),
    (Want::Remoteness, "and how fast"),
];

/// The word that makes the program solve one case, by its numbers, and print the bytes.
const ALONE: &str = "--alone";

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().collect();
    if let [_, alone, sample, want] = &words[..]
        && alone == ALONE
    {
        println!(
            "{}",
            bytes(
                &samples()[sample.parse::<usize>()?],
                WANTS[want.parse::<usize>()?].0
            )?
        );
        return Ok(());
    }
    if peak().is_none() {
        return Ok(());
    }
    for (number, (name, _, _, states)) in samples().iter().enumerate() {
        for (which, (_, what)) in WANTS.iter().enumerate() {
            let name = format!("{name}: {what}");
            if !asked(&name) {
                continue;
            }
            let mut runs = Vec::new();
            for _ in 0..RUNS {
                // A program of its own, since an allocator keeps what was given back to it.
                let output = std::process::Command::new(std::env::current_exe()?)
                    .args([ALONE, &number.to_string(), &which.to_string()])
                    .output()?;
                let bytes: f64 = String::from_utf8(output.stdout)?.trim().parse()?;
                runs.push(bytes / states);
            }
            Case {
                family: "bytes-a-state",
                name: &name,
                size: &format!("{states} states"),
                unit: "bytes",
            }
            .print(&runs, "two bits a state", &[0.25; RUNS]);
        }
    }
    Ok(())
}

/// What solving holds at its height beyond what was held before.
fn bytes((name, rules, at, _): &Sample, want: Want) -> Result<f64, Failure> {
    let game = Rules::parse(name, rules)?.game(&Parameters::new())?;
    let position = game.read(at)?;
    let held = "no VmHWM in /proc/self/status";
    let before = peak().ok_or(held)?;
    General::new(game, want, Limits::default()).values(&position)?;
    Ok(peak().ok_or(held)? - before)
}
