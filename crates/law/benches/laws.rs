//! From rules to verified certificate, and answers from laws: `cargo bench -p whowins-law --bench
//! laws`.

#![allow(missing_docs)]

use std::hint::black_box;
use std::time::Instant;

use dashu_int::UBig;
use whowins_analysis::Position;
use whowins_engine::{Engine, Limits};
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::Verified;

const RUNS: usize = 7;

fn seconds(mut work: impl FnMut()) -> Vec<f64> {
    (0..RUNS)
        .map(|_| {
            let began = Instant::now();
            work();
            began.elapsed().as_secs_f64()
        })
        .collect()
}

fn line(name: &str, size: &str, runs: &[f64], baseline: &str, baseline_runs: &[f64]) {
    println!(
        r#"{{"family":"laws","name":"{name}","size":"{size}","unit":"s","runs":{runs:?},"baseline":{{"name":"{baseline}","runs":{baseline_runs:?}}}}}"#
    );
}

fn shipped(path: &str) -> Rules {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../games")
        .join(path);
    let text = std::fs::read_to_string(&file).expect("a shipped game");
    Rules::parse(path, &text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn values(rules: &Rules, set: &[(&str, &str)]) -> Parameters {
    let value = |(name, text): &(&str, &str)| {
        let parameter = rules
            .parameters()
            .iter()
            .find(|p| p.name == *name)
            .expect("a parameter");
        (
            name.to_string(),
            parameter.kind.read(text).expect("a value"),
        )
    };
    set.iter().map(value).collect()
}

fn law(rules: &Rules, values: &Parameters) -> Verified {
    let report =
        find(rules, values, None, &Limits::default(), &[Says::Outcome]).expect("good rules");
    report.proved.expect("a law")
}

/// Rules to verified certificate, against the general solver's table of a modest size.
fn find_and_prove() {
    /// Name, file, parameters, and the position of the general solver's table.
    type Asked<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a str);
    let cases: [Asked<'_>; 7] = [
        ("Cow Checkers", "seeds/cowcheck.game", &[], "300,300"),
        (
            "PartisanGame",
            "seeds/partisangame.game",
            &[("a", "1,2,5"), ("b", "4,5")],
            "1000000",
        ),
        (
            "Elly's Checkers",
            "seeds/ellyscheckers.game",
            &[],
            "oo.oo.oo.oo.oo.oo.",
        ),
        ("Table Game, every border", "seeds/tabgame.game", &[], ""),
        ("Nim, three heaps", "classic/nim.game", &[], "100,100,100"),
        (
            "misère Wythoff",
            "classic/misere-wythoff.game",
            &[],
            "300,300",
        ),
        (
            "corner knight",
            "classic/corner-knight.game",
            &[],
            "700,700",
        ),
    ];
    for (name, path, set, table) in cases {
        let rules = shipped(path);
        let values = values(&rules, set);
        let runs = seconds(|| {
            black_box(law(&rules, &values));
        });
        let baseline = match table {
            "" => Vec::new(),
            table => seconds(|| {
                let game = rules.game(&values).expect("good values");
                let position = game.read(table).expect("a position");
                black_box(Engine::new(game, Limits::default()).values(&position))
                    .expect("an answer");
            }),
        };
        if baseline.is_empty() {
            println!(
                r#"{{"family":"laws","name":"{name}: rules to verified law","size":"all positions","unit":"s","runs":{runs:?}}}"#
            );
        } else {
            let solver = format!("the general solver's table to {table}");
            line(
                &format!("{name}: rules to verified law"),
                "all positions",
                &runs,
                &solver,
                &baseline,
            );
        }
    }
}

/// Answers at huge positions, against writing the numbers out in decimals.
fn huge_positions() {
    for (name, path, set, coordinates, digits) in [
        ("Cow Checkers", "seeds/cowcheck.game", &[][..], 2, 10_000),
        ("Nim, three heaps", "classic/nim.game", &[], 3, 10_000),
        (
            "PartisanGame",
            "seeds/partisangame.game",
            &[("a", "1,2,5"), ("b", "4,5")],
            1,
            1_000,
        ),
    ] {
        let rules = shipped(path);
        let values = values(&rules, set);
        let law = law(&rules, &values);
        let game = rules.game(&values).expect("good values");
        let numbers: Vec<UBig> = (0..coordinates)
            .map(|at| {
                UBig::from(10u8).pow(digits - 1) * UBig::from(3 + 2 * at as u32) / UBig::from(7u8)
            })
            .collect();
        let position = Position::tuple(numbers.clone());
        let runs = seconds(|| {
            black_box(law.values(&game, &position));
        });
        let baseline = seconds(|| {
            for number in &numbers {
                black_box(number.to_string());
            }
        });
        let size = format!("numbers of {digits} digits");
        line(
            &format!("{name}: who wins, by the law"),
            &size,
            &runs,
            "writing the numbers",
            &baseline,
        );
    }
}

/// Wythoff's P-positions of 64-bit heaps, against the formula in floating point, which is wrong for
/// large heaps.
fn machine_words() {
    let rules = shipped("seeds/cowcheck.game");
    let none = Parameters::new();
    let (law, game) = (law(&rules, &none), rules.game(&none).expect("no values"));
    let mut state = 1907u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 2
    };
    let heaps: Vec<(u64, u64)> = (0..1024).map(|_| (random(), random())).collect();
    let positions: Vec<Position> = heaps
        .iter()
        .map(|(x, y)| Position::tuple([*x, *y]))
        .collect();
    let runs = seconds(|| {
        for position in &positions {
            black_box(law.values(&game, position));
        }
    });
    let phi = f64::midpoint(1.0, 5f64.sqrt());
    let floats = seconds(|| {
        for (x, y) in &heaps {
            black_box(x.min(y) == &((x.abs_diff(*y) as f64 * phi) as u64));
        }
    });
    line(
        "Cow Checkers: 1,024 positions by the law",
        "heaps below 2^62",
        &runs,
        "the formula in floating point (inexact)",
        &floats,
    );
}

fn main() {
    find_and_prove();
    huge_positions();
    machine_words();
}
