//! Tests `sequence` and `find`, as a user runs them.

use super::run::{answer, file, run};

#[test]
fn values_as_a_sequence() {
    // The beginning of A002186 in the On-Line Encyclopedia of Integer Sequences.
    assert_eq!(
        answer(
            &["sequence", "kayles", "--of", "grundy", "--terms", "15"],
            ""
        ),
        "0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2\n"
    );
    // The lower Wythoff numbers, A000201, are in the first of each two positions.
    assert_eq!(
        answer(
            &["sequence", "cowcheck", "--of", "losing", "--terms", "7"],
            ""
        ),
        "(0,0), (1,2), (2,1), (3,5), (5,3), (4,7), (7,4)\n"
    );
    assert_eq!(
        answer(
            &[
                "sequence", "cowcheck", "--of", "losing", "--along", "y", "--at", "4,0", "--terms",
                "1"
            ],
            ""
        ),
        "7\n"
    );
    let table = answer(
        &[
            "sequence", "cowcheck", "--of", "grundy", "--terms", "6", "--format", "csv",
        ],
        "",
    );
    assert_eq!(
        table,
        "n,position,grundy\n0,\"0,0\",0\n1,\"0,1\",1\n2,\"1,0\",1\n3,\"0,2\",2\n4,\"1,1\",2\n5,\"2,0\",2\n"
    );
    let file = answer(
        &[
            "sequence", "divisor", "--of", "outcome", "--terms", "5", "--format", "b-file",
        ],
        "",
    );
    assert_eq!(
        file,
        "# Divisor game: outcome; n = 0, 1, 2, ...\n0 0\n1 0\n2 1\n3 0\n4 1\n"
    );
    let outcome = [
        "sequence",
        "partisangame",
        "--set",
        "a=1,2",
        "--set",
        "b=1,5",
        "--of",
        "outcome",
        "--terms",
        "6",
    ];
    assert_eq!(answer(&outcome, ""), "P, N, L, L, L, N\n");
    let object = answer(
        &[
            "sequence",
            "divisor",
            "--of",
            "remoteness",
            "--terms",
            "3",
            "--json",
        ],
        "",
    );
    assert!(
        object.contains("\"whole\":true") && object.contains("\"number\":1,\"position\":\"2\""),
        "{object}"
    );
}

#[test]
fn sequences_that_are_none() {
    let ran = run(
        &["sequence", "cowcheck", "--of", "grundy", "--along", "z"],
        "",
    );
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("no number is called `z`\nhelp: there are x, y"),
        "{}",
        ran.err
    );
    let ran = run(&["sequence", "misere-kayles", "--of", "grundy"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("who cannot move loses"), "{}", ran.err);
    let set = [
        "sequence",
        "tabgame",
        "--set",
        "row=011",
        "--set",
        "column=10",
        "--of",
        "losing",
        "--terms",
        "50",
    ];
    let ran = run(&set, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("there are no more than"), "{}", ran.err);
    let none = run(
        &["sequence", "kayles", "--of", "grundy", "--terms", "0"],
        "",
    );
    assert_eq!(none.code, 2, "{}", none.err);
    // Only the heap of 0 is lost, so the search for another one must end.
    let ran = run(&["sequence", "kayles", "--of", "losing", "--time", "1"], "");
    assert!(
        ran.err.contains("after 1 term: the time ran out"),
        "{}",
        ran.err
    );
}

#[test]
fn limits_and_words_with_which_nothing_is_judged() {
    for (arguments, fault) in [
        (["--words", "W,W"], "--words: `W` means two answers"),
        (["--words", "W,"], "--words: a word for who wins is empty"),
        (["--limit-memory", "0"], "no program runs in 0 bytes"),
        (["--limit-processes", "0"], "`0` for `--limit-processes"),
    ] {
        let whole = [
            &["judge", "cowcheck", "--format", "lines"][..],
            &arguments[..],
            &["--", "true"][..],
        ];
        let ran = run(&whole.concat(), "");
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains(fault), "{}", ran.err);
    }
}

