//! `cargo xtask fuzz`: runs the targets of `fuzz/`, a crate outside the workspace, under libFuzzer.
//!
//! No nightly toolchain: the compiler's passes for coverage are asked for by options that the
//! stable one takes. The sanitizers, which it does not, would find errors of `unsafe` code, of
//! which the project has none.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::failure::Failure;
use crate::need::Need;
use crate::project::{self, output_of, shown, spell};

const COMPILER: Need = Need::by_hand(
    "a C++ compiler",
    &["c++", "--version"],
    "libFuzzer is C++: install g++ or clang, so that `c++` is one of them, and start again.",
);

/// Counters at every edge, comparisons reported: what libFuzzer goes by.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Runs each target, or only `target`, for `seconds`; all are run even when one finds an error.
pub fn run(seconds: u64, target: Option<&str>) -> Result<(), Failure> {
    let root = project::root()?;
    let chosen = choose(targets(&root.join("fuzz"))?, target).map_err(Failure::Usage)?;
    COMPILER.ensure()?;
    let host = output_of(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let host = host.trim();
    build(&root, host)?;
    let mut faulty = Vec::new();
    let mut summary = Vec::new();
    let mut total = 0;

    for target in chosen {
        // libFuzzer stores its findings in the first folder and reads the seeds of the second.
        let folders = [
            format!("fuzz/corpus/{target}"),
            format!("fuzz/seeds/{target}"),
        ];
        let artifacts = format!("fuzz/artifacts/{target}");
        for folder in folders.iter().chain([&artifacts]) {
            std::fs::create_dir_all(root.join(folder))
                .map_err(|error| Failure::failed(format!("cannot make {folder}: {error}")))?;
        }
        let program = format!("fuzz/target/{host}/release/{target}");
        let mut command = command(&program, &folders, &artifacts, seconds);
        eprintln!("\n==> {target}\n    {}", shown(&command));
        let start = Instant::now();
        let (well, executions) = watched(command.current_dir(&root))?;
        total += executions;
        summary.push(line(&target, well, executions, start.elapsed()));
        if !well {
            faulty.push(target);
        }
    }
    eprintln!("\n==> summary\n{}", summary.join("\n"));
    eprintln!("{total} executions");
    if faulty.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(format!(
        "{} failed; the inputs that did it, if any, are in fuzz/artifacts/; give one to the target's program to run it again",
        faulty.join(", ")
    )))
}

fn line(target: &str, well: bool, executions: u64, time: Duration) -> String {
    let verdict = if well { "ok" } else { "FAILED" };
    format!(
        "{target:20} {verdict:8} {executions:>12} executions {}",
        spell(time)
    )
}

/// Builds all targets, for the host by name, so that what runs at build time does without the
/// counters.
fn build(root: &Path, host: &str) -> Result<(), Failure> {
    let mut command = Command::new("cargo");
    command
        .args(["build", "--locked", "--release", "--manifest-path"])
        .args(["fuzz/Cargo.toml", "--target-dir", "fuzz/target"])
        .args(["--target", host, "--bins"])
        .env("RUSTFLAGS", COVERAGE)
        .current_dir(root);
    eprintln!("==> build\n    {}", shown(&command));
    let status = command
        .status()
        .map_err(|error| Failure::failed(format!("cannot run `{}`: {error}", shown(&command))))?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::failed("the fuzz targets do not build, see above"))
}

fn command(program: &str, folders: &[String], artifacts: &str, seconds: u64) -> Command {
    let mut command = Command::new(program);
    command.args(folders);
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-artifact_prefix={artifacts}/"));
    // An input that takes longer, or more, is an error: the targets bound their own work.
    command.args(["-timeout=60", "-rss_limit_mb=1024", "-print_final_stats=1"]);
    command
}

/// Runs the command and passes on its output; returns true if it succeeded, and the number of
/// inputs that it ran.
fn watched(command: &mut Command) -> Result<(bool, u64), Failure> {
    let shown = shown(command);
    let failed = |error: std::io::Error| Failure::failed(format!("cannot run `{shown}`: {error}"));
    let mut child = command.stderr(Stdio::piped()).spawn().map_err(failed)?;
    let mut executions = 0;

    if let Some(said) = child.stderr.take() {
        for line in BufReader::new(said).split(b'\n') {
            let line = line.map_err(failed)?;
            let line = String::from_utf8_lossy(&line);
            executions = executed(&line).unwrap_or(executions);
            eprintln!("{line}");
        }
    }
    let status = child.wait().map_err(failed)?;
    Ok((status.success(), executions))
}

/// The number of executions, where the line tells it: `#1234 NEW ...` on the way,
/// `stat::number_of_executed_units: 1234` at the end.
fn executed(line: &str) -> Option<u64> {
    let number = line
        .strip_prefix("stat::number_of_executed_units:")
        .or_else(|| line.strip_prefix('#'))?;
    number.split_whitespace().next()?.parse().ok()
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

/// The targets of a fuzz crate: its `[[bin]]`s, or where it names none the files of
/// `fuzz_targets/`; sorted.
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
        let folders = ["fuzz/corpus/parse".into(), "fuzz/seeds/parse".into()];
        let command = shown(&command("p/parse", &folders, "fuzz/artifacts/parse", 90));
        assert_eq!(
            command,
            "p/parse fuzz/corpus/parse fuzz/seeds/parse -max_total_time=90 -artifact_prefix=fuzz/artifacts/parse/ \
             -timeout=60 -rss_limit_mb=1024 -print_final_stats=1"
        );
    }

    #[test]
    fn executions_are_read_on_the_way_and_at_the_end() {
        let progress = "#4096\tpulse  cov: 321 ft: 800 corp: 70/4kb exec/s: 1024 rss: 60Mb";
        assert_eq!(executed(progress), Some(4096));
        assert_eq!(
            executed("stat::number_of_executed_units: 873196"),
            Some(873_196)
        );
        assert_eq!(executed("INFO: seed corpus: files: 15"), None);
        assert_eq!(executed("#of things"), None);
    }
}
