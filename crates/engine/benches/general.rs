//! The general solver against loops written by hand for the very game: `cargo bench -p
//! whowins-engine --bench general`.
//!
//! A state is a position with the player to move, so a partizan game has two a position; an
//! impartial one has one.

#![allow(missing_docs)]

mod common;
mod loops;

use common::{Case, Random, asked, asked_for, copies, processor_time, rates};
use whowins_analysis::{Game, Position, Value};
use whowins_engine::general::{General, Want};
use whowins_engine::{Limits, Outcome};
use whowins_rules::{Parameters, Rules};

type Failure = Box<dyn std::error::Error>;

/// A game at a size, with its loop.
struct Sample {
    family: &'static str,
    name: &'static str,
    rules: String,
    /// The position asked; its table is the whole box or map.
    at: String,
    size: String,
    states: f64,
    /// The answer for that position, by hand.
    by_hand: Box<dyn Fn() -> Outcome>,
}

fn main() -> Result<(), Failure> {
    for sample in samples() {
        let game = Rules::parse(sample.name, &sample.rules)?.game(&Parameters::new())?;
        let position = game.read(&sample.at)?;
        for (want, threads, what) in [
            (Want::Outcome, 1, "who wins"),
            (Want::Outcome, 2, "who wins, 2 threads"),
            (Want::Remoteness, 1, "and how fast"),
            (Want::Remoteness, 2, "and how fast, 2 threads"),
        ] {
            measure(&sample, &game, &position, want, threads, what)?;
        }
    }
    billion()
}

/// 2^30 positions in memory, two bits each: half a minute a run, so only where it is asked for by
/// its name.
fn billion() -> Result<(), Failure> {
    for (threads, name) in [
        (1, "Nim, three heaps of 1023"),
        (2, "Nim, three heaps of 1023, 2 threads"),
    ] {
        if !asked(name) || !asked_for("heaps of 1023") {
            continue;
        }
        let rules = include_str!("../../../games/classic/nim.game");
        let game = Rules::parse("nim", rules)?.game(&Parameters::new())?;
        let limits = Limits::default().with_threads(threads).with_memory(1 << 30);
        let (whole, lost) = (game.read("1023,1023,1023")?, game.read("1023,1022,1")?);
        let mut answers = Vec::new();
        let runs = rates(f64::from(1 << 30), || {
            let mut general = General::new(game.clone(), Want::Outcome, limits.clone());
            let (time, found) = processor_time(|| general.values(&whole));
            answers.push((found, general.values(&lost)));
            time
        });
        for (whole, lost) in answers {
            assert_eq!(whole?, [Value::Win; 2]);
            assert_eq!(lost?, [Value::Loss; 2]);
        }
        Case {
            family: ACYCLIC,
            name,
            size: "1024x1024x1024, 256 MiB",
            unit: "states/CPU-s",
        }
        .print_within(
            &runs,
            "",
            &[],
            &copies(f64::from(1 << 28), f64::from(1 << 30)),
        );
    }
    Ok(())
}

fn measure(
    sample: &Sample,
    game: &Game,
    position: &Position,
    want: Want,
    threads: usize,
    what: &str,
) -> Result<(), Failure> {
    let name = format!("{}: {what}", sample.name);
    if !asked(&name) {
        return Ok(());
    }
    let limits = Limits::default().with_threads(threads);
    let bytes = match (want, sample.family) {
        // As the solver keeps them.
        (Want::Outcome, ACYCLIC) => 0.25,
        (Want::Outcome, _) => 1.0,
        (Want::Remoteness, _) => 2.0,
    };
    let mut own = Vec::new();
    let runs = rates(sample.states, || {
        let (time, values) =
            processor_time(|| General::new(game.clone(), want, limits.clone()).values(position));
        own.push(values);
        time
    });
    let mut by_hand = Outcome::N;
    let baseline = rates(sample.states, || {
        let (time, outcome) = processor_time(&sample.by_hand);
        by_hand = outcome;
        time
    });
    for values in own {
        let [first, second] = values?;
        assert_eq!(Outcome::of(first, second), by_hand, "{name}");
    }
    Case {
        family: sample.family,
        name: &name,
        size: &sample.size,
        unit: "states/CPU-s",
    }
    .print_within(
        &runs,
        "loop by hand, 1 thread",
        &baseline,
        &copies(bytes * sample.states, sample.states),
    );
    Ok(())
}

