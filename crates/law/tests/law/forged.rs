//! What Coq checks is of these rules: in the file of each kind of law, the core term of rules that
//! differ in one number, one sign, one player or one cell is refused.

use std::fmt::Write as _;
use std::time::Duration;

use whowins_engine::Limits;
use whowins_law::{find_kind, find_rows, kinds};
use whowins_rules::{ParameterValue, Parameters, Rules};

use crate::coq_common::coqc;

/// The file of the law of this kind; else why there is none.
fn file(kind: &str, rules: &str) -> Result<String, String> {
    let text = format!("game \"G\"\nplayers A, B\n{rules}\n");
    let rules = Rules::parse("test", &text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let limits = Limits::default().with_time(Duration::from_secs(120));
    // Where the end of play hangs on a table, it is this one.
    let row = ParameterValue::Bits(vec![false, true, true, false]);
    let values = match text.contains("given row: bits\n") {
        true => Parameters::from([("row".into(), row)]),
        false => Parameters::new(),
    };
    let report = match kind {
        "grundy-rows" => find_rows(&rules, &values, 2, &limits),
        kind => find_kind(&rules, &values, None, &limits, kind),
    };
    let report = report.expect("a game");
    let no_law = || format!("{kind} {text}: {:?}", report.tried);
    let proved = report.proved.ok_or_else(no_law)?;
    match whowins_law::coq::file(&proved) {
        Ok(written) => Ok(written.text),
        Err(why) => Err(format!("{kind} {text}: {}", why.0)),
    }
}

/// What the file's first lemma states.
fn stated(file: &str) -> &str {
    let (statement, _) = file
        .split_once(".\nProof.")
        .expect("what is stated has a proof");
    let (_, statement) = statement.split_once(" : ").expect("a statement has a name");
    statement
}

/// The module with the rules' core term.
fn term(file: &str) -> &str {
    let from = file.find("Module Rules.").expect("a term");
    let end = "End Rules.\n";
    let to = file.find(end).expect("a module ends") + end.len();
    &file[from..to]
}

/// The file of one law, which is not one of the other rules, with their term, until the lemma that
/// reads the term; and that Coq refuses that lemma.
fn with_term_of(file: &str, other: &str) -> String {
    let (own, term) = (term(file), term(other));
    assert_ne!(own, term, "{file}");
    // The games of a sum have terms of their own, in modules before the lemma about the sum's.
    let games = file.rfind("\nEnd Game");
    let (after, name) = match games {
        Some(at) => (at, " Rules.the_game"),
        None => (
            file.find("End Rules.\n").expect("a module ends"),
            "Rules.the_game",
        ),
    };
    let read = after + file[after..].find(name).expect("a lemma");
    let lemma = file[..read].rfind("\nLemma ");
    let lemma = lemma.unwrap_or_else(|| panic!("no lemma before {}", &file[read..]));
    format!(
        "{}\nFail Definition forged : {} := ltac:(vm_compute; reflexivity).\nEnd Law1.\n",
        file[..lemma].replace(own, term),
        stated(&file[lemma..])
    )
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
        "periodic",
        "position n\nmove n -= k for k >= 1 if k % 3 != 0",
        "position n\nmove n -= k for k >= 1 if k % 3 != 1",
    ),
    (
        "periodic",
        "position n\nmove n -= 2 * k for k >= 1 if k % 5 != 3",
        "position n\nmove n -= 2 * k for k >= 2 if k % 5 != 3",
    ),
    (
        "grundy",
        "position n\nmove n -= k for k in {1, 35}",
        "position n\nmove n -= k for k in {1, 36}",
    ),
    (
        "grundy",
        "position n\nmove n -= k for k >= 1 if k != 3 and k != 5",
        "position n\nmove n -= k for k >= 1 if k != 3 and k != 6",
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
    ("sparse-space", "octal 0.77", "octal 0.73"),
    // Any number of heaps: a number.
    (
        "many-heaps",
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k in {1, 3, 4}",
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k in {1, 3, 5}",
    ),
    // Vectors: a number past the corner, a player, an ending's number, its sign, its player, the
    // play.
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
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: the mover loses",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 8: the mover loses",
    ),
    (
        "product",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: the mover loses",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x <= 7: the mover loses",
    ),
    (
        "product",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: A wins",
        "position x, y\nmove x -= 1\nmove y -= 1\nat x < 7: B wins",
    ),
    (
        "product",
        "position x, y\nmove x -= 2\nmove y -= 2\nat x = 3: A wins",
        "position x, y\nmove x -= 2\nmove y -= 2\nat x = 3: A wins\nmisère play",
    ),
    // What stands in the tables makes no difference: the theorem is for all of it.
    (
        "constant",
        "given row, column: bits\nposition x in 0..length(column), y in 0..length(row)\nmove x -= 1\nmove y -= 1\nat x <= 0: the mover loses if row[y] = 1, else wins\nat y <= 0: the mover loses if column[x] = 1, else wins",
        "given row, column: bits\nposition x in 0..length(column), y in 0..length(row)\nmove x -= 2\nmove y -= 2\nat x <= 1: the mover loses if row[y] = 1, else wins\nat y <= 1: the mover loses if column[x] = 1, else wins",
    ),
    (
        "constant",
        "given row, column: bits\nposition x in 0..length(column), y in 0..length(row)\nmove x -= 1\nmove y -= 1\nat x <= 0: the mover loses if row[y] = 1, else wins\nat y <= 0: the mover loses if column[x] = 1, else wins",
        "given row, column: bits\nposition x in 0..length(column), y in 0..length(row)\nA: move x -= 1\nB: move y -= 1\nat x <= 0: the mover loses if row[y] = 1, else wins\nat y <= 0: the mover loses if column[x] = 1, else wins",
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
    // Linear moves with a memory: a number, a player, what is remembered, the play.
    (
        "first-order",
        "position n\nposition last <= 3\nmove n -= k, last := k for k in 1..3 if k != last",
        "position n\nposition last <= 3\nmove n -= k, last := k for k in 1..2 if k != last",
    ),
    (
        "first-order",
        "position n\nmove n -= 1\nA: move n := n / 2 if n >= 1",
        "position n\nmove n -= 1\nB: move n := n / 2 if n >= 1",
    ),
    (
        "first-order",
        "position n\nposition last <= 2\nmove n -= k, last := k for k in 1..2 if k != last",
        "position n\nposition last <= 2\nmove n -= k, last := 3 - k for k in 1..2 if k != last",
    ),
    (
        "first-order",
        "position n\nmove n -= k for 1 <= k <= n / 2",
        "position n\nmove n -= k for 1 <= k <= n / 2\nmisère play",
    ),
    // Rows and boards: a player, the play, a direction.
    (
        "regular",
        "position row of . o\nmove . o -> o .",
        "position row of . o\nA: move . o -> o .",
    ),
    (
        "regular",
        "position row of . o\nA: move o -> .\nB: move o o -> . .",
        "position row of . o\nB: move o -> .\nA: move o o -> . .",
    ),
    (
        "regular",
        "position row of . o\nmove o . -> . .\nmove . o -> . .",
        "position row of . o\nmove o . -> . .\nmove . o -> . .\nmisère play",
    ),
    (
        "regular",
        "position row of . o\nmove . o -> o .",
        "position row of . o\nmove o . -> . o",
    ),
    (
        "regular",
        "position row of . o\nmove o . -> . o\nat once o $ -> . $",
        "position row of . o\nmove o . -> . o\nmove o $ -> . $",
    ),
    (
        "functional",
        "position board of . o\nmove o -> .",
        "position board of . o\nmove o -> .\nmisère play",
    ),
    (
        "functional",
        "position board of . o\nmove o . -> . o along right, down\nat once o $ / $ -> . $ / $",
        "position board of . o\nmove o . -> . o along right, down right\nat once o $ -> . $",
    ),
    (
        "functional",
        "position board of . o\nmove o -> .\nmove o o o -> . . .",
        "position board of . o\nmove o -> .\nmove o . o o -> . . . .",
    ),
    (
        "functional",
        "position board of . o\nA: move o -> .\nB: move o -> .\nmove o o o -> . . .",
        "position board of . o\nA: move o -> .\nB: move o -> .\nB: move o o o -> . . .",
    ),
    (
        "functional",
        "position board of . o\nmove o . -> . o along right, down\nat once o $ / $ -> . $ / $",
        "position board of . o\nmove o . -> . o along right, down\nmove o $ / $ -> . $ / $",
    ),
    // Rows that are heaps: a number of cells, a cell that stays, a player, the play.
    (
        "row-heaps",
        "position row of . #\nmove . -> #\nmove . . -> # #",
        "position row of . #\nmove . -> #\nmove . . . -> # # #",
    ),
    (
        "row-heaps",
        "position row of . #\nmove . -> #\nmove . . -> # #",
        "position row of . #\nmove . -> #\nmove . . -> # .",
    ),
    (
        "row-heaps",
        "position row of . #\nA: move . -> #\nB: move . . -> # #",
        "position row of . #\nB: move . -> #\nA: move . . -> # #",
    ),
    (
        "row-heaps",
        "position row of . #\nmove . -> #",
        "position row of . #\nmove . -> #\nmisère play",
    ),
    // Remainders: a number, the play.
    (
        "remainders",
        "position n\nmove n -= k for 1 <= k <= n if k % 3 != 0",
        "position n\nmove n -= k for 1 <= k <= n if k % 5 != 0",
    ),
    (
        "remainders",
        "position n\nmove n -= k for 1 <= k <= n if k % 3 != 0",
        "position n\nmove n -= k for 1 <= k <= n if k % 3 != 0\nmisère play",
    ),
    // Values: how many heaps stay, a player, what is written over.
    (
        "heap-values",
        "position heaps\nA: move take 1, leaving two heaps\nB: move take 2, leaving at most one heap",
        "position heaps\nA: move take 1, leaving two heaps\nB: move take 2, leaving at most two heaps",
    ),
    (
        "value-kind",
        "position row of . x o\nA: move . x -> x .\nB: move . o -> o .",
        "position row of . x o\nA: move . x -> x .\nA: move . o -> o .",
    ),
    (
        "row-runs",
        "position row of . L R\nA: move . -> L\nB: move . . -> R R",
        "position row of . L R\nA: move . -> L\nB: move . . . -> R R R",
    ),
    // Rows by their parts: a cell written, a player.
    (
        "row-parts",
        "position row of . x o\nA: move x o -> . x\nB: move o x -> . o",
        "position row of . x o\nA: move x o -> . x\nB: move o x -> . .",
    ),
    (
        "row-parts",
        "position row of . o\nA: move . . -> o o\nB: move . -> o",
        "position row of . o\nB: move . . -> o o\nB: move . -> o",
    ),
    // Values by an automaton: a cell written, a player.
    (
        "regular-values",
        "position row of . x o\nA: move ^ x -> ^ o\nB: move x $ -> o $\nB: move o $ -> . $",
        "position row of . x o\nA: move ^ x -> ^ .\nB: move x $ -> o $\nB: move o $ -> . $",
    ),
    (
        "regular-values",
        "position row of a b\nmove b a -> a b\nmove b a a -> a a b",
        "position row of a b\nA: move b a -> a b\nmove b a a -> a a b",
    ),
    // Rows on which it does not matter how one plays: where a piece goes, misère play.
    (
        "parity",
        "position row of . o\nmove o . . -> . o .",
        "position row of . o\nmove o . . -> . . o",
    ),
    (
        "parity",
        "position row of . o\nmove o o . -> o . o",
        "position row of . o\nmove o o . -> o . o\nmisère play",
    ),
    // The same of rows that lose cells: a symbol.
    (
        "parity",
        "position row of a b\nmove a a -> nothing\nmove b b -> nothing",
        "position row of a b\nmove a a -> nothing\nmove b a b -> a",
    ),
    // Rows cut off at one end: whose a symbol is, which end goes.
    (
        "cut-rows",
        "position row of L R\nA: move L (any ?) $ -> nothing\nB: move R (any ?) $ -> nothing",
        "position row of L R\nB: move L (any ?) $ -> nothing\nA: move R (any ?) $ -> nothing",
    ),
    (
        "cut-rows",
        "position row of L R\nA: move L (any ?) $ -> nothing\nB: move R (any ?) $ -> nothing",
        "position row of L R\nA: move L (any ?) $ -> nothing along left\nB: move R (any ?) $ -> nothing along left",
    ),
    // A strategy for one position: a number, a player, an ending, a cell, a neighbour.
    (
        "ranked",
        "position n\nmove n -= k for k in {1, 3}\nstart 9",
        "position n\nmove n -= k for k in {1, 4}\nstart 9",
    ),
    (
        "ranked",
        "position x, y\nA: move x -= 1\nB: move y -= 1\nmove x -= 1, y -= 1\nstart 4, 4",
        "position x, y\nB: move x -= 1\nB: move y -= 1\nmove x -= 1, y -= 1\nstart 4, 4",
    ),
    (
        "ranked",
        "position n\nmove n -= k for k in {1, 3}\nat n = 2: A wins\nstart 9",
        "position n\nmove n -= k for k in {1, 3}\nat n = 2: B wins\nstart 9",
    ),
    (
        "ranked",
        "position n\nmove n -= k for k in {1, 3}\nstart 9",
        "position n\nmove n -= k for k in {1, 3}\nmisère play\nstart 9",
    ),
    (
        "ranked",
        "position heaps\nA: move take 1 or 2, leaving at most two heaps\nB: move take 1, leaving at most two heaps\nstart 3, 4",
        "position heaps\nA: move take 1 or 2, leaving at most two heaps\nB: move take 2, leaving at most two heaps\nstart 3, 4",
    ),
    (
        "ranked",
        "position row of 4 cells of . o\nmove ^ . . $ -> ^ o . $\nmove . . -> o o\nstart . . . .",
        "position row of 4 cells of . o\nmove ^ . . $ -> ^ o . $\nmove . . -> o .\nstart . . . .",
    ),
    // Sums: a digit of one game, a number of the other, which stands first, how often one is there.
    (
        "sum-of-games",
        "position sum of nim, pins\nlet nim = game \"Nim\"\nposition heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\nlet pins = game \"Pins\"\noctal 0.77",
        "position sum of nim, pins\nlet nim = game \"Nim\"\nposition heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\nlet pins = game \"Pins\"\noctal 0.73",
    ),
    (
        "sum-of-games",
        "position sum of strip, one\nlet strip = game \"Dominoes\"\nposition row of . #\nmove . . -> # #\nlet one = game \"One\"\nposition n\nmove n -= k for k in 1..3",
        "position sum of strip, one\nlet strip = game \"Dominoes\"\nposition row of . #\nmove . . -> # #\nlet one = game \"One\"\nposition n\nmove n -= k for k in 1..4",
    ),
    (
        "sum-of-games",
        "position sum of one, two\nlet one = game \"One\"\nposition n\nmove n -= k for k in {1, 4}\nlet two = game \"Two\"\nposition n\nmove n -= k for k in {2, 3}",
        "position sum of two, one\nlet one = game \"One\"\nposition n\nmove n -= k for k in {1, 4}\nlet two = game \"Two\"\nposition n\nmove n -= k for k in {2, 3}",
    ),
    (
        "sum-of-games",
        "position sum of one, one\nlet one = game \"One\"\nposition n\nmove n -= k for k in {1, 4}",
        "position sum of one, one, one\nlet one = game \"One\"\nposition n\nmove n -= k for k in {1, 4}",
    ),
];

/// Kinds of law whose files other tests forge, with rules that have one.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "take-away",
        "position n\nposition most\nmove n -= k, most := 3 * k for 1 <= k <= most",
    ),
    ("automatic-graph", "position heaps\nmove take 1, 2 or 3"),
];

