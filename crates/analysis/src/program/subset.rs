//! How a set is written as text, and read again.
//!
//! Members are separated by commas, `{1, 4}`. Cells of a board contain commas themselves and are
//! separated by blanks, as tokens on a board are: `{1,1 1,2}`.

use dashu_int::IBig;

/// Writes a set of these members.
pub fn set_of(names: &[&str]) -> String {
    let between = if has_commas(names) { " " } else { ", " };
    format!("{{{}}}", names.join(between))
}

/// Writes the members of a set that is given as 1 or 0 for each of all `members`.
pub(super) fn shown(elements: &[IBig], members: &[String]) -> String {
    let inside = members.iter().zip(elements);
    let inside = inside.filter(|(_, element)| **element != IBig::ZERO);
    let names: Vec<&str> = inside.map(|(name, _)| name.as_str()).collect();
    set_of(&names)
}

/// Reads a set as 1 or 0 for each of all `members`: `all`, or its members, with or without braces.
///
/// # Errors
///
/// The first piece of the text that is no member.
pub fn subset(text: &str, members: &[String]) -> Result<Vec<IBig>, String> {
    let text = text.trim();
    let known: Vec<String> = members.iter().map(|name| plain(name)).collect();
    if text == "all" && !known.iter().any(|name| name == text) {
        return Ok(vec![IBig::ONE; members.len()]);
    }
    let inner = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    // A set of sets may be written without its own braces: `{1}, {2}`.
    let inner = inner.filter(|inner| is_balanced(inner)).unwrap_or(text);
    let mut all = vec![IBig::ZERO; members.len()];
    for piece in pieces(inner, has_commas(members)) {
        let name = plain(piece);
        // An edge may be named from either end.
        let turned = name.split_once('-').map(|(a, b)| format!("{b}-{a}"));
        let find = |name: &String| known.iter().position(|one| one == name);
        let found = find(&name).or_else(|| find(turned.as_ref()?));
        all[found.ok_or_else(|| piece.to_string())?] = IBig::ONE;
    }
    Ok(all)
}

/// Whether names of members contain commas, as those of a board's cells do.
fn has_commas<T: AsRef<str>>(names: &[T]) -> bool {
    let has_comma = |name: &str| !name.starts_with('{') && name.contains(',');
    names.iter().any(|name| has_comma(name.as_ref()))
}

/// A name of a member without blanks, with one comma between numbers or words.
fn plain(name: &str) -> String {
    let mut out = String::new();
    let separates = |one: char| one == ',' || one.is_whitespace();
    for word in name.split(separates).filter(|word| !word.is_empty()) {
        let follows = out.ends_with(char::is_alphanumeric);
        if follows && word.starts_with(char::is_alphanumeric) {
            out.push(',');
        }
        out += word;
    }
    out
}

/// Whether each closing brace has an opening one before it.
fn is_balanced(text: &str) -> bool {
    let depths = text.chars().scan(0, |depth, one| {
        *depth += i32::from(one == '{') - i32::from(one == '}');
        Some(*depth)
    });
    depths.min().is_none_or(|least| least >= 0)
}

/// The members of a set, braces left whole; `by_blanks` where names contain commas.
fn pieces(text: &str, by_blanks: bool) -> Vec<&str> {
    let all = match by_blanks {
        true => super::notation::at_top(text, char::is_whitespace),
        false => super::notation::at_top(text, |one| one == ','),
    };
    let all = all
        .into_iter()
        .map(|piece| piece.trim().trim_end_matches(','));
    all.filter(|piece| !piece.is_empty()).collect()
}
