//! Columns: neighbouring lines in which some mark stands in the same place, because the writer
//! asked for it.
//!
//! More blanks than a mark needs are asked for a column, in all neighbouring lines that have the
//! mark; where nobody asks, there is none. So lines that were put in columns stay in them, and no
//! others are torn apart.

use super::{Line, Piece};

/// What can stand in a column, in the order in which columns are made straight: none but those to
/// its right move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// `move` behind a player's name.
    Head,
    /// What stands behind `move` or `at once`.
    Body,
    /// What stands behind the colon of another statement than a move.
    Said,
    /// One of these words and marks.
    Text(&'static str),
}

const MARKS: [Mark; 8] = [
    Mark::Head,
    Mark::Body,
    Mark::Said,
    Mark::Text("="),
    Mark::Text("->"),
    Mark::Text("along"),
    Mark::Text("for"),
    Mark::Text("if"),
];

impl Mark {
    /// How many blanks stand before it in the longest line.
    fn blanks(self) -> usize {
        match self {
            Self::Text("along" | "for" | "if") => 2,
            _ => 1,
        }
    }

    /// Whether a piece of a line is this.
    fn is(self, pieces: &[Piece<'_>], at: usize) -> bool {
        let text = |back: usize| at.checked_sub(back).map_or("", |at| pieces[at].text);
        let is_move = |at: usize| matches!(pieces[at].text, "move" | "choose");
        let head = (0..pieces.len().min(4))
            .find(|at| is_move(*at) && (*at == 0 || matches!(pieces[at - 1].text, ":" | "else")));
        match self {
            Self::Head => head == Some(at) && text(1) == ":",
            Self::Body => {
                let is_once = at == 2 && text(1) == "once" && text(2) == "at";
                head.is_some_and(|head| at == head + 1) || is_once
            }
            Self::Said => head.is_none() && text(1) == ":",
            Self::Text("=") => text(0) == "=" && matches!(pieces[0].text, "let" | "given"),
            Self::Text(word) => text(0) == word,
        }
    }
}

/// Makes the columns straight that were asked for, of marks and of comments.
pub(super) fn straighten(lines: &mut [Line<'_>]) {
    let mut done = vec![0; lines.len()];
    for mark in MARKS {
        let found: Vec<Option<usize>> = lines
            .iter()
            .zip(&done)
            .map(|(line, done)| find(line, mark, *done))
            .collect();
        for run in runs(&found) {
            let places = run.clone().zip(found[run.clone()].iter().flatten());
            let places: Vec<(usize, usize)> = places.map(|(line, piece)| (line, *piece)).collect();
            let asked = |(line, piece): &(usize, usize)| lines[*line].pieces[*piece].given > 1;
            if places.len() < 2 || !places.iter().any(asked) {
                continue;
            }
            let end = |(line, piece): &(usize, usize)| lines[*line].width_before(*piece);
            let column = places.iter().map(end).max().unwrap_or(0) + mark.blanks();
            for (line, piece) in places {
                let before = lines[line].width_before(piece);
                lines[line].pieces[piece].blanks = column - before;
            }
        }
        for (done, found) in done.iter_mut().zip(&found) {
            *done = found.map_or(*done, |piece| piece + 1);
        }
    }
    straighten_comments(lines);
}

/// Where a mark stands in a line: the first one outside brackets, behind the marks that were looked
/// for before.
fn find(line: &Line<'_>, mark: Mark, from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, piece) in line.pieces.iter().enumerate().filter(|_| line.begins) {
        match piece.text {
            _ if piece.is_inside => {}
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ if depth == 0 && at >= from.max(1) && mark.is(&line.pieces, at) => return Some(at),
            _ => {}
        }
    }
    None
}

/// Stretches of neighbouring lines that have something.
fn runs(found: &[Option<usize>]) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (line, _) in found.iter().enumerate().filter(|(_, one)| one.is_some()) {
        match runs.last_mut() {
            Some(run) if run.end == line => run.end = line + 1,
            _ => runs.push(line..line + 1),
        }
    }
    runs
}

fn straighten_comments(lines: &mut [Line<'_>]) {
    let behind = |line: &Line<'_>| !line.comment.is_empty() && !line.pieces.is_empty();
    let found: Vec<Option<usize>> = (lines.iter())
        .map(|line| behind(line).then_some(line.pieces.len()))
        .collect();
    for run in runs(&found) {
        let lines = &mut lines[run];
        if !lines.iter().any(|line| line.before_comment.0 > 2) {
            continue;
        }
        let end = |line: &Line<'_>| line.width_before(line.pieces.len());
        let column = lines.iter().map(end).max().unwrap_or(0) + 2;
        for line in lines {
            line.before_comment.1 = column - end(line);
        }
    }
}
