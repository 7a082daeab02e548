//! Tests `value` as a calculator.

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

/// Tests a row of 15,000 components, from a file and from standard input. Each kind of component is
/// listed once, in text and in JSON.
#[test]
fn rows_of_many_thousand_parts_are_answered() {
    let row = "xxo.".repeat(15_000);
    std::fs::write(folder().join("row.txt"), format!("{row}\n")).expect("written");
    let line = ["value", "row-clobber", "--at", "@row.txt"];
    let said = answer(&line, "");
    for told in [
        "^15000\n",
        "  cells 1 to 3: xxo = ^, temperature 0; 15,000 parts look like it\n",
        "Black: 15,000 of 15,000 moves win\n",
        "  x at 2 takes o at 3 -> cells 1 to 3: x.x (wins; leaves ^14999; temperature 0; the same in 15,000 parts)\n",
        "  o at 3 takes x at 2 -> cells 1 to 3: xo. (loses; leaves ^14999*; temperature 0; the same in 15,000 parts)\n",
    ] {
        assert!(said.contains(told), "{told}");
    }
    assert_eq!(
        said,
        answer(&["value", "row-clobber", "--at", "@-"], row.as_str())
    );
    let told = answer(&[&line[..], &["--json"]].concat(), "");
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["terms"][0]["parts"][0]["count"], 15_000);
    assert_eq!(told["moves"][0]["to"], "cells 1 to 3: x.x");
    assert_eq!(told["moves"][0]["count"], 15_000);
    for plus in ["v", "row-clobber:@row.txt"] {
        let said = answer(
            &["solve", "row-clobber", "--at", "@row.txt", "--plus", plus],
            "",
        );
        assert!(said.starts_with("Black wins.\n"), "{said}");
    }
    let said = answer(&["solve", "row-clobber", "--at", "@row.txt"], "");
    assert!(
        said.contains("L: Black wins moving first or second"),
        "{said}"
    );
    let ran = run(&["value", "row-clobber", "--at", "@none.txt"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    assert!(ran.err.contains("none.txt"), "{}", ran.err);
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
    assert_eq!(ran.err, "error: it does not hold: ^ is greater than 0\n");
    let ran = run(&["value", "{2|-1"], "");
    assert_eq!(ran.code, 2);
    assert_snapshot!("a_fault", ran.err);
    let ran = run(&["value", "1", "--thermograph", "value.gif"], "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            2,
            "error: --thermograph value.gif: the ending sets the format\n\
         help: name a file that ends in .svg or .png or .pdf or .tex\n"
        )
    );
    let hot = (1..40)
        .map(|n| format!("+-({n},{{{}|{}}})", n * n, -n))
        .collect::<Vec<_>>();
    let ran = run(&["value", &hot.join(" + "), "--memory", "4M"], "");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("--memory"), "{ran:?}");
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
    // The player to move wins ^ + *.
    assert!(
        told.starts_with("White wins.\n") && told.contains("N: the player to move wins"),
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
        &["value", "tic-tac-toe"],
        &["value", "coins-in-a-row", "--at", "1,2,3"],
        &["value", "pong-hau-ki"],
        &["solve", "clobber", "--at", "xo", "--plus", "{1|"],
    ] {
        let ran = run(line, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line:?}: {ran:?}");
        assert!(ran.err.contains("help: "), "{line:?}: {}", ran.err);
    }
}

#[test]
fn values_of_a_size_are_counted() {
    for (name, line) in [
        (
            "values_of_rows",
            &["values", "toads-and-frogs", "--size", "6", "--most", "5"][..],
        ),
        (
            "values_for_latex",
            &[
                "values",
                "domineering",
                "--size",
                "2x2",
                "--format",
                "latex",
            ],
        ),
        (
            "values_as_csv",
            &["values", "clobber", "--size", "1x3", "--format", "csv"],
        ),
    ] {
        assert_snapshot!(name, answer(line, ""));
    }
    let told = answer(&["values", "nim", "--size", "3", "--format", "json"], "");
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(
        (&told["positions"], &told["outcomes"]["P"]),
        (&64.into(), &16.into())
    );
    assert_eq!(told["hottest"]["temperature"], "0");
    let document = include_str!("../../../../docs/json.md");
    let kind = &told["values"][0];
    for field in [&told, kind]
        .into_iter()
        .flat_map(|all| all.as_object().expect("an object").keys())
    {
        assert!(document.contains(&format!("`{field}`")), "{field}");
    }
    for (size, help) in [
        ("7", "rows and columns"),
        ("0x", "write a number"),
        ("300x300", "65,535"),
    ] {
        let ran = run(&["values", "clobber", "--size", size], "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{size}: {ran:?}");
        assert!(ran.err.contains(help), "{size}: {}", ran.err);
    }
}

/// Tests that the output is the same, whatever files an earlier run left.
#[test]
fn a_table_of_values_goes_on_where_it_ended() {
    let line = [
        "values",
        "toads-and-frogs",
        "--size",
        "5",
        "--format",
        "csv",
    ];
    let whole = answer(&line, "");
    let path = folder().join("toads.csv");
    let [part, state] =
        ["part", "state"].map(|ending| folder().join(format!("toads.csv.{ending}")));
    // Remove the files of an earlier run of this test.
    let _ = [&part, &state].map(std::fs::remove_file);
    let to_file = [&line[..], &["-o", "toads.csv"]].concat();
    let ran = run(&to_file, "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
    assert!(!part.exists() && !state.exists());

    // The heading, as an interrupted run leaves it.
    let ran = run(&[&to_file[..], &["--memory", "1"]].concat(), "");
    assert_eq!(ran.code, 3, "{ran:?}");
    let heading = std::fs::read_to_string(&state).expect("the heading is kept");
    let cut = |text: &str, from: &str, to: &str| text.replacen(from, to, 1);
    let lines: Vec<&str> = whole.lines().collect();
    let row = lines[100];
    for left in [
        whole[..whole.len() / 2].to_owned(),
        whole[..20].to_owned(),
        cut(&whole, row, &cut(row, ",N,", ",P,")),
        cut(&whole, row, &row[1..]),
        whole.clone(),
        String::new(),
    ] {
        std::fs::write(&state, &heading).unwrap();
        std::fs::write(&part, left).unwrap();
        let ran = run(&to_file, "");
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
    }

    // Files of another table aren't modified.
    std::fs::write(&state, "another").unwrap();
    std::fs::write(&part, "rows").unwrap();
    let ran = run(&to_file, "");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("another game or size"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&part).unwrap(), "rows");
}

#[test]
fn the_empty_row_is_a_position_without_moves_and_its_value_is_0() {
    for game in ["toads-and-frogs", "kayles-row", "ellyscheckers", "nim-list"] {
        let told = answer(&["value", game, "--at", "", "--json"], "");
        let told: Value = serde_json::from_str(&told).expect("JSON");
        assert_eq!(told["form"], "0", "{game}: {told}");
        let told = answer(&["solve", game, "--at", "", "--moves", "--json"], "");
        let told: Value = serde_json::from_str(&told).expect("JSON");
        assert_eq!(told["value"], "loss", "{game}: {told}");
        assert_eq!(told["moves"], serde_json::json!([]), "{game}: {told}");
    }
    // A board without cells is invalid.
    let ran = run(&["value", "clobber", "--at", ""], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("the position is empty"), "{}", ran.err);
}
