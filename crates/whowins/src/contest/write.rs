//! Writer of inputs and outputs.

use std::io::Write as _;

use super::format::{Format, OutputPiece};
use super::value::{Case, Value};

impl Format {
    /// Writes an input in the form that [`Format::read`] reads. Counting fields get the actual
    /// number of cases.
    ///
    /// Complexity: `O(bytes)`.
    ///
    /// ```
    /// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
    /// let mut input = cowcheck.read(b"8 8\n2\n1 2\n4 7\n")?;
    /// input.inner.truncate(1);
    /// let mut out = Vec::new();
    /// cowcheck.write(&input, &mut out);
    /// assert_eq!(out, b"8 8\n1\n1 2\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, input: &Case<'_>, out: &mut Vec<u8>) {
        self.write_case(0, input, out);
    }

    /// Writes one case of a level with its inner cases.
    pub fn write_case(&self, level: usize, case: &Case<'_>, out: &mut Vec<u8>) {
        let counter = self.counter(level);
        for line in &self.levels[level].lines {
            for (at, field) in line.iter().enumerate() {
                if at > 0 {
                    out.push(b' ');
                }
                if Some(*field) == counter {
                    let _ = write!(out, "{}", case.inner.len());
                    continue;
                }
                if let Some(value) = case.values.get(self.fields[*field].place) {
                    value.write(out);
                }
            }
            out.push(b'\n');
        }
        for inner in &case.inner {
            self.write_case(level + 1, inner, out);
        }
    }

    /// Returns the number of answers on each line of the output.
    ///
    /// It is 1 unless the format joins the answers of a case (`{answers}`).
    ///
    /// ```
    /// let tabgame = whowins::contest::of_name("tabgame").expect("it is shipped")?;
    /// let input = tabgame.read(b"1\n01\n10\n3\n1 1\n1 2\n2 2\n")?;
    /// assert_eq!(tabgame.answers_a_line(&input), [3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answers_a_line(&self, input: &Case<'_>) -> Vec<usize> {
        let mut lines = Vec::new();
        self.count(0, input, &mut lines);
        lines
    }

    fn count(&self, level: usize, case: &Case<'_>, lines: &mut Vec<usize>) {
        let last = self.levels.len() - 1;
        match level {
            level if level == last => lines.push(1),
            level if level + 1 == last && self.output.joined => lines.push(case.inner.len()),
            level => {
                for inner in &case.inner {
                    self.count(level + 1, inner, lines);
                }
            }
        }
    }

    /// Writes the text before the answers of line `number`, counted from 1. For
    /// `output Case #{number}: {answer}` this is `Case #1: `.
    pub fn before(&self, number: usize, out: &mut Vec<u8>) {
        put(&self.output.before, number, out);
    }

    /// Writes the text after the answers of line `number`, including the newline.
    pub fn after(&self, number: usize, out: &mut Vec<u8>) {
        put(&self.output.after, number, out);
        out.push(b'\n');
    }
}

fn put(pieces: &[OutputPiece], number: usize, out: &mut Vec<u8>) {
    for piece in pieces {
        match piece {
            OutputPiece::Text(text) => out.extend_from_slice(text.as_bytes()),
            OutputPiece::Number => {
                let _ = write!(out, "{number}");
            }
        }
    }
}

impl Value<'_> {
    /// Writes a value in the form of the input: blanks between numbers, and one row per line.
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Number(number) => {
                let _ = write!(out, "{number}");
            }
            Self::Text(text) => out.extend_from_slice(text),
            Self::Numbers(numbers) => {
                for (at, number) in numbers.iter().enumerate() {
                    let between = if at > 0 { " " } else { "" };
                    let _ = write!(out, "{between}{number}");
                }
            }
            Self::Rows(rows) => {
                for (at, row) in rows.iter().enumerate() {
                    if at > 0 {
                        out.push(b'\n');
                    }
                    out.extend_from_slice(row);
                }
            }
        }
    }
}
