//! Random games of vectors and rays from seeds, and their laws.
#![allow(dead_code)] // each test program uses a part

use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_engine::Limits;
use whowins_law::{Report, Says, find, find_kind};
use whowins_rules::{Parameters, Rules};

/// A small generator (Steele, Lea and Flood 2014, SplitMix), so that a seed names a game for ever.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// So many different members.
    pub fn sample<T: Clone>(&mut self, from: &[T], count: usize) -> Vec<T> {
        let mut left = from.to_vec();
        (0..count.min(from.len()))
            .map(|_| left.swap_remove(self.below(left.len())))
            .collect()
    }
}

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// All vectors with entries up to `most`, but for zero.
pub fn vectors(coordinates: usize, most: usize) -> Vec<Vec<usize>> {
    let count = (most + 1).pow(coordinates as u32);
    let entry = |n: usize, at: usize| n / (most + 1).pow(at as u32) % (most + 1);
    (1..count)
        .map(|n| (0..coordinates).map(|at| entry(n, at)).collect())
        .collect()
}

pub fn vector_move(v: &[usize]) -> String {
    let updates: Vec<String> = v
        .iter()
        .zip(NAMES)
        .filter(|(entry, _)| **entry > 0)
        .map(|(entry, name)| format!("{name} -= {entry}"))
        .collect();
    format!("move {}", updates.join(", "))
}

pub fn ray_move(v: &[usize]) -> String {
    let updates: Vec<String> = v
        .iter()
        .zip(NAMES)
        .filter(|(entry, _)| **entry > 0)
        .map(|(entry, name)| match entry {
            1 => format!("{name} -= k"),
            _ => format!("{name} -= {entry}*k"),
        })
        .collect();
    format!("move {} for k >= 1", updates.join(", "))
}

pub fn rules_of(coordinates: usize, moves: &[String]) -> String {
    let mut text = String::from("game \"random\"\n");
    if moves.iter().any(|line| line.contains(": ")) {
        text.push_str("players A, B\n");
    }
    text.push_str(&format!("position {}\n", NAMES[..coordinates].join(", ")));
    for line in moves {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The sub-families of the survey.
pub const FAMILIES: [&str; 6] = [
    "vectors in two dimensions",
    "partizan vectors",
    "misère vectors",
    "vectors in three dimensions",
    "rays and vectors",
    "misère rays and vectors",
];

/// A random game of a sub-family.
pub fn random_game(family: usize, seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(64).wrapping_add(family as u64));
    let plane = vectors(2, 3);
    let some = |random: &mut Random, from: &[Vec<usize>], least: usize, most: usize| {
        let count = least + random.below(most - least + 1);
        random.sample(from, count)
    };
    let lines = |all: &[Vec<usize>]| all.iter().map(|v| vector_move(v)).collect::<Vec<_>>();
    match family {
        0 => rules_of(2, &lines(&some(&mut random, &plane, 2, 5))),
        1 => {
            let mut moves = Vec::new();
            for player in ["A", "B"] {
                for line in lines(&some(&mut random, &plane, 1, 3)) {
                    moves.push(format!("{player}: {line}"));
                }
            }
            rules_of(2, &moves)
        }
        2 => rules_of(2, &lines(&some(&mut random, &plane, 2, 5))) + "misère play\n",
        3 => rules_of(3, &lines(&some(&mut random, &vectors(3, 2), 2, 4))),
        _ => {
            let rays = some(&mut random, &vectors(2, 2), 1, 3);
            let mut moves: Vec<String> = rays.iter().map(|v| ray_move(v)).collect();
            moves.extend(lines(&some(&mut random, &plane, 0, 2)));
            rules_of(2, &moves) + if family == 5 { "misère play\n" } else { "" }
        }
    }
}

pub fn rules(text: &str) -> Rules {
    Rules::parse("test", text).unwrap_or_else(|e| panic!("{text}\n{}", e.render(false)))
}

pub fn game(text: &str) -> Game {
    rules(text)
        .game(&Parameters::new())
        .unwrap_or_else(|e| panic!("{}", e.render(false)))
}

/// The outcome laws of a game, with what was tried.
pub fn laws(text: &str, limits: &Limits, wanted: &[Says]) -> Report {
    find(&rules(text), &Parameters::new(), None, limits, wanted)
        .unwrap_or_else(|e| panic!("{text}\n{e}"))
}

/// The automaton's law of a game, also where a plainer law exists, with what was tried.
pub fn automata(text: &str, limits: &Limits) -> Report {
    find_kind(&rules(text), &Parameters::new(), None, limits, "automatic")
        .unwrap_or_else(|e| panic!("{text}\n{e}"))
}

/// Who wins at all positions below `side`, by a naive reading of the rules.
pub struct Naive {
    side: usize,
    coordinates: usize,
    wins: Vec<[bool; 2]>,
}

impl Naive {
    /// The moves must lower every coordinate or leave it.
    pub fn new(game: &Game, coordinates: usize, side: usize) -> Self {
        let frame = Frame::new(game, 1, 1);
        let stuck = frame.stuck() == Value::Win;
        let mut naive = Self {
            side,
            coordinates,
            wins: Vec::new(),
        };
        for index in 0..side.pow(coordinates as u32) {
            let state = naive.state(index);
            let wins = Player::BOTH.map(|player| {
                let options = frame.next(player, &state);
                if options.is_empty() {
                    return stuck;
                }
                let index = |to: &[i64]| to.iter().fold(0, |i, n| i * side + *n as usize);
                options
                    .iter()
                    .any(|to| !naive.wins[index(to)][player.other().index()])
            });
            naive.wins.push(wins);
        }
        naive
    }

    fn state(&self, index: usize) -> Vec<i64> {
        (0..self.coordinates)
            .map(|at| {
                let below = self.side.pow((self.coordinates - 1 - at) as u32);
                (index / below % self.side) as i64
            })
            .collect()
    }

    /// Every position with its values.
    pub fn all(&self) -> impl Iterator<Item = (Position, [Value; 2])> {
        self.wins.iter().enumerate().map(|(index, wins)| {
            let numbers = self.state(index);
            let value = |wins| if wins { Value::Win } else { Value::Loss };
            (Position::tuple(numbers), wins.map(value))
        })
    }
}
