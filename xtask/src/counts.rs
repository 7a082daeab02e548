//! `cargo xtask bench --counts`: the instructions of the hot kernels, under valgrind's callgrind,
//! against those recorded in `docs/instructions.toml`.
//!
//! A program (the example `kernels` of the crate `whowins-law`) runs one kernel at a time. It is
//! counted twice, with the kernel and with the making of its input alone, and the difference is the
//! kernel's: so the work of other threads counts too.

mod comparison;
mod record;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::bench::Machine;
use crate::failure::Failure;
use crate::need::Need;
use crate::project::{self, output_of, shown};
use comparison::{Comparison, TOLERANCE};
use record::Record;

const RECORD: &str = "docs/instructions.toml";
const EXAMPLE: &str = "kernels";
const VALGRIND: Need = Need::debian("valgrind", &["valgrind", "--version"]);

/// Counts the kernels whose names hold one of these words, or all when none is given, and compares
/// with the record; with `update`, writes what was counted into it.
///
/// # Errors
/// When a kernel takes more instructions than the record and the tolerance allow and the record is
/// not updated.
pub fn run(words: &[String], update: bool) -> Result<(), Failure> {
    let root = project::root()?;
    let path = root.join(RECORD);
    let recorded = match std::fs::read_to_string(&path) {
        Ok(text) => {
            Record::read(&text).map_err(|why| Failure::failed(format!("{RECORD}: {why}")))?
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Record::default(),
        Err(error) => return Err(Failure::failed(format!("cannot read {RECORD}: {error}"))),
    };
    VALGRIND.ensure()?;
    let program = build(&root)?;
    let names = output_of(&mut Command::new(&program))?;
    let all: Vec<&str> = names.lines().collect();
    let chosen = choose(&all, words).map_err(Failure::Usage)?;

    let machine = Machine::of_this_run()?;
    let mut counted = Record {
        rustc: machine.rustc,
        valgrind: output_of(Command::new("valgrind").arg("--version"))?
            .trim()
            .to_owned(),
        cpu: machine.cpu,
        kernels: Default::default(),
    };
    if let Some(note) = recorded.differs(&counted) {
        eprintln!("note: {note}");
    }
    println!("{}", Comparison::HEAD);
    let mut slower = Vec::new();
    for name in chosen {
        let whole = instructions(&program, &[name])?;
        let set_up = instructions(&program, &[name, "--set-up"])?;
        let count = whole.checked_sub(set_up).filter(|count| *count > 0);
        let count = count.ok_or_else(|| {
            Failure::failed(format!(
                "the kernel {name} takes {whole} instructions with its work and {set_up} without"
            ))
        })?;
        let comparison = Comparison::new(name, count, recorded.kernels.get(name).copied());
        println!("{comparison}");
        if comparison.is_slower() {
            slower.push(name);
        }
        counted.kernels.insert(name.to_owned(), count);
    }
    if update {
        let merged = recorded.updated(counted, &all);
        std::fs::write(&path, merged.write())
            .map_err(|error| Failure::failed(format!("cannot write {RECORD}: {error}")))?;
        eprintln!("wrote {RECORD}");
        return Ok(());
    }
    if slower.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(format!(
        "more than {TOLERANCE} % slower than {RECORD}: {}. Make it faster, or state the reason in the commit that runs \
         `cargo xtask bench --counts --update`",
        slower.join(", ")
    )))
}

/// Returns the kernels whose names have one of the words, or all if there are no words.
fn choose<'a>(all: &[&'a str], words: &[String]) -> Result<Vec<&'a str>, String> {
    let unknown = words
        .iter()
        .find(|word| !all.iter().any(|name| name.contains(word.as_str())));
    if let Some(word) = unknown {
        return Err(format!(
            "no kernel's name holds `{word}`; the kernels are: {}",
            all.join(", ")
        ));
    }
    let asked = |name: &&&str| words.is_empty() || words.iter().any(|word| name.contains(word));
    Ok(all.iter().filter(asked).copied().collect())
}

/// What cargo says of something that it built.
#[derive(Deserialize)]
struct Artifact {
    executable: Option<PathBuf>,
    target: Target,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// Builds the program, and says where it lies.
fn build(root: &Path) -> Result<PathBuf, Failure> {
    let mut command = Command::new("cargo");
    command.args(["build", "--release", "--package", "whowins-law"]);
    command.args(["--example", EXAMPLE, "--message-format", "json"]);
    let output = output_of(command.current_dir(root))?;
    executable(&output)
        .ok_or_else(|| Failure::failed("cargo did not say where the program of the kernels lies"))
}

fn executable(output: &str) -> Option<PathBuf> {
    let artifacts = output
        .lines()
        .filter_map(|line| serde_json::from_str::<Artifact>(line).ok());
    let mut own = artifacts.filter(|artifact| artifact.target.name == EXAMPLE);
    own.find_map(|artifact| artifact.executable)
}

/// Counts the instructions of one run. The output of callgrind stays next to the program, for
/// `callgrind_annotate`.
fn instructions(program: &Path, arguments: &[&str]) -> Result<u64, Failure> {
    let file = program.with_file_name(format!("callgrind.{}", arguments.join("")));
    let mut out = std::ffi::OsString::from("--callgrind-out-file=");
    out.push(&file);
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--quiet"])
        .arg(out)
        .arg(program)
        .args(arguments)
        .stdin(Stdio::null());
    let typed = shown(&command);
    output_of(&mut command)?;
    let text = std::fs::read(&file).map_err(|error| {
        Failure::failed(format!("`{typed}` left no {}: {error}", file.display()))
    })?;
    total(&String::from_utf8_lossy(&text))
        .ok_or_else(|| Failure::failed(format!("{} holds no sum", file.display())))
}

/// The instructions that a file of callgrind's sums up. Of its events, instructions read (`Ir`) are
/// the first.
fn total(text: &str) -> Option<u64> {
    let after = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
    let events = after("events:")?;
    if events.split_whitespace().next() != Some("Ir") {
        return None;
    }
    // The line "summary" leaves out what threads other than the last to end did; "totals" has all.
    after("totals:")?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_files_total_is_read() {
        let file = "# callgrind format\nversion: 1\nevents: Ir\nsummary: 7\n\nfn=(1)\n0 5\ntotals: 1234567\n";
        assert_eq!(total(file), Some(1_234_567));
        assert_eq!(total(&file.replace("Ir", "Dr Ir")), None);
        assert_eq!(total(&file.replace("totals", "total")), None);
        assert_eq!(total(""), None);
    }

    #[test]
    fn the_program_is_found_in_cargos_messages() {
        let output = r#"{"reason":"compiler-artifact","target":{"name":"rayon"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"other"},"executable":"/t/other"}
{"reason":"compiler-artifact","target":{"name":"kernels","kind":["example"]},"executable":"/t/kernels"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(output), Some("/t/kernels".into()));
        assert_eq!(
            executable(&output.replace("/kernels", "/")),
            Some("/t/".into())
        );
        assert_eq!(executable(""), None);
    }

    #[test]
    fn kernels_are_chosen_by_words() {
        let all = ["one-heap-window", "one-heap-strides", "rows-bits"];
        let chosen = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            choose(&all, &words)
        };
        assert_eq!(chosen(&[]), Ok(all.to_vec()));
        assert_eq!(chosen(&["rows", "strides"]), Ok(all[1..].to_vec()));
        let error = chosen(&["rows", "cow"]).expect_err("must be refused");
        assert!(error.contains("`cow`") && error.contains("one-heap-strides, rows-bits"));
    }
}