/// No kind of law is without a file for Coq.
#[test]
fn each_kind_of_law_has_a_file() {
    for kind in kinds() {
        let pair = PAIRS.iter().find(|(of, ..)| *of == kind);
        let other = ELSEWHERE.iter().find(|(of, _)| *of == kind);
        let rules = pair.map(|(_, rules, _)| *rules);
        let rules = rules.or(other.map(|(_, rules)| *rules));
        let rules = rules.unwrap_or_else(|| panic!("{kind}: no rules that have its law"));
        file(kind, rules).unwrap_or_else(|why| panic!("{why}"));
    }
}

#[test]
fn rules_changed_in_one_place_are_refuted() {
    let mut all = String::new();
    let mut missing = Vec::new();
    for (at, (kind, one, other)) in PAIRS.iter().enumerate().step_by(crate::cases(3, 1)) {
        let (own, forged) = match (file(kind, one), file(kind, other)) {
            (Ok(own), Ok(forged)) => (own, forged),
            (own, forged) => {
                missing.extend([own.err(), forged.err()].into_iter().flatten());
                continue;
            }
        };
        // What the program says of the other rules, in the file of these: of both, one way and
        // back.
        for (turn, (file, said)) in [(&own, &forged), (&forged, &own)].into_iter().enumerate() {
            let forged = with_term_of(file, said);
            let _ = write!(
                all,
                "Module Pair{at}_{turn}.\n{forged}End Pair{at}_{turn}.\n"
            );
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    let (accepted, said) = coqc("forged", &all);
    assert!(accepted, "{said}");
}

#[test]
fn a_game_that_is_over_everywhere_has_a_file() {
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
    let text = whowins_law::coq::file(&proved).expect("a file").text;
    let (accepted, said) = coqc("over", &text);
    assert!(accepted, "{said}");
}
