//! Values of positions, from rules as data: `cargo bench -p whowins-engine --bench values`.
//!
//! `6x6` among the arguments adds the one board that takes long, once.

#![allow(missing_docs)]

mod common;

use std::time::Duration;

use common::{Case, RUNS, asked, peak, processor_time};
use whowins_analysis::{Game, Position};
use whowins_core::Budget;
use whowins_engine::values::Positions;
use whowins_rules::{Parameters, Rules};
use whowins_values::Arena;

/// That of the command.
#[global_allocator]
static ALLOCATOR: whowins_guard::Counting = whowins_guard::Counting;

type Failure = Box<dyn std::error::Error>;

const CLOBBER: &str = "game \"Clobber\"\nplayers Left, Right\nposition row of . x o\nLeft: move x o -> . x along right, left\nRight: move o x -> . o along right, left";
const TOADS: &str = "game \"Toads and Frogs\"\nplayers Left, Right\nposition row of . T F\nLeft: move T . -> . T\nLeft: move T F . -> . F T\nRight: move . F -> F .\nRight: move . T F -> F T .";
const DOMINEERING: &str = "game \"Domineering\"\nplayers Left, Right\nposition board of . #\nLeft: move . / . -> # / #\nRight: move . . -> # #";

/// What one run found.
struct Run {
    time: Duration,
    asked: u64,
    kept: usize,
    forms: usize,
    bytes: u64,
}

fn run(game: &Game, all: &[Position]) -> Result<Run, Failure> {
    let mut arena = Arena::new(Budget::OPEN);
    let mut positions = Positions::new(game)?;
    let (time, done) = processor_time(|| {
        let mut values = all
            .iter()
            .map(|position| positions.value(&mut arena, position));
        values.try_for_each(|value| value.map(drop))
    });
    done?;
    let (asked, kept) = positions.counts();
    Ok(Run {
        time,
        asked,
        kept,
        forms: arena.forms(),
        bytes: arena.form_bytes(),
    })
}

/// All rows of so many cells over three symbols.
fn strips(length: usize) -> Vec<Position> {
    (0..3usize.pow(length as u32))
        .map(|mut number| {
            let cells = (0..length).map(|_| {
                let digit = (number % 3) as u8;
                number /= 3;
                digit
            });
            Position::list(cells)
        })
        .collect()
}

fn empty(game: &Game, rows: usize, columns: usize) -> Vec<Position> {
    vec![game.position_of(&vec![0u8; rows * columns], rows, columns)]
}

fn main() -> Result<(), Failure> {
    whowins_guard::large_pages();
    let game = |text: &str| -> Result<Game, Failure> {
        Ok(Rules::parse("bench", text)?.game(&Parameters::new())?)
    };
    let [clobber, toads, domineering] = [CLOBBER, TOADS, DOMINEERING].map(game);
    let (clobber, toads, domineering) = (clobber?, toads?, domineering?);
    let row = |part: &str, times: usize| clobber.read(&part.repeat(times)).map(|row| vec![row]);
    let mut cases = vec![
        ("clobber: all strips of 10", &clobber, strips(10)),
        ("clobber: all strips of 12", &clobber, strips(12)),
        ("toads and frogs: all strips of 10", &toads, strips(10)),
        ("domineering 5x5", &domineering, empty(&domineering, 5, 5)),
        ("domineering 5x6", &domineering, empty(&domineering, 5, 6)),
        ("clobber: (xo)^14", &clobber, row("xo", 14)?),
        ("clobber: (xo)^16", &clobber, row("xo", 16)?),
        ("clobber: (xxo.)^15000", &clobber, row("xxo.", 15_000)?),
    ];
    if std::env::args().any(|word| word == "6x6") {
        cases.push(("domineering 6x6", &domineering, empty(&domineering, 6, 6)));
    }
    for (name, game, all) in cases {
        if !asked(name) {
            continue;
        }
        let times = if name.ends_with("6x6") { 1 } else { RUNS };
        let runs: Vec<Run> = (0..times)
            .map(|_| run(game, &all))
            .collect::<Result<_, _>>()?;
        let last = runs.last().ok_or("no run")?;
        let seconds: Vec<f64> = runs.iter().map(|run| run.time.as_secs_f64()).collect();
        eprintln!(
            "{name}: {} asked, {} kept, {} forms, {} bytes a form, {seconds:.3?} s, peak {:.0} MiB",
            last.asked,
            last.kept,
            last.forms,
            last.bytes / last.forms as u64,
            peak().unwrap_or(0.0) / f64::from(1 << 20),
        );
        let rates: Vec<f64> = seconds
            .iter()
            .map(|seconds| last.asked as f64 / seconds)
            .collect();
        Case {
            family: "values",
            name: &format!("{name}: parts asked for"),
            size: &format!("{} asked, {} forms", last.asked, last.forms),
            unit: "parts/CPU-s",
        }
        .print_alone(&rates);
    }
    Ok(())
}
