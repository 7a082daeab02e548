//! Exports random texts to the compiled languages.

use whowins::core::random::cases;
use whowins::engine::Limits;
use whowins_judge::Language;

use super::agree::meaning;
use super::exported::{compare, exported, questions};
use super::{first_seed, written};
use crate::exports::commands;

/// Compiles exports of random texts together, and compares their answers with exact ones.
fn compiled(language: Language) {
    let count = cases(6, 100);
    let (mut texts, mut all) = (Vec::new(), Vec::new());
    for (seed, text, _) in written(first_seed()..) {
        if texts.len() >= count {
            break;
        }
        let Ok(Some(meaning)) = meaning(&text) else {
            continue;
        };
        let Some((states, nodes)) = &meaning.explored else {
            continue;
        };
        let limits = Limits::default();
        let made = exported(&meaning.rules, language, &limits)
            .unwrap_or_else(|why| panic!("{seed}: {why}"));
        let asked = questions(&meaning.rules, &meaning.core, states, nodes);
        let asked = asked.unwrap_or_else(|why| panic!("{seed}: {why}"));
        if let Ok(made) = made
            && !asked.lines.is_empty()
        {
            texts.push(made);
            all.push((seed, text, asked));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let commands = commands(folder.path(), language, &texts);
    let runs = commands.iter().zip(&all);
    let wrong = runs.filter_map(|(command, (seed, text, asked))| {
        let why = compare(command, asked).err()?;
        Some(format!("{seed}: {why}\n{text}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n----\n")
    );
}

#[test]
fn random_texts_in_cpp() {
    compiled(Language::Cpp);
}

#[test]
fn random_texts_in_rust() {
    compiled(Language::Rust);
}

#[test]
fn random_texts_in_java() {
    compiled(Language::Java);
}
