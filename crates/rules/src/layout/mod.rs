//! A text in its canonical layout: what stands where, and never what stands there.
//!
//! A line stays a line, and nothing but blanks changes: one between words and around marks, none
//! before a comma or inside brackets, five before a line that goes on, two before a comment.
//! Patterns and positions are the writer's own, but for blanks in a row. Where neighbouring lines
//! ask for a column by blanks, they get it straight.

mod columns;
mod spacing;

use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::read::read;
use crate::rules::{diagnostics, is_term};
use crate::source::{comment_start, split};
use spacing::Spacing;

/// How far a line is set in that begins with another step of a statement: the length of `move` and
/// a blank.
const STEP: usize = 5;
/// How far a line is set in that goes on in the middle of a step.
const MIDDLE: usize = 9;

/// A word, number, mark, or piece of a pattern or position, with the blanks before it.
struct Piece<'a> {
    text: &'a str,
    /// As many as the writer gave.
    given: usize,
    /// As many as there are in the layout.
    blanks: usize,
    /// Whether it goes on with a pattern or position.
    is_inside: bool,
}

/// A line of a text.
#[derive(Default)]
struct Line<'a> {
    /// Whether a statement begins here.
    begins: bool,
    /// How far it is set in, as a statement goes on here.
    indent: usize,
    pieces: Vec<Piece<'a>>,
    /// The comment, with its marks, and as many blanks before it as the writer gave and as there
    /// are to be.
    comment: &'a str,
    before_comment: (usize, usize),
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        self.pieces.is_empty() && self.comment.is_empty()
    }

    /// How many characters stand before a piece, and its own blanks.
    fn width_before(&self, piece: usize) -> usize {
        let width = |piece: &Piece| piece.blanks + piece.text.chars().count();
        self.indent + self.pieces[..piece].iter().map(width).sum::<usize>()
    }

    fn write(&self, text: &mut String) {
        let mut push = |blanks: usize, piece: &str| {
            text.extend(std::iter::repeat_n(' ', blanks));
            text.push_str(piece);
        };
        push(self.indent, "");
        for piece in &self.pieces {
            push(piece.blanks, piece.text);
        }
        if !self.comment.is_empty() {
            let blanks = if self.pieces.is_empty() {
                0
            } else {
                self.before_comment.1
            };
            push(blanks, self.comment);
        }
        text.push('\n');
    }
}

/// A text of rules in its canonical layout; `origin` is what messages call it. Laid out again, it
/// stays as it is.
///
/// The same words stand in the same order, with the same comments, so that it means the same.
/// Linear in its length, but for what reading it takes.
///
/// ```
/// let text = "game \"Nim\"\nposition x,y\nmove x-=k   for k>=1\nmove  y -= k for k >= 1 // the other heap";
/// let laid = whowins_rules::laid_out("nim", text)?;
/// assert_eq!(laid, "game \"Nim\"\nposition x, y\nmove x -= k  for k >= 1\nmove y -= k  for k >= 1  // the other heap\n");
/// # Ok::<(), whowins_rules::Diagnostics>(())
/// ```
///
/// # Errors
///
/// Where the text cannot be read as rules in words: then nobody knows what its marks are.
pub fn laid_out(origin: &str, source: &str) -> Result<String, Diagnostics> {
    if is_term(source) {
        let message = "this is a term of the core calculus, not rules in words";
        let help = "lay out a text such as: game \"NAME\", position ..., move ...";
        let error = Diagnostic::new(0..0, message).help(help);
        return Err(diagnostics(origin, source, vec![error]));
    }
    let (mut text, mut errors) = read(source);
    errors.retain(|error| !error.is_warning);
    if !errors.is_empty() {
        return Err(diagnostics(origin, source, errors));
    }
    text.kept.sort_by_key(|span| (span.start, span.end));
    let mut lines = lines_of(source, &text.kept);
    columns::straighten(&mut lines);
    let mut laid = String::with_capacity(source.len() + 1);
    let mut was_blank = true;
    for line in &lines {
        // One blank line parts what several would.
        if !(line.is_blank() && was_blank) {
            line.write(&mut laid);
        }
        was_blank = line.is_blank();
    }
    let length = laid.trim_end().len();
    laid.truncate(length);
    if !laid.is_empty() {
        laid.push('\n');
    }
    Ok(laid)
}

fn lines_of<'a>(source: &'a str, kept: &[Span]) -> Vec<Line<'a>> {
    let (_, statements) = split(source);
    let mut statements = statements.iter().peekable();
    let mut spacing = Spacing::new(source, kept);
    let mut lines = Vec::new();
    let mut start = 0;
    // What the code before ends with.
    let mut last = "";
    for whole in source.split_inclusive('\n') {
        let cut = comment_start(whole);
        let end = start + cut;
        while statements.next_if(|one| one.span.end <= start).is_some() {}
        let statement = statements.peek().map(|one| &one.span);
        let has_code = !whole[..cut].trim().is_empty();
        let begins = has_code && statement.is_some_and(|span| (start..end).contains(&span.start));
        let goes_on = !begins
            && !whole.trim().is_empty()
            && statement.is_some_and(|span| span.start < start && start < span.end);
        let pieces = spacing.line(start..end);
        let mut line = Line {
            begins,
            indent: match last {
                _ if !goes_on => 0,
                ";" => STEP,
                _ => MIDDLE,
            },
            comment: whole[cut..].trim_end(),
            ..Line::default()
        };
        if !line.comment.is_empty() {
            let code = &whole[..cut];
            line.before_comment = (code.chars().count() - code.trim_end().chars().count(), 2);
        }
        last = pieces.last().map_or(last, |piece| piece.text);
        line.pieces = pieces;
        lines.push(line);
        start += whole.len();
    }
    lines
}
