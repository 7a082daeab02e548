//! The hot kernels, one a run, for `cargo xtask bench --counts`: a word of the command line names
//! the kernel, without one their names are listed. With `--set-up` the kernel's input is made and
//! nothing else, so that the instructions of two runs can be subtracted. Inputs are the same in
//! each run, and one thread works.

use std::hint::black_box;
use std::ops::Range;

use whowins_analysis::Game;
use whowins_analysis::heaps::Octal;
use whowins_automata as automata;
use whowins_automata::{Dfa, Theory, Zeckendorf, var};
use whowins_engine::Limits;
use whowins_engine::general::{General, Want};
use whowins_engine::heap::{Subtraction, outcomes_up_to};
use whowins_engine::lattice::{RayPositions, Vectors};
use whowins_engine::octal::Values;
use whowins_engine::race;
use whowins_engine::rows::Rows;
use whowins_law::OfRules;
use whowins_law::find_kind;
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate};

type Failure = Box<dyn std::error::Error>;
/// What is counted, its input made; it gives a number, so that no compiler leaves it out.
type Work = Box<dyn FnOnce() -> Result<u64, Failure>>;
/// A kernel's name, and how its input is made.
type Kernel = (&'static str, fn() -> Result<Work, Failure>);

const KERNELS: [Kernel; 22] = [
    ("one-heap-window", || one_heap([&[1, 3, 4], &[1, 3, 4]])),
    ("one-heap-strides", || {
        one_heap([&[100, 133, 257, 501], &[111, 120, 333]])
    }),
    ("octal-sparse-0.106", || octal("0106", 100_000..600_000)),
    ("octal-sparse-0.376", || octal("0376", 20_000..60_000)),
    ("rows-bits", || rows(CAPTURE, 1, 22)),
    ("rows-weights", || rows(CLOBBER, 3, 4)),
    ("general-sweep-vectors", || {
        general(VECTORS, "299,299", Want::Outcome)
    }),
    ("general-sweep-rays", || {
        general(NIM, "39,39,39", Want::Remoteness)
    }),
    ("general-retrograde", || {
        general(&pursuit(12), "1,1 12,12", Want::Remoteness)
    }),
    ("general-two-bits", || {
        general(NIM, "39,39,39", Want::Outcome)
    }),
    ("general-boards", || {
        general(SLIDE, "oo..o.xx..", Want::Outcome)
    }),
    ("general-arrangements", || {
        general(KEPT, "ooo......xxx", Want::Outcome)
    }),
    ("lattice-rays", || {
        lattice_rays("move x -= k, y -= k for k >= 1\nmove x -= 1, y -= 2\n")
    }),
    ("lattice-vectors", || {
        lattice_vectors(VECTORS, &[1999, 1999])
    }),
    ("lattice-space", || lattice_vectors(SPACE, &[149, 149, 149])),
    ("race-open", || races(|_, _| true)),
    ("race-comb", || races(|y, x| y == 40 || x % 2 == 0)),
    ("verify-cow-checkers", || {
        verify(
            include_str!("../../../games/seeds/cowcheck.game"),
            "automatic",
        )
    }),
    ("verify-sparse-space", || {
        verify("game \"0.156\"\noctal 0.156\n", "sparse-space")
    }),
    ("automata-product", product),
    ("automata-minimise", minimise),
    ("automata-formula", formula),
];

const CAPTURE: &str = include_str!("../../../games/seeds/ellys-capture.game");
const CLOBBER: &str = include_str!("../../../games/classic/clobber.game");
const NIM: &str = include_str!("../../../games/classic/nim.game");
const VECTORS: &str = "game \"Vectors\"\nposition x, y\nmove x -= 1, y -= 3\nmove x -= 4, y -= 1\nmove y -= 2\nmove x -= 5, y -= 5";

const SPACE: &str = "game \"Vectors\"\nposition x, y, z\nmove x -= 1\nmove y -= 1\nmove z -= 1\nmove x -= 1, y -= 2, z -= 1";
const SLIDE: &str = "game \"Slide\"\nplayers Left, Right\nposition row of . o x\nLeft: move o . -> . o\nLeft: move o x . -> . . o\n\
                     Right: move . x -> x .\nRight: move . o x -> x . .\nLeft: move . o -> o .\nrepetition draws";
/// Moves that keep how often each symbol occurs.
const KEPT: &str = "game \"Slide\"\nplayers Left, Right\nposition row of . o x\nLeft: move o . -> . o\nLeft: move o x . -> . x o\n\
                    Right: move . x -> x .\nRight: move . o x -> x o .\nLeft: move . o -> o .\nrepetition draws";

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(name) = words.first() else {
        for (name, _) in KERNELS {
            println!("{name}");
        }
        return Ok(());
    };
    let kernel = KERNELS.iter().find(|(known, _)| known == name);
    let (_, make) = kernel.ok_or_else(|| format!("no kernel is named `{name}`"))?;
    let work = make()?;
    if words.get(1).is_none_or(|word| word != "--set-up") {
        black_box(work()?);
    }
    Ok(())
}

fn limits() -> Limits {
    Limits::default().with_threads(1)
}

fn game(rules: &str) -> Result<Game, Failure> {
    Ok(Rules::parse("rules", rules)?.game(&Parameters::new())?)
}

