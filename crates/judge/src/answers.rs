//! Splits the output of a program into answers.

use std::io::Write as _;

use whowins::contest::{Format, OutputPiece, Question};

/// Returns the answers of an output, in order. A line that doesn't match the format is returned as
/// it is, and isn't a valid answer.
///
/// `lines` has the number of answers on each line, if it isn't one. `many` answers are expected. At
/// most one more is returned, which shows that there are too many. Blank lines are skipped.
pub(crate) fn answers<'o>(
    format: &Format,
    output: &'o [u8],
    lines: &Option<Vec<usize>>,
    many: usize,
) -> Vec<&'o [u8]> {
    let mut said = Vec::with_capacity(many);
    let kept = output
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty());
    let mut number = 0;
    for line in kept {
        if said.len() > many {
            break;
        }
        number += 1;
        let inner = within(format, line, number);
        match lines.as_ref().and_then(|lines| lines.get(number - 1)) {
            Some(1) | None => said.push(inner),
            Some(many) => split(format, inner, *many, &mut said),
        }
    }
    said
}

/// Returns the line without the text around the answers.
fn within<'o>(format: &Format, line: &'o [u8], number: usize) -> &'o [u8] {
    if format.output.before.is_empty() && format.output.after.is_empty() {
        return line;
    }
    let text = |pieces: &[OutputPiece]| {
        let mut text = Vec::new();
        for piece in pieces {
            let _ = match piece {
                OutputPiece::Text(piece) => text.write_all(piece.as_bytes()),
                OutputPiece::Number => write!(text, "{number}"),
            };
        }
        text
    };
    let (before, after) = (text(&format.output.before), text(&format.output.after));
    let rest = line
        .strip_prefix(before.trim_ascii_start())
        .and_then(|rest| rest.strip_suffix(after.trim_ascii_end()));
    rest.map_or(line, <[u8]>::trim_ascii)
}

/// Splits adjacent answers into words, or into single characters if they aren't words.
fn split<'o>(format: &Format, mut line: &'o [u8], many: usize, said: &mut Vec<&'o [u8]>) {
    let words: Vec<&[u8]> = match &format.question {
        Question::Winner(first, second, draw) => [Some(first), Some(second), draw.as_ref()]
            .into_iter()
            .flatten()
            .map(|word| word.as_bytes())
            .collect(),
        _ => Vec::new(),
    };
    for _ in 0..many {
        line = line.trim_ascii_start();
        if line.is_empty() {
            return;
        }
        let length = words
            .iter()
            .filter(|word| line.starts_with(word))
            .map(|word| word.len())
            .max()
            .unwrap_or(1);
        said.push(&line[..length]);
        line = &line[length..];
    }
    if !line.is_empty() {
        said.push(line);
    }
}
