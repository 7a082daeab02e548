//! Parser of s-expressions.

use super::ReadError;
use crate::check::DEPTH;

/// A word or a parenthesized list, with its place.
#[derive(Clone, Debug)]
pub struct Tree<'t> {
    /// Byte offset in the text.
    pub at: usize,
    pub kind: Kind<'t>,
}

#[derive(Clone, Debug)]
pub enum Kind<'t> {
    Word(&'t str),
    List(Vec<Tree<'t>>),
}

impl<'t> Tree<'t> {
    /// Returns the word if it is one.
    pub fn word(&self) -> Option<&'t str> {
        match self.kind {
            Kind::Word(word) => Some(word),
            Kind::List(_) => None,
        }
    }

    /// Returns the list if it is one.
    pub fn list(&self) -> Option<&[Self]> {
        match &self.kind {
            Kind::Word(_) => None,
            Kind::List(list) => Some(list),
        }
    }
}

/// Returns true if a text is a single word.
pub fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "()\";".contains(c))
}

/// Parses a text that consists of one tree. Quotes are removed from quoted words. `;` begins a
/// comment up to the end of the line.
pub fn parse(text: &str) -> Result<Tree<'_>, ReadError> {
    let mut open: Vec<Tree<'_>> = Vec::new();
    let mut whole = None;
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let at = text.len() - rest.len();
        let fault = |message: &str| Err(ReadError::new(text, at, message));
        let Some(first) = rest.chars().next() else {
            break;
        };
        if first == ';' {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        }
        if whole.is_some() {
            return fault("nothing is expected after the last bracket");
        }
        let done = match first {
            '(' => {
                // Each command or expression needs at most two levels of parentheses.
                if open.len() > 2 * DEPTH {
                    return fault("the brackets are nested too deep");
                }
                rest = &rest[1..];
                let kind = Kind::List(Vec::new());
                open.push(Tree { at, kind });
                continue;
            }
            ')' => {
                rest = &rest[1..];
                match open.pop() {
                    Some(list) => list,
                    None => return fault("a bracket is closed that was not opened"),
                }
            }
            '"' => {
                let Some(end) = rest[1..].find('"') else {
                    return fault("the quote does not end");
                };
                let word = &rest[1..=end];
                rest = &rest[end + 2..];
                let kind = Kind::Word(word);
                Tree { at, kind }
            }
            _ => {
                let end = rest.find(|c: char| !is_word(c.encode_utf8(&mut [0; 4])));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                rest = after;
                let kind = Kind::Word(word);
                Tree { at, kind }
            }
        };
        match open.last_mut() {
            Some(Tree {
                kind: Kind::List(list),
                ..
            }) => list.push(done),
            _ => whole = Some(done),
        }
    }
    match (open.last(), whole) {
        (Some(list), _) => Err(ReadError::new(text, list.at, "this bracket is not closed")),
        (None, Some(whole)) => Ok(whole),
        (None, None) => Err(ReadError::new(text, text.len(), "the text is empty")),
    }
}
