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

/// Comments that look like the rest of a calculation, `n // 2`: their places. Linear in the text.
pub(crate) fn divisions(source: &str) -> Vec<Span> {
    let mut all = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let at = comment_start(line);
        let (code, rest) = line.split_at(at);
        let rest = rest.trim_start_matches('/').trim();
        let goes_on = code
            .trim_end()
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']'));
        let after = rest
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .trim_start();
        let sign = after.starts_with(['+', '-', '*', '/', '%', ')', ']', ',', ';', '=', '<', '>']);
        let ends =
            after.is_empty() || sign || after.starts_with("for ") || after.starts_with("if ");
        if goes_on && ends && rest.starts_with(|c: char| c.is_ascii_digit()) {
            all.push(start + at..start + at + 2);
        }
        start += line.len();
    }
    all
}

/// Where the comment of a line starts: at `//` outside quotation marks; the line's length where
/// there is none.
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
