//! Tests `whowins fmt`, `whowins new` and the warnings of `whowins check`.

use std::fs;

use serde_json::Value;
use whowins::templates::TEMPLATES;

use crate::run::{answer, file, folder, run};

const WIDE: &str =
    "game \"Wide\"\nposition x,y   // two\nmove x-=k   for k>=1\nmove  y -= k for k >= 1\n";
const LAID: &str =
    "game \"Wide\"\nposition x, y  // two\nmove x -= k  for k >= 1\nmove y -= k  for k >= 1\n";

#[test]
fn fmt_lays_out_files_and_standard_input() {
    assert_eq!(answer(&["fmt", "-"], WIDE), LAID);
    let name = file("fmt-wide.game", WIDE);
    assert_eq!(answer(&["fmt", "--stdout", name], ""), LAID);
    let checked = run(&["fmt", "--check", name], "");
    assert_eq!(
        (checked.code, checked.out.as_str()),
        (1, "fmt-wide.game would change\n")
    );
    assert_eq!(fs::read_to_string(folder().join(name)).unwrap(), WIDE);
    assert_eq!(answer(&["fmt", name], ""), "");
    assert_eq!(fs::read_to_string(folder().join(name)).unwrap(), LAID);
    assert_eq!(answer(&["fmt", "--check", name], ""), "");
}

#[test]
fn fmt_leaves_all_as_it_is_where_a_text_has_a_fault() {
    let good = file("fmt-good.game", WIDE);
    let bad = file("fmt-bad.game", "game \"Bad\"\nposition x\nmove x -=\n");
    let ran = run(&["fmt", good, bad], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("fmt-bad.game:3"), "{}", ran.err);
    assert_eq!(fs::read_to_string(folder().join(good)).unwrap(), WIDE);
    let ran = run(&["fmt", "not-there.game"], "");
    assert_eq!(ran.code, 2);
    let ran = run(&["fmt"], "");
    assert_eq!(ran.code, 2);
}

#[test]
fn a_template_is_a_small_whole_game() {
    for template in &TEMPLATES {
        let name = format!("template-{}.game", template.kind);
        let _ = fs::remove_file(folder().join(&name));
        let said = answer(
            &["new", "My own", "--template", template.kind, "-o", &name],
            "",
        );
        assert!(said.contains(&format!("whowins check {name}")), "{said}");
        let text = fs::read_to_string(folder().join(&name)).unwrap();
        assert!(text.contains("game \"My own\""), "{text}");
        let rules = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with("//"));
        assert!(rules.count() <= 15, "{text}");
        assert_eq!(answer(&["fmt", "--check", &name], ""), "");
        let checked = answer(&["check", &name, "--deny-warnings"], "");
        assert!(checked.contains("(correct)"), "{checked}");
        // The commands that it prints succeed.
        for line in said
            .lines()
            .filter_map(|line| line.trim().strip_prefix("whowins "))
        {
            let words = words(line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ran = run(&words, "quit\n");
            assert_eq!(ran.code, 0, "{words:?}: {}{}", ran.out, ran.err);
        }
    }
}

/// Splits a command line; quotation marks keep blanks in one word.
fn words(line: &str) -> Vec<String> {
    let mut quoted = false;
    let parts = line.split(|c| {
        quoted ^= c == '"';
        c == ' ' && !quoted
    });
    parts.map(|word| word.replace('"', "")).collect()
}

#[test]
fn new_asks_for_what_is_not_given() {
    let _ = fs::remove_file(folder().join("three-heaps.game"));
    let ran = run(&["new"], "heaps\nThree heaps!\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("What is a position?") && ran.err.contains("[Heaps]"),
        "{}",
        ran.err
    );
    assert!(ran.out.starts_with("three-heaps.game: "), "{}", ran.out);
    let again = run(&["new"], "2\nThree heaps!\n");
    assert_eq!(again.code, 2);
    assert!(again.err.contains("already exists"), "{}", again.err);
    let text = answer(&["new", "--template", "heap", "-o", "-"], "");
    assert!(
        text.contains("game \"One heap\"") && text.contains("check one-heap.game"),
        "{text}"
    );
    let list = answer(&["new", "--list"], "");
    assert_eq!(list.lines().count(), TEMPLATES.len());
}

#[test]
fn new_refuses_what_cannot_be() {
    for (arguments, said) in [
        (
            &["new", "X", "--template", "bord"][..],
            "did you mean `board`?",
        ),
        (
            &["new", "a\"b", "--template", "row"],
            "without quotation marks",
        ),
        (
            &["new", "X", "--template", "row", "-o", "no-such/x.game"],
            "no such folder",
        ),
        (&["new", "X"], "--template KIND"),
        (&["new", "X", "--list"], "--list"),
    ] {
        let ran = run(arguments, "");
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn check_warns_of_lines_that_nothing_comes_of() {
    let name = file(
        "warned.game",
        "game \"Warned\"\nplayers Ann, Bob\nposition x, y\nstart 2, 3\nlet idle = x + 1\nmove x -= k for k in 1..2\nmove y -= 4\nelse move y -= 9\nat y = 7: Bob wins\nexample start: Ann wins\n",
    );
    let ran = run(&["check", name], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("warnings"), "{}", ran.out);
    let ran = run(&["check", name, "--json", "--deny-warnings"], "");
    assert_eq!(ran.code, 1);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let warnings: Vec<(&str, u64)> = told["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["kind"].as_str().unwrap(), one["line"].as_u64().unwrap()))
        .collect();
    assert_eq!(
        warnings,
        [("text", 5), ("move", 7), ("move", 8), ("end", 9)]
    );
    assert_eq!(told["looked"]["all"], Value::Bool(true));
}

#[test]
fn check_fix_writes_the_corrections_into_the_file() {
    let text = "game \"G\"\nposition n\nmove n = n – 1\nexample 4: P\n";
    let name = file("fixed.game", text);
    let ran = run(&["check", name, "--fix"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains(":3: changed to: move n := n - 1"),
        "{}",
        ran.err
    );
    let text = fs::read_to_string(folder().join(name)).expect("the file");
    assert_eq!(
        text,
        "game \"G\"\nposition n\nmove n := n - 1\nexample 4: Second wins\n"
    );
    for game in ["nim", "missing.game"] {
        let ran = run(&["check", game, "--fix"], "");
        assert!(
            ran.code == 2 && ran.err.contains("--fix changes a file"),
            "{}",
            ran.err
        );
    }
}
