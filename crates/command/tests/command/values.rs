//! `value`: a calculator.

use insta::assert_snapshot;
use serde_json::Value;

use super::run::{answer, folder, run};

#[test]
fn values_are_told() {
    for (name, line) in [
        ("a_hot_sum", &["value", "{3|1} + *2 - ^"][..]),
        ("a_dicot", &["value", "^3*2"]),
        (
            "a_thermograph",
            &["value", "{7|5||1}", "--thermograph", "-"],
        ),
        ("a_negative_number", &["value", "-3/4"]),
        ("a_comparison", &["value", "{1|-1} || 0"]),
    ] {
        assert_snapshot!(name, answer(line, ""));
    }
}

#[test]
fn json_has_the_fields_that_the_documents_name() {
    let told = answer(&["value", "{2|-1}", "--json"], "");
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["form"], "{2|-1}");
    assert_eq!(told["outcome"], "N");
    assert_eq!(told["temperature"], "3/2");
    assert_eq!(
        told["thermograph"]["left"][1],
        serde_json::json!(["3/2", "1/2"])
    );
    let document = include_str!("../../../../docs/json.md");
    for field in told.as_object().expect("an object").keys() {
        assert!(document.contains(&format!("`{field}`")), "{field}");
    }
    let told = answer(&["value", "^ > *2", "--json"], "");
    assert_eq!(
        told,
        "{\"holds\":true,\"left\":\"^\",\"order\":\">\",\"right\":\"*2\"}\n"
    );
}

#[test]
fn files_are_written() {
    for (option, name, start) in [
        ("--thermograph", "value.svg", "<svg"),
        ("--thermograph", "value.png", ""),
        ("--subforms", "value.json", "{\"forms\":"),
        ("--subforms", "value.dot", "digraph"),
    ] {
        let said = answer(&["value", "{2|-1}", option, name], "");
        assert!(said.contains(name), "{said}");
        let bytes = std::fs::read(folder().join(name)).expect("a file");
        assert!(
            bytes.starts_with(start.as_bytes()) && bytes.len() > 40,
            "{name}"
        );
    }
}

#[test]
fn what_is_false_or_at_fault_is_said() {
    let ran = run(&["value", "^ < 0"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(ran.err, "whowins: it does not hold: ^ is greater than 0\n");
    let ran = run(&["value", "{2|-1"], "");
    assert_eq!(ran.code, 2);
    assert_snapshot!("a_fault", ran.err);
    let ran = run(&["value", "1", "--thermograph", "value.gif"], "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            2,
            "whowins: --thermograph value.gif: name a file that ends in .svg or .png\n"
        )
    );
    let hot = (1..40)
        .map(|n| format!("+-({n},{{{}|{}}})", n * n, -n))
        .collect::<Vec<_>>();
    let ran = run(&["value", &hot.join(" + "), "--memory", "4M"], "");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("--memory"), "{ran:?}");
}

/// The blocks of the document that begin with a command print what stands below it.
#[test]
fn what_the_document_shows_is_so() {
    let document = include_str!("../../../../docs/values.md");
    let mut shown = 0;
    for block in document.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let (line, below) = block.split_once('\n').expect("a line");
        let line = line.strip_prefix("$ whowins ").expect("a command");
        // Words, and texts in quotes.
        let mut words = Vec::new();
        for (place, part) in line.split('\'').enumerate() {
            match place % 2 {
                0 => words.extend(part.split_whitespace()),
                _ => words.push(part),
            }
        }
        assert_eq!(answer(&words, ""), below, "{line}");
        shown += 1;
    }
    assert!(shown >= 5, "{shown}");
}

#[test]
fn who_wins_a_sum() {
    let rows = [
        "solve",
        "clobber",
        "--at",
        "xxo.xxo",
        "--plus",
        "clobber:xoo",
        "--plus",
        "*",
    ];
    let told = answer(&rows, "");
    assert!(told.starts_with("Black wins.\n"), "{told}");
    let second = [&rows[..], &["--to-move", "White"]].concat();
    let told = answer(&second, "");
    // ^ + * is won by whoever starts.
    assert!(
        told.starts_with("White wins.\n") && told.contains("N: whoever is to move wins"),
        "{told}"
    );
    let told = answer(&[&rows[..], &["--json"]].concat(), "");
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(
        (&told["form"], &told["winner"]),
        (&"^*".into(), &"Black".into())
    );
    let winning = told["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter(|one| one["wins"] == true);
    assert!(winning.count() >= 2);
}

#[test]
fn games_without_values_are_refused_with_the_line() {
    let misere = super::run::file(
        "value-misere.game",
        "game \"M\"\nposition n\nmisère play\nmove n -= k for k in 1..2\n",
    );
    for line in [
        &["value", misere, "--at", "3"][..],
        &["value", "tictactoe"],
        &["value", "coins-in-a-row", "--at", "1,2,3"],
        &["value", "pong-hau-ki"],
        &["solve", "clobber", "--at", "xo", "--plus", "{1|"],
    ] {
        let ran = run(line, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line:?}: {ran:?}");
        assert!(ran.err.contains("help: "), "{line:?}: {}", ran.err);
    }
}
