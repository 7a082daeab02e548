//! The texts of `-h` and `--help`.
//!
//! clap has no headings for subcommands and prints long help below each option. This module
//! renders both texts from the clap command: in sections and aligned columns. No line is longer
//! than [`MAX_WIDTH`]. Start reading at [`with_help`].

use clap::{Arg, Command};

use crate::examples::FIRST_EXAMPLES;

/// Columns of the help.
pub const MAX_WIDTH: usize = 80;
/// The longest label that shares a line with its text.
const MAX_LABEL: usize = 24;
/// The section of the options that every command has.
pub const GLOBAL: &str = "Global options";

/// The commands by task, in the order in which `whowins --help` lists them.
pub const GROUPS: &[(&str, &[&str])] = &[
    (
        "Solve",
        &["solve", "why", "play", "map", "find", "sequence", "trace"],
    ),
    ("Prove", &["law", "prove", "ask", "verify", "proofs"]),
    ("Values", &["value", "values"]),
    (
        "Contests",
        &["judge", "export", "tests", "contest", "compare"],
    ),
    (
        "Rules",
        &["new", "check", "fmt", "games", "explain", "core"],
    ),
    ("Large tables and surveys", &["build", "probe", "atlas"]),
    (
        "Interfaces",
        &[
            "lab",
            "book",
            "language-server",
            "completions",
            "manual",
            "help",
        ],
    ),
];

/// The end of `whowins --help`.
pub const NOTES: &str = "\
GAME is a rules file or the name of a shipped game. `-` reads the rules from
standard input.

Exit codes:
  0  Success; also if the program that reads the output stops early
  1  A claim was checked and is false
  2  The input is invalid
  3  A limit was reached, or you pressed Ctrl-C
  4  The system failed, such as a full disk

Configuration:
  Set defaults for options in whowins/config.toml, in $XDG_CONFIG_HOME or
  ~/.config. To use another file, set $WHOWINS_CONFIG.";

/// The end of `whowins -h`.
const SHORT_NOTES: &str = "\
Print examples, options and exit codes with `whowins --help`, and the help of a
command with `whowins help COMMAND`.";

/// Returns the command with the rendered help texts, its own and those of all subcommands.
///
/// The texts show the default values that the command has at this time.
pub fn with_help(command: Command) -> Command {
    let mut built = command.clone();
    built.build();
    set_help(command, &mut built, true)
}

/// Sets the help texts of a command from its built copy.
fn set_help(command: Command, built: &mut Command, is_root: bool) -> Command {
    let usage = built.render_usage().to_string();
    let [short, long] = [false, true].map(|is_long| {
        let page = Page::new(built, is_long);
        match is_root {
            true => page.root(&usage),
            false => page.command(&usage),
        }
    });
    command
        .help_template("{before-help}")
        .before_help(short)
        .before_long_help(long)
        .mut_subcommands(|inner| match built.find_subcommand_mut(inner.get_name()) {
            Some(built) => set_help(inner, built, false),
            None => inner,
        })
}

/// A help text in progress.
struct Page<'a> {
    command: &'a Command,
    is_long: bool,
    text: String,
}

impl<'a> Page<'a> {
    fn new(command: &'a Command, is_long: bool) -> Self {
        Self {
            command,
            is_long,
            text: String::new(),
        }
    }

    /// Renders the help of the program: its commands by task.
    fn root(mut self, usage: &str) -> String {
        self.about();
        self.usage(usage);
        if self.is_long {
            self.heading("Examples");
            for (line, purpose) in FIRST_EXAMPLES {
                self.text += &format!("  {line}\n      {purpose}\n");
            }
        } else {
            self.text.push('\n');
        }
        let all: Vec<&Command> = self.command.get_subcommands().collect();
        let widest = all.iter().map(|one| one.get_name().len()).max();
        let column = widest.unwrap_or(0) + 4;
        for (heading, names) in GROUPS {
            if self.is_long {
                self.text.push('\n');
            }
            self.title(heading);
            for name in *names {
                let found = all.iter().find(|one| one.get_name() == *name);
                if let Some(one) = found {
                    self.entry(name, column, &[about(one)]);
                }
            }
        }
        if self.is_long {
            let options: Vec<&Arg> = options_of(self.command).collect();
            let column = column_of(&options);
            self.heading("Options");
            self.options(&options, column);
            self.text.push('\n');
            self.notes(NOTES);
        } else {
            self.text.push('\n');
            self.notes(SHORT_NOTES);
        }
        self.text
    }

