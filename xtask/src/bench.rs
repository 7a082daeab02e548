//! `cargo xtask bench`: runs the benchmark programs, stores their figures in
//! `docs/benchmarks.tsv`, and writes the tables of `docs/benchmarks.md` from that file.
//!
//! A benchmark program is a `[[bench]]` target with `harness = false` that prints [`Line`]s, one
//! JSON object each, on standard output.

mod figure;
mod growth;
mod line;
mod machine;
mod measurement;
mod page;
mod program;
mod row;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use crate::failure::Failure;
use crate::project::{self, shown, spell};
use line::Line;
pub use machine::Machine;
use program::Program;
use row::Row;

const DATA: &str = "docs/benchmarks.tsv";
const PAGE: &str = "docs/benchmarks.md";
/// The rows of [`DATA`] that [`PAGE`] shows.
const SELECTION: &str = "xtask/benchmarks.toml";

/// Runs the programs of these names (of targets or of packages), or all if there are no names.
///
/// # Errors
/// If a program fails or prints an invalid line; then no file changes.
pub fn run(names: &[String]) -> Result<(), Failure> {
    let root = project::root()?;
    let all = program::all(&root)?;
    // An invalid file is reported before the hours of measuring.
    let mut rows = stored(&root)?;
    let machine = Machine::of_this_run()?;
    let mut measured = Vec::new();
    for program in program::choose(&all, names).map_err(Failure::Usage)? {
        let lines = measure(program, &root)?;
        measured.extend(lines.iter().map(|line| Row::new(line, program, &machine)));
    }
    row::update(&mut rows, measured, &all);
    write(&root, DATA, &row::write(&rows))?;
    write_page()
}

/// Writes the tables of the page from the stored figures.
///
/// # Errors
/// If the selection names a missing row, or the page has no place for a table.
pub fn write_page() -> Result<(), Failure> {
    let root = project::root()?;
    let text = current_page(&root)?;
    write(&root, PAGE, &text)
}

/// Returns the page with the tables that the stored figures give.
fn current_page(root: &Path) -> Result<String, Failure> {
    let page = read(root, PAGE)?;
    page::update(&page, &read(root, SELECTION)?, &stored(root)?).map_err(Failure::failed)
}

fn stored(root: &Path) -> Result<Vec<Row>, Failure> {
    row::read(&read(root, DATA)?).map_err(|why| Failure::failed(format!("{DATA}: {why}")))
}

fn read(root: &Path, file: &str) -> Result<String, Failure> {
    fs::read_to_string(root.join(file))
        .map_err(|error| Failure::failed(format!("cannot read {file}: {error}")))
}

/// Replaces a file atomically.
fn write(root: &Path, file: &str, text: &str) -> Result<(), Failure> {
    let path = root.join(file);
    let new = path.with_extension("new");
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, &path))
        .map_err(|error| Failure::failed(format!("cannot write {file}: {error}")))?;
    eprintln!("wrote {file}");
    Ok(())
}

/// Runs one program, prints its figures as they come, and returns them.
fn measure(program: &Program, root: &Path) -> Result<Vec<Line>, Failure> {
    let mut command = program.command(root);
    let typed = shown(&command);
    eprintln!("\n==> {typed}");
    let start = Instant::now();
    let cannot = |error| Failure::failed(format!("cannot run `{typed}`: {error}"));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(cannot)?;
    let mut lines = Vec::new();
    let mut invalid = None;
    if let Some(output) = child.stdout.take() {
        for (index, line) in BufReader::new(output).split(b'\n').enumerate() {
            let line = line.map_err(|error| error.to_string());
            let line = line.and_then(|bytes| {
                String::from_utf8(bytes).map_err(|_| "text that is not UTF-8".to_owned())
            });
            match line.and_then(|line| Line::parse(&line)) {
                Ok(Some(line)) => {
                    eprintln!("    {}", line.summary());
                    lines.push(line);
                }
                Ok(None) => {}
                Err(why) => {
                    invalid = Some(format!("line {} of `{typed}`: {why}", index + 1));
                    let _ = child.kill();
                    break;
                }
            }
        }
    }
    let status = child.wait().map_err(cannot)?;
    let failed = |why: String| Err(Failure::failed(format!("{why}; {DATA} is unchanged")));
    if let Some(why) = invalid {
        return failed(why);
    }
    if !status.success() {
        return failed(format!("`{typed}` failed ({status})"));
    }
    if lines.is_empty() {
        return failed(format!("`{typed}` printed no measurement"));
    }
    eprintln!("    {}", spell(start.elapsed()));
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_the_stored_figures() {
        let root = project::root().expect("a root");
        let page = read(&root, PAGE).expect("the page");
        let current = current_page(&root).expect("valid files");
        assert!(current == page, "{PAGE}: run `cargo xtask bench --page`");
    }

    #[test]
    fn stored_rows_are_written_as_they_were_read() {
        let root = project::root().expect("a root");
        let text = read(&root, DATA).expect("the data");
        let rows = stored(&root).expect("valid");
        assert!(rows.len() > 200);
        assert_eq!(row::write(&rows), text);
    }
}
