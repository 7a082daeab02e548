//! `whowins fmt`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use whowins_rules::laid_out;

use crate::failure::Failure;
use crate::game::{STANDARD_INPUT, read_text, text_of_standard_input};
use crate::output;

/// Format rules files.
///
/// Only whitespace changes, so the rules mean the same. If blanks before `for`, `if`, `along` or
/// `->` align neighbouring lines in a column, they stay aligned.
#[derive(Args)]
pub struct Format {
    /// Rules files; `-` reads standard input and prints to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write nothing; list the files that would change, and exit with code 1
    #[arg(long, conflicts_with = "stdout", help_heading = "Output")]
    check: bool,

    /// Print the formatted texts instead of writing the files
    #[arg(long, help_heading = "Output")]
    stdout: bool,
}

/// A text before and after formatting.
struct Laid<'a> {
    path: &'a Path,
    before: String,
    after: String,
}

impl Laid<'_> {
    fn is_stream(&self) -> bool {
        self.path == Path::new("-")
    }
}

impl Format {
    /// Formats all files, or none if one can't be read.
    pub fn run(self) -> Result<(), Failure> {
        let all: Vec<Laid<'_>> = self
            .files
            .iter()
            .map(|path| lay(path))
            .collect::<Result<_, _>>()?;
        let mut out = std::io::stdout().lock();
        let changed = all.iter().filter(|laid| laid.before != laid.after);
        if self.check {
            for laid in changed.clone() {
                writeln!(out, "{} would change", laid.path.display())?;
            }
            out.flush()?;
            return match changed.count() {
                0 => Ok(()),
                count => Err(Failure::False(format!(
                    "{count} of {} files would change; format them with `whowins fmt FILE`",
                    all.len()
                ))),
            };
        }
        for laid in &all {
            if self.stdout || laid.is_stream() {
                out.write_all(laid.after.as_bytes())?;
            } else if laid.before != laid.after {
                output::write(laid.path, &laid.after)?;
            }
        }
        Ok(out.flush()?)
    }
}

fn lay(path: &Path) -> Result<Laid<'_>, Failure> {
    let (name, before) = match path == Path::new("-") {
        true => (STANDARD_INPUT.to_string(), text_of_standard_input()?),
        false => (path.display().to_string(), read_text(path)?),
    };
    let after = laid_out(&name, &before)?;
    Ok(Laid {
        path,
        before,
        after,
    })
}
