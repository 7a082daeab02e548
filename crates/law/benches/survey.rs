//! Random games of each family: how many get a proved law, and how fast: `cargo bench -p
//! whowins-law --bench survey`.
//!
//! A line's runs are the seconds from rules to verified certificate, one a game with a proved law;
//! its size says how many games there were, and how large the largest automaton. A game that gets
//! no law in its time counts as not proved.

#![allow(missing_docs)]

use std::time::{Duration, Instant};

use whowins_engine::Limits;
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::Law;

/// No game may take longer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Numbers that look random and are the same each time (Marsaglia's xorshift, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// So many different ones of the list.
    fn sample<T: Clone>(&mut self, list: &[T], count: usize) -> Vec<T> {
        let mut rest = list.to_vec();
        (0..count.min(list.len()))
            .map(|_| rest.swap_remove(self.below(rest.len() as u64) as usize))
            .collect()
    }
}

/// How the players and the end are chosen.
#[derive(Clone, Copy)]
enum Play {
    Impartial,
    Partizan,
    Misere,
}

impl Play {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Impartial, "impartial"),
        (Self::Partizan, "partizan"),
        (Self::Misere, "misère"),
    ];

    fn rules(self, random: &mut Random, position: &str, moves: &[String]) -> String {
        let by = |random: &mut Random| match self {
            Self::Partizan => ["", "First: ", "Second: "][random.below(3) as usize],
            _ => "",
        };
        let lines: Vec<String> = moves
            .iter()
            .map(|line| format!("{}move {line}\n", by(random)))
            .collect();
        let end = match self {
            Self::Misere => "who cannot move wins\n",
            _ => "",
        };
        format!(
            "game \"Random\"\nplayers First, Second\nposition {position}\n{}{end}",
            lines.concat()
        )
    }
}

fn change(vector: &[i64], names: &[&str], times: &str) -> String {
    let part = |(by, name): (&i64, &&str)| match by {
        0 => None,
        by if *by > 0 => Some(format!("{name} -= {times}{by}")),
        by => Some(format!("{name} += {times}{}", -by)),
    };
    let parts: Vec<String> = vector.iter().zip(names).filter_map(part).collect();
    parts.join(", ")
}

fn takes(random: &mut Random) -> Vec<String> {
    let all: Vec<u64> = (1..=12).collect();
    let count = random.between(1, 6) as usize;
    random
        .sample(&all, count)
        .iter()
        .map(|take| format!("n -= {take}"))
        .collect()
}

fn all_but(random: &mut Random) -> Vec<String> {
    let all: Vec<u64> = (1..=7).collect();
    let count = random.between(1, 4) as usize;
    let but: Vec<String> = random
        .sample(&all, count)
        .iter()
        .map(|k| format!("k != {k}"))
        .collect();
    vec![format!("n -= k for k >= 1 if {}", but.join(" and "))]
}

fn vectors(random: &mut Random, names: &[&str], largest: i64, most: u64) -> Vec<String> {
    let mut all = vec![Vec::new()];
    for _ in names {
        all = all
            .iter()
            .flat_map(|head: &Vec<i64>| {
                (0..=largest).map(move |last| [head.as_slice(), &[last]].concat())
            })
            .collect();
    }
    all.retain(|vector| vector.iter().any(|entry| *entry > 0));
    let count = random.between(2, most) as usize;
    random
        .sample(&all, count)
        .iter()
        .map(|vector| change(vector, names, ""))
        .collect()
}

fn rays(random: &mut Random) -> Vec<String> {
    let directions = [[1, 0], [0, 1], [1, 1], [2, 1], [1, 2]];
    let count = random.between(1, 3) as usize;
    let rays = random.sample(&directions, count);
    let mut moves: Vec<String> = rays
        .iter()
        .map(|ray| format!("{} for k >= 1", change(ray, &["x", "y"], "k * ")))
        .collect();
    if random.below(2) == 0 {
        moves.extend(vectors(random, &["x", "y"], 2, 2));
    }
    moves
}

/// Rules of equal length, each of which lowers the row as a binary number.
fn rewritings(random: &mut Random, longest: u64) -> Vec<String> {
    let count = random.between(1, 3);
    (0..count)
        .map(|_| {
            let length = random.between(1, longest);
            loop {
                let (a, b) = (random.below(1 << length), random.below(1 << length));
                if a > b {
                    let word = |number: u64| {
                        let symbol = |at: u64| {
                            if number >> (length - 1 - at) & 1 == 1 {
                                "o"
                            } else {
                                "."
                            }
                        };
                        (0..length).map(symbol).collect::<Vec<_>>().join(" ")
                    };
                    break format!("{} -> {}", word(a), word(b));
                }
            }
        })
        .collect()
}

/// The number of states of a law, where it has them.
fn states(law: &Law) -> usize {
    match law {
        Law::Automatic(law) => law.automaton.next.len(),
        Law::Regular(law) => law.automaton.next.len(),
        _ => 0,
    }
}

fn survey(name: &str, games: u64, mut rules: impl FnMut(&mut Random) -> String) {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    if !asked.is_empty() && !asked.iter().any(|word| name.contains(word.as_str())) {
        return;
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut seconds, mut largest, mut stopped) = (Vec::new(), 0, 0);
    for _ in 0..games {
        let text = rules(&mut random);
        let rules = Rules::parse("random", &text).unwrap_or_else(|faults| panic!("{text}{faults}"));
        let began = Instant::now();
        let limits = Limits::default().with_time(PATIENCE);
        let report = find(&rules, &Parameters::new(), None, &limits, &Says::WINNERS);
        let report = report.unwrap_or_else(|error| panic!("{text}{error}"));
        match report.proved {
            Some(proved) => {
                seconds.push(began.elapsed().as_secs_f64());
                let laws = &proved.certificate().laws;
                largest = laws.iter().map(states).fold(largest, usize::max);
            }
            None => {
                stopped += u64::from(began.elapsed() >= PATIENCE);
                if std::env::var_os("UNPROVED").is_some() {
                    eprintln!("not proved:\n{text}");
                }
            }
        }
    }
    let automaton = match largest {
        0 => String::new(),
        states => format!(", largest automaton {states} states"),
    };
    println!(
        r#"{{"family":"law-survey","name":"{name}","size":"{} of {games} proved, {stopped} out of time{automaton}","unit":"s","runs":{seconds:?}}}"#,
        seconds.len(),
    );
}

fn main() {
    for (play, kind) in Play::ALL {
        survey(&format!("one heap, {kind}"), 200, |random| {
            let moves = takes(random);
            play.rules(random, "n", &moves)
        });
        survey(&format!("all-but sets, {kind}"), 100, |random| {
            let moves = all_but(random);
            play.rules(random, "n", &moves)
        });
        survey(&format!("vectors in the plane, {kind}"), 200, |random| {
            let moves = vectors(random, &["x", "y"], 3, 5);
            play.rules(random, "x, y", &moves)
        });
        survey(&format!("vectors in space, {kind}"), 60, |random| {
            let moves = vectors(random, &["x", "y", "z"], 1, 4);
            play.rules(random, "x, y, z", &moves)
        });
        survey(
            &format!("rays and vectors in the plane, {kind}"),
            100,
            |random| {
                let moves = rays(random);
                play.rules(random, "x, y", &moves)
            },
        );
        survey(&format!("rewriting rows, {kind}"), 60, |random| {
            let moves = rewritings(random, 3);
            play.rules(random, "row of . o", &moves)
        });
    }
}
