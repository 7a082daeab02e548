//! `cargo xtask bench`: runs the workspace's benchmark programs and writes their figures to
//! `docs/benchmarks.md`.
//!
//! A benchmark program is a `[[bench]]` target with `harness = false` that prints [`Line`]s, one
//! JSON object each, on standard output.

mod figure;
mod growth;
mod line;
mod machine;
mod markers;
mod measurement;
mod program;
mod report;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use crate::failure::Failure;
use crate::project::{self, shown, spell};
use line::Line;
pub use machine::Machine;
use program::Program;
use report::Row;

const DOCUMENT: &str = "docs/benchmarks.md";

const EMPTY_DOCUMENT: &str = "# Benchmarks

Figures that `cargo xtask bench` measured and wrote between the markers; the text around them is written by hand.
";

/// Runs the programs of these names (of targets or of packages), or all when none is given.
///
/// Nothing is written unless every program ended well.
pub fn run(names: &[String]) -> Result<(), Failure> {
    let root = project::root()?;
    let all = program::all(&root)?;
    let path = root.join(DOCUMENT);
    let mut text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => EMPTY_DOCUMENT.to_owned(),
        Err(error) => return Err(Failure::failed(format!("cannot read {DOCUMENT}: {error}"))),
    };
    // A faulty document is told now, not after the hours of measuring.
    let in_document = |message| Failure::failed(format!("{DOCUMENT}: {message}"));
    let blocks = markers::blocks(&text).map_err(in_document)?;
    let blocks: Vec<_> = blocks
        .into_iter()
        .map(|(_, body)| report::programs(body))
        .collect();
    let chosen = program::choose(&all, names, &blocks).map_err(Failure::Usage)?;
    if chosen.is_empty() {
        eprintln!("the workspace has no benchmark program ([[bench]] with harness = false)");
        return Ok(());
    }

    let mut families: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for program in chosen {
        for line in measure(program, &root)? {
            let row = Row::new(&line, program);
            families
                .entry(line.table().to_owned())
                .or_default()
                .push(row);
        }
    }

    let machine = Machine::of_this_run()?;
    for (family, rows) in &families {
        let body = report::render(rows, &machine)
            .map_err(|why| Failure::failed(format!("{family}: {why}")))?;
        text = markers::replace(&text, family, &body).map_err(in_document)?;
    }
    write(&path, &text)
        .map_err(|error| Failure::failed(format!("cannot write {DOCUMENT}: {error}")))?;
    let written: Vec<_> = families.into_keys().collect();
    eprintln!("\nwrote to {DOCUMENT}: {}", written.join(", "));
    Ok(())
}

/// Runs one program, shows its figures as they come, and returns them.
fn measure(program: &Program, root: &Path) -> Result<Vec<Line>, Failure> {
    let mut command = program.command(root);
    let typed = shown(&command);
    eprintln!("\n==> {typed}");
    let start = Instant::now();
    let cannot = |error| Failure::failed(format!("cannot run `{typed}`: {error}"));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(cannot)?;
    let mut lines = Vec::new();
    let mut fault = None;
    if let Some(output) = child.stdout.take() {
        for (index, line) in BufReader::new(output).split(b'\n').enumerate() {
            let line = line.map_err(|error| error.to_string());
            let line = line.and_then(|bytes| {
                String::from_utf8(bytes).map_err(|_| "text that is not UTF-8".to_owned())
            });
            match line.and_then(|line| Line::parse(&line)) {
                Ok(Some(line)) => {
                    eprintln!("    {}", report::summary(&line));
                    lines.push(line);
                }
                Ok(None) => {}
                Err(why) => {
                    fault = Some(format!("line {} of `{typed}`: {why}", index + 1));
                    let _ = child.kill();
                    break;
                }
            }
        }
    }
    let status = child.wait().map_err(cannot)?;
    if let Some(fault) = fault {
        return Err(Failure::failed(format!("{fault}; {DOCUMENT} is unchanged")));
    }
    if !status.success() {
        return Err(Failure::failed(format!(
            "`{typed}` failed ({status}); {DOCUMENT} is unchanged"
        )));
    }
    if lines.is_empty() {
        return Err(Failure::failed(format!(
            "`{typed}` printed no measurement; {DOCUMENT} is unchanged"
        )));
    }
    eprintln!("    {}", spell(start.elapsed()));
    Ok(lines)
}

/// Writes beside the file and renames, so that a crash leaves the old document whole.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("md.new");
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, path)
}
