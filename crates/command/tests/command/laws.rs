//! Tests `law` and `verify`: the law of every shipped game, found from the rules, with its
//! certificate checked by the verifier and by Coq.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use serde_json::Value;

use crate::run::{answer, file, folder, run};

/// Arguments for a game, and the kinds of law that are proved for it.
const SHIPPED: &[(&[&str], &[&str])] = &[
    (&["cowcheck"], &["beatty", "automatic"]),
    (&["ellys-board"], &["functional"]),
    (&["ellys-capture"], &[]),
    (&["ellyscheckers"], &["functional"]),
    (&["gam"], &["ranked"]),
    (
        &["partisangame", "--set", "a=1,2,5", "--set", "b=4,5"],
        &["periodic"],
    ),
    (
        &["partisangame", "--set", "a=", "--set", "b=3"],
        &["periodic"],
    ),
    (&["tabgame"], &["constant"]),
    (
        &[
            "tabgame",
            "--set",
            "row=0110100110",
            "--set",
            "column=111010",
        ],
        &["constant"],
    ),
    (&["all-but"], &["periodic", "grundy"]),
    (&["blocking-wythoff", "--set", "blocked=2"], &["automatic"]),
    (&["clobber", "--at", "xo/ox"], &["ranked"]),
    (&["cop-and-robber", "--at", "a c"], &["ranked"]),
    (&["corner-bishop"], &["automatic"]),
    (&["corner-king"], &["product"]),
    (&["corner-knight"], &["automatic"]),
    (&["corner-rook"], &["automatic"]),
    (&["dash"], &["ranked"]),
    (&["dawsons-kayles"], &["guy-smith"]),
    (&["four-in-a-row"], &["ranked"]),
    (&["grundys-game"], &[]),
    (&["kayles"], &["guy-smith"]),
    (&["kenyons-game"], &["arithmetic"]),
    (&["laskers-nim"], &["arithmetic"]),
    (&["nim-heaps"], &["arithmetic"]),
    (&["misere-kayles"], &["misere-quotient"]),
    (&["misere-wythoff"], &["automatic"]),
    (&["nim"], &["automatic"]),
    (&["ruler-game"], &["automatic-graph"]),
    (&["t-wythoff"], &["beatty", "automatic"]),
    (&["take-from-a-set"], &["periodic", "grundy"]),
    (&["tic-tac-toe"], &["ranked"]),
    (&["wythoff-early-end"], &["automatic"]),
    (&["wythoff-two-ends"], &["automatic"]),
];

/// Games whose laws Coq checks in every run, in a second each. This tests the Coq output of the
/// command. The tests of `whowins-law` cover every kind; the nightly run checks all.
const BY_COQ: [&str; 3] = ["gam", "corner-king", "kayles"];

/// Games whose laws are too large for a Coq file, or take the extracted checker minutes. The tests
/// of `whowins-law` check smaller ones of these kinds.
const MINUTES: [&str; 2] = ["ruler-game", "t-wythoff"];

/// Games whose law, or its absence, takes many seconds to find. They run nightly.
const SLOW: [&str; 4] = [
    "blocking-wythoff",
    "ellys-capture",
    "four-in-a-row",
    "grundys-game",
];

/// Games with laws whose moves have guards or are blocked, which the theory of lattice games
/// doesn't cover.
const GUARDED: [&str; 3] = ["blocking-wythoff", "wythoff-early-end", "wythoff-two-ends"];

fn proofs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs")
}

/// Compiles the theory. If all steps run, an earlier step has already done so.
fn theory() {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        if !proofs().join("Audit.vo").exists() {
            let built = Command::new("bash").arg(proofs().join("check.sh")).status();
            assert!(built.expect("bash runs").success());
        }
    });
}

