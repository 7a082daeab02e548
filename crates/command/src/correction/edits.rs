//! Edits of a command line, by the error that clap reports for it.

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Command, Error};
use whowins_analysis::closest;

use super::line::{Edit, Line};
use super::option::{joined, named, number_help, option_of, sample};
use super::position::whole;
use super::words::{COMMANDS, COMPILED, HINTS, OPTIONS};
use super::{strings, values};
use crate::game::GameArguments;

/// The hint for a position in several arguments.
const COMMAS: &str = "write the numbers of a position with commas";

/// Returns the number in an argument, in digits and without brackets. It is empty if there is none.
fn bare_number(argument: &str) -> String {
    whole(argument.trim_matches(|c: char| !c.is_ascii_digit()))
}

impl<'a> Line<'a> {
    /// Returns the lines that may be meant, the likeliest first.
    pub fn edits(&self, error: &Error) -> Vec<Edit> {
        let invalid = strings(error, ContextKind::InvalidArg);
        match error.kind() {
            ErrorKind::UnknownArgument => match invalid.first().and_then(|one| self.index(one)) {
                Some(at) => self.unexpected(at),
                None => Vec::new(),
            },
            ErrorKind::InvalidSubcommand => {
                let name = strings(error, ContextKind::InvalidSubcommand);
                let at = name.first().and_then(|name| self.index(name));
                at.map_or_else(Vec::new, |at| match at < self.start {
                    // A later argument has the name of a command.
                    true => Line {
                        command: self.root,
                        start: 0,
                        ..*self
                    }
                    .unknown_command(at),
                    false => self.unknown_command(at),
                })
            }
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
                let value = strings(error, ContextKind::InvalidValue);
                let arg = invalid.first().and_then(|label| self.arg(label));
                match (arg, value.first()) {
                    (Some(arg), Some(value)) => self.invalid_value(arg, value),
                    _ => Vec::new(),
                }
            }
            ErrorKind::TooManyValues => self.without_value(&invalid),
            ErrorKind::MissingRequiredArgument => self.missing(&invalid),
            ErrorKind::ArgumentConflict => {
                let prior = strings(error, ContextKind::PriorArg);
                let set = (self.start..self.arguments.len()).filter_map(|at| self.setting(at));
                let set = set.chain(self.joined_position());
                let labels = invalid.iter().chain(&prior);
                let args = labels.filter_map(|label| self.arg(label));
                let once = args.filter_map(|arg| self.without(arg));
                set.chain(once).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the help for a line that no edit repairs.
    pub fn usual_help(&self, error: &Error) -> String {
        let names = strings(error, ContextKind::ValidValue);
        if let Some((last, rest)) = names.split_last() {
            return match rest {
                [] => format!("write {last}"),
                rest => format!("write one of {} or {last}", rest.join(", ")),
            };
        }
        let source = std::error::Error::source(error);
        if let Some(source) = source.filter(|_| error.kind() == ErrorKind::ValueValidation) {
            return number_help(source);
        }
        let name = self.arguments[..self.start]
            .iter()
            .filter(|one| !one.starts_with('-'));
        let name: Vec<&str> = name.map(String::as_str).collect();
        let invalid = strings(error, ContextKind::InvalidArg);
        let option = invalid.first().and_then(|label| named(label));
        if let Some(hint) = option.and_then(|(option, _)| self.hint(&option)) {
            return hint.to_owned();
        }
        match name.as_slice() {
            [] | ["help"] => "list the commands with `whowins --help`".to_owned(),
            name => format!(
                "list the arguments with `whowins {} --help`",
                name.join(" ")
            ),
        }
    }

    /// Returns the hint for an option of another command.
    fn hint(&self, option: &str) -> Option<&'static str> {
        let is_it = |(command, name, _): &&(&str, &str, &str)| {
            *command == self.command.get_name() && *name == option
        };
        HINTS.iter().find(is_it).map(|(.., hint)| *hint)
    }

    /// Returns edits for an argument that the command doesn't have.
    fn unexpected(&self, at: usize) -> Vec<Edit> {
        let argument = self.arguments[at].as_str();
        let mut all = Vec::new();
        if at < self.start && self.start > 0 && argument.starts_with('-') {
            all.extend(self.moved(at));
        }
        all.extend(self.spelled(at));
        if argument.starts_with('-') {
            all.extend(self.unknown_option(at));
        } else {
            all.extend(self.unexpected_word(at));
        }
        let others = (self.start..self.arguments.len()).filter(|other| *other != at);
        all.extend(others.filter_map(|other| self.spelled(other)));
        all
    }

    /// Moves an option from before the command to its end, with its value.
    fn moved(&self, at: usize) -> Vec<Edit> {
        [2, 1]
            .into_iter()
            .filter(|count| at + count < self.start)
            .map(|count| {
                let mut arguments = self.arguments.to_vec();
                let option: Vec<String> = arguments.drain(at..at + count).collect();
                arguments.extend(option);
                Edit {
                    hint: "write options after the command".to_owned(),
                    arguments,
                }
            })
            .collect()
    }

    /// Returns the line with an argument as the option that it names: `-at`, `at` or `--To_Move`.
    fn spelled(&self, at: usize) -> Option<Edit> {
        let argument = self.arguments[at].as_str();
        let (name, value) = named(argument)?;
        self.option(&name)?;
        let option = joined(&name, value);
        let hint = match argument.starts_with("--") {
            true => format!("use `--{name}`"),
            false => "options begin with two hyphens".to_owned(),
        };
        (option != argument).then(|| self.replaced(at, 1, &[&option], &hint))
    }

    fn unknown_option(&self, at: usize) -> Vec<Edit> {
        let Some((name, value)) = named(&self.arguments[at]) else {
            return Vec::new();
        };
        let mut all: Vec<Edit> = self.parameter(at, &name, value).into_iter().collect();
        let synonyms = OPTIONS.iter().filter(|(other, _)| *other == name);
        let near = closest(&name, self.longs());
        let begins = self
            .longs()
            .find(|long| long.starts_with(&name) && name.len() > 2);
        for long in synonyms.map(|(_, long)| *long).chain(begins).chain(near) {
            let Some(arg) = self.option(long) else {
                continue;
            };
            let hint = format!("use `--{long}`");
            let takes_value = arg.get_action().takes_values();
            let option = joined(long, value.filter(|_| takes_value));
            all.push(self.replaced(at, 1, &[&option], &hint));
        }
        for arg in self.command.get_arguments() {
            let is_value = |one: &clap::builder::PossibleValue| one.matches(&name, true);
            let Some(long) = arg.get_long() else { continue };
            if arg.get_possible_values().iter().any(is_value) && !self.is_given(long) {
                let option = format!("--{long}");
                let hint = format!("write `--{long}` before it");
                all.push(self.replaced(at, 1, &[&option, &name], &hint));
            }
        }
        let words = |one: &&String| !one.starts_with('-');
        let given = self.arguments[self.start..].iter().filter(words).count();
        let has_hint = self.hint(&name).is_some();
        for other in self.root.get_subcommands().filter(|_| !has_hint) {
            let mut options = other.get_arguments();
            // A command that needs more arguments isn't meant.
            let required = other.get_arguments().filter(|arg| arg.is_required_set());
            if self.start > 0
                && options.any(|arg| arg.get_long() == Some(&name))
                && required.count() <= given
            {
                let command = other.get_name();
                let hint = format!("`{command}` has this option");
                all.push(self.replaced(self.start - 1, 1, &[command], &hint));
            }
        }
        all
    }

    /// Returns the line with `--set NAME=VALUE` for an option that has the name of a parameter.
    fn parameter(&self, at: usize, name: &str, value: Option<&str>) -> Option<Edit> {
        let game = self.arguments[self.start..]
            .iter()
            .find(|one| !one.starts_with('-'))?;
        let game = GameArguments::of(game.clone(), Vec::new());
        let rules = game.is_there().then(|| game.read().ok())??;
        let parameter = rules.parameters().iter().find(|one| one.name == name)?;
        let (value, count) = match value {
            Some(value) => (value, 1),
            None => (self.arguments.get(at + 1)?.as_str(), 2),
        };
        let set = format!("{}={value}", parameter.name);
        Some(self.replaced(at, count, &["--set", &set], "set a parameter with `--set`"))
    }

    fn unexpected_word(&self, at: usize) -> Vec<Edit> {
        let argument = self.arguments[at].as_str();
        let mut all = Vec::new();
        // A position in several arguments.
        let is_part = |one: &String| {
            one.starts_with(|c: char| c.is_ascii_digit() || "([{,;".contains(c))
                && one
                    .chars()
                    .all(|c| c.is_ascii_digit() || "()[]{},;.-+*^e_".contains(c))
        };
        let first = (self.start + 1).min(at);
        let before = self.arguments[first..at]
            .iter()
            .rev()
            .take_while(|one| is_part(one))
            .count();
        let after = self.arguments[at..]
            .iter()
            .take_while(|one| is_part(one))
            .count();
        if before > 0 && after > 0 {
            let parts = &self.arguments[at - before..at + after];
            let numbers = parts.iter().map(|one| bare_number(one));
            let numbers: Vec<String> = numbers.filter(|one| !one.is_empty()).collect();
            let commas = numbers.join(",");
            all.push(self.replaced(at - before, before + after, &[&commas], COMMAS));
        }
        all.extend(self.setting(at));
        for long in ["where", "at", "terms"] {
            let hint = format!("write `--{long}` before it");
            if self.option(long).is_some() && !self.is_given(long) {
                all.push(self.replaced(at, 1, &[&format!("--{long}"), argument], &hint));
            }
        }
        if self.command.get_arguments().any(Arg::is_last_set) && !self.has_escape() {
            let hint = "write `--` before the program";
            let ending = argument.rsplit('.').next();
            if let Some(compiler) = COMPILED.iter().find(|(other, _)| Some(*other) == ending) {
                let hint = format!("compile it with `{} {argument}`, and write", compiler.1);
                all.push(self.replaced(at, 1, &["--", "./solution"], &hint));
            }
            let escape: &[&str] = match argument.ends_with(".py") {
                true => &["--", "python3"],
                false => &["--"],
            };
            all.push(self.replaced(at, 0, escape, hint));
        }
        for arg in self.command.get_arguments() {
            let Some(long) = arg.get_long() else { continue };
            let values = arg.get_possible_values();
            let is_value = values.iter().any(|one| one.matches(argument, true))
                || arg.is_required_set() && values.is_empty() && arg.get_action().takes_values();
            if is_value && !self.is_given(long) {
                let option = format!("--{long}");
                let hint = format!("write `--{long}` before it");
                all.push(self.replaced(at, 1, &[&option, argument], &hint));
            }
        }
        let is_file = argument.contains('.') && !argument.starts_with(|c: char| c.is_ascii_digit());
        if is_file && self.option("output").is_some() {
            all.push(self.replaced(at, 1, &["-o", argument], "name the output with `-o`"));
        }
        if self.command.get_name() == "proofs"
            && GameArguments::of(argument.to_owned(), Vec::new()).is_there()
        {
            let name = argument.rsplit(['/', '\\']).next().unwrap_or(argument);
            let file = format!("{}.v", name.trim_end_matches(".txt"));
            let line = ["law", argument, "--coq", &file];
            let (from, count) = (self.start - 1, self.arguments.len() + 1 - self.start);
            let hint = "to write the proof of a game's law for Coq, use `law`";
            all.insert(0, self.replaced(from, count, &line, hint));
        }
        // The first argument is a game, which has no spaces.
        if at > self.start + 1 {
            let spaces = self.arguments[at - 1..=at].join(" ");
            let hint = "quote an argument with spaces";
            all.push(self.replaced(at - 1, 2, &[&spaces], hint));
        }
        all
    }

    /// Returns the line with the value of `--at` and the numbers after it as one position.
    fn joined_position(&self) -> Option<Edit> {
        let at = self.arguments.iter().position(|one| one == "--at")?;
        let rest = self.arguments[at + 1..].iter();
        let numbers = rest.map(|one| bare_number(one));
        let is_number = |one: &String| !one.is_empty() && one.bytes().all(|b| b.is_ascii_digit());
        let numbers: Vec<String> = numbers.take_while(is_number).collect();
        let joined = || self.replaced(at + 1, numbers.len(), &[&numbers.join(",")], COMMAS);
        (numbers.len() > 1).then(joined)
    }

    /// Returns the line with `--set` before an argument that is the value of a parameter.
    fn setting(&self, at: usize) -> Option<Edit> {
        let (name, value) = self.arguments[at].split_once('=')?;
        let edit = self.parameter(at, name.trim(), Some(value.trim()))?;
        let is_set = at > 0 && self.arguments[at - 1] == "--set";
        (!is_set && self.option("set").is_some()).then_some(edit)
    }

    fn unknown_command(&self, at: usize) -> Vec<Edit> {
        let argument = self.arguments[at].as_str();
        let plain = argument
            .trim_start_matches('-')
            .to_lowercase()
            .replace('_', "-");
        let names = || self.command.get_subcommands().map(Command::get_name);
        let mut found: Vec<&str> = names().filter(|name| *name == plain).collect();
        let is_root = self.start == 0;
        let game = GameArguments::of(argument.to_owned(), Vec::new());
        let is_game = is_root && game.is_there();
        let synonyms = COMMANDS
            .iter()
            .filter(|(other, _)| is_root && *other == plain);
        found.extend(synonyms.map(|(_, name)| *name));
        found.extend(closest(&plain, names()).filter(|_| !is_game));
        let mut all: Vec<Edit> = found
            .into_iter()
            .map(|name| self.replaced(at, 1, &[name], &format!("use `{name}`")))
            .collect();
        if is_game {
            let hint = "write a command before the game";
            let next = self.arguments.get(at + 1);
            if let Some(next) = next.filter(|next| names().any(|name| name == next.as_str())) {
                all.insert(0, self.replaced(at, 2, &[next, argument], hint));
            }
            all.push(self.replaced(at, 0, &["solve"], hint));
        }
        all
    }

    fn invalid_value(&self, arg: &Arg, value: &str) -> Vec<Edit> {
        let option = arg.get_long().map(|long| format!("--{long}="));
        let is_it = |one: &String| {
            one == value
                || option
                    .as_ref()
                    .is_some_and(|option| one.strip_prefix(option.as_str()) == Some(value))
        };
        let Some(at) = self.arguments.iter().rposition(is_it) else {
            return self.without_option_value(arg);
        };
        let argument = &self.arguments[at];
        let prefix = &argument[..argument.len() - value.len()];
        let candidates = values::candidates(value, arg).into_iter();
        let picture = self.picture(arg, value, at);
        let edits = candidates.filter(|one| one != value).map(|one| {
            let hint = format!("use `{one}`");
            self.replaced(at, 1, &[&format!("{prefix}{one}")], &hint)
        });
        picture.into_iter().chain(edits).collect()
    }

    /// Returns the line with `-o` for a form that the ending of the output's name sets.
    fn picture(&self, arg: &Arg, value: &str, at: usize) -> Option<Edit> {
        let is_form = ["svg", "png", "pdf", "tex"].contains(&value);
        let is_option = arg.get_long() == Some("format") && self.option("output").is_some();
        let file = format!("{}.{value}", self.arguments.get(self.start)?);
        let (from, count) = match self.arguments[at].contains('=') {
            true => (at, 1),
            false => (at.checked_sub(1)?, 2),
        };
        let hint = "the ending of the file sets the format";
        let edit = || self.replaced(from, count, &["-o", &file], hint);
        (is_form && is_option && !self.is_given("output")).then(edit)
    }

    /// Returns the line with a value behind an option that has none.
    fn without_option_value(&self, arg: &Arg) -> Vec<Edit> {
        let long = arg.get_long().map(|long| format!("--{long}"));
        let short = arg.get_short().map(|short| format!("-{short}"));
        let is_it = |one: &String| Some(one) == long.as_ref() || Some(one) == short.as_ref();
        let at = self.arguments.iter().rposition(is_it);
        let edit = at.map(|at| {
            let value = sample(arg);
            let option = self.arguments[at].as_str();
            self.replaced(at, 1, &[option, &value], "add a value, such as")
        });
        edit.into_iter().collect()
    }

    /// Returns the line without the value of an option that takes none.
    fn without_value(&self, labels: &[String]) -> Vec<Edit> {
        let option = labels.first().and_then(|label| option_of(label));
        let at = self
            .arguments
            .iter()
            .rposition(|one| option.is_some() && option_of(one) == option);
        let edit = at.zip(option).map(|(at, option)| {
            let option = format!("--{option}");
            self.replaced(at, 1, &[&option], "leave the value out")
        });
        edit.into_iter().collect()
    }

    /// Returns the line with samples for all arguments that are missing.
    fn missing(&self, labels: &[String]) -> Vec<Edit> {
        let mut arguments = self.arguments.to_vec();
        let end = arguments
            .iter()
            .position(|one| one == "--")
            .unwrap_or(arguments.len());
        let (mut options, mut last) = (Vec::new(), Vec::new());
        let words = self.arguments[self.start..end].iter();
        let given = words.take_while(|one| !one.starts_with('-')).count();
        let mut front: Vec<(usize, String)> = Vec::new();
        for arg in labels.iter().filter_map(|label| self.arg(label)) {
            let value = self.formula(arg).unwrap_or_else(|| sample(arg));
            match arg.get_long() {
                Some(long) => {
                    options.push(format!("--{long}"));
                    options.extend(Some(value).filter(|_| arg.get_action().takes_values()));
                }
                None if arg.is_last_set() => {
                    last.extend(
                        ["--".to_owned(), value]
                            .into_iter()
                            .skip(self.has_escape().into()),
                    );
                }
                // Indices of clap begin at 1.
                None => front.push((arg.get_index().unwrap_or(1) - 1, value)),
            }
        }
        // A certificate without its game.
        if let ([(1, certificate)], true) = (front.as_slice(), given == 1)
            && certificate.ends_with(".json")
            && self.arguments[self.start].ends_with(".json")
        {
            front = vec![(0, "nim".to_owned())];
        }
        arguments.splice(end..end, options);
        arguments.extend(last);
        front.sort();
        for (done, (index, value)) in front.into_iter().enumerate() {
            let at = self.start + index.min(given + done);
            arguments.insert(at.min(arguments.len()), value);
        }
        let hint = match labels {
            [_] => "add it, such as",
            _ => "add them, such as",
        };
        let hint = hint.to_owned();
        let mut all = vec![Edit { hint, arguments }];
        // An option may require another one that has no use here.
        for arg in self.command.get_arguments() {
            if let Some(edit) = self.without(arg).filter(|_| !arg.is_required_set()) {
                let hint = format!("leave `--{}` out", arg.get_id());
                all.push(Edit { hint, ..edit });
            }
        }
        all
    }

    /// Returns a formula about the numbers of the game in the line, for an argument that is a
    /// statement or a question.
    fn formula(&self, arg: &Arg) -> Option<String> {
        let name = arg.get_value_names()?.first()?.as_str();
        let is_word = |one: &&String| !one.starts_with('-');
        let game = self.arguments.get(self.start).filter(is_word)?;
        let game = GameArguments::of(game.clone(), Vec::new());
        let rules = game.is_there().then(|| game.read().ok())??;
        let game = rules.game(&game.values(&rules).ok()?).ok()?;
        let numbers = &game.numbers()?.variables;
        let names: Vec<&str> = numbers.iter().map(|one| one.name.as_str()).collect();
        match (name, names.as_slice()) {
            ("STATEMENT", [one]) => Some(format!("P iff {one} mod 4 = 0")),
            ("STATEMENT", _) => Some(format!("P iff {} = 0", names.join(" ^ "))),
            ("QUESTION", [first, ..]) => {
                let mut all = vec!["0"; names.len()];
                all.iter_mut().take(2).for_each(|one| *one = *first);
                Some(format!("exists {first}: P({})", all.join(", ")))
            }
            _ => None,
        }
    }

    /// Returns the line without an option and its value.
    fn without(&self, arg: &Arg) -> Option<Edit> {
        let long = arg.get_long()?;
        let is_it = |one: &String| option_of(one) == Some(long);
        let at = self.arguments.iter().position(is_it)?;
        let has_value = arg.get_action().takes_values() && !self.arguments[at].contains('=');
        let count = 1 + usize::from(has_value && at + 1 < self.arguments.len());
        Some(self.replaced(at, count, &[], "write it once"))
    }
}