fn one_heap(sets: [&[u64]; 2]) -> Result<Work, Failure> {
    let game = Subtraction::new(sets.map(<[u64]>::to_vec), false)?;
    Ok(Box::new(move || {
        Ok(outcomes_up_to(&game, 4_000_000)?.words()[0].len() as u64)
    }))
}

/// Heaps after those at which the sparse space is chosen.
fn octal(digits: &str, heaps: Range<usize>) -> Result<Work, Failure> {
    let octal = Octal {
        digits: digits.bytes().map(|digit| digit - b'0').collect(),
    };
    let mut values = Values::new(&octal, limits());
    values.extend(heaps.start)?;
    Ok(Box::new(move || {
        values.extend(heaps.end)?;
        Ok(values.len() as u64)
    }))
}

fn rows(rules: &str, rows: usize, columns: usize) -> Result<Work, Failure> {
    let rows = Rows::new(&game(rules)?, rows, columns)?;
    Ok(Box::new(move || Ok(rows.solve(&limits())?.counts().p)))
}

fn pursuit(squares: usize) -> String {
    let map = vec![".".repeat(squares); squares].join("/");
    format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws"
    )
}

fn general(rules: &str, at: &str, want: Want) -> Result<Work, Failure> {
    let game = game(rules)?;
    let position = game.read(at)?;
    let mut general = General::new(game, want, limits());
    Ok(Box::new(
        move || Ok(general.values(&position)?.len() as u64),
    ))
}

/// The rook's rays and more.
fn lattice_rays(more: &str) -> Result<Work, Failure> {
    let rook = "game \"Rays\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n";
    let mut positions = RayPositions::new(&game(&format!("{rook}{more}"))?)?;
    Ok(Box::new(move || {
        positions.find(50_000, &limits())?;
        Ok(positions.list().len() as u64)
    }))
}

fn lattice_vectors(rules: &str, high: &'static [i64]) -> Result<Work, Failure> {
    let vectors = Vectors::new(&game(rules)?)?;
    Ok(Box::new(move || {
        let table = vectors.solve(high, &limits())?;
        Ok(u64::from(table.covers(high)))
    }))
}

/// A board of 80 by 80 squares from corner to corner; `free` says which squares one may enter.
fn races(free: fn(usize, usize) -> bool) -> Result<Work, Failure> {
    const SIZE: usize = 80;
    let mut number = vec![None; SIZE * SIZE];
    let squares = (0..SIZE * SIZE).filter(|at| free(at / SIZE, at % SIZE));
    for (cell, at) in squares.enumerate() {
        number[at] = Some(cell as u32);
    }
    let mut neighbours = vec![Vec::new(); number.iter().flatten().count()];
    for at in 0..SIZE * SIZE {
        let right = (at % SIZE + 1 < SIZE).then_some(at + 1);
        for next in [right, Some(at + SIZE)].into_iter().flatten() {
            if let (Some(from), Some(Some(to))) = (number[at], number.get(next).copied()) {
                neighbours[from as usize].push(to);
                neighbours[to as usize].push(from);
            }
        }
    }
    let last = neighbours.len() as u32 - 1;
    Ok(Box::new(move || {
        let arena = race::Arena::new(&neighbours, 0, last)?;
        Ok(race::solve(&arena).distance.map_or(0, u64::from))
    }))
}

/// The verifier on a certificate as it is read from a file, ten times, since the search that makes
/// it is not quite the same in each run.
fn verify(rules: &str, kind: &str) -> Result<Work, Failure> {
    let rules = Rules::parse("rules", rules)?;
    let report = find_kind(&rules, &Parameters::new(), None, &limits(), kind)?;
    let text = report.proved.ok_or("no law")?.certificate().write();
    Ok(Box::new(move || {
        let mut checked = 0;
        for _ in 0..10 {
            let verified = Certificate::read(&text)?.verify_with_rules(&Budget::default())?;
            checked += verified.checked().len() as u64;
        }
        Ok(checked)
    }))
}

/// Pairs of binary numbers (x, y) with x + 3 y a multiple of `modulus`.
fn multiples(modulus: u32) -> Result<Dfa, Failure> {
    let step = |rest: &u32, digits: &[u8]| {
        let added = u32::from(digits[0]) + 3 * u32::from(digits[1]);
        Some((2 * rest + added) % modulus)
    };
    let bounds = &automata::Limits::default();
    Ok(Dfa::explore(
        vec![2, 2],
        0,
        step,
        |rest| *rest == 0,
        bounds,
    )?)
}

fn product() -> Result<Work, Failure> {
    let (a, b) = (multiples(61)?, multiples(67)?);
    Ok(Box::new(move || {
        Ok(a.and(&b, &automata::Limits::default())?.states() as u64)
    }))
}

/// A numeration system's addition, which is found and proved when the theory is made.
fn formula() -> Result<Work, Failure> {
    Ok(Box::new(|| {
        let theory = Theory::new(Zeckendorf, &automata::Limits::default())?;
        let sum = |a: &str, b: &str| var(a).plus(var(b));
        let commutes = sum("x", "y").equals(sum("y", "x"));
        let above = var("x").less(var("y")).exists("y");
        let holds = theory.holds(&commutes.and(above).forall("y").forall("x"))?;
        Ok(u64::from(holds))
    }))
}

fn minimise() -> Result<Work, Failure> {
    let dfa = multiples(2003)?;
    Ok(Box::new(move || Ok(dfa.minimise().states() as u64)))
}
