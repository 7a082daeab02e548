//! Valid rules whose positions are dear: many choices that come to little, long rows with
//! follow-ups, wide maps, long codes.

use std::time::Duration;

use whowins::engine::Limits;
use whowins::rules::{Parameters, Rules};
use whowins::solver;

/// Rules, and a position of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dear {
    /// The rules.
    pub rules: String,
    /// The position.
    pub at: String,
}

/// Choices drawn from bytes; past their end all are 0.
struct Draw<'b>(&'b [u8]);

impl Draw<'_> {
    /// A number below `bound`, which is at most 65536 and not 0.
    fn below(&mut self, bound: usize) -> usize {
        let mut number = 0;
        for _ in 0..2 {
            let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
            number = number << 8 | usize::from(*first);
            self.0 = rest;
        }
        number % bound
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A power of ten, or so, with up to this many noughts.
    fn large(&mut self, noughts: usize) -> u64 {
        let digit = 1 + self.below(9) as u64;
        digit * 10u64.pow(self.below(noughts + 1) as u32)
    }
}

/// Rules and a position, drawn from any bytes: always valid.
pub fn draw(bytes: &[u8]) -> Dear {
    let mut draw = Draw(bytes);
    let (rules, at) = match draw.below(7) {
        0 => sieve(&mut draw),
        1 => rays(&mut draw),
        2 => choices(&mut draw),
        3 => row(&mut draw),
        4 => board(&mut draw),
        5 => tokens(&mut draw),
        _ => octal(&mut draw),
    };
    let rules = format!("game \"Dear\"\n{rules}\n");
    Dear { rules, at }
}

/// One heap, whose choices are tried by the million and hardly ever allowed.
fn sieve(draw: &mut Draw<'_>) -> (String, String) {
    let (modulus, rest) = (draw.of(&[7, 997, 999_983, 1_000_000_007]), draw.below(7));
    let guard = match draw.below(3) {
        0 => format!("k % {modulus} = {rest}"),
        1 => format!("(k * k * k + x * x) % {modulus} = {rest}"),
        _ => format!("k % {modulus} < {rest} and x % 3 = 1"),
    };
    let rules = format!("position x\nmove x -= k for k >= 1 if {guard}");
    (rules, draw.large(12).to_string())
}

/// Two or three heaps, from any part of which as many as one likes are taken, each its own number.
fn rays(draw: &mut Draw<'_>) -> (String, String) {
    let three = draw.below(3) == 0;
    let mut rules = String::from(if three {
        "position x, y, z"
    } else {
        "position x, y"
    });
    for _ in 0..=draw.below(3) {
        rules += match draw.below(if three { 6 } else { 4 }) {
            0 => "\nmove x -= k, y -= j for k >= 1, j >= 1",
            1 => "\nmove x -= k for k >= 1",
            2 => "\nmove x -= k, y -= k for k >= 1",
            3 => "\nmove x -= 1, y += j for 1 <= j <= 1000",
            4 => "\nmove x -= i, y -= j, z -= k for i >= 1, j >= 1, k >= 1",
            _ => "\nmove z -= 2 * k for k >= 1",
        };
    }
    let mut number = || draw.large(6).to_string();
    let at = match three {
        true => [number(), number(), number()].join(","),
        false => [number(), number()].join(","),
    };
    (rules, at)
}

/// Several choices in one move.
fn choices(draw: &mut Draw<'_>) -> (String, String) {
    let names = ["a", "b", "c", "d", "e"];
    let count = 2 + draw.below(4);
    let most = 1 + draw.below(1000);
    let sum = names[..count].join(" + ");
    let ranges: Vec<String> = names[..count]
        .iter()
        .map(|name| format!("1 <= {name} <= {most}"))
        .collect();
    let rules = format!("position x\nmove x -= {sum} for {}", ranges.join(", "));
    (rules, draw.large(11).to_string())
}

