//! The configuration file, which sets defaults for options.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Command;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use whowins_analysis::closest;
use whowins_rules::{Diagnostic, Diagnostics};

use crate::failure::Failure;
use crate::game::{bytes, read_text, seconds};
use crate::habits::Configured;

/// The environment variable that names another file. An empty value means no file.
const VARIABLE: &str = "WHOWINS_CONFIG";

/// The settings, and the kinds of their values.
const KEYS: &[(&str, Kind)] = &[
    ("time", Kind::Seconds),
    ("memory", Kind::Bytes),
    ("threads", Kind::Threads),
    ("format", Kind::Format),
    ("dark", Kind::Switch),
    ("quiet", Kind::Switch),
    ("pager", Kind::Switch),
];
/// The settings that apply to all commands and can't be set for one.
const WHOLE: &[&str] = &["quiet", "pager"];

#[derive(Clone, Copy)]
enum Kind {
    Seconds,
    Bytes,
    Threads,
    Format,
    Switch,
}

impl Kind {
    /// Returns the fix for an invalid value.
    fn wanted(self) -> &'static str {
        match self {
            Self::Seconds => "write a whole number of seconds, such as 60",
            Self::Bytes => "write a number of bytes in quotation marks, such as \"8G\"",
            Self::Threads => "write a number from 1 to 1024",
            Self::Format => "write \"text\", \"csv\", \"json\", \"latex\" or \"markdown\"",
            Self::Switch => "write true or false",
        }
    }

    /// Returns the value as it is typed on a command line, or `None` if it is invalid.
    fn typed(self, value: &DeValue<'_>) -> Option<String> {
        let whole = || {
            let number = value.as_integer()?;
            (number.radix() == 10).then(|| number.as_str().replace('_', ""))
        };
        match self {
            Self::Seconds => whole().filter(|text| seconds(text).is_ok()),
            Self::Bytes => value
                .as_str()
                .map(str::to_owned)
                .or_else(whole)
                .filter(|text| bytes(text).is_ok()),
            Self::Threads => whole().filter(|text| {
                let number = text.parse::<u16>();
                number.is_ok_and(|number| (1..=1024).contains(&number))
            }),
            Self::Format => value
                .as_str()
                .filter(|text| ["text", "csv", "json", "latex", "markdown"].contains(text))
                .map(str::to_owned),
            Self::Switch => value.as_bool().map(|is_on| is_on.to_string()),
        }
    }
}

/// The settings of a configuration file.
#[derive(Debug, Default)]
pub struct Config {
    /// Defaults of options: command (empty for all commands), option, value.
    defaults: Vec<(String, &'static str, String)>,
    /// Settings that apply to the entire run.
    pub habits: Configured,
}

impl Config {
    /// Reads the file that `WHOWINS_CONFIG` names, or else the file in the usual place, if there is
    /// one.
    ///
    /// # Errors
    ///
    /// Fails if a named file is missing, if the file isn't TOML, or if it has unknown settings or
    /// invalid values. The errors have a place and a fix.
    pub fn read(command: &Command) -> Result<Self, Failure> {
        let (path, is_named) = match std::env::var_os(VARIABLE) {
            Some(name) if name.is_empty() => return Ok(Self::default()),
            Some(name) => (PathBuf::from(name), true),
            None => match usual() {
                Some(path) => (path, false),
                None => return Ok(Self::default()),
            },
        };
        if !is_named && !path.is_file() {
            return Ok(Self::default());
        }
        let text = read_text(&path).map_err(|fault| fault.in_option(VARIABLE))?;
        Self::parse(&path, &text, command)
    }

    fn parse(path: &Path, text: &str, command: &Command) -> Result<Self, Failure> {
        let mut reading = Reading {
            config: Self::default(),
            command,
            errors: Vec::new(),
        };
        match DeTable::parse(text) {
            Ok(table) => reading.table("", table.get_ref()),
            Err(error) => {
                let span = error.span().unwrap_or(0..text.len().min(1));
                let help = "the file is TOML: write NAME = VALUE, one setting a line";
                reading.fault(span, error.message().to_owned(), help.to_owned());
            }
        }
        reading.errors.sort_by_key(|fault| fault.span.start);
        match reading.errors.is_empty() {
            true => Ok(reading.config),
            false => Err(Failure::Rules(Diagnostics {
                origin: path.display().to_string(),
                source: text.to_owned(),
                errors: reading.errors,
            })),
        }
    }

