//! `cargo xtask fuzz`: runs the cargo-fuzz targets of `fuzz/`, a crate outside the workspace.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde::Deserialize;

use crate::failure::Failure;
use crate::need::Need;
use crate::project::{self, shown, spell};

const NIGHTLY: Need = Need::by_hand(
    "a nightly Rust toolchain",
    &["rustup", "run", "nightly", "rustc", "--version"],
    "Fuzzing needs one for its sanitizers; the rest of the project does not. Run \
     `rustup toolchain install nightly --profile minimal` and start again.",
);
const CARGO_FUZZ: Need = Need::cargo_program("cargo-fuzz", &["cargo", "fuzz", "--version"]);

/// Runs each target, or only `target`, for `seconds`; all are run even when one finds a fault.
pub fn run(seconds: u64, target: Option<&str>) -> Result<(), Failure> {
    let root = project::root()?;
    let chosen = choose(targets(&root.join("fuzz"))?, target).map_err(Failure::Usage)?;
    NIGHTLY.ensure()?;
    CARGO_FUZZ.ensure()?;
    let mut faulty = Vec::new();
    let mut summary = Vec::new();
    for target in chosen {
        // cargo-fuzz keeps what it finds in the first folder, and reads the seeds of the second.
        let folders = [
            format!("fuzz/corpus/{target}"),
            format!("fuzz/seeds/{target}"),
        ];
        for folder in &folders {
            std::fs::create_dir_all(root.join(folder))
                .map_err(|error| Failure::failed(format!("cannot make {folder}: {error}")))?;
        }
        let mut command = command(&target, &folders, seconds);
        eprintln!("\n==> {target}\n    {}", shown(&command));
        let start = Instant::now();
        let status = command.current_dir(&root).status().map_err(|error| {
            Failure::failed(format!("cannot run `{}`: {error}", shown(&command)))
        })?;
        let verdict = if status.success() { "ok" } else { "FAILED" };
        summary.push(format!(
            "{target:24} {verdict:8} {}",
            spell(start.elapsed())
        ));
        if !status.success() {
            faulty.push(target);
        }
    }
    eprintln!("\n==> summary\n{}", summary.join("\n"));
    if faulty.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(format!(
        "{} failed; the inputs that did it, if any, are in fuzz/artifacts/, and above stands how to run each again",
        faulty.join(", ")
    )))
}

fn command(target: &str, folders: &[String], seconds: u64) -> Command {
    // Not `cargo +nightly`, which only rustup's own `cargo` understands, and PATH may lead to another.
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo", "fuzz", "run", target]);
    command.args(folders).arg("--");
    command.arg(format!("-max_total_time={seconds}"));
    command
}

#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    bin: Vec<Bin>,
}

#[derive(Deserialize)]
struct Bin {
    name: String,
}

/// The targets of a cargo-fuzz crate: its `[[bin]]`s, or where it names none the files of `fuzz_targets/`; sorted.
fn targets(folder: &Path) -> Result<Vec<String>, Failure> {
    let failed = |what: &Path, error: &dyn std::fmt::Display| {
        Failure::failed(format!("cannot read {}: {error}", what.display()))
    };
    let manifest = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).map_err(|error| failed(&manifest, &error))?;
    let parsed: Manifest = toml::from_str(&text).map_err(|error| failed(&manifest, &error))?;
    let mut names: Vec<String> = parsed.bin.into_iter().map(|bin| bin.name).collect();
    let sources = folder.join("fuzz_targets");
    if names.is_empty() && sources.is_dir() {
        for entry in std::fs::read_dir(&sources).map_err(|error| failed(&sources, &error))? {
            let path = entry.map_err(|error| failed(&sources, &error))?.path();
            if path.extension().is_some_and(|extension| extension == "rs")
                && let Some(stem) = path.file_stem()
            {
                names.push(stem.to_string_lossy().into_owned());
            }
        }
    }
    names.sort_unstable();
    if names.is_empty() {
        return Err(Failure::failed(format!(
            "{} has no fuzz target",
            folder.display()
        )));
    }
    Ok(names)
}

fn choose(known: Vec<String>, target: Option<&str>) -> Result<Vec<String>, String> {
    match target {
        None => Ok(known),
        Some(target) if known.iter().any(|name| name == target) => Ok(vec![target.to_owned()]),
        Some(target) => Err(format!(
            "no fuzz target is named `{target}`; the targets are: {}",
            known.join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn targets_are_the_manifests_or_else_the_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = folder.path().join("Cargo.toml");
        assert!(targets(folder.path()).is_err(), "no crate there");

        fs::write(&manifest, "[package]\nname = \"fuzz\"\n").expect("written");
        assert!(targets(folder.path()).is_err(), "no target there");

        let sources = folder.path().join("fuzz_targets");
        fs::create_dir(&sources).expect("made");
        for file in ["b.rs", "a.rs", "notes.md"] {
            fs::write(sources.join(file), "").expect("written");
        }
        assert_eq!(targets(folder.path()).expect("targets"), ["a", "b"]);

        fs::write(&manifest, "[[bin]]\nname = \"z\"\n[[bin]]\nname = \"y\"\n").expect("written");
        assert_eq!(targets(folder.path()).expect("targets"), ["y", "z"]);

        fs::write(&manifest, "[[bin]\n").expect("written");
        assert!(targets(folder.path()).is_err(), "not TOML");
    }

    #[test]
    fn one_target_can_be_chosen() {
        let known = || vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(choose(known(), None).expect("valid"), ["a", "b"]);
        assert_eq!(choose(known(), Some("b")).expect("valid"), ["b"]);
        let error = choose(known(), Some("c")).expect_err("must be refused");
        assert_eq!(error, "no fuzz target is named `c`; the targets are: a, b");
    }

    #[test]
    fn a_target_runs_for_its_time() {
        let command = shown(&command(
            "parse",
            &["fuzz/corpus/parse".into(), "fuzz/seeds/parse".into()],
            90,
        ));
        assert_eq!(
            command,
            "rustup run nightly cargo fuzz run parse fuzz/corpus/parse fuzz/seeds/parse -- -max_total_time=90"
        );
    }
}
