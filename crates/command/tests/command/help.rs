//! Tests the help: groups, line widths, sections and words.

use clap::Command;
use whowins_command::inside::{EXAMPLES, FIRST_EXAMPLES, GROUPS, MAX_WIDTH, command, with_help};

use super::run::answer;

/// Maximum number of lines of `-h`: one screen.
const MAX_SHORT: usize = 50;

/// Returns the names and help texts, short and long, of a command and of all its subcommands.
fn pages(command: &Command, name: &str) -> Vec<(String, String, String)> {
    let mut own = command.clone();
    let short = own.render_help().to_string();
    let long = own.render_long_help().to_string();
    let mut all = vec![(name.to_owned(), short, long)];
    for inner in command.get_subcommands() {
        all.extend(pages(inner, &format!("{name} {}", inner.get_name())));
    }
    all
}

/// Returns the help texts of all commands.
fn all_pages() -> Vec<(String, String, String)> {
    pages(&with_help(command()), "whowins")
}

#[test]
fn each_command_is_in_exactly_one_group() {
    let command = command();
    let mut names: Vec<&str> = command
        .get_subcommands()
        .filter(|one| !one.is_hide_set())
        .map(Command::get_name)
        .collect();
    names.push("help");
    names.sort_unstable();
    let mut grouped: Vec<&str> = GROUPS
        .iter()
        .flat_map(|(_, names)| *names)
        .copied()
        .collect();
    grouped.sort_unstable();
    assert_eq!(grouped, names);
}

#[test]
fn each_command_has_one_line_in_the_list() {
    for flag in ["-h", "--help"] {
        let help = answer(&[flag], "");
        for (heading, names) in GROUPS {
            assert!(
                help.contains(&format!("\n{heading}:\n")),
                "{flag}: {heading}"
            );
            for name in *names {
                let starts = format!("  {name} ");
                let lines = help.lines().filter(|line| line.starts_with(&starts));
                assert_eq!(lines.count(), 1, "{flag}: {name}");
            }
        }
        // A description that doesn't fit continues on the next line, in the same column.
        let is_continued = |line: &str| line.starts_with("          ");
        assert!(!help.lines().any(is_continued), "{help}");
    }
    let lines = answer(&["-h"], "").lines().count();
    assert!((24..=MAX_SHORT).contains(&lines), "{lines}");
}

#[test]
fn no_line_of_help_is_too_wide_and_short_help_fits_a_screen() {
    let all = all_pages();
    assert!(all.len() > 40, "{}", all.len());
    for (name, short, long) in all {
        for line in short.lines().chain(long.lines()) {
            assert!(line.chars().count() <= MAX_WIDTH, "{name}: {line}");
            assert_eq!(line.trim_end(), line, "{name}");
        }
        assert!(short.lines().count() <= MAX_SHORT, "{name}:\n{short}");
        assert!(long.contains("Usage: "), "{name}:\n{long}");
    }
}

#[test]
fn each_option_has_a_section_and_a_description() {
    fn check(command: &Command, name: &str) {
        let about = command.get_about().map(ToString::to_string);
        assert!(about.is_some_and(|about| !about.is_empty()), "{name}");
        for arg in command.get_arguments() {
            let id = arg.get_id();
            assert!(arg.get_help().is_some(), "{name}: {id}");
            assert!(
                arg.is_positional() || arg.get_help_heading().is_some(),
                "{name}: {id}"
            );
        }
        for inner in command.get_subcommands() {
            check(inner, &format!("{name} {}", inner.get_name()));
        }
    }
    check(&command(), "whowins");
}

#[test]
fn the_help_uses_plain_words() {
    let avoided = [
        "\u{ab}",
        "\u{bb}",
        "whether ",
        "held against",
        "goes on",
        "told",
        "mend",
        "fault",
        "beside",
        "so many",
        "as far as",
        "whoever",
    ];
    for (name, short, long) in all_pages() {
        for text in [short, long] {
            // "default" contains a word to avoid.
            let text = text.to_lowercase().replace("default", "");
            for word in avoided {
                assert!(!text.contains(word), "{name}: {word}");
            }
        }
    }
}

#[test]
fn options_are_grouped_and_rare_ones_are_only_in_the_long_help() {
    let short = answer(&["judge", "-h"], "");
    let long = answer(&["judge", "--help"], "");
    for heading in [
        "Arguments",
        "Positions to test",
        "Limits of the program",
        "Output",
        "Limits",
        "Global options",
        "Examples",
    ] {
        let heading = format!("\n{heading}:\n");
        assert!(
            short.contains(&heading) && long.contains(&heading),
            "{heading}"
        );
    }
    assert!(!short.contains("--seed") && long.contains("--seed"));
    assert!(!short.contains("Exit codes:") && long.contains("\nExit codes:\n"));
    // The values of an option: in brackets, or one per line with descriptions.
    let words: Vec<&str> = short.split_whitespace().collect();
    let values = "[winner, move, winning-moves, length, grundy, score] [default: winner]";
    assert!(words.join(" ").contains(values), "{short}");
    assert!(long.contains("\n                            grundy         The Grundy value\n"));
}

#[test]
fn the_kinds_of_law_are_all_listed() {
    let help = answer(&["law", "--help"], "");
    let listed = help.split("\nKinds of law:\n").nth(1).expect("the kinds");
    let listed = listed.split("\n\n").next().expect("an end");
    let mut listed: Vec<&str> = listed
        .lines()
        .flat_map(|line| line.get(19..).unwrap_or_default().split(','))
        .map(str::trim)
        .filter(|kind| !kind.is_empty())
        .collect();
    let mut kinds = whowins_law::kinds();
    listed.sort_unstable();
    kinds.sort_unstable();
    assert_eq!(listed, kinds);
}

#[test]
fn the_first_examples_are_examples_of_commands() {
    let help = answer(&["--help"], "");
    assert_eq!(FIRST_EXAMPLES.len(), 6);
    for (line, purpose) in FIRST_EXAMPLES {
        assert!(
            help.contains(&format!("  {line}\n      {purpose}\n")),
            "{line}"
        );
        let mut all = EXAMPLES.iter().flat_map(|(_, examples)| *examples);
        assert!(all.any(|(known, _)| known == line), "{line}");
    }
    let [examples, commands] = ["Examples:", "Solve:"].map(|heading| help.find(heading));
    assert!(examples < commands, "{help}");
}
