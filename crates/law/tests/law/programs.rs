//! Laws of single positions of games of no family: the core's own games, written by hand.

use std::path::Path;
use std::time::Duration;

use whowins_core::random::cases;
use whowins_engine::Limits;
use whowins_law::OfRules;
use whowins_law::find_kind;
use whowins_rules::{Parameters, Rules};
use whowins_verify::finite::{Label, Ranked};
use whowins_verify::{Budget, Certificate, Law};

use crate::coq_common::coqc;

fn text(name: &str) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/games");
    std::fs::read_to_string(games.join(format!("{name}.core"))).expect("a game")
}

fn rules(text: &str) -> Rules {
    Rules::parse("a term", text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The certificate of a term's start, and its file for Coq.
fn certified(text: &str) -> (Certificate, Result<String, String>) {
    let rules = rules(text);
    let limits = Limits::default().with_time(Duration::from_secs(120));
    let report = find_kind(&rules, &Parameters::new(), None, &limits, "ranked").expect("a game");
    let proved = report
        .proved
        .unwrap_or_else(|| panic!("{:?}", report.tried));
    let file = whowins_law::coq::file(&proved);
    let file = file.map(|file| file.text).map_err(|why| why.0);
    (proved.certificate().clone(), file)
}

fn ranked(certificate: &Certificate) -> &Ranked {
    match &certificate.laws[..] {
        [Law::Ranked(law)] => law,
        other => panic!("{other:?}"),
    }
}

/// Whoever is to move, and what is said of that.
const SAID: [(&str, &str); 7] = [
    (
        "nim",
        "with First to move, First wins within 15 moves; with Second to move, Second wins within 15 moves",
    ),
    ("baltic", "with First to move, Second wins within 12 moves"),
    ("coins", "with First to move, Second wins"),
    // Who sows into the own store plays again.
    ("kalah", "with First to move, First wins within 8 moves"),
    ("konane", "with First to move, Second wins"),
    ("isolation", "with First to move, Second wins"),
    ("tictactoe", "neither can force a win: it is a draw"),
];

#[test]
fn the_core_s_own_games_have_strategies_that_are_verified() {
    for (name, said) in SAID {
        let text = text(name);
        let (certificate, _) = certified(&text);
        let bound = certificate.bind(&rules(&text), &Parameters::new());
        assert!(bound.is_ok(), "{name}");
        let verified = certificate.verify_with_rules(&Budget::default());
        let verified = verified.unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
        let statement = verified.statements().join(" ");
        assert!(statement.contains(said), "{name}: {statement}");
    }
}

#[test]
fn changed_strategies_are_refused() {
    for name in ["nim", "kalah", "baltic"] {
        let text = text(name);
        let (certificate, _) = certified(&text);
        let law = ranked(&certificate);
        let (entries, mut refused) = (law.entries.len(), 0);
        for at in (0..entries).step_by((entries / cases(40, 400)).max(1)) {
            let changed = |change: &dyn Fn(&mut Ranked)| {
                let mut forged = certificate.clone();
                let mut law = law.clone();
                change(&mut law);
                forged.laws = vec![Law::Ranked(law)];
                forged.verify_with_rules(&Budget::default()).is_ok()
            };
            let other = |label: Label| match label {
                Label::Win => Label::Loss,
                Label::Loss => Label::Draw,
                Label::Draw => Label::Win,
            };
            for accepted in [
                changed(&|law| law.entries[at].2 = other(law.entries[at].2)),
                changed(&|law| law.entries[at].1 = 1 - law.entries[at].1),
                changed(&|law| law.entries[at].0[0] = 1 - law.entries[at].0[0]),
                changed(&|law| law.entries[at].0[1] += 1),
                changed(&|law| law.entries[at].3 = 0),
            ] {
                refused += usize::from(!accepted);
                assert!(!accepted, "{name}: entry {at} of {entries}");
            }
        }
        assert!(refused > 50, "{name}");
    }
}

#[test]
fn a_strategy_is_of_its_own_term() {
    let (certificate, file) = certified(&text("baltic"));
    // Who comes home loses.
    let (from, to) = ("(end (= b (get home 0)) -1)", "(end (= b (get home 0)) 1)");
    let other = text("baltic").replace(from, to);
    assert_ne!(other, text("baltic"));
    let bound = certificate.bind(&rules(&other), &Parameters::new());
    assert!(bound.is_err());
    // Nor does Coq take it for that one.
    let (_, theirs) = certified(&other);
    let (Ok(file), Ok(theirs)) = (&file, theirs) else {
        panic!("no file for Coq")
    };
    let module = |file: &str| {
        let from = file.find("Module Rules.").expect("a term");
        let to = file.find("End Rules.").expect("a module ends");
        file[from..to].to_string()
    };
    let forged = file.replace(&module(file), &module(&theirs));
    let (accepted, said) = coqc("ForgedProgram", &forged);
    assert!(!accepted, "{said}");
}

#[test]
fn coq_takes_terms_of_any_kind() {
    let all = [
        "baltic",
        "kalah",
        "nim",
        "konane",
        "tictactoe",
        "hex",
        "reversi",
    ];
    for name in &all[..cases(2, all.len())] {
        let (_, file) = certified(&text(name));
        let file = file.unwrap_or_else(|why| panic!("{name}: {why}"));
        let (accepted, said) = coqc(&format!("Program_{name}"), &file);
        assert!(
            accepted && said.contains("Closed under the global context"),
            "{name}: {said}"
        );
    }
}
