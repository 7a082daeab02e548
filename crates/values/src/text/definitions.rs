//! Names for forms: `{a|0} where a = {1|*}`.

use std::ops::Range;

use super::reader::Read;
use super::syntax::{Fault, Function};

/// Returns the place where the definitions begin.
pub(super) fn place_of_where(text: &str) -> Option<usize> {
    text.match_indices("where").map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + "where".len()..].chars().next();
        [before, after]
            .iter()
            .flatten()
            .all(|next| !next.is_alphanumeric())
    })
}

/// Splits definitions into names and the byte ranges of their expressions. Only commas outside
/// brackets separate definitions.
pub(super) fn split_definitions(text: &str, from: usize) -> Read<Vec<(&str, Range<usize>)>> {
    let mut ends = Vec::new();
    let mut open = 0i32;
    for (at, sign) in text[from..].char_indices() {
        match sign {
            '{' | '(' => open += 1,
            '}' | ')' => open -= 1,
            ',' if open <= 0 => ends.push(from + at),
            _ => {}
        }
    }
    ends.push(text.len());
    let mut start = from;
    let mut all: Vec<(&str, Range<usize>)> = Vec::new();
    for end in ends {
        let part = &text[start..end];
        let help = "write a name and its form, such as `where a = {1|0}`";
        let Some((name, _)) = part.split_once('=') else {
            return Err(Fault::new(start..end, "this defines nothing", help));
        };
        let begins = start + name.len() + 1;
        let at = start + name.len() - name.trim_start().len();
        let name = name.trim();
        let span = at..at + name.len();
        if !is_name(name) {
            return Err(Fault::new(
                span,
                format!("`{name}` isn't a name for a form"),
                help,
            ));
        }
        if all.iter().any(|known| known.0 == name) {
            let message = format!("the name `{name}` is given twice");
            return Err(Fault::new(span, message, "give each form a different name"));
        }
        all.push((name, begins..end));
        start = end + 1;
    }
    Ok(all)
}

/// Returns true if a form can have this name: a letter, then letters and digits, but not a down or
/// a function.
pub(crate) fn is_name(name: &str) -> bool {
    let mut signs = name.chars();
    let is_word = signs
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && signs.all(|sign| sign.is_ascii_alphanumeric());
    let letters = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    is_word
        && name != "where"
        && letters.chars().any(|sign| sign != 'v')
        && Function::ALL.iter().all(|(_, known, _)| *known != name)
}
