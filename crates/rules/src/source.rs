//! A text cut into statements.

use crate::diagnostic::Span;

/// One statement: a line, or a few lines joined where a line ends with `,`, `;`, `:` or `->`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Where it stands in the source, without blanks at its ends.
    pub span: Span,
}

/// The doc comment (`///` lines) and the statements of a text. Linear in its length.
pub fn split(source: &str) -> (String, Vec<Statement>) {
    let mut about: Vec<&str> = Vec::new();
    let mut statements: Vec<Statement> = Vec::new();
    let mut goes_on = false;
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let code = &line[..comment_start(line)];
        if let Some(words) = line.trim_start().strip_prefix("///") {
            let words = words.trim_end();
            about.push(words.strip_prefix(' ').unwrap_or(words));
        }
        let trimmed = code.trim();
        if !trimmed.is_empty() {
            let from = start + (code.len() - code.trim_start().len());
            let to = start + code.trim_end().len();
            match statements.last_mut() {
                Some(last) if goes_on => last.span.end = to,
                _ => statements.push(Statement { span: from..to }),
            }
            goes_on = [",", ";", ":", "->"]
                .iter()
                .any(|mark| trimmed.ends_with(mark));
        }
        start += line.len();
    }
    (about.join("\n"), statements)
}

/// Where the comment of a line starts: at `//` outside quotation marks; the line's length where there is none.
pub(crate) fn comment_start(line: &str) -> usize {
    let mut quoted = false;
    let bytes = line.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'/' if !quoted && bytes.get(at + 1) == Some(&b'/') => return at,
            _ => {}
        }
    }
    line.len()
}
