//! A program's output, answer by answer.

use std::io::Write as _;

use whowins::contest::{Format, OutputPiece, Question};

/// The answers of an output, in order; what does not fit the format's line comes as it stands, and
/// is no answer. `lines` says how many stand on each, where that is not one; `many` are expected,
/// and one more is enough to know that there are too many. Blank lines are skipped.
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

/// The line without what stands around the answers.
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

/// Answers that stand one after the other: words, or single characters where they are none.
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
