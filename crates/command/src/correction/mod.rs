//! Errors in the arguments: what was found, and the corrected command line.
//!
//! Edits are applied to the arguments, several in a row if need be, and the first line that clap
//! and the game accept is offered. An offer is thus never a guess about syntax. Start reading at
//! [`explain`]; the edits are in [`edits`].

mod edits;
mod line;
mod notation;
mod option;
mod position;
mod values;
mod words;

use std::collections::VecDeque;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, Error};
use whowins_judge::Along;

use crate::game::{GameArguments, word};
use line::{Edit, Line};
pub use position::read_position;
pub use words::COMPILED;

/// At most this many lines are parsed for one error.
const MAX_PARSES: usize = 60;
/// At most this many edits are applied to one line.
const MAX_DEPTH: usize = 3;

/// Returns the message of an error that clap reports: what was found, and the fix.
///
/// `arguments` are the arguments without the name of the program.
pub fn explain(error: &Error, command: &Command, arguments: &[String]) -> String {
    let mut built = command.clone();
    built.build();
    let found = found(error);
    let fix = match corrected(error, command, &built, arguments) {
        Some(edit) => format!("{}:\n      {}", edit.hint, typed(&edit.arguments)),
        None => Line::new(&built, arguments).usual_help(error),
    };
    format!("{found}\nhelp: {fix}")
}

/// Appends the command line with a corrected formula to a message about it, if another notation of
/// the formula is valid.
pub fn with_formula(message: String, text: &str, is_valid: impl Fn(&str) -> bool) -> String {
    match notation::corrected(text, is_valid) {
        Some(better) => {
            // The corrected line replaces the general help.
            let found = message.split("\nhelp: ").next().unwrap_or(&message);
            let found = found.split("; ").next().unwrap_or(found);
            with_argument(&format!("{found}\nhelp: write"), text, &better)
        }
        None => message,
    }
}

/// Appends the command line with one argument replaced to a message that ends with its fix.
///
/// The message is returned unchanged if no argument of this process is `old`, `--option=old`, or
/// `@FILE` with this content.
pub fn with_argument(message: &str, old: &str, new: &str) -> String {
    let mut arguments = self::arguments();
    let is_old = |argument: &String| {
        argument == old || argument.starts_with("--") && argument.ends_with(&format!("={old}"))
    };
    let Some(at) = arguments.iter().rposition(is_old) else {
        return message.to_owned();
    };
    let argument = &mut arguments[at];
    argument.truncate(argument.len() - old.len());
    argument.push_str(new);
    let link = match message.contains("; ") || message.contains("\nhelp: ") {
        true if message.ends_with('?') => "",
        true => ":",
        false => "; write:",
    };
    format!("{message}{link}\n      {}", typed(&arguments))
}

/// Returns the arguments of this process without the name of the program.
pub fn arguments() -> Vec<String> {
    let all = std::env::args_os().skip(1);
    all.map(|one| one.to_string_lossy().into_owned()).collect()
}

/// Returns a command line as it is typed in a shell.
pub fn typed(arguments: &[String]) -> String {
    let words = arguments.iter().map(|one| word(one));
    let words: Vec<String> = std::iter::once("whowins".to_owned()).chain(words).collect();
    words.join(" ")
}

/// Returns the first line without an error, in breadth-first order over the edits.
fn corrected(
    error: &Error,
    command: &Command,
    built: &Command,
    arguments: &[String],
) -> Option<Edit> {
    let mut seen = vec![arguments.to_vec()];
    let mut open = VecDeque::new();
    open.extend(
        Line::new(built, arguments)
            .edits(error)
            .into_iter()
            .map(|edit| (edit, 1)),
    );
    let mut second_best = None;
    while let Some((edit, depth)) = open.pop_front() {
        if seen.contains(&edit.arguments) {
            continue;
        }
        if seen.len() > MAX_PARSES {
            break;
        }
        seen.push(edit.arguments.clone());
        let line = std::iter::once("whowins").chain(edit.arguments.iter().map(String::as_str));
        match command.clone().try_get_matches_from(line) {
            Err(error) if !error.use_stderr() => return Some(edit),
            Ok(matches) => match fault(&matches) {
                None => return Some(edit),
                Some(Fault::UnknownGame) => second_best = second_best.or(Some(edit)),
                Some(Fault::Position) => {}
            },
            Err(error) if depth < MAX_DEPTH => {
                for next in Line::new(built, &edit.arguments).edits(&error) {
                    // An edit that follows from another one has the hint of the first.
                    let hint = edit.hint.clone();
                    open.push_back((Edit { hint, ..next }, depth + 1));
                }
            }
            Err(_) => {}
        }
    }
    second_best
}

/// What is wrong with a line that clap accepts.
enum Fault {
    UnknownGame,
    /// The game doesn't have the position or the number.
    Position,
}

fn fault(matches: &ArgMatches) -> Option<Fault> {
    let (_, matches) = matches.subcommand()?;
    let text = |id: &str| matches.try_get_one::<String>(id).ok().flatten().cloned();
    let set = matches.try_get_many::<String>("set").ok().flatten();
    let game = GameArguments::of(text("game")?, set.into_iter().flatten().cloned().collect());
    if game.name() == "-" {
        return None;
    }
    if !game.is_there() {
        return Some(Fault::UnknownGame);
    }
    let rules = game.read().ok()?;
    let game = rules.game(&game.values(&rules).ok()?).ok()?;
    let position = text("at").or_else(|| text("position"));
    let position = position.filter(|text| text != "-" && !text.starts_with('@'));
    let along = text("along");
    let is_there = position.as_ref().is_none_or(|text| game.read(text).is_ok())
        && along.is_none_or(|name| Along::number(&game, &name, position.as_deref()).is_ok());
    (!is_there).then_some(Fault::Position)
}

/// Returns what clap found, without the fix.
fn found(error: &Error) -> String {
    let [argument, value, prior] = [
        ContextKind::InvalidArg,
        ContextKind::InvalidValue,
        ContextKind::PriorArg,
    ]
    .map(|kind| strings(error, kind));
    let named = list(&argument, "and");
    match error.kind() {
        ErrorKind::UnknownArgument => format!("unexpected argument {named}"),
        ErrorKind::InvalidSubcommand => {
            let name = strings(error, ContextKind::InvalidSubcommand);
            format!("unknown command {}", list(&name, "and"))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::NoEquals
            if value.iter().all(String::is_empty) =>
        {
            format!("missing value for {named}")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("invalid value {} for {named}", list(&value, "and"))
        }
        ErrorKind::TooManyValues => format!("{named} takes no value {}", list(&value, "and")),
        ErrorKind::MissingRequiredArgument => format!("missing {named}"),
        ErrorKind::MissingSubcommand => "missing command".to_owned(),
        ErrorKind::ArgumentConflict if argument == prior || prior.is_empty() => {
            format!("{named} is given twice")
        }
        ErrorKind::ArgumentConflict => {
            format!("{named} can't be used with {}", list(&prior, "or"))
        }
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        }
    }
}

/// Returns the texts of a part of an error, such as the argument that is invalid.
fn strings(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    }
}

/// Returns a list in words, such as "`a`, `b` or `c`".
fn list(all: &[String], link: &str) -> String {
    let all: Vec<String> = all.iter().map(|one| format!("`{one}`")).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {link} {last}", rest.join(", ")),
        _ => all.concat(),
    }
}
