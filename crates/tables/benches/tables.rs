//! Benchmarks of table files: `cargo bench -p whowins-tables --bench tables`.
//!
//! A build is compared with the same solve in memory. A probe is compared with decompressing the
//! complete table, which a file without blocks would need. The size is compared with two bits per
//! position.

#![allow(missing_docs)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use whowins_analysis::{Game, Player, Position};
use whowins_engine::Limits;
use whowins_engine::general::{General, Want};
use whowins_rules::{Parameters, Rules};
use whowins_tables::{Build, Finished, Table, TableError, build};

type Failure = Box<dyn std::error::Error>;

const RUNS: usize = 5;
const PROBES: usize = 4000;

const VECTORS: &str = "game \"Vectors\"\nposition x, y\nmove x -= 1, y -= 3\nmove x -= 4, y -= 1\nmove y -= 2\nmove x -= 5, y -= 5";
const NIM: &str = "game \"Nim\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1";
const FOUR: &str = "game \"Four in a row\"\nplayers X, O\nposition board of . X O\nX: move . -> X\nO: move . -> O\n\
    X wins when board has X X X X along right, down, down right, down left\n\
    O wins when board has O O O O along right, down, down right, down left\nwho cannot move draws";

struct Sample {
    rules: Rules,
    game: Game,
    at: Position,
}

impl Sample {
    fn new(text: &str, at: &str) -> Result<Self, Failure> {
        let rules = Rules::parse("rules", text)?;
        let game = rules.game(&Parameters::new())?;
        let at = game.read(at)?;
        Ok(Self { rules, game, at })
    }

    fn build(
        &self,
        path: &Path,
        want: Want,
        only: Option<&[Player]>,
        level: i32,
        limits: &Limits,
    ) -> Result<Finished, TableError> {
        let _ = std::fs::remove_file(path);
        let table = Build {
            rules: &self.rules,
            values: &Parameters::new(),
            at: &self.at,
            want,
            only,
            level,
            save_every: Duration::from_secs(60),
        };

        build(&table, path, limits)
    }
}

fn main() -> Result<(), Failure> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    builds(&folder)?;
    outside(&folder)?;
    four_in_a_row(&folder)
}

fn line(name: &str, size: &str, unit: &str, runs: &[f64], baseline: &str, baseline_runs: &[f64]) {
    let better = if unit.ends_with("-s") { "more" } else { "less" };
    println!(
        r#"{{"family":"tables","name":"{name}","size":"{size}","unit":"{unit}","better":"{better}","runs":{runs:?},"baseline":{{"name":"{baseline}","runs":{baseline_runs:?}}}}}"#
    );
}

fn builds(folder: &Path) -> Result<(), Failure> {
    let path = folder.join("bench.wdb");
    for (name, text, at, size, states, window) in [
        (
            "four vectors in the plane",
            VECTORS,
            "4999,4999",
            "5000x5000",
            25e6,
            64 << 20,
        ),
        (
            "Nim, three heaps",
            NIM,
            "299,299,299",
            "300x300x300",
            27e6,
            64 << 20,
        ),
        (
            "Nim, three heaps, in 8 MiB",
            NIM,
            "299,299,299",
            "300x300x300",
            27e6,
            8 << 20,
        ),
    ] {
        let sample = Sample::new(text, at)?;
        for threads in [1, 2] {
            let limits = Limits::default().with_threads(threads).with_memory(window);
            let rate = |work: &dyn Fn() -> Result<(), Failure>| -> Result<Vec<f64>, Failure> {
                (0..RUNS)
                    .map(|_| {
                        let began = ProcessTime::now();
                        work()?;
                        Ok(states / began.elapsed().as_secs_f64())
                    })
                    .collect()
            };
            let runs = rate(&|| {
                sample.build(&path, Want::Outcome, None, 3, &limits)?;
                Ok(())
            })?;
            let memory = limits.clone().with_memory(1 << 30);
            let baseline = rate(&|| {
                General::new(sample.game.clone(), Want::Outcome, memory.clone())
                    .values(&sample.at)?;
                Ok(())
            })?;
            let name = format!("{name}: built, {threads} threads");
            line(
                &name,
                size,
                "positions/CPU-s",
                &runs,
                "solved in memory",
                &baseline,
            );
        }
    }
    Ok(())
}