const ACYCLIC: &str = "general-acyclic";
const CYCLES: &str = "general-cycles";

fn samples() -> Vec<Sample> {
    let side = 2000;
    let mut random = Random(2018);
    let mut bits = |len: usize| -> Vec<bool> { (0..len).map(|_| random.below(2) == 1).collect() };
    let (row, column) = (bits(side), bits(side));
    let text = |bits: &[bool]| -> String {
        bits.iter()
            .map(|bit| if *bit { '1' } else { '0' })
            .collect()
    };
    let squares = 40;
    let open = |corners: bool| {
        let mut map = vec![vec!['.'; squares]; squares];
        if corners {
            map[0][0] = 'A';
            map[squares - 1][squares - 1] = 'B';
        }
        let lines: Vec<String> = map.iter().map(|line| line.iter().collect()).collect();
        lines.join("/")
    };
    let placements = 2.0 * (squares as f64).powi(4);
    vec![
        Sample {
            family: ACYCLIC,
            name: "four vectors in the plane",
            rules: "game \"Vectors\"\nposition x, y\nmove x -= 1, y -= 3\nmove x -= 4, y -= 1\nmove y -= 2\nmove x -= 5, y -= 5".into(),
            at: format!("{},{}", side - 1, side - 1),
            size: format!("{side}x{side}"),
            states: (side * side) as f64,
            by_hand: Box::new(move || loops::vectors(side)),
        },
        Sample {
            family: ACYCLIC,
            name: "four vectors in space",
            rules: "game \"Vectors\"\nposition x, y, z\nmove x -= 1, z -= 3\nmove x -= 2, y -= 1\nmove y -= 2, z -= 1\nmove x -= 1, y -= 1, z -= 1".into(),
            at: "159,159,159".into(),
            size: "160x160x160".into(),
            states: 160f64.powi(3),
            by_hand: Box::new(|| loops::vectors_in_space(160)),
        },
        Sample {
            family: ACYCLIC,
            name: "partizan vectors",
            rules: "game \"Partizan vectors\"\nplayers Left, Right\nposition x, y\nLeft: move x -= 1, y -= 2\nLeft: move x -= 3\nRight: move x -= 2, y -= 1\nRight: move y -= 3".into(),
            at: format!("{},{}", side - 1, side - 1),
            size: format!("{side}x{side}"),
            states: 2.0 * (side * side) as f64,
            by_hand: Box::new(move || loops::partizan_vectors(side)),
        },
        Sample {
            family: ACYCLIC,
            name: "Table Game",
            rules: include_str!("../../../games/seeds/tabgame.game").replace(
                "given row, column: bits",
                &format!("given row: bits = \"{}\"\ngiven column: bits = \"{}\"", text(&row), text(&column)),
            ),
            at: format!("{side},{side}"),
            size: format!("{side}x{side}"),
            states: (side * side) as f64,
            by_hand: Box::new(move || loops::table_game(&row, &column)),
        },
        Sample {
            family: ACYCLIC,
            name: "Nim, three heaps",
            rules: include_str!("../../../games/classic/nim.game").into(),
            at: "99,99,99".into(),
            size: "100x100x100".into(),
            states: 1e6,
            by_hand: Box::new(|| loops::nim(100)),
        },
        Sample {
            family: CYCLES,
            name: "Game (Baltic OI 2008), open map",
            rules: include_str!("../../../games/seeds/gam.game")
                .replace("A.../.#../..../...B", &open(true)),
            at: format!("1,1 {squares},{squares}"),
            size: format!("{squares}x{squares}"),
            states: placements,
            by_hand: Box::new(move || loops::race(squares)),
        },
        Sample {
            family: CYCLES,
            name: "pursuit, open map",
            rules: format!(
                "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{}\"\nposition cop, robber: squares of map except '#'\n\
                 Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws",
                open(false)
            ),
            at: format!("1,1 {squares},{squares}"),
            size: format!("{squares}x{squares}"),
            states: placements,
            by_hand: Box::new(move || loops::pursuit(squares)),
        },
    ]
}
