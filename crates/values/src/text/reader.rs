//! A character-by-character reader.

use super::syntax::Fault;

/// The result of a parser function.
pub(super) type Read<T> = Result<T, Fault>;

/// The text and the current offset.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    pub at: usize,
    pub nested: usize,
    /// The names after `where`, in the order of their definitions.
    pub names: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the next character that isn't a space.
    pub(super) fn next_sign(&self) -> Option<char> {
        self.rest().trim_start().chars().next()
    }

    pub(super) fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Consumes these characters if they are next.
    pub(super) fn takes(&mut self, sign: &str) -> bool {
        let does = self.rest().starts_with(sign);
        if does {
            self.at += sign.len();
        }
        does
    }

    /// Consumes one of these texts if it is next.
    pub(super) fn takes_any(&mut self, signs: &[&str]) -> bool {
        signs.iter().any(|sign| self.takes(sign))
    }

    pub(super) fn digits(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|sign: char| !sign.is_ascii_digit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        self.at += digits.len();
        digits
    }

    /// Returns an error at the next character.
    pub(super) fn fault<T>(&self, message: impl Into<String>, help: impl Into<String>) -> Read<T> {
        let width = self.peek().map_or(0, char::len_utf8);
        Err(Fault::new(self.at..self.at + width, message, help))
    }

    /// Runs a parser and checks that it consumes the complete text.
    pub(super) fn all<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let done = read(self)?;
        self.skip();
        match self.peek() {
            None => Ok(done),
            Some('<' | '>' | '=' | '≤' | '≥' | '|') => self.fault(
                "a comparison has two sides",
                "compare two values at a time, such as `^ > 0`",
            ),
            Some(sign @ ('}' | ')' | ',')) => self.fault(
                format!("nothing is open that `{sign}` could end"),
                "take it away, or open a bracket before it",
            ),
            Some(sign) => self.fault(
                format!("`{sign}` can't follow the text before it"),
                "put + or - between two values; a product has spaces around its *",
            ),
        }
    }
}
