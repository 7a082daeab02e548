//! How cost grows with size, family by family: `cargo bench -p whowins-law --bench growth`.
//!
//! Each size runs in a process of its own, so that the most memory held is its own: once, or five times where it is short.
//! A word of the command line picks the families whose names hold it.

#![allow(missing_docs)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use whowins_engine::general::{General, Want};
use whowins_engine::heap::{Subtraction, outcomes_up_to};
use whowins_engine::octal::Values;
use whowins_engine::rows::Rows;
use whowins_engine::{Limits, race};
use whowins_law::{Says, find};
use whowins_rules::heaps::Octal;
use whowins_rules::{Game, Parameters, Rules};

type Failure = Box<dyn std::error::Error>;
/// What is timed; it gives how many units were worked out.
type Work = Box<dyn FnOnce() -> Result<f64, Failure>>;

/// A family: what is worked out, in which unit, at which sizes, how a size is written, and its work.
struct Family {
    name: &'static str,
    unit: &'static str,
    sizes: &'static [usize],
    size: fn(usize) -> String,
    make: fn(usize) -> Result<Work, Failure>,
}

const FAMILIES: [Family; 9] = [
    Family {
        name: "one heap, S = {1, 3, 4}",
        unit: "heaps",
        sizes: &[
            1_000_000,
            10_000_000,
            100_000_000,
            1_000_000_000,
            10_000_000_000,
        ],
        size: |heaps| format!("{} M heaps", heaps / 1_000_000),
        make: one_heap,
    },
    Family {
        name: "octal game 0.106, sparse space",
        unit: "heaps",
        sizes: &[1_000_000, 4_000_000, 16_000_000, 64_000_000, 256_000_000],
        size: |heaps| format!("{} M heaps", heaps / 1_000_000),
        make: octal,
    },
    Family {
        name: "rows: Elly's Checkers with capture",
        unit: "positions",
        sizes: &[20, 22, 24, 26, 28, 30, 32, 34],
        size: |cells| format!("{cells} cells"),
        make: rows,
    },
    Family {
        name: "general solver: four vectors in the plane, who wins",
        unit: "states",
        sizes: &[500, 1000, 2000, 4000, 8000, 16_000],
        size: |side| format!("{side}x{side}"),
        make: vectors,
    },
    Family {
        name: "general solver: Nim, three heaps, who wins",
        unit: "states",
        sizes: &[25, 50, 100, 200, 400],
        size: |side| format!("{side}x{side}x{side}"),
        make: nim,
    },
    Family {
        name: "general solver: pursuit on an open map, and how fast",
        unit: "states",
        sizes: &[10, 20, 40, 80, 113],
        size: |squares| format!("{squares}x{squares}"),
        make: pursuit,
    },
    Family {
        name: "race on an open map",
        unit: "squares",
        sizes: &[75, 150, 300, 600, 1200, 2400],
        size: |squares| format!("{squares}x{squares}"),
        make: open_race,
    },
    Family {
        name: "laws of random vector games in the plane",
        unit: "laws",
        sizes: &[1, 2, 3, 4, 5],
        size: |vectors| format!("{GAMES} games of {vectors} vectors"),
        make: |vectors| laws(vectors, false),
    },
    Family {
        name: "laws of random partizan vector games in the plane",
        unit: "laws",
        sizes: &[1, 2, 3, 4, 5],
        size: |vectors| format!("{GAMES} games of {vectors} vectors"),
        make: |vectors| laws(vectors, true),
    },
];

