//! Taking-and-breaking games in words and by hexadecimal codes, with several heaps, against a naive
//! reading of their rules.

use crate::common::{Naive, Tape, hold_heaps, random_games, stuck};
use whowins_analysis::heaps::{Breaking, Code};
use whowins_analysis::{End, Player, Stuck};
use whowins_engine::Limits;
use whowins_engine::octal::Values;

/// Moves as a person reads them.
struct Moves {
    moves: Vec<Move>,
    stuck: Stuck,
}

struct Move {
    /// From so many tokens to so many, or to any number.
    take: (u64, Option<u64>),
    /// How many heaps may stay.
    left: Vec<usize>,
    unequal: bool,
}

/// All ways to write `rest` as `count` numbers, none of them 0, in any order.
fn ways(rest: u64, count: usize) -> Vec<Vec<u64>> {
    if count == 0 {
        return match rest {
            0 => vec![Vec::new()],
            _ => Vec::new(),
        };
    }
    let mut all = Vec::new();
    for first in 1..=rest {
        for mut way in ways(rest - first, count - 1) {
            way.push(first);
            all.push(way);
        }
    }
    all
}

impl Move {
    /// What can take the place of a heap.
    fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for take in self.take.0..=self.take.1.unwrap_or(heap).min(heap) {
            for count in &self.left {
                let mut found = ways(heap - take, *count);
                if self.unequal {
                    found.retain(|way| (1..way.len()).all(|at| !way[..at].contains(&way[at])));
                }
                all.extend(found);
            }
        }
        all
    }

    fn text(&self) -> String {
        const WORDS: [&str; 5] = ["no", "one", "two", "3", "four"];
        let left: Vec<&str> = self.left.iter().map(|count| WORDS[*count]).collect();
        let left = left.join(" or ");
        let kind = match self.unequal && self.left.iter().any(|count| *count > 1) {
            true => " unequal",
            false => "",
        };
        match self.take {
            (0, _) => format!("move split into {left}{kind} heaps"),
            (1, None) => format!("move take any number, leaving {left}{kind} heaps"),
            (from, None) => format!("move take {from} or more, leaving {left}{kind} heaps"),
            (from, Some(to)) => format!("move take {from}..{to}, leaving {left}{kind} heaps"),
        }
    }
}

impl Naive for Moves {
    type State = Vec<u64>;

    fn end(&self, _: &Vec<u64>) -> Option<End> {
        None
    }

    fn moves(&self, _: Player, heaps: &Vec<u64>) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for at in 0..heaps.len() {
            for option in self.moves.iter().flat_map(|one| one.options(heaps[at])) {
                let mut next = heaps.clone();
                next.remove(at);
                next.extend(option);
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }
}

fn random_move(tape: &mut Tape) -> Move {
    let from = tape.below(4) as u64;
    let take = match from {
        0 => (0, Some(0)),
        _ if tape.once_in(4) => (from, None),
        _ => (from, Some(from + tape.below(2) as u64)),
    };
    let least = if from == 0 { 2 } else { 0 };
    let mut left: Vec<usize> = (least..4).filter(|_| tape.once_in(2)).collect();
    if left.is_empty() {
        left.push(least + tape.below(2));
    }
    Move {
        take,
        left,
        unequal: tape.once_in(3),
    }
}

#[test]
fn moves_in_words_agree_with_the_naive_reading() {
    random_games(200, |mut tape: Tape| {
        let (stuck, ending) = stuck(&mut tape);
        let moves = tape.list(1, 3, random_move);
        let text: Vec<String> = moves.iter().map(Move::text).collect();
        let text = format!(
            "game \"G\"\nposition heaps\n{}\n{ending}\n",
            text.join("\n")
        );
        let positions: Vec<Vec<u64>> = (0..6)
            .map(|_| {
                let mut heaps = tape.list(0, 3, |tape| 1 + tape.below(7) as u64);
                heaps.sort_unstable();
                heaps
            })
            .collect();
        let rules = Moves { moves, stuck };
        hold_heaps(&text, &rules, &positions)
    });
}

/// The mex, word for word.
fn by_definition(breaking: &Breaking, length: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..length {
        let mut seen = std::collections::BTreeSet::new();
        breaking.options(heap, |parts| {
            seen.insert(
                parts
                    .iter()
                    .fold(0, |sum, part| sum ^ values[*part as usize]),
            );
        });
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    values
}

fn hold_values(breaking: &Breaking, length: u64) {
    let mut values = Values::new(breaking, Limits::default());
    // In uneven steps, as what is known goes into what follows.
    for length in [1, 2, length / 2, length] {
        values.extend(length as usize).unwrap();
    }
    let found: Vec<u32> = (0..length as usize)
        .filter_map(|heap| values.get(heap))
        .collect();
    assert_eq!(found, by_definition(breaking, length), "{breaking}");
}

#[test]
fn values_of_all_sorts_of_moves_agree_with_the_definition() {
    let mut tape = 1_u64;
    let mut below = |most: u64| {
        tape = tape
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (tape >> 33) % most
    };
    for most in [8, 16, 16, 32] {
        for _ in 0..12 {
            let mut code = |endless: bool| Code {
                digits: (0..1 + below(4)).map(|_| below(most) as u8).collect(),
                beyond: if endless { below(most) as u8 } else { 0 },
            };
            let breaking = Breaking::new(code(false), code(false));
            hold_values(&breaking, if most > 16 { 40 } else { 90 });
            let breaking = Breaking::new(code(true), code(true));
            hold_values(&breaking, if most > 16 { 30 } else { 40 });
        }
    }
}

/// Unequal heaps in a sparse space, beyond the heaps for which all options are looked at, and in
/// blocks.
#[test]
fn unequal_heaps_in_a_sparse_space() {
    let unequal = |any: &[u8], unequal: &[u8]| {
        let code = |digits: &[u8]| Code {
            digits: digits.to_vec(),
            beyond: 0,
        };
        Breaking::new(code(any), code(unequal))
    };
    for breaking in [
        unequal(&[0], &[4]),
        unequal(&[0, 3, 3, 3], &[0, 4, 4]),
        unequal(&[0, 1, 3, 3], &[0, 4, 4, 4]),
        unequal(&[0, 7], &[0, 0, 4]),
        unequal(&[0, 3], &[0, 4]),
    ] {
        hold_values(&breaking, 4500);
    }
}
