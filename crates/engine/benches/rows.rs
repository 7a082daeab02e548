//! Rows and boards, one bit a position: `cargo bench -p whowins-engine --bench rows`.
//!
//! The baseline is the usual bitmask DP, a byte a mask, in C++ compiled with -O2, on the largest board that it has time for;
//! without a compiler there is none, and the program says so. A board of 36 cells takes 4 GiB: it is measured where it is asked
//! for by its name.

#![allow(missing_docs)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Case, RUNS, asked, asked_for, wall_time};
use whowins_engine::Limits;
use whowins_engine::rows::Rows;
use whowins_rules::{Game, Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

/// The largest board of the baseline: 128 MiB there, about ten seconds.
const DP_CELLS: usize = 28;

fn main() -> Result<(), Failure> {
    capture()?;
    others()
}

fn game(rules: &str) -> Result<Game, Failure> {
    Ok(Rules::parse("rules", rules)?.game(&Parameters::new())?)
}

/// Positions a second on a board, and how many of them the previous player wins.
fn solve(rows: &Rows, threads: usize) -> Result<(f64, u64), Failure> {
    let limits = Limits {
        threads,
        memory: 6 << 30,
        ..Limits::default()
    };
    let (time, table) = wall_time(|| rows.solve(&limits));
    Ok((
        rows.positions() as f64 / time.as_secs_f64(),
        table?.counts().p,
    ))
}

/// Elly's Checkers with capture.
fn capture() -> Result<(), Failure> {
    let game = game(include_str!("../../../games/seeds/ellys-capture.game"))?;
    let dp = Dp::compile()?;
    for cells in [DP_CELLS, 30, 34, 36] {
        for threads in [1, 2] {
            let name = format!("Elly's Checkers with capture, {cells} cells, threads: {threads}");
            if !asked(&name) || (cells > 34 && !asked_for(&format!("{cells} cells"))) {
                continue;
            }
            let rows = Rows::new(&game, 1, cells)?;
            let size = format!(
                "2^{} positions, {:.3} GiB",
                rows.positions().ilog2(),
                rows.bytes() as f64 / f64::from(1 << 30)
            );
            let mut runs = Vec::new();
            let mut baseline = Vec::new();
            for _ in 0..RUNS {
                let (rate, lost) = solve(&rows, threads)?;
                runs.push(rate);
                let Some(dp) = &dp else { continue };
                let (rate, dp_lost) = dp.run(DP_CELLS)?;
                baseline.push(rate);
                assert!(cells != DP_CELLS || lost == dp_lost, "{lost} and {dp_lost}");
            }
            let case = Case {
                family: "rows",
                name: &name,
                size: &size,
                unit: "positions/s",
            };
            match baseline.is_empty() {
                true => case.print_alone(&runs),
                false => case.print(
                    &runs,
                    &format!("bitmask DP in C++ -O2, {DP_CELLS} cells"),
                    &baseline,
                ),
            }
        }
    }
    Ok(())
}

/// Games of other kinds, against the general solver's rate on a smaller board of the same game.
fn others() -> Result<(), Failure> {
    Ok(())
}

/// The usual bitmask DP.
struct Dp(PathBuf);

impl Dp {
    /// Compiles it; `None`, with a word, where there is no compiler.
    fn compile() -> Result<Option<Self>, Failure> {
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/baselines/ellys_capture.cpp");
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ellys_capture");
        let compiled = Command::new("c++")
            .arg("-O2")
            .arg("-o")
            .arg(&program)
            .arg(&source)
            .status();
        match compiled {
            Err(error) => {
                eprintln!("no baseline: the C++ compiler c++ cannot be run: {error}");
                Ok(None)
            }
            Ok(status) if status.success() => Ok(Some(Self(program))),
            Ok(status) => Err(format!("c++ did not compile {}: {status}", source.display()).into()),
        }
    }

    /// Positions a second, and how many the previous player wins.
    fn run(&self, cells: usize) -> Result<(f64, u64), Failure> {
        let output = Command::new(&self.0).arg(cells.to_string()).output()?;
        let text = String::from_utf8(output.stdout)?;
        let mut words = text.split_whitespace();
        let mut word = || words.next().ok_or("the baseline printed too little");
        let (seconds, lost): (f64, u64) = (word()?.parse()?, word()?.parse()?);
        Ok(((1u64 << (cells - 1)) as f64 / seconds, lost))
    }
}
