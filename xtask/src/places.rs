//! Where tests are: a crate has one program of them, and none is left where it would never run.

use std::fs;
use std::path::{Path, PathBuf};

use toml::Value;

use crate::project::root;

/// The folders of the crates.
fn crates() -> Vec<PathBuf> {
    let folder = root().expect("a root").join("crates");
    let all: Vec<PathBuf> = within(&folder)
        .into_iter()
        .filter(|path| path.join("Cargo.toml").exists())
        .collect();
    assert!(all.len() >= 14, "{} crates", all.len());
    all
}

fn within(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// All sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for path in within(folder) {
        if path.is_dir() {
            all.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
    all
}

/// A library is not compiled once more for unit tests, so it must have none: they would never run.
#[test]
fn libraries_and_commands_have_no_unit_tests() {
    for folder in crates() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("readable");
        let manifest: Value = toml::from_str(&manifest).expect("TOML");
        let programs = manifest.get("bin").and_then(Value::as_array);
        for target in [manifest.get("lib")]
            .into_iter()
            .chain(programs.into_iter().flatten().map(Some))
        {
            for harness in ["test", "bench"] {
                let on = target.and_then(|target| target.get(harness));
                let place = folder.display();
                assert_eq!(on.and_then(Value::as_bool), Some(false), "{place}");
            }
        }
        for source in sources(&folder.join("src")) {
            let text = fs::read_to_string(&source).expect("readable");
            let place = source.display();
            let marks = [
                "cfg(test",
                "all(test,",
                "any(test,",
                "attr(test,",
                "#[test]",
                "proptest!",
            ];
            for mark in marks {
                assert!(!text.contains(mark), "{mark} in {place}");
            }
        }
    }
}

/// The one program of a crate names all files and folders beside its `main.rs`.
#[test]
fn a_crate_has_one_test_program_and_it_names_its_modules() {
    for folder in crates() {
        let name = folder.file_name().expect("a name");
        let tests = folder.join("tests");
        for path in within(&tests) {
            let alone = path.extension().is_some_and(|end| end == "rs");
            let other = path.file_name() != Some(name) && path.join("main.rs").exists();
            assert!(!alone && !other, "{} is a program", path.display());
        }
        let program = tests.join(name);
        let main = fs::read_to_string(program.join("main.rs")).expect("a program");
        for path in within(&program) {
            let source = path.extension().is_some_and(|end| end == "rs");
            let module = path.file_stem().expect("a name").to_string_lossy();
            if module != "main" && (source || path.join("mod.rs").exists()) {
                let named = main.lines().any(|line| line == format!("mod {module};"));
                assert!(named, "{} is in no program", path.display());
            }
        }
    }
}
