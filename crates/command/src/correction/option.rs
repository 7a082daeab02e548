//! Names and values of options, as they appear in arguments and labels.

use clap::Arg;

use super::words::SAMPLES;

/// Returns what to write instead of a value that isn't a number, or not one of the range.
pub fn number_help(error: &(dyn std::error::Error + 'static)) -> String {
    if error.is::<std::num::ParseIntError>() {
        return "write a whole number, such as 2".to_owned();
    }
    let text = error.to_string();
    match text.split_once(" is not in ").map(|(_, range)| range) {
        Some(range) => match range.split_once("..=") {
            Some((least, most)) => format!("write a number from {least} to {most}"),
            None => format!("write a number in {range}"),
        },
        None => text,
    }
}

/// Returns the long name of an option in a label such as `--at <POSITION>` or `--at=4`.
pub fn option_of(label: &str) -> Option<&str> {
    let name = label.strip_prefix("--")?;
    name.split([' ', '='])
        .next()
        .filter(|name| !name.is_empty())
}

/// Returns the name that an argument has as an option, whatever its hyphens are, and its value.
pub fn named(argument: &str) -> Option<(String, Option<&str>)> {
    let bare = argument.trim_start_matches(['-', '–', '—', '−', '/']);
    let (name, value) = match bare.split_once(['=', ':']) {
        Some((name, value)) => (name, Some(value)),
        None => (bare, None),
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let name = name.trim_end();
    let is_word = !name.is_empty() && name.chars().all(is_name);
    is_word.then(|| (name.to_lowercase().replace('_', "-"), value))
}

/// Returns an option with its value.
pub fn joined(name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => format!("--{name}={value}"),
        None => format!("--{name}"),
    }
}

/// Returns a value to show for an argument.
pub fn sample(arg: &Arg) -> String {
    let possible = arg.get_possible_values();
    if let Some(first) = possible.first() {
        return first.get_name().to_owned();
    }
    if arg.get_long() == Some("thermograph") {
        return "thermograph.svg".to_owned();
    }
    let names = arg.get_value_names().unwrap_or_default();
    if arg.is_positional() && names.iter().any(|name| name == "FILE") {
        return "my.game".to_owned();
    }
    let name = names.first().map_or("", |name| name.as_str());
    let sample = SAMPLES.iter().find(|(other, _)| *other == name);
    sample.map_or_else(|| name.to_owned(), |(_, sample)| (*sample).to_owned())
}
