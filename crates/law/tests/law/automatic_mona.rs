//! MONA (Henriksen and others 1995) as an outside judge of base-2 laws: the same verdicts as the
//! verifier's, on right and on wrong automata. `cargo xtask test` installs it; where it is missing
//! the test fails.

use std::fmt::Write;
use std::process::Command;

use crate::automatic_common::{Random, automata, game, random_game};
use whowins_analysis::derive::{Ray, rays};
use whowins_engine::Limits;
use whowins_law::OfRules;
use whowins_verify::automatic::Automatic;
use whowins_verify::{Automaton, Budget, Certificate, Law};

/// The kernel's condition of an impartial game in the plane, in weak monadic second-order logic:
/// numbers are sets of places.
fn statement(automaton: &Automaton, rays: &[Ray]) -> String {
    let mut text = String::from(
        "ws1s;\n\
         pred plus(var2 A, var2 B, var2 S) = ex2 C: 0 notin C & all1 p:\n\
         ((p+1 in C) <=> ((p in A & p in B) | (p in A & p in C) | (p in B & p in C))) &\n\
         ((p in S) <=> ~((p in A) <=> ((p in B) <=> ~(p in C))));\n",
    );
    let states = automaton.next.len();
    let bits = usize::BITS - states.leading_zeros();
    let sets: Vec<String> = (0..bits).map(|bit| format!("Q{bit}")).collect();
    let at = |place: &str, q: usize| {
        let bit = |(bit, set): (usize, &String)| match q >> bit & 1 {
            1 => format!("{place} in {set}"),
            _ => format!("{place} notin {set}"),
        };
        let all: Vec<String> = sets.iter().enumerate().map(bit).collect();
        format!("({})", all.join(" & "))
    };
    // The run goes down from a place above all ones; the sets hold the bits of the state after the
    // digits of each place.
    let _ = writeln!(
        text,
        "pred lost(var2 X, var2 Y) = ex1 t: (all1 p: (p in X | p in Y) => p <= t) & ex2 {}:",
        sets.join(", ")
    );
    for letter in 0..4 {
        let digits = format!(
            "p {} X & p {} Y",
            if letter & 2 != 0 { "in" } else { "notin" },
            if letter & 1 != 0 { "in" } else { "notin" }
        );
        let first = at("p", automaton.next[0][letter] as usize);
        let _ = writeln!(text, "(all1 p: (p = t & {digits}) => {first}) &");
        for q in 0..states {
            let (from, to) = (at("p+1", q), at("p", automaton.next[q][letter] as usize));
            let _ = writeln!(text, "(all1 p: (p < t & {from} & {digits}) => {to}) &");
        }
    }
    let losing = (0..states).filter(|q| automaton.wins[*q] == Some([false, false]));
    let losing: Vec<String> = losing.map(|q| at("0", q)).collect();
    let _ = writeln!(
        text,
        "({});",
        [losing, vec!["false".into()]].concat().join(" | ")
    );
    let mut moves = Vec::new();
    for ray in rays {
        let mut parts = Vec::new();
        for (at, (from, to)) in [("X", "U"), ("Y", "V")].iter().enumerate() {
            let (base, step) = (-ray.base[at], -ray.step[at]);
            parts.push(match (base, step) {
                (0, 0) => format!("{from} = {to}"),
                (b, 0) => format!("(ex2 D: D = pconst({b}) & plus({to}, D, {from}))"),
                (0, 1) => format!("plus({to}, K, {from})"),
                (0, 2) => format!("(ex2 D: plus(K, K, D) & plus({to}, D, {from}))"),
                _ => panic!("no such ray is asked"),
            });
        }
        moves.push(format!("(ex2 K: K ~= empty & {})", parts.join(" & ")));
    }
    let _ = writeln!(
        text,
        "pred step(var2 X, var2 Y, var2 U, var2 V) = {};",
        moves.join(" | ")
    );
    text.push_str("all2 X, Y: lost(X, Y) <=> ~(ex2 U, V: step(X, Y, U, V) & lost(U, V));\n");
    text
}

/// Whether MONA calls the formula valid.
fn judge(name: &str, formula: &str) -> bool {
    let file = std::env::temp_dir().join(format!("whowins-{}-{name}.mona", std::process::id()));
    std::fs::write(&file, formula).unwrap();
    let output = Command::new("mona").args(["-q"]).arg(&file).output();
    std::fs::remove_file(&file).unwrap();
    let output = output.expect("mona is installed; `cargo xtask test` does it");
    let said = String::from_utf8(output.stdout).unwrap();
    let valid = said.contains("Formula is valid");
    assert!(
        valid || said.contains("counter-example") || said.contains("unsatisfiable"),
        "{said}\n{formula}"
    );
    valid
}

#[test]
fn mona_and_the_verifier_agree() {
    let mut texts: Vec<String> = [0u64, 3, 4, 5, 6, 7]
        .iter()
        .map(|s| random_game(0, *s))
        .collect();
    texts.push(
        "game \"rook\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n".into(),
    );
    texts.push("game \"lame\"\nposition x, y\nmove x -= 2*k, y -= k for k >= 1\nmove x -= 1\nmove y -= 1\n".into());
    let mut random = Random(3);
    let (mut right, mut wrong) = (0, 0);
    for text in texts {
        let report = automata(&text, &Limits::default());
        let proved = report.proved.expect("it has a law");
        let Law::Automatic(law) = proved.certificate().laws[0].clone() else {
            panic!("it is automatic");
        };
        let game = game(&text);
        let shape = game.numbers().expect("positions are numbers");
        if law.system != "base 2" || law.automaton.next.len() > 15 {
            continue;
        }
        let rays = rays(shape).unwrap();
        for change in 0..4 {
            let mut automaton = law.automaton.clone();
            let states = automaton.next.len();
            let state = random.below(states);
            match change {
                0 => {}
                1 => automaton.wins[state] = automaton.wins[state].map(|wins| wins.map(|w| !w)),
                _ => automaton.next[state][random.below(4)] = random.below(states) as u32,
            }
            let valid = judge(&format!("{right}-{wrong}"), &statement(&automaton, &rays));
            let certificate = Certificate {
                laws: vec![Law::Automatic(Automatic {
                    system: "base 2".into(),
                    automaton,
                })],
                ..proved.certificate().clone()
            };
            let ours = certificate.verify_with_rules(&Budget::default());
            // MONA is asked for the kernel alone: a label that depends on leading zeros is its
            // reading of "some t".
            let padding = ours
                .as_ref()
                .is_err_and(|rejection| rejection.message.contains("leading zeros"));
            if padding {
                continue;
            }
            assert_eq!(valid, ours.is_ok(), "{text} change {change}: {ours:?}");
            right += usize::from(valid);
            wrong += usize::from(!valid);
        }
    }
    println!("MONA: {right} valid, {wrong} not");
    assert!(right >= 5 && wrong >= 8, "{right} valid, {wrong} not");
}