    /// Renders the help of a command.
    fn command(mut self, usage: &str) -> String {
        self.about();
        self.usage(usage);
        let command = self.command;
        let inner = command
            .get_subcommands()
            .filter(|inner| !inner.is_hide_set());
        let inner: Vec<&Command> = inner.collect();
        if !inner.is_empty() {
            let widest = inner.iter().map(|one| one.get_name().len()).max();
            self.heading("Commands");
            for one in inner {
                self.entry(one.get_name(), widest.unwrap_or(0) + 4, &[about(one)]);
            }
        }
        let shown = |arg: &&Arg| match self.is_long {
            true => !arg.is_hide_set() && !arg.is_hide_long_help_set(),
            false => !arg.is_hide_set() && !arg.is_hide_short_help_set(),
        };
        let arguments: Vec<&Arg> = command.get_positionals().filter(shown).collect();
        let options: Vec<&Arg> = options_of(command).filter(shown).collect();
        if !arguments.is_empty() {
            let column = column_of(&arguments);
            self.heading("Arguments");
            self.options(&arguments, column);
        }
        let section = |arg: &Arg| arg.get_help_heading().unwrap_or(GLOBAL).to_owned();
        let mut sections: Vec<String> = Vec::new();
        for name in options.iter().map(|arg| section(arg)) {
            if !sections.contains(&name) && name != GLOBAL {
                sections.push(name);
            }
        }
        sections.push(GLOBAL.to_owned());
        let column = column_of(&options);
        for name in sections {
            let own = options.iter().copied().filter(|arg| section(arg) == name);
            let own: Vec<&Arg> = own.collect();
            if !own.is_empty() {
                self.heading(&name);
                self.options(&own, column);
            }
        }
        let notes = match self.is_long {
            true => command.get_after_long_help().or(command.get_after_help()),
            false => command.get_after_help(),
        };
        if let Some(notes) = notes {
            self.text.push('\n');
            self.notes(&notes.to_string());
        }
        self.text
    }

    /// Adds the description, wrapped.
    fn about(&mut self) {
        let long = self.command.get_long_about().filter(|_| self.is_long);
        let text = match long {
            Some(long) => long.to_string(),
            None => about(self.command),
        };
        for (at, paragraph) in text.split("\n\n").enumerate() {
            if at > 0 {
                self.text.push('\n');
            }
            let end = if paragraph.ends_with(['.', ':']) {
                ""
            } else {
                "."
            };
            for line in wrap(&format!("{paragraph}{end}"), MAX_WIDTH) {
                self.text += &line;
                self.text.push('\n');
            }
        }
    }

    /// Adds the line of usage.
    fn usage(&mut self, usage: &str) {
        const HEADING: &str = "Usage:";
        let style = *self.command.get_styles().get_usage();
        let rest = usage.strip_prefix(HEADING).unwrap_or(usage);
        let indent = HEADING.len() + 1;
        self.text += &format!("\n{style}{HEADING}{style:#}");
        for (at, line) in wrap(rest, MAX_WIDTH - indent).iter().enumerate() {
            let blanks = if at == 0 { 1 } else { indent };
            self.text += &format!("{:blanks$}{line}\n", "");
        }
    }

    /// Adds an empty line and a heading.
    fn heading(&mut self, name: &str) {
        self.text.push('\n');
        self.title(name);
    }

    /// Adds a heading.
    fn title(&mut self, name: &str) {
        let style = *self.command.get_styles().get_header();
        self.text += &format!("{style}{name}:{style:#}\n");
    }

    /// Adds arguments or options, with their texts from a column on.
    fn options(&mut self, all: &[&Arg], column: usize) {
        for arg in all {
            let text = self.describe(arg);
            self.entry(&label(arg), column, &text);
        }
    }

    /// Adds a name, and its text from a column on.
    fn entry(&mut self, label: &str, column: usize, text: &[String]) {
        let style = *self.command.get_styles().get_literal();
        // The name of a value isn't part of what is typed.
        let typed = label.find(['<', '[']).unwrap_or(label.len());
        let (typed, value) = label.split_at(typed);
        let name = typed.trim();
        let [before, after] = [
            typed.len() - typed.trim_start().len(),
            typed.len() - typed.trim_end().len(),
        ];

        let after = if name.is_empty() { 0 } else { after };
        self.text += &format!("  {:before$}{style}{name}{style:#}{:after$}{value}", "", "");
        let mut at = 2 + label.len();
        for line in text.iter().flat_map(|text| wrap(text, MAX_WIDTH - column)) {
            if at + 2 > column {
                self.text.push('\n');
                at = 0;
            }
            self.text += &format!("{:blanks$}{line}", "", blanks = column - at);
            // The next line begins a new one.
            at = MAX_WIDTH;
        }
        self.text.push('\n');
    }

