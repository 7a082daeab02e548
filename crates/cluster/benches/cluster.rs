//! One table by many workers: `cargo bench -p whowins-cluster --bench cluster`.
//!
//! The baseline is the same table built by one machine in its memory: processor time of all workers
//! together, files and merging included. The workers are joined by sockets of the loopback address,
//! inside one process. `SIDE=150` has a larger board,

#![allow(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use whowins_analysis::Position;
use whowins_cluster::{Cluster, Place, Report, build};
use whowins_engine::Limits;
use whowins_engine::general::Want;
use whowins_rules::{Parameters, Rules};
use whowins_tables::Build;

type Failure = Box<dyn std::error::Error>;

const RUNS: usize = 3;
const TAKE: &str = "game \"Take\"\nposition x, y, z\nmove x -= 1\nmove x -= 2\nmove y -= 1\nmove y -= 2\nmove z -= 1\nmove z -= 2\nmove x -= 1, y -= 1, z -= 1";
const WALK: &str = "game \"Walk\"\nposition x <= 4999, y <= 2999\nmove x += 1\nmove x -= 1, y -= 1\nmove y -= 2\nmove y += 7 if x % 2 = 0\n\
    draw when x = 1000 and y = 100\nthe mover wins when x = 4999\nrepetition draws";

fn pursuit(side: usize) -> String {
    let map = vec![".".repeat(side); side].join("/");
    format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws"
    )
}

struct Sample {
    name: &'static str,
    rules: Rules,
    at: Position,
    values: Parameters,
    want: Want,
    states: f64,
}

impl Sample {
    fn new(
        name: &'static str,
        text: &str,
        at: &str,
        want: Want,
        states: f64,
    ) -> Result<Self, Failure> {
        let rules = Rules::parse("rules", text)?;
        let values = Parameters::new();
        let at = rules.game(&values)?.read(at)?;
        Ok(Self {
            name,
            rules,
            at,
            values,
            want,
            states,
        })
    }

    fn table(&self) -> Build<'_> {
        Build {
            rules: &self.rules,
            values: &self.values,
            at: &self.at,
            want: self.want,
            only: None,
            level: 3,
            save_every: Duration::from_secs(3600),
        }
    }

    /// Nanoseconds of processor time a position, one machine.
    fn alone(&self, path: &Path, limits: &Limits) -> Result<f64, Failure> {
        let _ = fs::remove_file(path);
        let began = ProcessTime::now();
        whowins_tables::build(&self.table(), path, limits)?;
        Ok(began.elapsed().as_secs_f64() * 1e9 / self.states)
    }

    /// The same with several workers.
    fn many(&self, workers: usize, path: &Path, limits: &Limits) -> Result<(f64, Report), Failure> {
        let _ = fs::remove_file(path);
        let table = self.table();
        let cluster = Cluster {
            build: &table,
            place: Place::Sockets(workers),
            size: None,
            own: None,
            shards: false,
            tell: Arc::new(|_| {}),
            warn: &|_| {},
        };
        let began = ProcessTime::now();
        let (_, report) = build(&cluster, path, limits)?;
        Ok((began.elapsed().as_secs_f64() * 1e9 / self.states, report))
    }
}

fn line(name: &str, size: &str, unit: &str, runs: &[f64], baseline: &str, baseline_runs: &[f64]) {
    println!(
        r#"{{"family":"cluster","name":"{name}","size":"{size}","unit":"{unit}","better":"less","runs":{runs:?},"baseline":{{"name":"{baseline}","runs":{baseline_runs:?}}}}}"#
    );
}

fn main() -> Result<(), Failure> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let side: usize = std::env::var("SIDE").map_or(Ok(50), |side| side.parse())?;
    let states = (side * side) as f64 * (side * side) as f64;
    let samples = [
        Sample::new(
            "pursuit, who wins",
            &pursuit(side),
            "1,1 2,2",
            Want::Outcome,
            states,
        )?,
        Sample::new(
            "pursuit, and how fast",
            &pursuit(side),
            "1,1 2,2",
            Want::Remoteness,
            states,
        )?,
        Sample::new("a walk, who wins", WALK, "9,9", Want::Outcome, 15e6)?,
        Sample::new(
            "three heaps, who wins",
            TAKE,
            "199,199,199",
            Want::Outcome,
            8e6,
        )?,
    ];
    let wanted = std::env::var("ONLY").unwrap_or_default();
    for sample in samples
        .iter()
        .filter(|sample| sample.name.contains(&wanted))
    {
        measure(sample, &folder)?;
    }
    Ok(())
}

fn measure(sample: &Sample, folder: &Path) -> Result<(), Failure> {
    let limits = Limits::default().with_threads(1).with_memory(6 << 30);
    let (one, path) = (
        folder.join("cluster-one.wdb"),
        folder.join("cluster-many.wdb"),
    );
    let size = format!("{} M positions", sample.states / 1e6);
    let mut alone = Vec::new();
    for _ in 0..RUNS {
        alone.push(sample.alone(&one, &limits)?);
    }
    let bytes = fs::read(&one)?;

    for workers in [1, 2, 4] {
        let mut runs = Vec::new();
        let mut last = Report::default();

        for _ in 0..RUNS {
            let (took, report) = sample.many(workers, &path, &limits)?;
            runs.push(took);
            last = report;
        }
        if fs::read(&path)? != bytes {
            return Err(format!("{}: other bytes with {workers} workers", sample.name).into());
        }
        let name = format!("{}: {workers} workers", sample.name);
        line(
            &name,
            &size,
            "ns of a processor a position",
            &runs,
            "one machine, in memory",
            &alone,
        );
        if workers > 1 {
            let letters = last.heard().max(1) as f64;
            line(
                &format!("{name}, bytes on the wire"),
                &size,
                "bytes a letter",
                &[last.bytes_sent as f64 / letters],
                "four",
                &[4.0],
            );
            eprintln!(
                "{name}: {} letters sent, {:.3} bytes a position; blocks of {}; most memory {} bytes",
                last.heard(),
                last.bytes_sent as f64 / sample.states,
                last.workers[0].size,
                last.workers
                    .iter()
                    .map(|worker| worker.memory)
                    .max()
                    .unwrap_or(0),
            );
        }
    }
    Ok(())
}
