//! Edits of a value: other spellings of numbers, times, sizes and choices.

use clap::Arg;
use whowins_analysis::closest;

use super::words::WORDS;

/// Seconds, minutes, hours and days, and their names.
const TIMES: &[(&str, f64)] = &[
    ("ms", 0.001),
    ("seconds", 1.0),
    ("second", 1.0),
    ("secs", 1.0),
    ("sec", 1.0),
    ("s", 1.0),
    ("minutes", 60.0),
    ("minute", 60.0),
    ("mins", 60.0),
    ("min", 60.0),
    ("m", 60.0),
    ("hours", 3600.0),
    ("hour", 3600.0),
    ("h", 3600.0),
    ("days", 86400.0),
    ("day", 86400.0),
    ("d", 86400.0),
];

/// Returns texts that may be meant by an invalid value, the likeliest first.
pub fn candidates(value: &str, arg: &Arg) -> Vec<String> {
    let plain = value.trim().to_lowercase().replace(['_', ' '], "-");
    let possible = arg.get_possible_values();
    if !possible.is_empty() {
        let names: Vec<&str> = possible.iter().map(|one| one.get_name()).collect();
        let word = WORDS.iter().find(|(word, _)| *word == plain);
        let begins = names.iter().find(|name| name.starts_with(&plain));
        let within = names.iter().find(|name| plain.contains(**name));
        let near = [
            names.iter().copied().find(|name| *name == plain),
            word.map(|(_, name)| *name),
            begins.copied().filter(|_| !plain.is_empty()),
            within.copied(),
            closest(&plain, names.iter().copied()),
        ];
        return near.into_iter().flatten().map(str::to_owned).collect();
    }
    numbers(value)
}

/// Returns plain numbers that a text may mean, such as 300 for `5m` and 8G for `8 gigabytes`.
fn numbers(text: &str) -> Vec<String> {
    let text = text.trim().to_lowercase().replace(['_', '\''], "");
    let text = match text.split(',').skip(1).all(|group| group.len() == 3) {
        true => text.replace(',', ""),
        false => text.replacen(',', ".", 1),
    };
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let digits = text.trim_start_matches('-');
    let end = digits.find(|c| !is_number(c)).unwrap_or(digits.len());
    let (number, unit) = digits.split_at(end);
    let Ok(number) = number.parse::<f64>() else {
        return Vec::new();
    };
    let unit = unit.trim().trim_start_matches('-');
    let mut all = Vec::new();
    let mut add = |number: f64| {
        if number < 1e15 {
            // At least 1: a limit of 0 is of no use.
            all.push(format!("{}", (number.ceil() as u64).max(1)));
        }
    };
    if let Ok(power) = unit.strip_prefix('e').unwrap_or("x").parse::<i32>() {
        add(number * 10f64.powi(power.min(15)));
    }
    if let Some((_, seconds)) = TIMES.iter().find(|(name, _)| *name == unit) {
        add(number * seconds);
    }
    if let Some(letter) = unit
        .chars()
        .next()
        .filter(|letter| "kmgt".contains(*letter))
    {
        let letter = letter.to_ascii_uppercase();
        match number.fract() == 0.0 {
            true => all.push(format!("{number}{letter}")),
            false => {
                let smaller = match letter {
                    'M' => "K",
                    'G' => "M",
                    'T' => "G",
                    _ => "",
                };
                all.push(format!("{}{smaller}", (number * 1024.0).round()));
            }
        }
    } else if unit.is_empty() || unit.starts_with('b') {
        add(number);
    }
    all
}
