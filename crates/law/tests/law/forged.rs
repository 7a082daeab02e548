//! Coq's comparison is of these rules: in the file of each kind of law, what the program says of rules that differ in one number, one
//! sign, one cell or one player is refuted by Coq.

use std::fmt::Write as _;
use std::time::Duration;

use whowins_engine::Limits;
use whowins_law::{find_kind, find_rows};
use whowins_rules::{Parameters, Rules};

use crate::coq_common::coqc;

/// The file of the law of this kind.
fn file(kind: &str, rules: &str) -> String {
    let text = format!("game \"G\"\nplayers A, B\n{rules}\n");
    let rules = Rules::parse("test", &text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let limits = Limits::default().with_time(Duration::from_secs(120));
    let none = Parameters::new();
    let report = match kind {
        "grundy-rows" => find_rows(&rules, &none, 2, &limits),
        kind => find_kind(&rules, &none, None, &limits, kind),
    };
    let report = report.expect("a game");
    let proved = report
        .proved
        .unwrap_or_else(|| panic!("{kind} {text}: {:?}", report.tried));
    let written = whowins_law::coq::file(&proved);
    written
        .unwrap_or_else(|why| panic!("{kind} {text}: {}", why.0))
        .text
}

/// What the file compares with the rules: the statements of its examples.
fn compared(file: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = file;
    while let Some((_, from)) = rest.split_once("\nExample ") {
        let (statement, after) = from
            .split_once(".\nProof.")
            .expect("an example has a proof");
        let (_, statement) = statement.split_once(" : ").expect("an example has a name");
        all.push(statement);
        rest = after;
    }
    all
}

/// Rules in pairs that differ in one place, by the kind of law.
const PAIRS: &[(&str, &str, &str)] = &[
    // One heap: a number past the small heaps, the only number, a player.
    (
        "periodic",
        "position n\nmove n -= k for k in {30, 47}",
        "position n\nmove n -= k for k in {30, 48}",
    ),
    (
        "periodic",
        "position n\nA: move n -= 5\nB: move n -= 40",
        "position n\nB: move n -= 5\nB: move n -= 40",
    ),
    (
        "periodic",
        "position n\nmove n -= k for k >= 1 if k != 40",
        "position n\nmove n -= k for k >= 1 if k != 41",
    ),
    (
        "periodic",
        "position n\nmove n -= k for k in {1, 3}\nmisère play",
        "position n\nmove n -= k for k in {1, 3}",
    ),
    (
        "grundy",
        "position n\nmove n -= k for k in {1, 35}",
        "position n\nmove n -= k for k in {1, 36}",
    ),
    // Heaps that fall apart: one digit far on.
    (
        "guy-smith",
        "octal 0.0000000000000003",
        "octal 0.0000000000000001",
    ),
    ("guy-smith", "octal 0.77", "octal 0.73"),
    ("arithmetic", "hexadecimal 0.3F", "hexadecimal 0.F8"),
    (
        "misere-quotient",
        "octal 0.33\nmisère play",
        "octal 0.31\nmisère play",
    ),
    // Vectors: a number past the corner, a player, an ending's number, its sign, its player, the play.
    (
        "product",
        "position x, y\nmove x -= 5\nmove y -= 5",
        "position x, y\nmove x -= 6\nmove y -= 5",
    ),
    (
        "product",
        "position x, y\nmove x -= 5\nmove y -= 5",
        "position x, y\nA: move x -= 5\nmove y -= 5",
    ),
    (
        "product",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: A wins",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 8: A wins",
    ),
    (
        "product",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: A wins",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x <= 7: A wins",
    ),
    (
        "product",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: A wins",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: B wins",
    ),
    (
        "product",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: A wins",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: A wins\nmisère play",
    ),
    (
        "constant",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 5: A wins\nat y < 1: B wins",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 6: A wins\nat y < 1: B wins",
    ),
    (
        "constant",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 5: A wins\nat y < 1: B wins",
        "position x, y\nmove x -= 1\nA: move y -= 1\nat x < 5: A wins\nat y < 1: B wins",
    ),
    (
        "directional",
        "position x, y\nmove x -= 1, y -= 2\nmove y -= 2\nmove x -= 3, y -= 2\nmove x -= 1, y -= 3\nmisère play",
        "position x, y\nmove x -= 1\nmove x -= 1, y -= 1\nmove y -= 7\nmisère play",
    ),
    (
        "grundy-rows",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 2",
    ),
    (
        "automatic",
        "position x, y\nmove x -= 9\nmove y -= k for k >= 1",
        "position x, y\nmove x -= 10\nmove y -= k for k >= 1",
    ),
    (
        "automatic",
        "position x, y\nmove x -= 9\nmove y -= k for k >= 1",
        "position x, y\nmove x -= 9\nA: move y -= k for k >= 1",
    ),
    (
        "automatic",
        "position x, y\nmove x -= 2, y += 1\nmove y -= 2",
        "position x, y\nmove x -= 2, y -= 1\nmove y -= 2",
    ),
    (
        "beatty",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k + d for k >= 1, 0 <= d < 2\n\
         move x -= k + d, y -= k for k >= 1, 1 <= d < 2",
    ),
    // Rows and boards: a cell, also of a rule longer than the rows that are all compared; a player.
    (
        "regular",
        "position row of . o\nmove o o -> . .",
        "position row of . o\nmove o o -> . o",
    ),
    (
        "regular",
        "position row of . o\nmove o o o o o o o -> . . . . . . .",
        "position row of . o\nmove o o o o o o o -> . . . o . . .",
    ),
    (
        "functional",
        "position row of . o\nmove o -> .",
        "position row of . o\nA: move o -> .",
    ),
    (
        "functional",
        "position row of . o\nmove o . -> . o",
        "position row of . o\nmove o . -> . .",
    ),
    (
        "functional",
        "position board of . o\nmove o . -> . o along right, down\nat once o $ / $ -> . $ / $",
        "position board of . o\nmove o . -> . o along right\nat once o $ / $ -> . $ / $",
    ),
];

#[test]
fn rules_changed_in_one_place_are_refuted() {
    let mut all = String::new();
    for (at, (kind, one, other)) in PAIRS.iter().enumerate() {
        let (own, forged) = (file(kind, one), file(kind, other));
        // What the program says of the other rules, in the file of these: of both, one way and back.
        for (turn, (file, said)) in [(&own, &forged), (&forged, &own)].into_iter().enumerate() {
            let statements: Vec<String> = compared(said)
                .iter()
                .map(|said| format!("({said})"))
                .collect();
            assert!(!statements.is_empty(), "{kind} {one}");
            let (before, after) = file.split_once("End Law1.\n").expect("one law");
            assert!(!after.contains("Module Law"), "{kind} {one}");
            // One of them at least fails; and so does the file with them in place of its own.
            let _ = write!(
                all,
                "Module Pair{at}_{turn}.\n{before}\
                 Fail Definition forged : {} := ltac:(repeat apply conj; vm_compute; reflexivity).\n\
                 End Law1.\nEnd Pair{at}_{turn}.\n",
                statements.join(" /\\ ")
            );
        }
    }
    let (accepted, said) = coqc("forged", &all);
    assert!(accepted, "{said}");
    let refuted = said.matches("The command has indeed failed").count();
    assert_eq!(refuted, 2 * PAIRS.len(), "{said}");
}

#[test]
fn a_comparison_of_nothing_is_not_written() {
    // Every position is an ended one: there is nothing to compare.
    let rules = "game \"G\"\nposition x, y\nmove x -= 1\nmove y -= 1\nat x >= 0: the mover wins\n";
    let rules = Rules::parse("test", rules).expect("rules");
    let report = find_kind(
        &rules,
        &Parameters::new(),
        None,
        &Limits::default(),
        "product",
    );
    let proved = report.expect("a game").proved.expect("a law");
    let why = whowins_law::coq::file(&proved).expect_err("no file");
    assert!(why.0.contains("no move is possible where"), "{}", why.0);
}
