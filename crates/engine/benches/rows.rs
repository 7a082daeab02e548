//! Rows and boards, one bit a position: `cargo bench -p whowins-engine --bench rows`.
//!
//! The baseline is the usual bitmask DP, a byte a mask, in C++ compiled with -O2, on the largest
//! board that it has time for; without a compiler there is none, and the program says so. A board
//! of 36 cells takes 4 GiB: it is measured where it is asked for by its name.

#![allow(missing_docs)]

mod common;

use std::time::Duration;

use common::baseline::Baseline;
use common::{Case, RUNS, asked, asked_for, copies, processor_time, wall_time};
use whowins_analysis::Game;
use whowins_engine::Limits;
use whowins_engine::general::{General, Want};
use whowins_engine::rows::Rows;
use whowins_rules::{Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

/// The largest board of the baseline: 128 MiB there, and some five seconds a run.
const DP_CELLS: usize = 28;

fn main() -> Result<(), Failure> {
    capture()?;
    others()
}

fn game(rules: &str) -> Result<Game, Failure> {
    Ok(Rules::parse("rules", rules)?.game(&Parameters::new())?)
}

fn limits(threads: usize) -> Limits {
    Limits::default().with_threads(threads).with_memory(6 << 30)
}

/// Positions a CPU second on a board, and how many of them the previous player wins.
fn solve(rows: &Rows, threads: usize) -> Result<(f64, u64), Failure> {
    let (time, table) = processor_time(|| rows.solve(&limits(threads)));
    Ok((rate(rows.positions(), time), table?.counts().p))
}

fn rate(positions: u64, time: Duration) -> f64 {
    positions as f64 / time.as_secs_f64().max(1e-9)
}

fn size(rows: &Rows) -> String {
    let mebibytes = rows.bytes() as f64 / f64::from(1 << 20);
    format!(
        "{} M positions, {mebibytes:.0} MiB",
        rows.positions() / 1_000_000
    )
}

/// Elly's Checkers with capture.
fn capture() -> Result<(), Failure> {
    let game = game(include_str!("../../../games/seeds/ellys-capture.game"))?;
    let cells_asked: Vec<(usize, usize, String)> = [DP_CELLS, 30, 34, 36]
        .into_iter()
        .flat_map(|cells| [(cells, 1), (cells, 2)])
        .map(|(cells, threads)| {
            let many = if threads == 1 { "" } else { ", 2 threads" };
            let name = format!("Elly's Checkers with capture, {cells} cells{many}");
            (cells, threads, name)
        })
        .filter(|(cells, _, name)| {
            asked(name) && (*cells <= 34 || asked_for(&format!("{cells} cells")))
        })
        .collect();
    if cells_asked.is_empty() {
        return Ok(());
    }
    let dp = Baseline::compile("ellys_capture")?;
    // It takes long, so all boards are compared with the same runs.
    let masks = (1u64 << (DP_CELLS - 1)) as f64;
    let (baseline, dp_lost) = Baseline::rates(dp.as_ref(), DP_CELLS, masks)?;
    for (cells, threads, name) in cells_asked {
        let rows = Rows::new(&game, 1, cells)?;
        let positions = rows.positions();
        let mut runs = Vec::new();
        let mut by_clock = Vec::new();
        for _ in 0..RUNS {
            let (wall, (rate, lost)) = {
                let (wall, solved) = wall_time(|| solve(&rows, threads));
                (wall, solved?)
            };
            runs.push(rate);
            by_clock.push(self::rate(positions, wall));
            let same = dp_lost.is_none_or(|dp_lost| dp_lost == lost);
            assert!(cells != DP_CELLS || same, "{lost} and {dp_lost:?}");
        }
        let beside = format!("bitmask DP in C++ -O2, {DP_CELLS} cells");
        let limit = copies(rows.bytes() as f64, positions as f64);
        let size = size(&rows);
        let mut case = Case {
            family: "rows",
            name: &name,
            size: &size,
            unit: "positions/CPU-s",
        };
        case.print_within(&runs, &beside, &baseline, &limit);
        if threads > 1 {
            let name = format!("{name}, by the clock");
            (case.name, case.unit) = (&name, "positions/s");
            case.print_within(&by_clock, &beside, &baseline, &limit);
        }
    }
    Ok(())
}

const CLOBBER: &str = include_str!("../../../games/classic/clobber.game");
const BOARD: &str = "game \"Checkers on a board\"\nposition board of . o\nmove o . -> . o along right, down\n\
                     move o o o . -> . o o o along right, down\nat once o $ / $ -> . $ / $";
const THREE: &str =
    "game \"Two kinds\"\nposition row of . o x\nmove o . -> . o\nmove x . -> . x\nmove x o -> . x";

/// Games of other kinds, against the general solver on a smaller board of the same game.
fn others() -> Result<(), Failure> {
    let misere =
        include_str!("../../../games/seeds/ellys-capture.game").to_string() + "\nmisère play\n";
    for (name, rules, large, small) in [
        ("the same, misère", misere.as_str(), (1, 30), (1, 20)),
        ("Elly's Checkers on a board", BOARD, (5, 6), (4, 5)),
        ("three symbols in a row", THREE, (1, 19), (1, 12)),
        ("Clobber: two bits, by weights", CLOBBER, (4, 4), (3, 4)),
    ] {
        let name = format!("{name}, {} x {} cells", large.0, large.1);
        if !asked(&name) {
            continue;
        }
        let game = game(rules)?;
        let rows = Rows::new(&game, large.0, large.1)?;
        let mut runs = Vec::new();
        let mut baseline = Vec::new();
        for _ in 0..RUNS {
            runs.push(solve(&rows, 1)?.0);
            baseline.push(general(&game, small)?);
        }
        Case {
            family: "rows",
            name: &name,
            size: &size(&rows),
            unit: "positions/CPU-s",
        }
        .print_within(
            &runs,
            &format!("general solver, {} x {}", small.0, small.1),
            &baseline,
            &copies(rows.bytes() as f64, rows.positions() as f64),
        );
    }
    grundy()
}

/// States a CPU second of the general solver's table of a board of a size.
fn general(game: &Game, (rows, columns): (usize, usize)) -> Result<f64, Failure> {
    // From a board of all symbols play comes to the most contents.
    let symbols = game.board().map_or(1, |board| board.alphabet.len());
    let mixed: Vec<i64> = (0..rows * columns)
        .map(|at| (at % symbols) as i64)
        .collect();
    let position = game.position_of(&mixed, rows, columns);
    let mut general = General::new(game.clone(), Want::Outcome, limits(1));
    let states = general.states(&position).ok_or("the states are numbered")?;
    let (time, values) = processor_time(|| general.values(&position));
    values?;
    Ok(rate(states, time))
}

/// Grundy values: one sweep a value.
fn grundy() -> Result<(), Failure> {
    let name = "Elly's Checkers with capture, 28 cells, Grundy values";
    if !asked(name) {
        return Ok(());
    }
    let game = game(include_str!("../../../games/seeds/ellys-capture.game"))?;
    let rows = Rows::new(&game, 1, 28)?;
    let mut runs = Vec::new();
    let mut values = 0;
    for _ in 0..RUNS {
        let (time, table) = processor_time(|| rows.grundy(&limits(1)));
        values = table?.counts().len();
        runs.push(rate(rows.positions(), time));
    }
    Case {
        family: "rows",
        name,
        size: &format!("{}, {values} values", size(&rows)),
        unit: "positions/CPU-s",
    }
    .print_alone(&runs);
    Ok(())
}