/// Measures a game with repeated positions, with memory for about a tenth of its cells, and the
/// same table built in memory.
fn outside(folder: &Path) -> Result<(), Failure> {
    const SIDE: usize = 70;
    let map = vec![".".repeat(SIDE); SIDE].join("/");
    let text = format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws"
    );
    let sample = Sample::new(&text, &format!("1,1 {SIDE},{SIDE}"))?;
    let path = folder.join("bench-outside.wdb");
    let states = 2.0 * (SIDE as f64).powi(4);
    for (want, what, tenth) in [
        (Want::Outcome, "who wins", 5 << 20),
        (Want::Remoteness, "and how fast", 10 << 20),
    ] {
        let rates = |memory: u64| -> Result<(Vec<f64>, Vec<u8>), Failure> {
            let limits = Limits::default().with_memory(memory);
            let mut runs = Vec::new();
            for _ in 0..RUNS {
                let began = ProcessTime::now();
                sample.build(&path, want, None, 3, &limits)?;
                runs.push(states / began.elapsed().as_secs_f64());
            }
            Ok((runs, std::fs::read(&path)?))
        };
        let (runs, outside) = rates(tenth)?;
        let (baseline, inside) = rates(4 << 30)?;
        assert!(outside == inside, "{what}");
        line(
            &format!("pursuit, in {} MiB: {what}, 2 threads", tenth >> 20),
            &format!("{:.0} M states", states / 1e6),
            "states/CPU-s",
            &runs,
            "the same table built in memory",
            &baseline,
        );
    }
    Ok(())
}

/// Measures the game of the storage figures: 43 million boards, of which 9 722 011 are reachable.
fn four_in_a_row(folder: &Path) -> Result<(), Failure> {
    let sample = Sample::new(FOUR, "..../..../..../....")?;
    let path = folder.join("bench-four.wdb");
    for (want, what) in [
        (Want::Outcome, "who wins"),
        (Want::Remoteness, "and how fast"),
    ] {
        for level in [3, 19] {
            let only = Some(&[Player::First][..]);
            let finished = sample.build(&path, want, only, level, &Limits::default())?;
            let reached = finished.reached.unwrap_or(1) as f64;
            let bits = [8.0 * finished.bytes as f64 / reached; RUNS];
            let name = format!("four in a row: {what}, level {level}");
            let size = format!("{reached} positions");
            line(
                &format!("{name}, bits a position"),
                &size,
                "bits",
                &bits,
                "two bits",
                &[2.0; RUNS],
            );
            let probes: Vec<f64> = (0..RUNS)
                .map(|run| probe(&path, run))
                .collect::<Result<_, _>>()?;
            let whole: Vec<f64> = (0..RUNS).map(|_| whole(&path)).collect::<Result<_, _>>()?;
            line(
                &format!("{name}, a probe"),
                &size,
                "µs",
                &probes,
                "reading every block",
                &whole,
            );
        }
    }
    Ok(())
}

/// Returns the microseconds per probe of random boards, in a table that was just opened. Most
/// blocks are not cached.
fn probe(path: &Path, run: usize) -> Result<f64, Failure> {
    let table = Table::open(path)?;
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ (run as u64 + 1);
    let positions: Vec<Position> = (0..PROBES)
        .map(|_| {
            let cells: Vec<i64> = (0..16)
                .map(|_| {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    (random % 3) as i64
                })
                .collect();
            table.game().position_of(&cells, 4, 4)
        })
        .collect();
    let began = Instant::now();
    for position in &positions {
        table.values(position)?;
    }
    Ok(began.elapsed().as_secs_f64() * 1e6 / PROBES as f64)
}

/// Returns the microseconds for reading the complete table.
fn whole(path: &Path) -> Result<f64, Failure> {
    let table = Table::open(path)?;
    let began = Instant::now();
    table.check(&Limits::default())?;
    Ok(began.elapsed().as_secs_f64() * 1e6)
}