    /// Returns the command line with these defaults. Options that are typed take precedence.
    pub fn apply(&self, command: Command) -> Command {
        // Settings of one command override the settings of all commands.
        let mut all: Vec<_> = self.defaults.iter().collect();
        all.sort_by_key(|(of, ..)| !of.is_empty());
        command.mut_subcommands(|one| {
            let name = one.get_name().to_owned();
            let own = all.iter().filter(|(of, ..)| of.is_empty() || *of == name);
            own.fold(one, |one, (_, key, value)| with_default(one, key, value))
        })
    }
}

/// Returns the names of the commands.
fn names(command: &Command) -> Vec<String> {
    let all = command.get_subcommands();
    all.map(|one| one.get_name().to_owned()).collect()
}

/// Sets the default of an option in a command and its subcommands, if they have this option and the
/// option accepts the value.
fn with_default(command: Command, key: &str, value: &str) -> Command {
    let takes = |arg: &clap::Arg| {
        let possible = arg.get_possible_values();
        arg.get_id() == key
            && (possible.is_empty() || possible.iter().any(|one| one.matches(value, false)))
    };
    let own = |arg: clap::Arg| match takes(&arg) {
        true => arg.default_value(value.to_owned()),
        false => arg,
    };
    command
        .mut_args(own)
        .mut_subcommands(|one| with_default(one, key, value))
}

/// A file that is being read.
struct Reading<'a> {
    config: Config,
    command: &'a Command,
    errors: Vec<Diagnostic>,
}

impl Reading<'_> {
    fn fault(&mut self, span: Range<usize>, message: String, help: String) {
        self.errors.push(Diagnostic::new(span, message).help(help));
    }

    /// Reads the settings of all commands (`of` is empty), or of one.
    fn table(&mut self, of: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            match value.get_ref() {
                DeValue::Table(inner) if of.is_empty() => {
                    let name = key.get_ref().as_ref();
                    let commands = names(self.command);
                    if commands.iter().any(|one| one == name) {
                        self.table(name, inner);
                    } else {
                        let near = closest(name, commands.iter().map(String::as_str));
                        let help = near.map_or_else(
                            || "`whowins --help` lists the commands".to_owned(),
                            |near| format!("did you mean `[{near}]`?"),
                        );
                        self.fault(key.span(), format!("unknown command `{name}`"), help);
                    }
                }
                plain => self.setting(of, key, plain, value.span()),
            }
        }
    }

    fn setting(
        &mut self,
        of: &str,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &DeValue<'_>,
        span: Range<usize>,
    ) {
        let name = key.get_ref().as_ref();
        let all = KEYS.iter().map(|(name, _)| *name);
        let all: Vec<&str> = all
            .filter(|name| of.is_empty() || !WHOLE.contains(name))
            .collect();
        let known = KEYS.iter().find(|(one, _)| *one == name);
        let Some((key_name, kind)) = known.filter(|(name, _)| all.contains(name)) else {
            let near = closest(name, all.iter().copied());
            let help = near.map_or_else(
                || format!("the settings are {}", all.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            let message = match known {
                Some(_) => {
                    format!("`{name}` applies to all commands; write it above the first [...]")
                }
                None => format!("unknown setting `{name}`"),
            };
            return self.fault(key.span(), message, help);
        };
        let Some(typed) = kind.typed(value) else {
            let message = format!("invalid value for `{name}`");
            return self.fault(span, message, kind.wanted().to_owned());
        };
        match *key_name {
            "quiet" => self.config.habits.quiet = typed == "true",
            "pager" => self.config.habits.pager = typed == "true",
            key => self.config.defaults.push((of.to_owned(), key, typed)),
        }
    }
}

/// Returns the folder that an environment variable names, if its path is absolute.
pub fn folder(variable: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    folder.filter(|folder| folder.is_absolute())
}

/// Returns the usual place: `whowins/config.toml` in the configuration folder of the system.
fn usual() -> Option<PathBuf> {
    let base = match cfg!(windows) {
        true => folder("APPDATA"),
        false => folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config"))),
    };
    Some(base?.join("whowins").join("config.toml"))
}