#[test]
fn positions_by_what_holds_there() {
    let out = answer(
        &[
            "find",
            "cowcheck",
            "--where",
            "wins and winning moves = 1 and moves > 4",
            "--first",
            "2",
        ],
        "",
    );
    assert!(
        out.starts_with("position  moves  winning moves\n1,3           5              1\n3,1           5              1\n"),
        "{out}"
    );
    // The hardest start.
    let out = answer(
        &[
            "find",
            "cowcheck",
            "--where",
            "the player to move loses",
            "--most",
            "remoteness",
            "--up-to",
            "12",
        ],
        "",
    );
    assert!(
        out.starts_with(
            "position  remoteness\n4,7                6\n# 1 found among 91 positions; all positions up to size 12 were searched"
        ),
        "{out}"
    );
    let out = answer(
        &[
            "find",
            "coins-in-a-row",
            "--where",
            "score > 5 and moves = 2",
            "--json",
        ],
        "",
    );
    assert!(
        out.contains("\"position\":\"0,6\",\"size\":8,\"facts\":{\"moves\":2,\"score\":6}"),
        "{out}"
    );
    let out = answer(
        &[
            "find",
            "corner-king",
            "--where",
            "not (wins or x mod 2 = 1) and x * y = 4",
            "--up-to",
            "9",
        ],
        "",
    );
    assert!(out.starts_with("position  x  y\n2,2       2  2\n"), "{out}");
    // There is only one legal move at a time.
    file(
        "one-by-one.game",
        "game \"One by one\"\nposition n\nmove n -= 1\n",
    );
    let words = "mover wins and moves = 1 and remoteness > 20";
    let out = answer(&["find", "one-by-one.game", "--where", words], "");
    assert!(
        out.starts_with("position  moves  remoteness\n21            1          21\n"),
        "{out}"
    );
    let ran = run(&["find", "cowcheck", "--where", "score > 1"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("not played for points"), "{}", ran.err);
    for (condition, fault) in [
        ("wins and", "breaks off"),
        ("graundy = 1", "did you mean `grundy`?"),
        ("(wins", "a bracket is not closed"),
        ("wins moves", "`moves` is not expected there"),
        ("moves ? 1", "`?` isn't a sign"),
        ("player wins", "after `player` stands `to move`"),
        ("x mod 0 = 1", "nothing is left by 0"),
    ] {
        let ran = run(&["find", "cowcheck", "--where", condition], "");
        assert_eq!(ran.code, 2, "{condition}");
        assert!(ran.err.contains(fault), "{condition}: {}", ran.err);
    }
}

#[test]
fn the_score_of_a_position() {
    let out = answer(
        &["solve", "coins-in-a-row", "--at", "8,15,3,7", "--score"],
        "",
    );
    assert!(out.ends_with("  score      11\n"), "{out}");
    let ran = run(&["solve", "cowcheck", "--at", "1,2", "--score"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("not played for points"), "{}", ran.err);
}

#[test]
fn whether_so_many_points_can_be_gained() {
    let ask = |least: &str, more: &[&str]| {
        let asked = [
            "solve",
            "coins-in-a-row",
            "--at",
            "8,15,3,7",
            "--at-least",
            least,
        ];
        answer(&[asked.as_slice(), more].concat(), "")
    };
    assert_eq!(ask("11", &[]), "yes: Ann can end at least 11 above Bob\n");
    assert_eq!(
        ask("12", &[]),
        "no: Ann can not end at least 12 above Bob\n"
    );
    assert_eq!(
        ask("-3", &["--to-move", "Bob"]),
        "yes: Bob can end at least -3 above Ann\n"
    );
    let said = ask("12", &["--json"]);
    assert!(said.contains("\"so\":false"), "{said}");
    let ran = run(
        &["solve", "coins-in-a-row", "--at", "-", "--at-least", "3"],
        "8,15,3,7\n",
    );
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("one position"), "{}", ran.err);
}

#[test]
fn a_solution_is_exported() {
    let text = answer(&["export", "cowcheck", "--lang", "python"], "");
    for part in [
        "# Cow Checkers.",
        "# Law (beatty): ",
        "# Proof: ",
        "# Source: ",
        "Farmer John",
        "5 * k * k < (u + 2) * (u + 2)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let object = answer(&["export", "prime-game", "--lang", "rust", "--json"], "");
    assert!(
        object.contains("\"by\":\"brute force\"")
            && object.contains("\"without\":\"no law was found\""),
        "{object}"
    );
    // `most` is a number here.
    let object = answer(&["export", "cowcheck", "--lang", "cpp", "--json"], "");
    assert!(object.contains("\"most\":500000000"), "{object}");
    let object = answer(&["export", "gam", "--lang", "java", "--json"], "");
    assert!(object.contains("\"by\":\"race\""), "{object}");
    let text = answer(
        &["export", "coins-in-a-row", "--lang", "cpp", "--score"],
        "",
    );
    assert!(text.contains("out += to_string("), "{text}");
    let ran = run(
        &["export", "blocking-wythoff", "--lang", "rust", "--naive"],
        "",
    );
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("blocks"), "{}", ran.err);
}

/// Tests that independent processes visit all positions together, each once.
#[test]
fn shards_of_a_scan_find_what_one_process_does() {
    let scan = [
        "find", "cowcheck", "--where", "loses", "--first", "1000", "--up-to", "40", "--format",
        "csv",
    ];
    let rows = |out: String| out.lines().skip(1).map(String::from).collect::<Vec<_>>();
    let mut whole = rows(answer(&scan, ""));
    let mut together = Vec::new();
    for number in 1..=3 {
        let shard = format!("{number}/3");
        let own = rows(answer(&[&scan[..], &["--shard", &shard]].concat(), ""));
        assert!(!own.is_empty() && own.len() < whole.len(), "{own:?}");
        together.extend(own);
    }
    whole.sort();
    together.sort();
    assert_eq!(whole, together);
    let ran = run(&[&scan[..], &["--shard", "4/3"]].concat(), "");
    assert!(
        ran.code == 2 && ran.err.contains("K from 1 to N"),
        "{}",
        ran.err
    );
}
