//! Places: bytes of a text, and the protocol's lines and columns, which count UTF-16 units.

use lsp_types::{Position, Range};
use whowins::rules::Span;

/// Where the lines of a text begin.
#[derive(Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn of(text: &str) -> Self {
        let after = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            starts: std::iter::once(0).chain(after).collect(),
        }
    }

    /// The line of a byte; a byte within a character is taken for its first, one past the end for
    /// the end.
    pub(crate) fn position(&self, text: &str, byte: usize) -> Position {
        let byte = (0..=byte.min(text.len()))
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0);
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let before = &text[self.starts[line]..byte];
        Position::new(small(line), small(before.encode_utf16().count()))
    }

    /// The byte of a line and column; past a line's end it is the end.
    pub(crate) fn byte(&self, text: &str, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize) else {
            return text.len();
        };
        let line = text[*start..].split('\n').next().unwrap_or_default();
        let mut units = 0;
        for (at, c) in line.char_indices() {
            if units >= position.character as usize {
                return start + at;
            }
            units += c.len_utf16();
        }
        start + line.len()
    }

    pub(crate) fn range(&self, text: &str, span: &Span) -> Range {
        Range::new(
            self.position(text, span.start),
            self.position(text, span.end),
        )
    }
}

/// Texts have at most a million bytes.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
