//! The scanner of all formats: reads words, numbers and lines from bytes.
//!
//! Invariant: the scanner stores only a byte offset. Line and column are counted when an error is
//! built, so valid input doesn't pay for them. The argument `what` names the expected item and is
//! formatted only for errors.

use super::ContestError;
use std::fmt;
use std::ops::RangeInclusive;

/// Maximum number of bytes of a wrong word or line in an error message.
const SHOWN_BYTES: usize = 40;

/// A scanner over a complete input. Each method consumes the next item, or returns an error with
/// its place.
///
/// ```
/// use whowins::contest::Scanner;
///
/// let mut scanner = Scanner::new(b"12  oo.o\n");
/// assert_eq!(scanner.number(format_args!("the length"), 1..=100)?, 12);
/// assert_eq!(scanner.word(format_args!("the row"), format_args!("write o and ."))?, b"oo.o");
/// scanner.end_line(format_args!("the row"), format_args!("remove it"))?;
/// scanner.end_input(format_args!("the row"), format_args!("remove it"))?;
/// assert!(scanner.is_exhausted());
/// # Ok::<(), whowins::contest::ContestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    input: &'a [u8],
    at: usize,
}

/// One line of the input, without the line end and trailing blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The bytes of the line.
    pub text: &'a [u8],
    /// The offset of its first byte, for [`Scanner::error_at`].
    pub at: usize,
}

/// Returns true for a blank that doesn't end a line.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

impl<'a> Scanner<'a> {
    /// Creates a scanner at the first byte of an input, after an optional byte order mark.
    ///
    /// ```
    /// use whowins::contest::Scanner;
    ///
    /// assert_eq!(Scanner::new(b"\xef\xbb\xbf7").number(format_args!("the heap"), 0..=9), Ok(7));
    /// ```
    #[must_use]
    pub fn new(input: &'a [u8]) -> Self {
        let at = if input.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        Self { input, at }
    }

