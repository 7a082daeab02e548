//! How much of the facade `crates/whowins` is documented: at least a quarter of its lines, and an
//! example that runs at every entry point.
//!
//! A line counts where it is not blank, and is documented where it begins with `///` or `//!`;
//! comments within functions are none. An *entry point* is a public function that needs nothing of
//! the crate's own beforehand: a free one, or one that makes a value (no `self`).

use std::fs::read_to_string;
use std::path::PathBuf;

use crate::project::root;

/// The facade's sources, with their texts.
fn sources() -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().expect("a root").join("crates/whowins/src")];
    let mut all = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = read_to_string(&path).expect("a source");
                all.push((path, text));
            }
        }
    }
    all
}

fn is_documentation(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("///") || line.starts_with("//!")
}

/// The entry points of a text without an example, by name, and how many there are in all.
fn without_example(text: &str) -> (Vec<String>, usize) {
    let (mut bare, mut count) = (Vec::new(), 0);
    let mut has_example = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        if is_documentation(line) {
            has_example |= line.contains("```");
            continue;
        }
        if line.starts_with("#[") {
            continue;
        }
        let found = line
            .strip_prefix("pub fn ")
            .or_else(|| line.strip_prefix("pub const fn "));
        if let Some(found) = found {
            let mut signature = found.to_owned();
            while !signature.contains('{') {
                signature.push_str(lines.next().expect("a body"));
            }
            if !signature.contains("self") {
                count += 1;
                if !has_example {
                    let name = signature.split(['(', '<']).next().unwrap_or_default();
                    bare.push(name.to_owned());
                }
            }
        }
        has_example = false;
    }
    (bare, count)
}

#[test]
fn a_quarter_of_the_facade_is_documentation() {
    let sources = sources();
    let lines = sources.iter().flat_map(|(_, text)| text.lines());
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    let documented = lines.iter().filter(|line| is_documentation(line)).count();
    assert!(lines.len() > 4000, "{} lines", lines.len());
    assert!(
        documented * 4 >= lines.len(),
        "{documented} documented lines of {}",
        lines.len()
    );
}

#[test]
fn every_entry_point_of_the_facade_has_an_example() {
    let (mut bare, mut all) = (Vec::new(), 0);
    for (path, text) in sources() {
        let (names, count) = without_example(&text);
        all += count;
        bare.extend(names.into_iter().map(|name| (path.clone(), name)));
    }
    assert!(all > 20, "{all} entry points");
    assert_eq!(bare, []);
}

#[test]
fn entry_points_are_told_from_what_is_none() {
    let text = "/// Makes it.\n///\n/// ```\n/// x\n/// ```\n#[must_use]\npub fn new(\n    size: usize,\n) -> Self {\n}\n\
        /// Looks.\npub fn look(&self) -> u8 {\n}\n/// Bare.\npub fn bare<T>(of: T) {\n}\npub(super)
        /// fn inner() {\n}\n";
    assert_eq!(without_example(text), (vec!["bare".to_owned()], 2));
}
