//! Laws: how long they take to find, and to ask.

use std::hint::black_box;
use std::time::Duration;

use dashu_int::UBig;
use whowins_analysis::Position;
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};

use super::engine::limits;
use super::{Failure, Family, Work};

pub const FAMILIES: [Family; 3] = [
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
    Family {
        name: "who wins Cow Checkers, by the law",
        unit: "digits",
        sizes: &[100, 1000, 10_000, 100_000],
        size: |digits| format!("numbers of {digits} digits"),
        make: answer,
    },
];

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

/// One position whose two numbers have so many digits.
fn answer(digits: usize) -> Result<Work, Failure> {
    let rules = Rules::parse(
        "cowcheck",
        include_str!("../../../../games/seeds/cowcheck.game"),
    )?;
    let none = Parameters::new();
    let game = rules.game(&none)?;
    let report = find(&rules, &none, None, &limits(), &[Says::Outcome])?;
    let law = report.proved.ok_or("Cow Checkers has a law")?;
    let power = UBig::from(10u8).pow(digits - 1);
    let position = Position::tuple(vec![
        &power * UBig::from(3u8) / UBig::from(7u8),
        power * UBig::from(5u8) / UBig::from(7u8),
    ]);
    Ok(Box::new(move || {
        black_box(law.values(&game, &position));
        Ok(digits as f64)
    }))
}