/// The word that makes the program work one size out, by its numbers.
const ALONE: &str = "--alone";
/// Sizes that take less are measured five times.
const SHORT: f64 = 0.5;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [alone, family, size] = &words[..]
        && alone == ALONE
    {
        let family = &FAMILIES[family.parse::<usize>()?];
        return once(family, family.sizes[size.parse::<usize>()?]);
    }
    let asked: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    for (number, family) in FAMILIES.iter().enumerate() {
        if !asked.is_empty() && !asked.iter().any(|word| family.name.contains(word.as_str())) {
            continue;
        }
        for (at, size) in family.sizes.iter().enumerate() {
            let (seconds, bytes, amount) = measure(number, at)?;
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

/// Runs a size alone: the seconds of each run, the most memory held where the system tells it, and the units worked out.
fn measure(family: usize, size: usize) -> Result<(Vec<f64>, Option<f64>, f64), Failure> {
    let (mut seconds, mut held, mut amount) = (Vec::new(), None::<f64>, 0.0);
    while seconds.first().is_none_or(|first| *first < SHORT) && seconds.len() < 5 {
        let output = std::process::Command::new(std::env::current_exe()?)
            .args([ALONE, &family.to_string(), &size.to_string()])
            .stderr(std::process::Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err(format!("{}: {}", FAMILIES[family].name, output.status).into());
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

fn limits() -> Limits {
    Limits {
        memory: 12 << 30,
        ..Limits::default()
    }
}

fn game(rules: &str) -> Result<Game, Failure> {
    Ok(Rules::parse("rules", rules)?.game(&Parameters::new())?)
}

fn one_heap(heaps: usize) -> Result<Work, Failure> {
    let game = Subtraction::new([vec![1, 3, 4], vec![1, 3, 4]], false)?;
    Ok(Box::new(move || {
        black_box(outcomes_up_to(&game, heaps as u64 - 1)?);
        Ok(heaps as f64)
    }))
}

fn octal(heaps: usize) -> Result<Work, Failure> {
    let octal = Octal {
        digits: vec![0, 1, 0, 6],
    };
    Ok(Box::new(move || {
        let mut values = Values::new(&octal, limits());
        values.extend(heaps)?;
        Ok(values.len() as f64)
    }))
}

fn rows(cells: usize) -> Result<Work, Failure> {
    let game = game(include_str!("../../../games/seeds/ellys-capture.game"))?;
    let rows = Rows::new(&game, 1, cells)?;
    Ok(Box::new(move || {
        black_box(rows.solve(&limits())?);
        Ok(rows.positions() as f64)
    }))
}

fn general(rules: &str, at: &str, want: Want, states: f64) -> Result<Work, Failure> {
    let game = game(rules)?;
    let position = game.read(at)?;
    Ok(Box::new(move || {
        let mut general = General::new(game, want, limits());
        black_box(general.values(&position)?);
        Ok(states)
    }))
}

fn vectors(side: usize) -> Result<Work, Failure> {
    let rules = "game \"Vectors\"\nposition x, y\nmove x -= 1, y -= 3\nmove x -= 4, y -= 1\nmove y -= 2\nmove x -= 5, y -= 5";
    let at = format!("{0},{0}", side - 1);
    general(rules, &at, Want::Outcome, (side as f64).powi(2))
}

fn nim(side: usize) -> Result<Work, Failure> {
    let rules = include_str!("../../../games/classic/nim.game");
    let at = format!("{0},{0},{0}", side - 1);
    general(rules, &at, Want::Outcome, (side as f64).powi(3))
}

fn pursuit(squares: usize) -> Result<Work, Failure> {
    let map = vec![".".repeat(squares); squares].join("/");
    let rules = format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws"
    );
    let at = format!("1,1 {squares},{squares}");
    let states = 2.0 * (squares as f64).powi(4);
    general(&rules, &at, Want::Remoteness, states)
}

fn open_race(size: usize) -> Result<Work, Failure> {
    let neighbours: Vec<Vec<u32>> = (0..size * size)
        .map(|at| {
            let (y, x) = (at / size, at % size);
            let near = [
                (y > 0).then(|| at - size),
                (x > 0).then(|| at - 1),
                (x + 1 < size).then_some(at + 1),
                (y + 1 < size).then_some(at + size),
            ];
            near.into_iter().flatten().map(|next| next as u32).collect()
        })
        .collect();
    let last = neighbours.len() as u32 - 1;
    Ok(Box::new(move || {
        let arena = race::Arena::new(&neighbours, 0, last)?;
        black_box(race::solve(&arena));
        Ok((size * size) as f64)
    }))
}

/// Random games of a number of vectors.
const GAMES: usize = 10;
/// What a game may take; one that gets no law in it counts among the games, not among the laws.
const PATIENCE: Duration = Duration::from_millis(500);

/// Games whose vectors have entries up to 3, different ones, the same in each run.
fn laws(vectors: usize, partizan: bool) -> Result<Work, Failure> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |limit: usize| {
        // Marsaglia's xorshift, 2003.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let mut all: Vec<(usize, usize)> = (1..16).map(|number| (number / 4, number % 4)).collect();
        let mut text = "game \"Vectors\"\nplayers First, Second\nposition x, y\n".to_owned();
        for _ in 0..vectors {
            let (x, y) = all.swap_remove(below(all.len()));
            let whose = match (partizan, below(2)) {
                (false, _) => "",
                (true, 0) => "First: ",
                (true, _) => "Second: ",
            };
            let change = match (x, y) {
                (x, 0) => format!("x -= {x}"),
                (0, y) => format!("y -= {y}"),
                (x, y) => format!("x -= {x}, y -= {y}"),
            };
            text += &format!("{whose}move {change}\n");
        }
        games.push(Rules::parse("random", &text)?);
    }
    Ok(Box::new(move || {
        let mut proved = 0.0;
        for rules in &games {
            let limits = limits().with_time(PATIENCE);
            let report = find(rules, &Parameters::new(), None, &limits, &[Says::Outcome])?;
            proved += f64::from(u8::from(report.proved.is_some()));
        }
        Ok(proved)
    }))
}
