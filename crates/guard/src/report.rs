//! The layout of error messages on standard error.

use std::fmt;

/// An error message as it is printed: `error:` and what was found, then `help:` and the fix.
///
/// The libraries write a message as one line: what was found, and after `; ` how to fix it. A
/// semicolon within backticks or double quotes belongs to a quoted text. Further lines belong to
/// the fix. A message that has a line `help:` is printed as it is, after `error:`.
///
/// ```
/// use whowins_guard::Report;
///
/// let printed = Report("the time ran out; allow more with --time").to_string();
/// assert_eq!(printed, "error: the time ran out\nhelp: allow more with --time");
/// ```
pub struct Report<'a>(pub &'a str);

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match split(self.0) {
            Some((found, fix)) => write!(f, "error: {found}\nhelp: {fix}"),
            None => write!(f, "error: {}", self.0),
        }
    }
}

/// Splits a message at the first `; ` of its first line outside of quoted text.
fn split(message: &str) -> Option<(&str, &str)> {
    if message.contains("\nhelp: ") {
        return None;
    }
    let mut open = None;
    for (at, c) in message.char_indices().take_while(|(_, c)| *c != '\n') {
        match open {
            Some(quote) if c == quote => open = None,
            None if c == '`' || c == '"' => open = Some(c),
            None if c == ';' => {
                if let Some(fix) = message[at..].strip_prefix("; ") {
                    return Some((&message[..at], fix));
                }
            }
            _ => {}
        }
    }
    None
}
