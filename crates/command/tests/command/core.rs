//! Tests `core` and `explain --core`: games as terms of the core calculus.

use serde_json::Value;

use super::run::{answer, assert_is_error, file, folder, run};

const NIM: &str = "(game nim (part turn 0 1) (part heap 0 -) (start (0) (1 2 3))
    (tier (choose i 0 (len heap) (choose k 1 (+ (get heap i) 1) (seq (set heap i (- (get heap i) k)) (set turn (- 1 turn))))))
    (stuck (if turn 1 -1)))";

#[test]
fn a_term_is_solved() {
    assert_eq!(
        answer(&["core", "-"], NIM),
        "(0) (1 2 3): player 1 wins (-1)\n  best: (1) (0 2 3)\n  14 states\n"
    );
    let name = file("nim.core", NIM);
    let said = answer(&["core", name, "--at", "(1) (4 2 3)", "--json"], "");
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["starts"][0]["pays"], "-1");
    assert_eq!(said["starts"][0]["best"], "(0) (1 2 3)");
}

/// Tests that the term of rules has the winner that `solve` finds, and that printing it again gives
/// the same term.
#[test]
fn rules_and_their_terms_agree() {
    for (game, at) in [
        ("nim", "1,2,3"),
        ("nim", "1,2,4"),
        ("cowcheck", "5,8"),
        ("kayles", "4,5"),
        ("clobber", "ox/xo"),
        ("ellyscheckers", "oo.o"),
        ("gam", "1,1 3,4"),
    ] {
        let solved: Value =
            serde_json::from_str(&answer(&["solve", game, "--at", at, "--json"], ""))
                .expect("JSON");
        let term = answer(&["explain", game, "--core", "--at", at], "");
        assert_eq!(answer(&["core", "-", "--term"], term.as_str()), term);
        let said: Value =
            serde_json::from_str(&answer(&["core", "-", "--json"], term.as_str())).expect("JSON");
        let pays = said["starts"][0]["pays"].as_str().expect("decided");
        let wanted = match solved["winner"].as_str() {
            None => "0",
            Some(winner) if solved["to_move"] == winner => "1",
            Some(_) => "-1",
        };
        assert_eq!(pays, wanted, "{game} at {at}: {solved}");
    }
}

#[test]
fn the_term_for_coq_is_the_same() {
    let from_rules = answer(&["explain", "cowcheck", "--core-coq", "--at", "3,4"], "");
    assert!(
        from_rules.contains("Definition the_game : game :="),
        "{from_rules}"
    );
    let term = answer(&["explain", "cowcheck", "--core", "--at", "3,4"], "");
    assert_eq!(answer(&["core", "-", "--coq"], term), from_rules);
}

#[test]
fn faults_name_the_place() {
    for (text, at, part) in [
        (
            "(game x (part turn 0 1) (tier (set foo 1)))",
            "",
            "standard input, line 1, column 36: there is no part or constant `foo`",
        ),
        (
            "(game x (part turn 0 1) (tier skip)",
            "",
            "standard input, line 1",
        ),
        ("", "", "standard input"),
        (NIM, "(0) (1 x)", "--at (0) (1 x): `x` isn't a number"),
        (NIM, "(0)", "--at (0): the game has 2 parts"),
        (NIM, "(0) (-1)", "--at (0) (-1)"),
        (NIM, "0 1", "expected `(...)`"),
        (
            "(game x (part turn 0 1) (tier skip) (stuck 0))",
            "",
            "the term has no start",
        ),
    ] {
        let mut arguments = vec!["core", "-"];
        if !at.is_empty() {
            arguments.extend(["--at", at]);
        }
        let ran = run(&arguments, text);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{text}: {ran:?}");
        assert!(ran.err.contains(part), "{text}: {ran:?}");
        assert_is_error(&ran.err);
    }
}

/// Tests that limits end terms that grow without bound or use a huge number.
#[test]
fn limits_hold() {
    let frame = |value: &str| {
        format!(
            "(game up (part turn 0 1) (part n 0 -) (start (0) (1)) (tier (seq (set n {value}) (set turn (- 1 turn)))) (stuck 0))"
        )
    };
    for value in [
        "(+ n 1)",
        "(* n 3)",
        "(<< n 1000000000000000000)",
        "(fold i s 0 (<< 1 60) 0 (+ s 1))",
    ] {
        let ran = run(
            &["core", "-", "--time", "1", "--memory", "64M"],
            frame(value),
        );
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{value}: {ran:?}");
    }
}

/// Tests that a core term is a game for every command, and that certificates are valid for both the
/// rules and their term.
#[test]
fn terms_are_rules() {
    let take = "(game take (part turn 0 1) (part n 0 -) (start (0) (9))
        (tier (choose k 1 4 (seq (set n (- n k)) (set turn (- 1 turn))))) (stuck (if turn 1 -1)))";
    let term = file("take.core", take);
    let rules = file(
        "take.game",
        "game \"Take\"\nposition heap\nmove heap -= s for s in 1..3\n",
    );
    for game in [term, rules] {
        let said = answer(
            &["solve", game, "--at", "100000000000000000000", "--json"],
            "",
        );
        let said: Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!(
            (&said["outcome"], &said["solved"]["by"]),
            (&"P".into(), &Value::Null),
            "{said}"
        );
        let certificate = folder().join("take.json").display().to_string();
        let coq = folder().join("take.v").display().to_string();
        answer(&["law", game, "-o", &certificate, "--coq", &coq], "");
        for asked in [term, rules] {
            let said = answer(&["verify", asked, &certificate], "");
            assert!(said.starts_with("Accepted"), "{said}");
        }
        let other = file("other.core", take.replace("k 1 4", "k 1 5"));
        let ran = run(&["verify", other, &certificate], "");
        assert!(
            ran.code == 2 && ran.err.contains("the moves differ"),
            "{ran:?}"
        );
        std::fs::remove_file(certificate).expect("it was written");
        std::fs::remove_file(coq).expect("it was written");
    }
    // The names of the parts and the start are those of the term.
    let said = answer(&["explain", term], "");
    assert!(said.contains("take") && said.contains(" n "), "{said}");
    // A generic term is a game, too.
    let nim = file("nim.core", NIM);
    let said = answer(&["solve", nim, "--at", "3"], "");
    assert!(said.starts_with("First wins."), "{said}");
    let certificate = folder().join("nim.json").display().to_string();
    let law = ["law", nim, "--at", "2,3,1", "-o", &certificate];
    let said = answer(&law, "");
    assert!(
        said.contains("P-positions: heap[1] ⊕ heap[2] ⊕ heap[3] ⊕ ... = 0"),
        "{said}"
    );
    let said = answer(&["verify", nim, &certificate], "");
    assert!(said.starts_with("Accepted"), "{said}");
    std::fs::remove_file(certificate).expect("it was written");
}