    /// Adds a text as it is; lines such as `Examples:` are headings.
    fn notes(&mut self, notes: &str) {
        for line in notes.trim_end().lines() {
            match line.strip_suffix(':') {
                Some(name) if !name.starts_with(' ') => self.title(name),
                _ => {
                    self.text += line;
                    self.text.push('\n');
                }
            }
        }
    }

    /// Returns the paragraphs about an argument, its default and its possible values.
    fn describe(&self, arg: &Arg) -> Vec<String> {
        if arg.get_id() == "help" {
            let text = match self.is_long {
                true => "Print help",
                false => "Print help (more with `--help`)",
            };
            return vec![text.to_owned()];
        }
        let long = arg.get_long_help().filter(|_| self.is_long);
        let text = long.or(arg.get_help()).map(ToString::to_string);
        let text = text.unwrap_or_default();
        let mut all: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
        let values = arg.get_possible_values();
        let values: Vec<_> = values.iter().filter(|one| !one.is_hide_set()).collect();
        let mut brackets = String::new();
        if !values.is_empty() && !arg.is_hide_possible_values_set() {
            let names: Vec<&str> = values.iter().map(|one| one.get_name()).collect();
            let widest = names.iter().map(|name| name.len()).max().unwrap_or(0);
            let is_explained = values.iter().any(|one| one.get_help().is_some());
            if self.is_long && is_explained {
                for one in values {
                    let help = one.get_help().map(ToString::to_string).unwrap_or_default();
                    all.push(format!("\t{:widest$}  {help}", one.get_name()));
                }
            } else {
                brackets += &format!(" [{}]", names.join(", "));
            }
        }
        let default: Vec<_> = arg.get_default_values().iter().collect();
        if !default.is_empty()
            && !arg.is_hide_default_value_set()
            && arg.get_action().takes_values()
        {
            // The configuration may set a default that replaces the one in the text.
            all.retain(|text| !text.starts_with("[default: "));
            if let Some(first) = all.first_mut()
                && let Some(at) = first.find(" [default: ")
            {
                first.truncate(at);
            }
            let default: Vec<_> = default.iter().map(|one| one.to_string_lossy()).collect();
            brackets += &format!(" [default: {}]", default.join(" "));
        }
        let is_sentence = all
            .get(1)
            .is_some_and(|next| !next.starts_with(['[', '\t']));
        if let Some(first) = all.first_mut() {
            first.push_str(&brackets);
            if is_sentence && !first.ends_with(['.', ']']) {
                first.push('.');
            }
        }
        all
    }
}

/// Returns the one-line description of a command.
fn about(command: &Command) -> String {
    match command.get_name() {
        // clap adds this command with a text that differs in style.
        "help" => "Print help for a command".to_owned(),
        _ => command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default(),
    }
}

/// Returns the arguments that have a name.
fn options_of(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_positional())
}

/// Returns what is typed for an argument, such as `-o, --out <FILE>`.
fn label(arg: &Arg) -> String {
    match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(_)) => format!("-{short}, {arg}"),
        (None, Some(_)) => format!("    {arg}"),
        _ => arg.to_string(),
    }
}

/// Returns the column in which the texts of these arguments begin.
fn column_of(all: &[&Arg]) -> usize {
    let widths = all.iter().map(|arg| label(arg).len());
    widths
        .filter(|width| *width <= MAX_LABEL)
        .max()
        .unwrap_or(0)
        + 4
}

/// Breaks a text into lines between words.
///
/// A text that begins with a tab is an entry of a list. Its lines after the first are indented
/// to the text that follows the entry's name.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let (is_entry, text) = match text.strip_prefix('\t') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let (head, rest) = match text.split_once("  ").filter(|_| is_entry) {
        Some((name, rest)) => {
            let blanks = rest.len() - rest.trim_start().len();
            let head = format!("  {name}  {:blanks$}", "");
            (head, rest.trim_start())
        }
        None => (String::new(), text),
    };
    hanging(&head, rest, width)
}

/// Breaks a text into lines between words, behind a head to which all lines are indented.
pub fn hanging(head: &str, text: &str, width: usize) -> Vec<String> {
    let indent = head.chars().count();
    let (mut lines, mut line) = (Vec::new(), head.to_owned());
    let mut length = indent;

    for word in text.split_whitespace() {
        let own = word.chars().count();
        if length > indent && length + 1 + own > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            length = indent;
        }
        if length > indent {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += own;
    }
    lines.push(line);
    lines
}
