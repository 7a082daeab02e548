//! Positions that an automaton has to tell apart, for a person to look at.

use std::fmt;

use super::learner::label;
use super::numerals::Numerals;
use super::oracle::Oracle;

/// Two positions whose words begin differently and end alike, and whose outcomes differ: an
/// automaton is in different states after the two beginnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The positions of the beginnings.
    pub beginnings: [Vec<u64>; 2],
    /// The positions of the whole words.
    pub positions: [Vec<u64>; 2],
    /// For each position, whether the first-named and the second-named player win when to move.
    pub wins: [[bool; 2]; 2],
}

/// Words of which pairs are shown; all pairs of so many.
const SHOWN: usize = 3;

/// Some pairs of the words, with an ending that tells each apart; pairs that only a word which is
/// no position tells apart are left out.
pub fn pairs(
    system: &Numerals,
    coordinates: usize,
    words: &[Vec<usize>],
    endings: &[Vec<usize>],
    oracle: &mut Oracle<'_>,
) -> Vec<Pair> {
    let mut all: Vec<&Vec<usize>> = words.iter().collect();
    all.sort_by_key(|word| word.len());
    let shown = &all[..all.len().min(SHOWN)];
    let numbers = |word: &[usize]| system.numbers(word, coordinates).ok()?;
    let mut found = Vec::new();
    for (at, a) in shown.iter().enumerate() {
        for b in &shown[..at] {
            found.extend(endings.iter().find_map(|ending| {
                let beginnings = [numbers(b)?, numbers(a)?];
                let whole = [
                    [b.as_slice(), ending].concat(),
                    [a.as_slice(), ending].concat(),
                ];
                let mut wins = |word: &Vec<usize>| label(system, coordinates, word, oracle).ok()?;
                let wins = [wins(&whole[0])?, wins(&whole[1])?];
                let positions = [numbers(&whole[0])?, numbers(&whole[1])?];
                (wins[0] != wins[1]).then_some(Pair {
                    beginnings,
                    positions,
                    wins,
                })
            }));
        }
    }
    found
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tuple = |numbers: &Vec<u64>| {
            let all: Vec<String> = numbers.iter().map(u64::to_string).collect();
            format!("({})", all.join(", "))
        };
        let outcome = |wins: [bool; 2]| match wins {
            [true, true] => 'N',
            [false, false] => 'P',
            [true, false] => 'L',
            [false, true] => 'R',
        };
        write!(
            f,
            "{} and {}: with the same further digits {} is {} and {} is {}",
            tuple(&self.beginnings[0]),
            tuple(&self.beginnings[1]),
            tuple(&self.positions[0]),
            outcome(self.wins[0]),
            tuple(&self.positions[1]),
            outcome(self.wins[1])
        )
    }
}
