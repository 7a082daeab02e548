//! Games whose positions can repeat, by retrograde analysis: `cargo bench -p whowins-engine --bench
//! cycles`.
//!
//! A state is a position with the player to move. The pursuit's baseline is the usual retrograde
//! analysis with the game written into it, in C++ compiled with -O2; without a compiler there is
//! none, and the program says so.

#![allow(missing_docs)]

mod common;

use common::baseline::Baseline;
use common::{Case, RUNS, asked, copies, processor_time};
use whowins_analysis::{Position, Value};
use whowins_engine::Limits;
use whowins_engine::general::{General, Want};
use whowins_rules::{Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

const FAMILY: &str = "general-cycles";

fn main() -> Result<(), Failure> {
    pursuit()?;
    others()
}

/// How many states the solver numbers, how many a CPU second it decides, and the values at the
/// position.
fn solve(rules: &Rules, at: &str, threads: usize) -> Result<(f64, f64, [Value; 2]), Failure> {
    let game = rules.game(&Parameters::new())?;
    let position: Position = game.read(at)?;
    let limits = Limits::default().with_threads(threads);
    let players = if game.is_impartial() { 1.0 } else { 2.0 };
    let mut general = General::new(game, Want::Outcome, limits);
    let states = general.states(&position).ok_or("too many states")? as f64 * players;
    let (time, values) = processor_time(|| general.values(&position));
    Ok((states, states / time.as_secs_f64().max(1e-9), values?))
}

fn open(side: usize) -> String {
    vec![".".repeat(side); side].join("/")
}

/// A cop and a robber on an open square.
fn pursuit() -> Result<(), Failure> {
    let mut baseline = None;
    for (side, threads) in [(40, 1), (100, 1), (100, 2)] {
        let many = if threads == 1 { "" } else { ", 2 threads" };
        let name = format!("pursuit, open map of {side} x {side}{many}");
        if !asked(&name) {
            continue;
        }
        let rules = Rules::parse(
            "pursuit",
            &format!(
                "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{}\"\nposition cop, robber: squares of map except '#'\n\
                 Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws",
                open(side)
            ),
        )?;
        let (mut states, mut runs) = (0.0, Vec::new());
        for _ in 0..RUNS {
            let (all, rate, values) = solve(&rules, &format!("1,1 {side},{side}"), threads)?;
            states = all;
            // In opposite corners an even way lies between them: the robber who must move is
            // caught.
            assert_eq!(values, [Value::Draw, Value::Loss], "{name}");
            runs.push(rate);
        }
        let program = match baseline.take() {
            Some(program) => program,
            None => Baseline::compile("pursuit")?,
        };
        let (baseline_runs, _) = Baseline::rates(program.as_ref(), side, states)?;
        baseline = Some(program);
        Case {
            family: FAMILY,
            name: &name,
            size: &format!("{:.0} M states", states / 1e6),
            unit: "states/CPU-s",
        }
        .print_within(
            &runs,
            "queue in C++ -O2",
            &baseline_runs,
            &copies(states, states),
        );
    }
    Ok(())
}

const WALK: &str = "game \"Walk\"\nplayers Left, Right\nposition x <= 3999, y <= 3999\nLeft: move x -= 2, y += 1\nLeft: move x += 1, y -= 3\n\
                    Right: move y -= 1\nRight: move x += 1\nrepetition draws";

/// Stones that are taken: only the fillings with as many stones or fewer are numbered.
const SLIDE: &str = "game \"Slide\"\nplayers Left, Right\nposition row of . o x\nLeft: move o . -> . o\nLeft: move o x . -> . . o\n\
                     Right: move . x -> x .\nRight: move . o x -> x . .\nLeft: move . o -> o .\nrepetition draws";

/// Stones that are taken and put back: nearly all fillings can come about, and all are numbered.
const SPLIT: &str = "game \"Split\"\nplayers Left, Right\nposition row of . o x\nLeft: move o . -> . o\nLeft: move o x . -> . . o\n\
                     Right: move . x -> x .\nRight: move . o x -> x . .\nLeft: move . o -> o .\n\
                     Left: move . . o -> o . o\nRight: move . . x -> x . x\nrepetition draws";

/// Moves that keep how often each symbol occurs: only the arrangements are numbered.
const KEPT: &str = "game \"Slide\"\nplayers Left, Right\nposition row of . o x\nLeft: move o . -> . o\nLeft: move o x . -> . x o\n\
                    Right: move . x -> x .\nRight: move . o x -> x o .\nLeft: move . o -> o .\nrepetition draws";

/// Other shapes, with nothing to compare them with.
fn others() -> Result<(), Failure> {
    let side = 16;
    let two_cops = format!(
        "game \"Two cops\"\nplayers Cops, Robber\ngiven map: grid of . # = \"{}\"\nposition a, b, robber: squares of map except '#'\n\
         Cops: move a to a neighbour\nCops: move b to a neighbour\nRobber: move robber to a neighbour\nCops wins when a = robber\n\
         Cops wins when b = robber\nrepetition draws",
        open(side)
    );
    for (name, rules, at) in [
        (
            "two cops and a robber, open map of 16 x 16",
            two_cops.as_str(),
            format!("1,1 1,2 {side},{side}"),
        ),
        ("two numbers up and down", WALK, "3999,3999".into()),
        (
            "stones taken and put back on a row of 14, all fillings",
            SPLIT,
            "oo....oo.xxx..".into(),
        ),
        (
            "stones taken on a row of 20, from 4 and 4 down",
            SLIDE,
            "oooo............xxxx".into(),
        ),
        (
            "arrangements of 4 and 4 stones on a row of 20",
            KEPT,
            "oooo............xxxx".into(),
        ),
    ] {
        if !asked(name) {
            continue;
        }
        let rules = Rules::parse("rules", rules)?;
        let (mut states, mut runs) = (0.0, Vec::new());

        for _ in 0..RUNS {
            let (all, rate, _) = solve(&rules, &at, 1)?;
            states = all;
            runs.push(rate);
        }
        Case {
            family: FAMILY,
            name,
            size: &format!("{:.0} M states", states / 1e6),
            unit: "states/CPU-s",
        }
        .print_alone(&runs);
    }
    Ok(())
}
