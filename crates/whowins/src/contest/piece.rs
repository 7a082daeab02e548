//! Slices of a contest file with their places.

use whowins_rules::Diagnostic;

/// A slice of the text with its byte offset.
#[derive(Clone, Copy)]
pub(super) struct Piece<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Piece<'t> {
    pub(super) fn trim(self) -> Self {
        let before = self.text.len() - self.text.trim_start().len();
        Self {
            text: self.text.trim(),
            at: self.at + before,
        }
    }

    pub(super) fn from(self, byte: usize) -> Self {
        Self {
            text: &self.text[byte..],
            at: self.at + byte,
        }
    }

    /// Splits the piece at the first occurrence of a separator.
    pub(super) fn split(self, mark: &str) -> Option<(Self, Self)> {
        let at = self.text.find(mark)?;
        let before = Self {
            text: &self.text[..at],
            at: self.at,
        };
        Some((before.trim(), self.from(at + mark.len()).trim()))
    }

    /// Returns the rest after a leading word, or `None` if the piece doesn't start with it.
    pub(super) fn after(self, word: &str) -> Option<Self> {
        let rest = self.text.strip_prefix(word)?;
        let ends = rest
            .chars()
            .next()
            .is_none_or(|next| !next.is_alphanumeric() && next != '_');
        ends.then(|| self.from(word.len()).trim())
    }

    /// Splits the piece at each separator and trims the parts.
    pub(super) fn parts(self, mark: char) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut at = self.at;
        for text in self.text.split(mark) {
            parts.push(Self { text, at }.trim());
            at += text.len() + mark.len_utf8();
        }
        parts
    }

    pub(super) fn fault(self, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.at..self.at + self.text.len(), message).help(help)
    }
}

pub(super) type Read<T> = Result<T, Diagnostic>;

/// Returns the lines of a text without comments. Lines of a doc comment begin with `///`.
pub(super) fn lines(text: &str) -> Vec<Piece<'_>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let kept = line.strip_suffix('\r').unwrap_or(line);
        let is_comment = kept.starts_with("//") && !kept.starts_with("///");
        if !kept.trim().is_empty() && !is_comment {
            lines.push(Piece { text: kept, at });
        }
        at += line.len() + 1;
    }
    lines
}

/// Removes and returns the first clause that begins with this word.
pub(super) fn clause<'t>(rest: &mut Vec<Piece<'t>>, word: &str) -> Option<Piece<'t>> {
    let (at, found) = rest
        .iter()
        .enumerate()
        .find_map(|(at, piece)| Some((at, piece.after(word)?)))?;
    rest.remove(at);
    Some(found)
}

/// Parses a word or a quoted text.
pub(super) fn unquoted(piece: Piece<'_>) -> Read<String> {
    let inner = piece
        .text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(text) if !text.contains('"') => Ok(text.to_string()),
        None if !piece.text.is_empty() && !piece.text.contains(['"', ' ']) => {
            Ok(piece.text.to_string())
        }
        _ => Err(piece.fault("no word", "write a word, or a text in quotes")),
    }
}

/// Parses symbols that are separated by blanks.
pub(super) fn symbols_of(piece: Piece<'_>) -> Read<Vec<u8>> {
    let mut symbols = Vec::new();
    for symbol in piece.text.split_whitespace() {
        match symbol.as_bytes() {
            [one] if one.is_ascii_graphic() && !symbols.contains(one) => symbols.push(*one),
            _ => {
                return Err(piece.fault(
                    format!("`{symbol}` isn't a symbol"),
                    "write each symbol once, with blanks between: . # A B",
                ));
            }
        }
    }
    match symbols.is_empty() {
        true => Err(piece.fault("no symbols", "write them with blanks between: . #")),
        false => Ok(symbols),
    }
}
