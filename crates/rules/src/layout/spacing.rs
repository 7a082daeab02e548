//! How many blanks stand between two pieces of a line.

use super::Piece;
use crate::diagnostic::Span;
use crate::read::scan::{KEYWORDS, first_token};

/// Marks with one blank on either side.
const SPACED: [&str; 10] = ["->", ":=", "-=", "+=", "<=", ">=", "!=", "=", "<", ">"];
/// Operations, with one blank on either side where two operands stand there.
const OPERATIONS: [&str; 5] = ["+", "-", "*", "/", "%"];
/// Words, beside the keywords, that no operand ends with.
const BEFORE_OPERANDS: [&str; 12] = [
    "divides", "to", "by", "only", "may", "choose", "of", "from", "through", "over", "move",
    "showing",
];

/// Cuts lines into pieces.
pub(super) struct Spacing<'a, 'k> {
    source: &'a str,
    /// What is the writer's own, in order.
    kept: &'k [Span],
}

/// A piece, as far as its neighbours care.
#[derive(Clone, Copy)]
struct Seen<'a> {
    text: &'a str,
    /// The number of the pattern or position that it belongs to.
    kept: Option<usize>,
    /// Whether it is an operation on two operands.
    is_between: bool,
    /// Whether an operand ends here.
    is_operand: bool,
}

impl<'a, 'k> Spacing<'a, 'k> {
    pub(super) fn new(source: &'a str, kept: &'k [Span]) -> Self {
        Self { source, kept }
    }

    /// The pieces of a line without its comment.
    pub(super) fn line(&mut self, line: Span) -> Vec<Piece<'a>> {
        let mut pieces: Vec<Piece<'a>> = Vec::new();
        let mut before: Option<Seen<'a>> = None;
        let mut at = line.start;
        loop {
            let rest = &self.source[at..line.end];
            let code = rest.trim_start();
            if code.is_empty() {
                return pieces;
            }
            let blank = &rest[..rest.len() - code.len()];
            at += blank.len();
            let (text, kept) = self.piece(at, code);
            let seen = Seen {
                text,
                kept,
                is_between: kept.is_none() && is_between(before, text),
                is_operand: kept.is_some() || is_operand(text),
            };
            let given = blank.chars().count();
            pieces.push(Piece {
                text,
                given,
                blanks: before.map_or(0, |before| blanks(before, seen, given > 0)),
                is_inside: kept.is_some() && before.is_some_and(|before| before.kept == kept),
            });
            before = Some(seen);
            at += text.len();
        }
    }

    /// The piece that begins here, and the pattern or position that it belongs to.
    fn piece(&mut self, at: usize, code: &'a str) -> (&'a str, Option<usize>) {
        while self.kept.first().is_some_and(|span| span.end <= at) {
            self.kept = &self.kept[1..];
        }
        match self.kept.first() {
            Some(span) if span.start <= at => {
                let word = code.find(char::is_whitespace).unwrap_or(code.len());
                (&code[..word.min(span.end - at)], Some(span.end))
            }
            _ => (first_token(code), None),
        }
    }
}

/// Whether an operand can end with this.
fn is_operand(text: &str) -> bool {
    let last = text.chars().next_back().unwrap_or(' ');
    let is_word = last.is_alphanumeric() || last == '_';
    let is_closed = matches!(last, ')' | ']' | '}' | '\'' | '"');
    is_closed || is_word && !KEYWORDS.contains(&text) && !BEFORE_OPERANDS.contains(&text)
}

fn is_between(before: Option<Seen<'_>>, text: &str) -> bool {
    OPERATIONS.contains(&text) && before.is_some_and(|before| before.is_operand)
}

/// How many blanks stand between two pieces, where the writer gave some or none.
fn blanks(before: Seen<'_>, next: Seen<'_>, given: bool) -> usize {
    if before.kept.is_some() && before.kept == next.kept {
        return usize::from(given);
    }
    let free = |seen: Seen<'_>, marks: &[&str]| seen.kept.is_none() && marks.contains(&seen.text);
    let wanted = if free(next, &[",", ";", ":", ")", "]", "}"]) || free(before, &["(", "[", "{"]) {
        false
    } else if free(before, &[",", ";", ":"]) {
        true
    } else if free(before, &[".."]) || free(next, &[".."]) {
        false
    } else if free(before, &SPACED) || free(next, &SPACED) || before.is_between || next.is_between {
        true
    } else if free(before, &["-"]) || free(next, &["["]) && before.is_operand {
        false
    } else {
        given
    };
    // What is put together must not be read as something else.
    let apart = before.kept.is_none() && next.kept.is_none() && {
        let both = format!("{}{}", before.text, next.text);
        first_token(&both) != before.text || both.starts_with("//")
    };
    usize::from(wanted || given && apart)
}
