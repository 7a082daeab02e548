//! Words, marks, numbers and quoted texts, one after the other, with their places.

use super::names::Names;
use crate::diagnostic::{Diagnostic, Span};
use crate::tree::Word;

/// What is read, or the error that ends the statement.
pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

/// More brackets, minus signs and `not`s than these cannot be open at once, so that no recursion
/// outgrows the stack.
pub(super) const DEEPEST: usize = 60;

/// Words that are no names.
pub(crate) const KEYWORDS: [&str; 10] = [
    "and", "or", "not", "if", "else", "for", "in", "has", "at", "along",
];

/// Marks of two characters; all others are one character.
const MARKS: [&str; 14] = [
    "->", ":=", "-=", "+=", "<=", ">=", "!=", "==", "..", "&&", "||", "++", "--", "<>",
];

pub(super) fn is_letter(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn in_word(c: char) -> bool {
    is_letter(c) || c.is_ascii_digit()
}

/// The word, number, quoted text or symbol, or mark that a text begins with; empty where it is.
pub(crate) fn first_token(rest: &str) -> &str {
    let Some(first) = rest.chars().next() else {
        return "";
    };
    let length = if in_word(first) {
        rest.find(|c| !in_word(c)).unwrap_or(rest.len())
    } else if first == '"' {
        let closed = rest[1..].find(['"', '\n']);
        closed.map_or(rest.len(), |close| close + 2)
    } else if let Some(quoted) = symbol_in_quotes(rest) {
        quoted.len_utf8() + 2
    } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
        mark.len()
    } else {
        first.len_utf8()
    };
    &rest[..length]
}

/// Whether a token can be a name.
pub(crate) fn is_name(token: &str) -> bool {
    token.starts_with(is_letter) && !KEYWORDS.contains(&token)
}

/// An error at a place.
pub(super) fn error(
    span: Span,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(span, message).help(help))
}

