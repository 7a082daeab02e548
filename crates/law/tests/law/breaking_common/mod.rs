//! What tests of taking-and-breaking games share.
#![allow(dead_code)] // each test program uses a part

use std::collections::BTreeSet;

use whowins_analysis::Game;
use whowins_analysis::heaps::Breaking;
use whowins_engine::Limits;
use whowins_law::{Report, find_kind};
use whowins_rules::{Parameters, Rules};

pub fn rules(moves: &str) -> Rules {
    Rules::parse("moves", &format!("game \"G\"\n{moves}\n")).unwrap()
}

/// A search for laws of one kind.
pub fn search(moves: &str, kind: &str) -> Report {
    let limits = Limits::default();
    find_kind(&rules(moves), &Parameters::new(), None, &limits, kind).unwrap()
}

pub fn breaking(game: &Game) -> &Breaking {
    game.heaps().expect("a game of heaps")
}

/// The values of the heaps below `length`, straight from the rules.
pub fn naive(game: &Game, length: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..length {
        let mut seen = BTreeSet::new();
        breaking(game).options(heap, |parts| {
            let value = |part: &u64| values[*part as usize];
            seen.insert(parts.iter().map(value).fold(0, |sum, value| sum ^ value));
        });
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    values
}
