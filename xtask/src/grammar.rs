//! `cargo xtask grammar`: the parser of `editors/tree-sitter-game`, made of its grammar.js as
//! `tree-sitter generate` makes it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::project::{done, root};
use crate::steps::NODE;

const FOLDER: &str = "editors/tree-sitter-game";

/// Where it is made to be compared.
const ASIDE: &str = "target/grammar/made";

const MADE: [&str; 6] = [
    "grammar.json",
    "node-types.json",
    "parser.c",
    "tree_sitter/alloc.h",
    "tree_sitter/array.h",
    "tree_sitter/parser.h",
];

/// Writes the parser; with `check` only says whether the one that is there is of this grammar.
pub fn run(check: bool) -> Result<(), Failure> {
    let root = root()?;
    NODE.ensure()?;
    let mut make = Command::new("cargo");
    make.args(["run", "--locked", "--quiet", "--manifest-path"])
        .args(["xtask/grammar/Cargo.toml", "--target-dir", "target/grammar"])
        .args(["--", FOLDER])
        .args(check.then_some(ASIDE));
    done(&mut make, &root)?;
    if check {
        return compare(&root.join(ASIDE), &root.join(FOLDER).join("src"));
    }
    // Which words are tokens of the grammar by themselves is known now.
    done(Command::new("node").arg("editors/words.mjs"), &root)
}

fn compare(made: &Path, there: &Path) -> Result<(), Failure> {
    let read = |folder: &Path, file: &str| {
        fs::read(folder.join(file))
            .map_err(|error| Failure::failed(format!("{}: {error}", folder.join(file).display())))
    };
    for file in MADE {
        if read(made, file)? != read(there, file)? {
            return Err(Failure::failed(format!(
                "{FOLDER}/src/{file} is not what {FOLDER}/grammar.js says: run `cargo xtask grammar`"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use toml::Value;

    use super::*;

    fn read(path: &str) -> Value {
        let text = fs::read_to_string(root().expect("a root").join(path));
        toml::from_str(&text.expect("readable")).expect("TOML")
    }

    #[test]
    fn what_makes_the_parser_and_what_runs_it_are_of_one_version() {
        let lock = read("Cargo.lock");
        let packages = lock["package"].as_array().expect("packages");
        let library = packages
            .iter()
            .find(|one| one["name"].as_str() == Some("tree-sitter"));
        let version = library.expect("tree-sitter")["version"].as_str();
        let maker = read("xtask/grammar/Cargo.toml");
        let wanted = maker["dependencies"]["tree-sitter-generate"]["version"].as_str();
        assert_eq!(
            wanted.and_then(|wanted| wanted.strip_prefix('=')),
            version,
            "xtask/grammar/Cargo.toml: write the version of tree-sitter in Cargo.lock, and run `cargo xtask grammar`"
        );
    }

    #[test]
    fn a_parser_of_another_grammar_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let sides = [folder.path().join("made"), folder.path().join("there")];
        for side in &sides {
            fs::create_dir_all(side.join("tree_sitter")).expect("a folder");
            for file in MADE {
                fs::write(side.join(file), "same").expect("a file");
            }
        }
        assert!(compare(&sides[0], &sides[1]).is_ok());
        fs::write(sides[1].join("parser.c"), "old").expect("a file");
        match compare(&sides[0], &sides[1]) {
            Err(Failure::Failed(message)) => assert!(
                message.starts_with("editors/tree-sitter-game/src/parser.c is not")
                    && message.ends_with("run `cargo xtask grammar`"),
                "{message}"
            ),
            other => panic!("{other:?}"),
        }
    }
}
