//! The family of a core term: read off it, however it came to be written.

use std::collections::BTreeMap;
use std::path::Path;

use whowins_analysis::{Game, Shape};
use whowins_core::Game as Term;

fn family(term: &Term) -> &'static str {
    match Game::of_term(term, None).map(|game| game.shape) {
        Some(Shape::Numbers(_)) => "numbers",
        Some(Shape::Board(_)) => "board",
        Some(Shape::Tokens(_)) => "tokens",
        Some(Shape::Heaps(_)) => "heaps",
        Some(Shape::Program(_)) => "program",
        None => "none",
    }
}

/// The games of `core`, all written by hand.
#[test]
fn families_of_the_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/games");
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let term: Term = std::fs::read_to_string(&path)
            .expect("text")
            .parse()
            .expect("a term");
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        found.entry(family(&term)).or_default().push(name);
    }
    for names in found.values_mut() {
        names.sort();
    }
    // The others have arrays, or boards in another way than the rules' own lowering has them.
    let numbers = [
        "cow_checkers",
        "no_repeat",
        "partisan",
        "table_game",
        "take",
    ];
    assert_eq!(found["numbers"], numbers);
    assert_eq!(found["none"].len(), 15, "{found:?}");
    assert_eq!(found.len(), 2, "{found:?}");
}

/// One heap of which 1 to 3 are taken, with what is said of it here and there.
fn take(most: &str, hi: &str, turn: &str, rest: &str) -> Term {
    let text = format!(
        "(game take (part turn 0 1) (part n 0 {most}) (start (0) (9)) (tier (seq (choose k 1 {hi} (set n (- n k))) {turn})) {rest})"
    );
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

const FLIP: &str = "(set turn (- 1 turn))";
const NORMAL: &str = "(stuck (if turn 1 -1))";

#[test]
fn ways_to_write_a_term_do_not_matter() {
    let plain = take("-", "4", FLIP, NORMAL);
    let game = Game::of_term(&plain, None).expect("a family");
    assert_eq!(
        game.start.as_ref().map(|start| game.show(start)).as_deref(),
        Some("9")
    );
    for other in [
        take("-", "(+ 1 3)", FLIP, NORMAL),
        take("-", "4", "(when 1 (set turn (- 1 turn)) skip)", NORMAL),
    ] {
        assert!(other != plain && other.is_same(&plain), "{other}");
        assert_eq!(Game::of_term(&other, None), Some(game.clone()), "{other}");
    }
    // Names mean nothing, and the parts' own are kept.
    let named: Term = plain
        .to_string()
        .replace("part n", "part heap")
        .replace(" n ", " heap ")
        .parse()
        .expect("a term");
    assert!(named.is_same(&plain));
    let Some(Shape::Numbers(numbers)) = Game::of_term(&named, None).map(|game| game.shape) else {
        panic!("{named}");
    };
    assert_eq!(numbers.variables[0].name, "heap");
}

#[test]
fn what_no_family_has_is_none() {
    let plain = take("-", "4", FLIP, NORMAL);
    for (what, other) in [
        ("the same player goes on", take("-", "4", "skip", NORMAL)),
        ("a turn that hangs on the heap", take("-", "4", "(set turn (% n 2))", NORMAL)),
        ("a score", take("-", "4", FLIP, "(stuck n)")),
        ("play without end is won", take("-", "4", FLIP, "(endless 1) (stuck (if turn 1 -1))")),
        ("numbers below 0", "(game g (part turn 0 1) (part n -5 5) (tier (seq (set n (- n 1)) (set turn (- 1 turn)))) (stuck 0))".parse().expect("a term")),
        ("passes", format!("{plain}").replace("(stuck", "(tier (set turn (- 1 turn)))\n (stuck").parse().expect("a term")),
    ] {
        assert_eq!(family(&other), "none", "{what}: {other}");
        assert!(!other.is_same(&plain), "{what}");
    }
}
