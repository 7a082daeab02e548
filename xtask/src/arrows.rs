//! Which crate may know which: the arrows of `docs/architecture.md`, held to the manifests.

use std::collections::{BTreeMap, BTreeSet};

use toml::Value;

use crate::project::root;

/// What stands below, for the crates about which something is promised; whoever opens a door may
/// know all.
const BELOW: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("automata", &["core"]),
    ("draw", &[]),
    ("guard", &[]),
    ("analysis", &["core"]),
    ("rules", &["analysis", "core"]),
    ("values", &["core"]),
    // No kernel sees a text.
    ("engine", &["analysis", "core", "values"]),
    // The check knows nothing of the search, and reads no text.
    ("verify", &["analysis", "automata", "core", "values"]),
    (
        "law",
        &[
            "analysis", "automata", "core", "engine", "rules", "values", "verify",
        ],
    ),
    ("tables", &["analysis", "engine", "guard", "rules"]),
    ("cluster", &["analysis", "engine", "guard", "tables"]),
    (
        "atlas",
        &["analysis", "engine", "guard", "law", "rules", "verify"],
    ),
    (
        "whowins",
        &["analysis", "core", "engine", "law", "rules", "verify"],
    ),
    ("judge", &["whowins"]),
    ("editor", &["whowins"]),
    (
        "views",
        &[
            "analysis", "draw", "engine", "law", "rules", "values", "verify", "whowins",
        ],
    ),
    (
        "desk",
        &[
            "analysis", "automata", "draw", "engine", "judge", "law", "rules", "verify", "views",
            "whowins",
        ],
    ),
    // What is answered is the desk's; a server and a worker bring it to people.
    ("lab", &["desk", "guard"]),
    ("web", &["desk"]),
];

/// What each crate of ours says that it needs to be built, on any system.
fn needed() -> BTreeMap<String, BTreeSet<String>> {
    let crates = root().expect("a root").join("crates");
    let entries = std::fs::read_dir(crates).expect("the crates");
    let mut all = BTreeMap::new();
    for folder in entries.map(|entry| entry.expect("an entry").path()) {
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        let manifest: Value = toml::from_str(&manifest).expect("TOML");
        let mut lists: Vec<&Value> = manifest.get("dependencies").into_iter().collect();
        let systems = manifest.get("target").and_then(Value::as_table);
        for system in systems.into_iter().flat_map(|systems| systems.values()) {
            lists.extend(system.get("dependencies"));
        }
        let names = lists
            .iter()
            .filter_map(|list| list.as_table())
            .flat_map(|list| list.keys());
        let ours = names.filter_map(|name| match name.as_str() {
            "whowins" => Some("whowins".to_owned()),
            name => name.strip_prefix("whowins-").map(str::to_owned),
        });
        let name = folder
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        all.insert(name, ours.collect());
    }
    all
}

#[test]
fn arrows_run_one_way() {
    let needed = needed();
    assert!(needed.len() >= 16, "{needed:?}");
    for (name, below) in BELOW {
        let may: BTreeSet<String> = below.iter().map(|one| (*one).to_owned()).collect();
        let found = needed
            .get(*name)
            .unwrap_or_else(|| panic!("no crate {name}"));
        assert_eq!(*found, may, "{name}");
    }
}

/// Kernels, checks and views ask a game for the facts that they stand on; what families there are
/// only `analysis` knows, and `rules`, which makes them.
#[test]
fn no_family_is_matched_on_outside_analysis_and_rules() {
    let crates = root().expect("a root").join("crates");
    let mut folders = vec![crates.clone()];
    let (mut seen, mut found) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let home = path == crates.join("analysis") || path == crates.join("rules");
            if path.is_dir() && !home {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                seen += 1;
                let text = std::fs::read_to_string(&path).expect("a source");
                let family = ["Numbers(", "Board(", "Tokens(", "Heaps(", "Program("];
                if family
                    .iter()
                    .any(|name| text.contains(&format!("Shape::{name}")))
                {
                    found.push(path);
                }
            }
        }
    }
    assert!(seen > 500, "{seen}");
    assert_eq!(found, Vec::<std::path::PathBuf>::new());
}

/// Lines of code that a proved law rests on, at most. It may only fall.
const MAX_TRUSTED_LINES: usize = 38_400;

/// Counts the lines of the code that a proved law rests on, without blank lines and comments.
#[test]
fn trusted_code_stays_small() {
    let crates = root().expect("a root").join("crates");
    let trusted = ["analysis", "automata", "core", "values", "verify"];
    let mut folders: Vec<_> = trusted.map(|name| crates.join(name).join("src")).into();
    let mut lines = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source");
                let code = text.lines().map(str::trim);
                lines += code
                    .filter(|line| !line.is_empty() && !line.starts_with("//"))
                    .count();
            }
        }
    }
    assert!(lines > 30_000, "{lines}");
    assert!(lines <= MAX_TRUSTED_LINES, "{lines} lines are trusted");
}