/// Returns the result and the output of `coqc` for a file.
fn coqc(name: &str) -> (bool, String) {
    theory();
    let output = Command::new("coqc")
        .arg("-q")
        .arg("-Q")
        .arg(proofs())
        .arg("Whowins")
        .arg(folder().join(name))
        .output()
        .expect("coqc is installed; `cargo xtask test` does it");
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

/// Returns the result and the output of the extracted checker, for a law that is too large for
/// `coqc`.
fn extracted(name: &str) -> (bool, String) {
    theory();
    let output = Command::new("bash")
        .arg(proofs().join("extract/check.sh"))
        .arg(folder().join(name))
        .output()
        .expect("bash runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.success(), said)
}

fn name(arguments: &[&str]) -> String {
    let letters = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!(
        "Law_{}",
        arguments.join("_").chars().map(letters).collect::<String>()
    )
}

#[test]
fn every_shipped_game_is_listed() {
    let listed: Vec<&str> = SHIPPED.iter().map(|(arguments, _)| arguments[0]).collect();
    for game in whowins::shipped::all() {
        assert!(listed.contains(&game.name), "{} is not listed", game.name);
    }
}

#[test]
fn every_shipped_law_is_found_and_accepted_by_the_verifier_and_by_coq() {
    let all = std::env::var_os("WHOWINS_LONG").is_some();
    for (arguments, kinds) in SHIPPED {
        if !all && SLOW.contains(&arguments[0]) {
            continue;
        }
        let (certificate, coq) = (name(arguments) + ".json", name(arguments) + ".v");
        let command = [&["law"], *arguments, &["--json", "--time", "600"]].concat();
        // Laws that no theory covers, or that take Coq and the extracted checker minutes.
        let coq_has_it = !GUARDED.contains(&arguments[0]) && !MINUTES.contains(&arguments[0]);
        let written = match kinds.is_empty() {
            true => command,
            false if !coq_has_it => [&command[..], &["-o", &certificate]].concat(),
            false => [&command[..], &["-o", &certificate, "--coq", &coq]].concat(),
        };
        let ran = run(&written, "");
        let report: Value = serde_json::from_str(&ran.out).expect("JSON");
        let proved: Vec<&str> = report["laws"]
            .as_array()
            .expect("a list of laws")
            .iter()
            .filter_map(|law| law["kind"].as_str())
            .collect();
        assert_eq!(proved, *kinds, "{arguments:?}: {}", ran.out);
        if kinds.is_empty() {
            assert_ne!(report["status"], "proved", "{arguments:?}");
            continue;
        }
        assert_eq!(
            (ran.code, &report["status"]),
            (0, &Value::from("proved")),
            "{arguments:?}"
        );
        let plain: Vec<&str> = match arguments.iter().position(|one| *one == "--at") {
            Some(at) => arguments[..at].to_vec(),
            None => arguments.to_vec(),
        };
        let accepted = answer(
            &[&["verify"], &plain[..1], &[&certificate], &plain[1..]].concat(),
            "",
        );
        assert!(accepted.starts_with("Accepted, in "), "{accepted}");
        if !coq_has_it {
            continue;
        }
        if let Some(data) = report["data"].as_str() {
            let (fine, said) = extracted(data);
            assert!(fine && said.contains(": accepted"), "{arguments:?}: {said}");
            continue;
        }
        if !all && !BY_COQ.contains(&arguments[0]) {
            continue;
        }
        let (fine, said) = coqc(&coq);
        assert!(fine, "{arguments:?}: {said}");
        let closed = said.matches("Closed under the global context").count();
        assert_eq!(closed, kinds.len(), "{arguments:?}: {said}");
    }
}

#[test]
fn rows_of_grundy_values_are_proved_where_they_are_asked_for() {
    let certificate = "of_rows.json";
    let coq = "Of_rows.v";
    let asked = ["law", "cowcheck", "--rows", "4"];
    let ran = run(
        &[&asked[..], &["-o", certificate, "--coq", coq]].concat(),
        "",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.starts_with("Proved."), "{ran:?}");
    let said = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let last = "G(4, y + 12) = G(4, y) + 12 from y = 9 on. The law does not cover other rows.";
    assert!(said.contains(last), "{said}");
    let verified = run(&["verify", "cowcheck", certificate], "");
    assert_eq!(verified.code, 0, "{verified:?}");
    let (fine, said) = coqc(coq);
    assert!(
        fine && said.contains("Closed under the global context"),
        "{said}"
    );
    // Rows are defined only for pairs of numbers.
    let other = run(&["law", "tic-tac-toe", "--rows", "3", "-v"], "");
    assert!(other.out.contains("not tried grundy-rows"), "{other:?}");
}

#[test]
fn laws_are_printed_first_and_details_on_request() {
    let short = answer(&["law", "cowcheck"], "");
    let formula = "P-positions: (⌊kφ⌋, ⌊kφ²⌋) and mirror images, φ = (1 + √5)/2, k = 0, 1, 2, ...";
    let start =
        format!("Proved.\n\n  game      Cow Checkers\n  law       {formula}\n  checked   in ");
    assert!(short.starts_with(&start), "{short}");
    assert_eq!(short.lines().count(), 5, "{short}");
    let long = answer(&["law", "cowcheck", "-v"], "");
    assert_eq!(long.matches(formula).count(), 1, "{long}");
    for label in [
        "kind      beatty",
        "kind      automatic",
        "source",
        "found",
        "checked",
    ] {
        assert!(
            long.contains(&format!("\n  {label} ")) || long.contains(&format!("\n  {label}\n")),
            "{long}"
        );
    }
}

#[test]
fn a_search_without_a_law_says_what_to_do_next() {
    let short = answer(&["law", "row-clobber"], "");
    let labels: Vec<&str> = short
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(labels, ["tried", "none", "next"], "{short}");
    let (_, next) = short.rsplit_once("whowins ").expect("a command");
    let words: Vec<&str> = next.split_whitespace().collect();
    assert!(answer(&words, "").contains(" wins."), "{next}");
}

#[test]
fn a_certificate_of_other_rules_is_refused() {
    let certificate = "of_nim.json";
    answer(&["law", "nim", "-o", certificate], "");
    let ran = run(&["verify", "cowcheck", certificate], "");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("certificate of other rules"), "{ran:?}");
}

#[test]
fn a_wrong_certificate_is_rejected() {
    let certificate = "of_a_set.json";
    let game = ["partisangame", "--set", "a=4", "--set", "b=5"];
    answer(&[&["law"], &game[..], &["-o", certificate]].concat(), "");
    let text = std::fs::read_to_string(folder().join(certificate)).expect("it was written");
    assert!(text.contains("\"period\":9"), "{text}");
    let wrong = file(
        "of_a_set_wrong.json",
        text.replace("\"period\":9", "\"period\":8"),
    );
    let ran = run(&["verify", "partisangame", wrong], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("rejected: law 1 (periodic): "), "{ran:?}");
    let other = run(&["verify", "partisangame", certificate, "--set", "a=3"], "");
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.err.contains("certificate for a = 4"), "{other:?}");
    let none = file("of_nothing.json", "{}");
    let ran = run(&["verify", "partisangame", none], "");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.err.contains("no field `whowins_certificate`"),
        "{ran:?}"
    );
}
