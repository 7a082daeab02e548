//! Tests texts with every production of the grammar. For each text, the exact semantics, compiled
//! code, the solver, a table and an exported program must agree.
//!
//! [`writer`] chooses productions; the other files have them in tables. The key of a production is
//! its text in the grammar of `docs/rules/grammar.md`.

mod agree;
mod compiled;
mod condition;
mod exported;
mod oracle;
mod part;
mod set;
mod statement;
mod step;
mod value;
mod writer;

use std::collections::{BTreeMap, BTreeSet};

use whowins::core::random::cases;
use whowins::rules::inside::read::read;
use whowins::rules::{Diagnostic, Diagnostics, WORDS};

use agree::{Found, agree};
use writer::Writer;

/// Allowed reasons to reject a generated sentence, for its meaning and not its syntax. Each error
/// has a place and a fix.
const REFUSED: &[&str] = &[
    "this move leaves the position as it is",
    "this move can be repeated without end",
    "this move need not move anything",
    "is changed twice in one move",
    "changes here while its contents are visited",
    "the numbers that a set is taken from must be known before play begins",
    "this is the same for both players",
    "places are counted from 1",
    "this is one number less another",
    "of nothing has no value, and here there is nothing",
];

/// Returns true for an error that isn't one of these, or has no place or fix.
fn is_internal(fault: &Diagnostic) -> bool {
    let is_known = REFUSED.iter().any(|one| fault.message.contains(one));
    !is_known || fault.help.is_none() || fault.span.is_empty()
}

/// Returns the texts with these seeds.
fn written(seeds: impl Iterator<Item = u64>) -> impl Iterator<Item = (u64, String, Writer)> {
    seeds.map(|seed| {
        let mut writer = Writer::new(seed);
        let text = writer.text();
        (seed, text, writer)
    })
}

/// Returns a number from the environment.
fn wish(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Returns the first seed of a search.
fn first_seed() -> u64 {
    wish("WHOWINS_FIRST", 0)
}

#[test]
fn valid_texts_are_read_and_every_reading_agrees() {
    let count = wish("WHOWINS_TEXTS", cases(150, 100_000) as u64);
    let first = first_seed();
    let mut found = BTreeMap::<String, usize>::new();
    let mut wrong = Vec::new();
    for (seed, text, _) in written(first..first + count) {
        match agree(&text, seed) {
            Ok(Found { did, .. }) => {
                for one in did {
                    *found.entry(one.to_string()).or_default() += 1;
                }
            }
            Err(agree::Wrong::Refused(faults)) => {
                let told: &Diagnostics = &faults;
                match told.errors.iter().find(|one| is_internal(one)) {
                    Some(fault) => {
                        wrong.push(format!("{seed}: {}\n{faults}\n{text}", fault.message))
                    }
                    None => *found.entry("refused".into()).or_default() += 1,
                }
            }
            Err(agree::Wrong::Differs(why)) => wrong.push(format!("{seed}: {why}\n{text}")),
        }
    }
    println!("{count} texts: {found:?}, {} wrong", wrong.len());
    let shown = wrong.iter().take(wish("WHOWINS_SHOWN", 3) as usize);
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        shown.cloned().collect::<Vec<_>>().join("\n----\n")
    );
}

/// Returns the alternatives of the grammar in `docs/rules/grammar.md`.
fn grammar() -> Vec<String> {
    let page = include_str!("../../../../../docs/rules/grammar.md");
    let grammar = page.split("```grammar\n").nth(1).expect("the grammar");
    let grammar = grammar.split("```").next().expect("its end");
    let mut all = Vec::new();
    for line in grammar.lines().filter(|line| !line.trim().is_empty()) {
        let line = line.trim_start();
        let head = line.split(' ').next().unwrap_or_default();
        let is_rule = head.chars().all(|c| c.is_ascii_uppercase())
            && line[head.len()..].starts_with("  ")
            || head == "CONDITION"
            || head == "|";
        let body = if is_rule {
            line[head.len()..].trim_start()
        } else {
            line
        };
        // The explanation of a line is at its end, after several blanks.
        let body = body.split("      ").next().unwrap_or_default();
        let (mut depth, mut alternative) = (0_i32, String::new());
        for word in body.split_whitespace() {
            if word == "|" && depth == 0 {
                all.push(std::mem::take(&mut alternative));
                continue;
            }
            let count = |all: &[char]| word.chars().filter(|c| all.contains(c)).count() as i32;
            depth += count(&['(', '[']) - count(&[')', ']']);
            if !alternative.is_empty() {
                alternative.push(' ');
            }
            alternative += word;
        }
        all.push(alternative);
    }
    all.retain(|one| !one.is_empty());
    all
}

#[test]
fn every_production_word_and_variant_is_written() {
    let (mut used, mut words, mut tree) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let letters = |text: &str| -> Vec<String> {
        let all = text.split(|c: char| !c.is_alphanumeric());
        all.filter(|word| !word.is_empty())
            .map(str::to_string)
            .collect()
    };
    for (_, text, writer) in written(0..4000) {
        used.extend(writer.used());
        words.extend(letters(&text));
        tree.extend(letters(&format!("{:?}", read(&text).0)));
    }
    let missing = |all: Vec<String>, has: &dyn Fn(&str) -> bool| -> Vec<String> {
        all.into_iter().filter(|one| !has(one)).collect()
    };
    let productions = missing(grammar(), &|one| used.contains(one));
    let words = missing(WORDS.map(str::to_string).to_vec(), &|one| {
        words.contains(one)
    });
    let variants = missing(variants(), &|one| tree.contains(one));
    assert_eq!((productions, words, variants), Default::default());
}

/// Returns the variants of the enums in the syntax tree.
fn variants() -> Vec<String> {
    let source = include_str!("../../../../rules/src/tree.rs");
    let (mut all, mut inside) = (Vec::new(), false);
    for line in source.lines() {
        match line {
            _ if line.starts_with("pub enum") => inside = true,
            "}" => inside = false,
            _ => {}
        }
        let name = line
            .strip_prefix("    ")
            .filter(|name| inside && name.starts_with(char::is_uppercase));
        all.extend(name.map(|name| {
            name.split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap_or_default()
                .to_string()
        }));
    }
    all
}