/// One statement, and how far it is read.
pub(super) struct Reader<'a> {
    pub(super) source: &'a str,
    /// What is to be read next starts here, or after blanks.
    pub(super) at: usize,
    /// Where the statement ends.
    pub(super) end: usize,
    /// Where the statement starts.
    pub(super) start: usize,
    /// Where what was read last ends.
    pub(super) last: usize,
    pub(super) names: &'a Names,
    /// Whether `own` and `other` are words here.
    pub(super) own: bool,
    /// Whether the next factor may be a slice `a[i..j]`.
    pub(super) slices: bool,
    /// How many numbers and names the statement holds so far.
    pub(super) operands: usize,
    /// The form of the statement, shown where it is not met.
    pub(super) form: &'static str,
    pub(super) warnings: Vec<Diagnostic>,
    /// Where the text was read character by character.
    pub(super) kept: Vec<Span>,
    depth: usize,
    /// How many steps stand in one another here.
    pub(super) steps_open: usize,
    /// What could stand at the farthest place looked at.
    notes: (usize, Vec<&'static str>),
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a str, span: Span, names: &'a Names) -> Self {
        Self {
            source,
            at: span.start,
            end: span.end,
            start: span.start,
            last: span.start,
            names,
            own: names.own,
            slices: false,
            operands: 0,
            form: "a statement of docs/rules.md",
            warnings: Vec::new(),
            kept: Vec::new(),
            depth: 0,
            steps_open: 0,
            notes: (0, Vec::new()),
        }
    }

    pub(super) fn text(&self, span: Span) -> &'a str {
        self.source.get(span).unwrap_or_default()
    }

    fn rest(&self, at: usize) -> &'a str {
        self.text(at..self.end)
    }

    /// The place after blanks and comments.
    pub(super) fn skip(&self, mut at: usize) -> usize {
        loop {
            let rest = self.rest(at);
            let code = rest.trim_start();
            at += rest.len() - code.len();
            if !code.starts_with("//") {
                return at.min(self.end);
            }
            at += code.find('\n').unwrap_or(code.len());
        }
    }

    /// The place of what is to be read next.
    pub(super) fn here(&self) -> usize {
        self.skip(self.at)
    }

    /// The token after a place, and where it starts: a word, a number, a quoted text or symbol, a
    /// mark; empty at the end.
    pub(super) fn token(&self, at: usize) -> (usize, &'a str) {
        let at = self.skip(at);
        (at, first_token(self.rest(at)))
    }

    /// The token to be read next.
    pub(super) fn next(&self) -> &'a str {
        self.token(self.at).1
    }

    /// The token after the next one.
    pub(super) fn second(&self) -> &'a str {
        let (at, token) = self.token(self.at);
        self.token(at + token.len()).1
    }

    /// The token after the next two.
    pub(super) fn third(&self) -> &'a str {
        let (at, token) = self.token(self.at);
        let (at, token) = self.token(at + token.len());
        self.token(at + token.len()).1
    }

    /// All tokens from a place to the end of the statement.
    pub(super) fn tokens(&self, from: usize) -> impl Iterator<Item = (usize, &'a str)> + '_ {
        let mut at = from;
        std::iter::from_fn(move || {
            let (start, token) = self.token(at);
            at = start + token.len();
            (!token.is_empty()).then_some((start, token))
        })
    }

    /// Goes on behind a place.
    pub(super) fn go_to(&mut self, place: usize) {
        self.at = place;
        self.last = place;
    }

    /// Takes the next token, whatever it is, and gives its place.
    pub(super) fn take_token(&mut self) -> Span {
        let (at, token) = self.token(self.at);
        self.go_to(at + token.len());
        at..at + token.len()
    }

    pub(super) fn sees(&self, token: &str) -> bool {
        self.next() == token
    }

    /// Takes a word or mark where it stands next.
    pub(super) fn take(&mut self, token: &str) -> bool {
        let found = self.sees(token);
        if found {
            self.take_token();
        }
        found
    }

    /// Takes one mark, also where it is the beginning of another, as `-` of `->`.
    pub(super) fn sees_char(&self, mark: char) -> bool {
        self.rest(self.here()).starts_with(mark)
    }

    pub(super) fn take_char(&mut self, mark: char) -> bool {
        let at = self.here();
        let found = self.rest(at).starts_with(mark);
        if found {
            self.go_to(at + mark.len_utf8());
        }
        found
    }

    pub(super) fn char_at(&self, at: usize) -> Option<char> {
        self.rest(at).chars().next()
    }

    /// Takes words in succession, or none of them.
    pub(super) fn take_words(&mut self, words: &str) -> bool {
        let mut at = self.at;
        for word in words.split(' ') {
            let (start, token) = self.token(at);
            if token != word {
                return false;
            }
            at = start + token.len();
        }
        self.go_to(at);
        true
    }

    /// Takes a word or mark that must stand here.
    pub(super) fn need(&mut self, token: &'static str, expected: &'static str) -> Read<()> {
        if self.take(token) {
            return Ok(());
        }
        self.note(expected);
        Err(self.unexpected())
    }

    pub(super) fn at_end(&self) -> bool {
        self.here() >= self.end
    }

    /// The statement must end here.
    pub(super) fn finish(&mut self) -> Read<()> {
        if self.at_end() {
            return Ok(());
        }
        self.note("the end of the line");
        Err(self.unexpected())
    }

    /// A name.
    pub(super) fn name(&mut self) -> Read<Word> {
        self.named("a name")
    }

    pub(super) fn named(&mut self, expected: &'static str) -> Read<Word> {
        if !is_name(self.next()) {
            self.note(expected);
            return Err(self.unexpected());
        }
        let span = self.take_token();
        Ok(self.word(span))
    }

    pub(super) fn word(&self, span: Span) -> Word {
        Word {
            text: self.text(span.clone()).to_string(),
            span,
        }
    }

    /// A text in quotation marks; its place is without them.
    pub(super) fn string(&mut self) -> Read<Word> {
        let (at, token) = self.token(self.at);
        if !token.starts_with('"') {
            self.note("a text in quotation marks");
            return Err(self.unexpected());
        }
        if token.len() < 2 || !token.ends_with('"') {
            let help = "close it on the same line";
            return Err(error(
                at..at + 1,
                "this quotation mark has no other one",
                help,
            ));
        }
        self.take_token();
        Ok(self.word(at + 1..at + token.len() - 1))
    }

    /// `'S'`
    pub(super) fn quoted(&mut self) -> Read<(char, Span)> {
        let (at, token) = self.token(self.at);
        match symbol_in_quotes(token) {
            Some(symbol) => Ok((symbol, self.take_token())),
            None if token.starts_with('\'') => {
                let help = "a symbol is one character: 'x'";
                Err(error(
                    at..at + 1,
                    "this isn't a symbol in quotation marks",
                    help,
                ))
            }
            None => {
                self.note("a symbol in ' '");
                Err(self.unexpected())
            }
        }
    }

    /// Reads what stands in brackets or behind a sign, one level deeper.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            let at = self.here();
            let length = self.char_at(at).map_or(0, char::len_utf8);
            let help = format!(
                "at most {DEEPEST} brackets and negations may be open at once; name a part of it by `let`"
            );
            return Err(error(at..at + length, "this is nested too deeply", help));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Remembers what could stand at this place.
    pub(super) fn note(&mut self, expected: &'static str) {
        let at = self.here();
        if at != self.notes.0 {
            self.notes = (at, Vec::new());
        }
        if !self.notes.1.contains(&expected) {
            self.notes.1.push(expected);
        }
    }

    /// Whether this could stand here.
    pub(super) fn notes(&self, expected: &str) -> bool {
        self.notes.0 == self.here() && self.notes.1.contains(&expected)
    }

    /// Notes that what was read since a place was read character by character, so that its blanks
    /// are the writer's.
    pub(super) fn keep(&mut self, start: usize) {
        self.kept.push(start..self.last);
    }

    /// The error that the next token cannot stand here.
    pub(super) fn unexpected(&self) -> Box<Diagnostic> {
        let (at, token) = self.token(self.at);
        if let Some(error) = self.other_notation(at, token) {
            return error;
        }
        if token.starts_with('"') && (token.len() < 2 || !token.ends_with('"')) {
            let help = "close it on the same line";
            return error(at..at + 1, "this quotation mark has no other one", help);
        }
        let message = match token {
            "" => "the statement ends too early".to_string(),
            token => {
                let word: String = token.chars().take(30).collect();
                format!("unexpected `{word}`")
            }
        };
        let mut found = Diagnostic::new(at..at + token.len(), message);
        if self.notes.0 == at {
            found = match self.notes.1.as_slice() {
                [] => found,
                [one] => found.label(format!("expected {one}")),
                [rest @ .., last] => found.label(format!("expected {} or {last}", rest.join(", "))),
            };
        }
        let help = self
            .mend(at, token)
            .unwrap_or_else(|| format!("for example: {}", self.form));
        Box::new(found.help(help))
    }
}

/// The symbol of `'S'` at the beginning of a text.
fn symbol_in_quotes(text: &str) -> Option<char> {
    let mut chars = text.chars();
    if chars.next() != Some('\'') {
        return None;
    }
    let symbol = chars.next().filter(|c| !matches!(c, '\'' | '\n'))?;
    (chars.next() == Some('\'')).then_some(symbol)
}
