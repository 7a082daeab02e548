//! `whowins completions` and `whowins manual`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::{line, output};

/// Print completions for a shell.
#[derive(Args)]
pub struct Completions {
    /// Shell
    shell: Shell,
}

impl Completions {
    /// Prints the completions.
    pub fn run(self) -> Result<(), Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut line::command(), "whowins", &mut text);
        let mut out = io::stdout().lock();
        out.write_all(&text)?;
        Ok(out.flush()?)
    }
}

/// Write the manual pages.
///
/// Each command has a page: whowins.1, whowins-solve.1 and so on.
#[derive(Args)]
pub struct Manual {
    /// Write the pages to FOLDER, which is created if it is missing
    #[arg(short, long, value_name = "FOLDER", help_heading = "Output")]
    output: PathBuf,
}

impl Manual {
    /// Writes the pages.
    pub fn run(self) -> Result<(), Failure> {
        let mut whole = line::command().disable_help_subcommand(true);
        // Sets the names of subcommands to those of their pages, such as `whowins-solve`.
        whole.build();
        let hidden = |command: &&clap::Command| !command.is_hide_set();
        let pages = whole.get_subcommands().filter(hidden).cloned();
        let mut files = Vec::new();
        for page in [whole.clone()].into_iter().chain(pages) {
            let page = clap_mangen::Man::new(page);
            let mut text = Vec::new();
            page.render(&mut text)?;
            files.push((page.get_filename(), text));
        }
        let count = files.len();
        output::write_folder(&self.output, files)?;
        let mut out = io::stdout().lock();
        writeln!(out, "{}: {count} manual pages", self.output.display())?;
        Ok(out.flush()?)
    }
}