    /// Returns the offset of the next byte, from 0.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Moves to an offset, in either direction.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.input.len());
    }

    /// Returns the number of line ends between two offsets.
    pub(super) fn line_ends(&self, from: usize, to: usize) -> usize {
        let between = self.input.get(from..to).unwrap_or_default();
        between.iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Creates an error at a byte offset.
    ///
    /// Complexity: `O(offset)`.
    ///
    /// ```
    /// let scanner = whowins::contest::Scanner::new(b"3 4\n5 6\n");
    /// let error = scanner.error_at(6, "six is too much", "write 5");
    /// assert_eq!((error.line, error.column), (2, 3));
    /// assert_eq!(error.to_string(), "line 2: six is too much; write 5");
    /// ```
    #[must_use]
    pub fn error_at(
        &self,
        at: usize,
        message: impl fmt::Display,
        help: impl fmt::Display,
    ) -> ContestError {
        let before = &self.input[..at.min(self.input.len())];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        let line = 1 + before[..line_start]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        let in_line = before[line_start..]
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(&before[line_start..]);
        ContestError {
            line,
            column: 1 + String::from_utf8_lossy(in_line).chars().count(),
            message: message.to_string(),
            help: help.to_string(),
        }
    }

    /// Skips blank lines if more text follows them.
    pub fn skip_blank_lines(&mut self) {
        let mut start = self.at;
        for (offset, &byte) in self.input.iter().enumerate().skip(self.at) {
            if byte == b'\n' {
                start = offset + 1;
            } else if !is_blank(byte) {
                self.at = start;
                return;
            }
        }
    }

    /// Returns true if only blanks and blank lines are left.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.rest()
            .iter()
            .all(|&byte| byte == b'\n' || is_blank(byte))
    }

    /// Returns true if nothing is left, not even a blank line.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.rest().is_empty()
    }

    /// Skips blanks, and returns true if the rest of the line is empty.
    pub fn is_at_line_end(&mut self) -> bool {
        self.skip_blanks();
        self.input.get(self.at).is_none_or(|&byte| byte == b'\n')
    }

    /// Reads the next number of this line. `what` names it in errors, and `range` is the allowed
    /// range.
    ///
    /// ```
    /// use whowins::contest::Scanner;
    ///
    /// let error = Scanner::new(b"-3")
    ///     .number(format_args!("the heap"), 0..=9)
    ///     .expect_err("it is negative");
    /// assert_eq!(
    ///     error.message,
    ///     "a negative number where the heap belongs: \"-3\""
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the input or the line ends, or if the next word isn't a number within
    /// `range`.
    pub fn number(
        &mut self,
        what: fmt::Arguments<'_>,
        range: RangeInclusive<u64>,
    ) -> Result<u64, ContestError> {
        self.skip_blanks();
        let start = self.at;
        let mut value = Some(0u64);
        let mut end = start;
        while let Some(digit) = self.input.get(end).filter(|byte| byte.is_ascii_digit()) {
            value = value
                .and_then(|value| value.checked_mul(10))
                .and_then(|value| value.checked_add(u64::from(digit - b'0')));
            end += 1;
        }
        let word_ends = self
            .input
            .get(end)
            .is_none_or(|&byte| byte == b'\n' || is_blank(byte));
        if let Some(value) = value.filter(|value| end > start && word_ends && range.contains(value))
        {
            self.at = end;
            return Ok(value);
        }
        let help = Wanted(&range);
        let word = self.word(what, format_args!("{help}"))?;
        Err(self.error_at(start, number_fault(word, what), help))
    }

    /// Reads the next word of this line: the bytes up to a blank or the end of the line.
    ///
    /// # Errors
    ///
    /// Returns an error if the input or the line ends first.
    pub fn word(
        &mut self,
        what: fmt::Arguments<'_>,
        help: fmt::Arguments<'_>,
    ) -> Result<&'a [u8], ContestError> {
        self.skip_blanks();
        let rest = self.rest();
        let length = rest
            .iter()
            .position(|&byte| byte == b'\n' || is_blank(byte))
            .unwrap_or(rest.len());
        if length == 0 {
            return Err(self.missing(what, help));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    /// Consumes the end of this line.
    ///
    /// # Errors
    ///
    /// Returns an error if the line contains more text.
    pub fn end_line(
        &mut self,
        after: fmt::Arguments<'_>,
        help: fmt::Arguments<'_>,
    ) -> Result<(), ContestError> {
        self.skip_blanks();
        match self.input.get(self.at) {
            None => Ok(()),
            Some(b'\n') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.extra(after, help)),
        }
    }

    /// Reads the next line, which may be blank, with its line end.
    ///
    /// ```
    /// use whowins::contest::Scanner;
    ///
    /// let mut scanner = Scanner::new(b"a b \r\n\nc");
    /// let mut next = || {
    ///     scanner
    ///         .line(format_args!("a row"), format_args!("write it"))
    ///         .map(|line| line.text)
    /// };
    /// assert_eq!(
    ///     (next()?, next()?, next()?),
    ///     (&b"a b"[..], &b""[..], &b"c"[..])
    /// );
    /// assert!(next().is_err());
    /// # Ok::<(), whowins::contest::ContestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error at the end of the input.
    pub fn line(
        &mut self,
        what: fmt::Arguments<'_>,
        help: fmt::Arguments<'_>,
    ) -> Result<Line<'a>, ContestError> {
        let rest = self.rest();
        if rest.is_empty() {
            return Err(self.missing(what, help));
        }
        let at = self.at;
        let end = rest.iter().position(|&byte| byte == b'\n');
        self.at += end.map_or(rest.len(), |end| end + 1);
        let text = &rest[..end.unwrap_or(rest.len())];
        let length = text
            .iter()
            .rposition(|&byte| !is_blank(byte))
            .map_or(0, |last| last + 1);
        Ok(Line {
            text: &text[..length],
            at,
        })
    }

    /// Skips blank lines up to the end of the input.
    ///
    /// # Errors
    ///
    /// Returns an error if there is more text.
    pub fn end_input(
        &mut self,
        after: fmt::Arguments<'_>,
        help: fmt::Arguments<'_>,
    ) -> Result<(), ContestError> {
        self.skip_blank_lines();
        self.skip_blanks();
        if self.is_at_end() {
            self.at = self.input.len();
            return Ok(());
        }
        Err(self.extra(after, help))
    }

    /// Creates the error that `what` is missing because the line or the input ends here.
    #[must_use]
    pub fn missing(&self, what: impl fmt::Display, help: impl fmt::Display) -> ContestError {
        let problem = if !self.is_at_end() {
            "the line ends"
        } else if Scanner::new(self.input).is_at_end() {
            "the input is empty"
        } else {
            "the input ends"
        };
        self.error_at(
            self.at,
            format_args!("{problem} where {what} belongs"),
            help,
        )
    }

    fn extra(&self, after: fmt::Arguments<'_>, help: fmt::Arguments<'_>) -> ContestError {
        let rest = self.rest();
        let end = rest.iter().position(|&byte| byte == b'\n');
        let text = rest[..end.unwrap_or(rest.len())].trim_ascii_end();
        self.error_at(
            self.at,
            format_args!("extra text after {after}: {}", Quoted(text)),
            help,
        )
    }

    fn rest(&self) -> &'a [u8] {
        &self.input[self.at..]
    }

    fn skip_blanks(&mut self) {
        while self.input.get(self.at).is_some_and(|&byte| is_blank(byte)) {
            self.at += 1;
        }
    }
}

