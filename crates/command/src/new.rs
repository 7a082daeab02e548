//! `whowins new`.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use whowins::templates::{TEMPLATES, Template};
use whowins_analysis::closest;

use crate::failure::Failure;
use crate::output;

/// Write a rules file from a template.
///
/// A template is a complete small game. Its comments explain the lines that you change, and its
/// `example` lines are true. The command asks for the name and the template if you leave them
/// out; an empty answer means the value in brackets.
#[derive(Args)]
pub struct New {
    /// Name of the game
    name: Option<String>,

    /// Template, such as heap, row or board; --list shows all
    #[arg(long, value_name = "KIND", help_heading = "Template")]
    template: Option<String>,

    /// Write FILE [default: the name of the game]; `-` prints the text
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// List the templates
    #[arg(long, exclusive = true, help_heading = "Template")]
    list: bool,
}

impl New {
    /// Writes the file, or lists the templates.
    pub fn run(self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if self.list {
            for template in &TEMPLATES {
                writeln!(out, "{:<8} {}", template.kind, template.about())?;
            }
            return Ok(out.flush()?);
        }
        let template = match &self.template {
            Some(kind) => template(kind)?,
            None => ask_for_template()?,
        };
        let name = match self.name {
            Some(name) => name,
            // The command asks nothing if the template and the file are named.
            None if self.template.is_some() && self.output.is_some() => template.title().into(),
            None => ask(&format!("Name of the game? [{}] ", template.title()))?
                .unwrap_or_else(|| template.title().into()),
        };
        if name.trim().is_empty() || name.contains(['"', '\n', '\r']) {
            let message = "a game's name is one line without quotation marks; give another";
            return Err(Failure::Input(message.into()));
        }
        let path = self.output.unwrap_or_else(|| file_of(&name).into());
        let file = path.display().to_string();
        if path == Path::new("-") {
            out.write_all(template.filled(&name, &file_of(&name)).as_bytes())?;
            return Ok(out.flush()?);
        }
        output::folder_is_there(&path)?;
        if path.exists() {
            let message = format!("{file} already exists; name another file with -o");
            return Err(Failure::Input(message));
        }
        output::write(&path, template.filled(&name, &file))?;
        writeln!(out, "{file}: {}", template.about())?;
        writeln!(out, "Try:")?;
        for command in template.commands(&file) {
            writeln!(out, "  {command}")?;
        }
        Ok(out.flush()?)
    }
}

/// Returns the template with this name or number.
fn template(kind: &str) -> Result<Template, Failure> {
    let kind = kind.trim();
    let number = kind.parse::<usize>().ok();
    let by_number = number.and_then(|number| TEMPLATES.get(number.checked_sub(1)?));
    let found = TEMPLATES.iter().find(|one| one.kind == kind).or(by_number);
    found.copied().ok_or_else(|| {
        let near = closest(kind, TEMPLATES.iter().map(|one| one.kind)).map_or_else(
            || "`whowins new --list` lists the templates".to_string(),
            |near| format!("did you mean `{near}`?"),
        );
        Failure::Input(format!("there is no template `{kind}`; {near}"))
    })
}

fn ask_for_template() -> Result<Template, Failure> {
    eprintln!("What is a position?");
    for (number, template) in TEMPLATES.iter().enumerate() {
        eprintln!(
            "{:>3}  {:<8} {}",
            number + 1,
            template.kind,
            template.about()
        );
    }
    match ask("Number or name of a template? ")? {
        Some(kind) => template(&kind),
        None => Err(Failure::Input(
            "no template is named; name one with --template KIND (`whowins new --list` lists them)"
                .into(),
        )),
    }
}

/// Asks a question and returns the answer; `None` if it is empty or the input has ended.
fn ask(question: &str) -> Result<Option<String>, Failure> {
    eprint!("{question}");
    let mut line = String::new();
    io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::Input(format!("standard input: {error}")))?;
    let line = line.trim();
    Ok((!line.is_empty()).then(|| line.to_string()))
}

/// Returns a file name for a game: its letters and digits in lower case, with `-` between words.
fn file_of(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let joined = words.join("-");
    format!("{}.game", if joined.is_empty() { "new" } else { &joined })
}
