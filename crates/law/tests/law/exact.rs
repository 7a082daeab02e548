//! One arithmetic for all: a rule written by a detour through numbers past 64 bits has the laws,
//! the files for Coq and the answers of the rule without it. The core term alone has the detour
//! too; Coq reads the same moves off it.

use std::time::Duration;

use whowins_engine::{Engine, Limits};
use whowins_law::{OfRules, find_kind, kinds};
use whowins_rules::{Parameters, Rules};
use whowins_verify::Verified;

/// Rules in which `[x: k]` is a number beside which `x` is added and taken away some 10^18 times;
/// and kinds of law that they have.
const CASES: [(&str, &[&str]); 7] = [
    (
        "position n\nmove n -= [n: k] for k in {1, 2}",
        &["periodic"],
    ),
    (
        "position x, y\nmove x -= [y: s] for s in {1, 3}\nmove y -= [x: 1]",
        &["product"],
    ),
    (
        "given row, column: bits\nposition x in 0..length(column), y in 0..length(row)\nmove x -= [x: 1]\nmove y -= [x: 1]\n\
         at [x: x] = 0: the mover loses if row[y] = 1, else wins\nat y = 0: the mover loses if column[x] = 1, else wins",
        &["constant"],
    ),
    (
        "position x, y\nmove x -= [x: 1]\nmove y -= [x: 1]\nat [y: x] <= 2: the mover loses if y % 3 = 1, else wins",
        &["directional"],
    ),
    (
        "position x, y\nmove x -= [x: k] for k >= 1\nmove y -= [x: k] for k >= 1\nmove x -= k, y -= [y: k] for k >= 1",
        &["beatty", "automatic"],
    ),
    (
        "position x, y\nmove x -= 1 if [y: x] > y\nmove y -= 2 if y >= [x: x]\nmove x -= [x: 1], y -= 1",
        &["automatic"],
    ),
    (
        "position n\nmove n -= k for k >= 1 if not [k: k] = 3 and [k: k] % 4 != 1",
        &["periodic"],
    ),
];

/// The rules with each `[x: k]` written out.
fn written(rules: &str, detour: bool) -> String {
    let mut text = String::from("game \"G\"\n");
    let mut rest = rules;
    while let Some((before, marked)) = rest.split_once('[').filter(|(before, _)| {
        // What is indexed is no mark.
        !before.ends_with("row") && !before.ends_with("column")
    }) {
        let (inner, after) = marked.split_once(']').expect("a mark ends");
        let (name, number) = inner.split_once(": ").expect("a mark has a name");
        let large = format!("{} * {name}", 1_i64 << 60);
        text += before;
        text += &match detour {
            true => format!("({large} + {large} + {number} - {large} - {large})"),
            false => number.to_string(),
        };
        rest = after;
    }
    text + rest + "\n"
}

fn law(text: &str, kind: &str) -> (Verified, String) {
    let rules = Rules::parse("case", text).unwrap_or_else(|faults| panic!("{faults}"));
    let limits = Limits::default().with_time(Duration::from_secs(600));
    let report = find_kind(&rules, &Parameters::new(), None, &limits, kind).expect("good rules");
    let proved = report
        .proved
        .unwrap_or_else(|| panic!("no {kind} law: {text}"));
    let written = whowins_law::coq::file(&proved).map(|file| file.text);
    (proved, written.unwrap_or_default())
}

/// A file for Coq without its comments.
fn bare(mut text: &str) -> String {
    let mut kept = String::new();
    while let Some((before, comment)) = text.split_once("(*") {
        kept += before;
        text = comment.split_once("*)").expect("a comment ends").1;
    }
    kept + text
}

/// A file without the core term of the rules; and whether it has one.
fn without_term(text: &str) -> (String, bool) {
    match text.split_once("Module Rules.") {
        None => (text.into(), false),
        Some((before, rest)) => {
            let after = rest.split_once("End Rules.").expect("a module ends").1;
            (format!("{before}{after}"), true)
        }
    }
}

/// The help of `whowins law` lists them.
#[test]
fn each_kind_of_law_is_named_once() {
    let kinds = kinds();
    for (at, kind) in kinds.iter().enumerate() {
        assert!(!kinds[..at].contains(kind), "{kind}");
    }
    assert!(kinds.contains(&"value-kind") && kinds.len() > 20);
}

#[test]
fn detours_past_64_bits_mean_nothing() {
    let mut with_terms = String::new();
    for (rules, wanted) in CASES {
        let (plain, detour) = (written(rules, false), written(rules, true));
        for kind in wanted {
            assert!(kinds().contains(kind), "{kind}");
            let (one, coq) = law(&plain, kind);
            let (other, other_coq) = law(&detour, kind);
            assert_eq!(one.certificate().laws, other.certificate().laws, "{detour}");
            let (one_file, _) = without_term(&bare(&coq));
            let (other_file, has_term) = without_term(&bare(&other_coq));
            assert_eq!(one_file, other_file, "{detour}");
            if has_term {
                let number = with_terms.matches("Module Detour").count();
                with_terms += &format!("Module Detour{number}.\n{other_coq}End Detour{number}.\n");
            }
            // The law of the one, under the rules of the other.
            let swapped = one.certificate().of_rules(&other.certificate().rules);
            assert!(
                swapped.verify_with_rules(&Default::default()).is_ok(),
                "{detour}"
            );
            if other.certificate().rules.contains("given ") {
                continue;
            }
            let mut engine = Engine::new(other.game().clone(), Limits::default());
            let heap = other.game().read("7").is_ok();
            for n in 0..20_u32 {
                for m in 0..=if heap { 0 } else { 19 } {
                    let text = if heap {
                        (7 * n).to_string()
                    } else {
                        format!("{n},{m}")
                    };
                    let position = other.game().read(&text).unwrap();
                    let truth = engine.values(&position).unwrap();
                    for law in &other.certificate().laws {
                        if let Some(values) = law.claim().values(other.game(), &position) {
                            assert_eq!(values, truth, "{detour} at {text}");
                        }
                    }
                }
            }
        }
    }
    assert!(with_terms.matches("Module Detour").count() >= 5);
    // Coq's word on all of them takes long.
    let first = with_terms.find("Module Detour1.").expect("some");
    let some = &with_terms[..crate::cases(first, with_terms.len())];
    let (accepted, said) = crate::coq_common::coqc("detours", some);
    assert!(accepted, "{said}");
}