/// Describes why `word` isn't the number `what`.
pub(super) fn number_fault(word: &[u8], what: impl fmt::Display) -> String {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let problem = match digits.iter().find(|byte| !byte.is_ascii_digit()) {
        None if digits.len() < word.len() && !digits.is_empty() => "a negative number",
        None if !digits.is_empty() => {
            return format!("{what} is out of range: {}", Quoted(word));
        }
        Some(b'.' | b',') if digits[0].is_ascii_digit() => "a fraction",
        _ => match std::str::from_utf8(word) {
            Err(_) => "bytes that are not UTF-8 text",
            Ok(text) if digits_then_letter(text) => "a letter",
            Ok(_) => "a character that isn't a digit",
        },
    };
    format!("{problem} where {what} belongs: {}", Quoted(word))
}

/// Returns true if the first character after the sign and the digits is a letter.
fn digits_then_letter(word: &str) -> bool {
    word.trim_start_matches(['-', '+'])
        .chars()
        .find(|character| !character.is_ascii_digit())
        .is_some_and(char::is_alphabetic)
}

/// Returns the first character of `text`, or its first byte if that isn't UTF-8.
pub(super) fn first_character(text: &[u8]) -> &[u8] {
    let length = text
        .utf8_chunks()
        .next()
        .and_then(|chunk| chunk.valid().chars().next())
        .map_or(1, char::len_utf8);
    &text[..length.min(text.len())]
}

/// Displays arbitrary bytes of the input in an error: quoted, on one line, and shortened.
pub(super) struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut end = self.0.len().min(SHOWN_BYTES);
        // Don't split a character: include its continuation bytes.
        while end < self.0.len().min(SHOWN_BYTES + 3) && self.0[end] & 0xc0 == 0x80 {
            end += 1;
        }
        let shown = &self.0[..end];
        f.write_str("\"")?;
        for chunk in shown.utf8_chunks() {
            let (text, bytes) = (chunk.valid(), chunk.invalid());
            write!(f, "{}{}", text.escape_debug(), bytes.escape_ascii())?;
        }
        f.write_str("\"")?;
        if shown.len() < self.0.len() {
            write!(f, " and {} more bytes", self.0.len() - shown.len())?;
        }
        Ok(())
    }
}

/// Displays "write a number from 1 to 3".
pub(super) struct Wanted<'a>(pub &'a RangeInclusive<u64>);

impl fmt::Display for Wanted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.0.start(), self.0.end());
        if least == most {
            write!(f, "write {least}")
        } else if *most == u64::MAX {
            write!(f, "write a whole number from {least} on")
        } else {
            write!(f, "write a number from {least} to {most}")
        }
    }
}