/// A long row, with follow-ups that go through it again and again.
fn row(draw: &mut Draw<'_>) -> (String, String) {
    let patterns = ["a", "b", "a b", "b a", "a a", ". a", "a .", "b ."];
    let mut rules = String::from("position row of . a b");
    for _ in 0..=draw.below(2) {
        let from = draw.of(&patterns);
        let to = if from.len() == 1 { "." } else { ". ." };
        rules += &format!("\nmove {from} -> {to}");
    }
    for _ in 0..draw.below(3) {
        rules += draw.of(&[
            "\nat once a . -> . .",
            "\nat once a b -> b .",
            "\nat once . b -> . .",
            "\nat once b b -> . .",
        ]);
    }
    let length = 1 + draw.below(20_000);
    let cells = (0..length).map(|_| draw.of(&['.', 'a', 'b']));
    (rules, cells.collect())
}

/// A board of two colours, up to 12 by 12.
fn board(draw: &mut Draw<'_>) -> (String, String) {
    let mut rules = String::from("players Left, Right\nposition board of . o x");
    for _ in 0..=draw.below(3) {
        rules += draw.of(&[
            "\nLeft: move o x -> . o along right, left, up, down\nRight: move x o -> . x along right, left, up, down",
            "\nmove o . -> . o along right, down",
            "\nmove . x -> x . along left, down",
            "\nLeft: move o -> .\nRight: move x -> .",
            "\nmove o o -> x . along right, down",
        ]);
    }
    rules += draw.of(&["", "\nrepetition draws"]);
    let (rows, columns) = (1 + draw.below(12), 1 + draw.below(12));
    let mut line = || -> String { (0..columns).map(|_| draw.of(&['.', 'o', 'x'])).collect() };
    let lines: Vec<String> = (0..rows).map(|_| line()).collect();
    (rules, lines.join("/"))
}

/// One to three tokens on an open map.
fn tokens(draw: &mut Draw<'_>) -> (String, String) {
    let side = 2 + draw.below(60);
    let map = vec![".".repeat(side); side].join("/");
    let count = 1 + draw.below(3);
    let names = ["a", "b", "c"];
    let mut rules = format!(
        "given map: grid of . # = \"{map}\"\nposition {}: squares of map except '#'",
        names[..count].join(", ")
    );
    for name in &names[..count] {
        rules += &format!("\nmove {name} to a neighbour");
    }
    rules += "\nrepetition draws";
    let at = vec!["1,1"; count].join(" ");
    (rules, at)
}

/// A long octal code.
fn octal(draw: &mut Draw<'_>) -> (String, String) {
    let length = 1 + draw.below(2000);
    let digits: String = (0..length)
        .map(|_| draw.of(&['0', '1', '2', '3', '4', '5', '6', '7']))
        .collect();
    let heaps = 1 + draw.below(7);
    let at: Vec<String> = (0..heaps).map(|_| draw.large(7).to_string()).collect();
    (format!("octal 0.{digits}7"), at.join(","))
}

/// Solves what was drawn for a tenth of a second in a little memory. What does not end then is for
/// libFuzzer's own limits of time and memory to see, and for the tests of the command, which
/// measure.
pub fn strike(input: &[u8]) {
    let Dear { rules, at } = draw(input);
    let rules = Rules::parse("dear", &rules).unwrap_or_else(|errors| panic!("{errors}"));
    let limits = Limits::default()
        .with_memory(32 << 20)
        .with_threads(1)
        .with_time(Duration::from_millis(100));
    let mut engine =
        solver(&rules, &Parameters::new(), &limits).unwrap_or_else(|errors| panic!("{errors}"));
    let position = match engine.game().read(&at) {
        Ok(position) => position,
        Err(error) => panic!("{}: {at:.60}", error.message),
    };
    if let Err(error) = engine.solve(&position) {
        assert!(!error.to_string().is_empty());
    }
}
