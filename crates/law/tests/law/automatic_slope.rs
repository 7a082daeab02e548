//! Numeration systems that slopes suggest.

use whowins_automata::NumerationSystem;
use whowins_law::inside::automatic::{Point, SIDE, lines, periods, slope, system};

/// The multiples of (p + √d) / q, rounded down, with the numbers that are none.
fn pairs(p: i64, d: i64, q: i64) -> Vec<Point> {
    let lesser: Vec<i64> = (1..900)
        .map(|n| (p * n + (d * n * n).isqrt()) / q)
        .collect();
    let others = (1..).filter(|n| lesser.binary_search(n).is_err());
    let pairs = lesser.iter().copied().zip(others);
    pairs.take_while(|(_, greater)| *greater < SIDE).collect()
}

fn suggested(points: &[Point]) -> Vec<String> {
    let lines = lines(points);
    let periods = lines.iter().flat_map(|line| periods(&slope(line)));
    let systems = periods.filter_map(|(_, period)| system(&period));
    systems.map(|system| system.name()).collect()
}

#[test]
fn beatty_pairs_suggest_their_systems() {
    for (p, d, q, name) in [
        (1, 5, 2, "Zeckendorf"),
        (0, 2, 1, "Ostrowski [0; 3, (2)]"),
        (-1, 13, 2, "Ostrowski [0; 4, (3)]"),
        (-3, 29, 2, "Ostrowski [0; 6, (5)]"),
        (0, 3, 1, "Ostrowski [0; (2, 1)]"),
    ] {
        let found = suggested(&pairs(p, d, q));
        assert!(found.iter().any(|found| found == name), "{name}: {found:?}");
    }
}

#[test]
fn rational_slopes_suggest_nothing() {
    for (run, rise) in [(1, 1), (1, 2), (2, 3), (3, 7)] {
        let points: Vec<Point> = (1..200).map(|n| (run * n, rise * n + n % 2)).collect();
        assert_eq!(suggested(&points), Vec::<String>::new(), "{rise}/{run}");
    }
}
