//! Texts to their syntax trees: what is read, and what is said of faulty texts.

use std::path::{Path, PathBuf};

use whowins_rules::read::read;
use whowins_rules::tree::Text;
use whowins_rules::{Diagnostic, Diagnostics};

/// The tree of a text that is read without a fault; the warnings do not count.
fn good(origin: &str, source: &str) -> Text {
    let (text, faults) = read(source);
    let faults: Vec<Diagnostic> = faults.into_iter().filter(|f| !f.is_warning).collect();
    if !faults.is_empty() {
        let shown = Diagnostics {
            origin: origin.into(),
            source: source.into(),
            faults,
        };
        panic!("{shown}");
    }
    text
}

/// The files of a folder and of those in it, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "game") {
            all.push(path);
        }
    }
    all.sort();
    all
}

fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let text = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
    files(&folder).into_iter().map(text).collect()
}

/// The games of the grown language.
fn grown() -> Vec<(String, String)> {
    texts("tests/rules/grown")
}

#[test]
fn games_of_the_grown_language_are_read() {
    let all = grown();
    assert_eq!(all.len(), 102);
    for (name, source) in &all {
        let text = good(name, source);
        assert!(text.name.is_some() && !text.about.is_empty(), "{name}");
        assert!(!text.parts.is_empty(), "{name}");
    }
}

#[test]
fn shipped_games_are_read() {
    let all = texts("../../games");
    assert!(all.len() >= 20);
    for (name, source) in &all {
        good(name, source);
    }
}

#[test]
fn games_of_the_reference_are_read() {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let reference = std::fs::read_to_string(reference).unwrap();
    let boxes: Vec<&str> = reference
        .split("\n```game\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```").map(|(game, _)| game))
        .collect();
    assert!(boxes.len() >= 20);
    for game in boxes {
        good("docs/rules.md", game);
    }
}
