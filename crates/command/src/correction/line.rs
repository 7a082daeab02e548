//! A command line with an error, and the parts of it that edits look up.

use clap::{Arg, Command};

use super::option::option_of;

/// A changed command line.
pub struct Edit {
    /// What to do, such as "use `--at`".
    pub hint: String,
    /// The arguments without the name of the program.
    pub arguments: Vec<String>,
}

/// A command line with an error.
pub struct Line<'a> {
    pub root: &'a Command,
    /// The innermost command that is named.
    pub command: &'a Command,
    /// The index after its name.
    pub start: usize,
    pub arguments: &'a [String],
}

impl<'a> Line<'a> {
    /// Returns a line; `root` must be built.
    pub fn new(root: &'a Command, arguments: &'a [String]) -> Self {
        let (mut command, mut start) = (root, 0);
        while command.has_subcommands() {
            let mut rest = arguments.iter().enumerate().skip(start);
            let inner = rest.find_map(|(at, name)| Some((at, command.find_subcommand(name)?)));
            let Some((at, inner)) = inner else { break };
            (command, start) = (inner, at + 1);
        }
        Self {
            root,
            command,
            start,
            arguments,
        }
    }

    /// Returns the index of an argument, as clap names it.
    pub fn index(&self, name: &str) -> Option<usize> {
        let is_short = name.starts_with('-') && name.chars().count() == 2;
        let places = |is_it: &dyn Fn(&str) -> bool| self.arguments.iter().rposition(|a| is_it(a));
        places(&|one| one == name)
            .or_else(|| places(&|one| one.split('=').next() == Some(name)))
            .or_else(|| {
                places(&|one| {
                    let letter = name.chars().next_back();
                    let is_word = one.starts_with('-') && !one.starts_with("--");
                    is_short && is_word && letter.is_some_and(|letter| one.contains(letter))
                })
            })
    }

    /// Returns the argument that clap names, such as `--at <POSITION>` or `<GAME>`.
    pub fn arg(&self, label: &str) -> Option<&'a Arg> {
        let long = option_of(label);
        let plain = label.trim_matches(|c| "<>[].".contains(c));
        self.command.get_arguments().find(|arg| match long {
            Some(long) => arg.get_long() == Some(long),
            None => {
                let names = arg.get_value_names().unwrap_or_default();
                arg.is_positional() && names.iter().any(|name| name == plain)
            }
        })
    }

    /// Returns the option with a long name.
    pub fn option(&self, name: &str) -> Option<&'a Arg> {
        let has = |arg: &&Arg| {
            arg.get_long() == Some(name)
                || arg.get_all_aliases().unwrap_or_default().contains(&name)
        };
        self.command.get_arguments().find(has)
    }

    pub fn longs(&self) -> impl Iterator<Item = &'a str> {
        self.command.get_arguments().filter_map(Arg::get_long)
    }

    /// Returns the line with some arguments replaced.
    pub fn replaced(&self, at: usize, count: usize, by: &[&str], hint: &str) -> Edit {
        let mut arguments = self.arguments.to_vec();
        arguments.splice(at..at + count, by.iter().map(|&one| one.to_owned()));
        Edit {
            hint: hint.to_owned(),
            arguments,
        }
    }

    pub fn is_given(&self, long: &str) -> bool {
        self.arguments
            .iter()
            .any(|one| option_of(one) == Some(long))
    }

    pub fn has_escape(&self) -> bool {
        self.arguments.iter().any(|one| one == "--")
    }
}
