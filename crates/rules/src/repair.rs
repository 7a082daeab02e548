//! Corrected lines for common mistakes in rules.
//!
//! A table of rewrites is applied to a line with an error, several in a row if need be. A corrected
//! line is offered only if the rules with it have no error left on that line, so that an offer is
//! never a guess about syntax. Start reading at [`repair`].

mod rewrites;

use std::collections::VecDeque;

use crate::diagnostic::{Diagnostic, Fix, Span, suggested};

/// At most this many texts are parsed for one error.
const MAX_PARSES: usize = 60;
/// At most this many rewrites are applied to one line.
const MAX_DEPTH: usize = 4;
/// Larger texts and longer lines get no corrections.
const MAX_SOURCE: usize = 1 << 16;
const MAX_LINE: usize = 400;
/// Errors on further lines get no corrections.
const MAX_LINES: usize = 5;

/// Adds a corrected line to the first error of each line that has one, and drops the line's other
/// errors. Errors are in the order of their places.
///
/// `errors` parses a text. It is called at most `MAX_LINES * MAX_PARSES` times.
pub(crate) fn repair(
    source: &str,
    found: &mut Vec<Diagnostic>,
    errors: &dyn Fn(&str) -> Vec<Diagnostic>,
) {
    if source.len() > MAX_SOURCE {
        return;
    }
    let mut lines: Vec<Span> = Vec::new();
    let mut fixes: Vec<Fix> = Vec::new();
    for error in found.iter().filter(|one| !one.is_warning) {
        let line = line_of(source, error.span.start);
        if lines.contains(&line) {
            continue;
        }
        lines.push(line.clone());
        if lines.len() > MAX_LINES {
            break;
        }
        // A line is judged together with the corrections of the lines above it.
        let (before, after) = (applied(source, 0..line.start, &fixes), &source[line.end..]);
        if let Some(text) = corrected(source, &line, (&before, after), found, errors) {
            fixes.push(Fix { span: line, text });
        }
    }
    let is_whole =
        !fixes.is_empty() && errors(&applied(source, 0..source.len(), &fixes)).is_empty();
    for fix in fixes {
        let mut has_fix = false;
        found.retain_mut(|error| {
            let is_here = line_of(source, error.span.start) == fix.span;
            if !is_here || error.is_warning {
                return true;
            }
            error.help = Some(match fix.text.as_str() {
                "" => "delete this line".to_owned(),
                text => format!("write: {}", text.replace('\n', "\n       ")),
            });
            error.fix = Some(Box::new(fix.clone()));
            !std::mem::replace(&mut has_fix, true)
        });
    }
    if is_whole {
        // The other errors followed from these.
        found.retain(|error| error.is_warning || error.fix.is_some());
    }
}

/// A stretch of a text with the changes that lie in it, which are in order.
fn applied(source: &str, stretch: Span, fixes: &[Fix]) -> String {
    let (mut text, mut at) = (String::new(), stretch.start);
    for fix in fixes.iter().filter(|fix| fix.span.end <= stretch.end) {
        text.push_str(&source[at..fix.span.start]);
        text.push_str(&fix.text);
        at = fix.span.end;
    }
    text + &source[at..stretch.end]
}

/// The line of a byte, without its line break.
fn line_of(source: &str, byte: usize) -> Span {
    let byte = byte.min(source.len());
    let start = source[..byte].rfind('\n').map_or(0, |at| at + 1);
    let length = source[start..].find('\n');
    start..length.map_or(source.len(), |length| start + length)
}

/// A corrected line: the first after which no error at all is left, else the first after which
/// none is left on the line, in breadth-first order over the rewrites.
fn corrected(
    source: &str,
    line: &Span,
    (before, after): (&str, &str),
    found: &[Diagnostic],
    errors: &dyn Fn(&str) -> Vec<Diagnostic>,
) -> Option<String> {
    let written = source.get(line.clone())?;
    if written.len() > MAX_LINE || written.trim().is_empty() {
        return None;
    }
    // The other lines with errors. A candidate must not break a further one. If there is none, the
    // next stage of reading may find errors in the lines below.
    let elsewhere: Vec<&str> = found
        .iter()
        .filter(|one| !touches(&one.span, line))
        .map(|one| &source[line_of(source, one.span.start)])
        .collect();
    // Such a line continues in the next one, so its comma stays.
    let has_more =
        written.ends_with(',') && after.trim_start_matches('\n').starts_with([' ', '\t']);
    let context = rewrites::Context::of(&[before, after].concat());
    let mut first: Vec<String> = found
        .iter()
        .filter_map(|one| offered(source, line, one))
        .collect();
    let mut seen = vec![written.to_owned()];
    let mut open = VecDeque::from([(written.to_owned(), 0)]);
    let (mut parses, mut second_best) = (0, None);
    while let Some((text, depth)) = open.pop_front() {
        let mut candidates = std::mem::take(&mut first);
        candidates.extend(rewrites::candidates(&text, &context));
        for candidate in candidates {
            let is_cut = has_more && !candidate.ends_with(',');
            if is_cut || candidate.len() > MAX_LINE || seen.contains(&candidate) {
                continue;
            }
            seen.push(candidate.clone());
            parses += 1;
            if parses > MAX_PARSES {
                return second_best;
            }
            let whole = [before, &candidate, after].concat();
            let left = errors(&whole);
            if left.is_empty() {
                return Some(candidate);
            }
            let place = before.len()..before.len() + candidate.len();
            let is_expected = |one: &Diagnostic| {
                let text = &whole[line_of(&whole, one.span.start)];
                !touches(&one.span, &place)
                    && match elsewhere.is_empty() {
                        true => one.span.start > place.end,
                        false => elsewhere.contains(&text),
                    }
            };
            if second_best.is_none() && left.iter().all(is_expected) {
                second_best = Some(candidate.clone());
            }
            if depth + 1 < MAX_DEPTH {
                open.push_back((candidate, depth + 1));
            }
        }
    }
    second_best
}

/// The line with the name that an error's help offers.
fn offered(source: &str, line: &Span, error: &Diagnostic) -> Option<String> {
    let name = suggested(error.help.as_deref()?)?;
    let is_inside = line.start <= error.span.start && error.span.end <= line.end;
    let before = source.get(line.start..error.span.start)?;
    let after = source.get(error.span.end..line.end)?;
    is_inside.then(|| [before, name, after].concat())
}

fn touches(span: &Span, line: &Span) -> bool {
    span.start <= line.end && span.end >= line.start
}
