//! Stretches of maps as files, and laws as automata.

use std::collections::BTreeSet;

use whowins_core::random::Random;
use whowins_desk::Lane;

use crate::place::{desk, get, object, register};

/// Who loses at Cow Checkers, by Wythoff's formula and not by the program; exact for small numbers.
fn is_lost(x: u64, y: u64) -> bool {
    let k = x.abs_diff(y);
    x.min(y) == (k as f64 * (1. + 5f64.sqrt()) / 2.) as u64
}

#[test]
fn a_table_has_the_values_of_its_squares() {
    let desk = desk(&[Lane::Light]);
    let game = register(&desk, "cowcheck");
    let map = |rest: &str| get(&desk, "map", &format!("game={game}&{rest}"));
    let answer = map("form=csv&size=23x9&from=30,40").expect("a table");
    assert_eq!(answer.kind, "text/csv; charset=utf-8");
    let text = String::from_utf8(answer.body.to_vec()).expect("text");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((lines.len(), lines[0].len()), (10, 24));
    assert_eq!((lines[0][1], lines[1][0]), ("30", "40"));
    for (row, line) in lines[1..].iter().enumerate() {
        for (column, cell) in line[1..].iter().enumerate() {
            let lost = is_lost(30 + column as u64, 40 + row as u64);
            assert_eq!(*cell, if lost { "P" } else { "N" }, "{column}, {row}");
        }
    }
    let text = map("form=txt&size=8x8&show=remoteness").expect("a text");
    assert!(String::from_utf8_lossy(&text.body).contains("Cow Checkers: remoteness"));
    let light = map("form=svg&size=8x8").expect("a picture").body;
    let dark = map("form=svg&size=8x8&theme=dark").expect("a picture").body;
    assert!(light.starts_with(b"<svg") && dark.starts_with(b"<svg") && light != dark);
    // Three variables: the third is fixed.
    let nim = register(&desk, "nim");
    let slice = get(
        &desk,
        "map",
        &format!("game={nim}&form=csv&size=4x4&slice=z=3"),
    );
    let slice = String::from_utf8(slice.expect("a slice").body.to_vec()).expect("text");
    assert!(slice.ends_with("\n3,P,N,N,N\n"), "{slice}");
}

#[test]
fn what_cannot_be_saved_is_told() {
    let desk = desk(&[Lane::Light]);
    let game = register(&desk, "cowcheck");
    for (rest, status) in [
        ("form=csv&size=257x256", 400),
        ("form=csv&size=0x99999999999999999999", 400),
        ("form=csv&size=many", 400),
        ("form=pdf&size=8x8", 400),
        ("form=csv&size=8x8&from=1", 422),
        ("form=csv&size=8x8&from=a,b", 422),
        ("form=csv&size=8x8&slice=q=1", 422),
        ("form=csv&size=8x8&from=1000000000000,1000000000000", 422),
    ] {
        let refused = get(&desk, "map", &format!("game={game}&{rest}"));
        let refused = refused.err().unwrap_or_else(|| panic!("{rest}"));
        assert_eq!(refused.status(), status, "{rest}: {refused:?}");
    }
    // A board is no map.
    let board = register(&desk, "tic-tac-toe");
    assert!(get(&desk, "map", &format!("game={board}&form=csv")).is_err());
}

#[test]
fn the_automaton_ends_where_it_says_who_wins() {
    let desk = desk(&Lane::ALL);
    let game = register(&desk, "misere-wythoff");
    let early = get(&desk, "automaton", &format!("game={game}&at=3,5"));
    assert_eq!(early.expect_err("no law yet").status(), 422);
    let law = object(&get(&desk, "law", &format!("game={game}")).expect("a law"));
    assert_eq!(law["automaton"], true);
    let mut random = Random(5);
    let mut seen = BTreeSet::new();
    let mut at: Vec<[usize; 2]> = (0..60)
        .map(|_| [random.below(90), random.below(90)])
        .collect();
    at.extend([[0, 1], [2, 2], [3, 5], [8, 13], [13, 8]]);
    for [x, y] in at {
        let query = format!("game={game}&at={x},{y}");
        let told = object(&get(&desk, "automaton", &query).expect("a picture"));
        assert!(told["svg"].as_str().expect("a picture").starts_with("<svg"));
        let run = &told["run"];
        let outcome = object(&get(&desk, "position", &query).expect("small"));
        // Of where play is over nothing but that is told.
        if outcome["outcome"].is_null() {
            continue;
        }
        assert_eq!(run["class"], outcome["outcome"], "{x}, {y}: {told}");
        let list = |name: &str| run[name].as_array().expect("a list").len();
        assert_eq!(list("states"), list("labels"));
        let digits = |at: usize| {
            run["tracks"][at]["digits"]
                .as_array()
                .expect("digits")
                .len()
        };
        assert_eq!(
            (digits(0), digits(1)),
            (list("states") - 1, list("states") - 1)
        );
        seen.insert(run["class"].as_str().expect("a class").to_string());
    }
    assert_eq!(seen.len(), 2, "{seen:?}");
}
