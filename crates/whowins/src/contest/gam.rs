//! Baltic Olympiad in Informatics 2008, *Game* (gam).
//!
//! Input: a line `t` (1 ≤ t ≤ 10); then, a test, a line `n` (2 ≤ n ≤ 300) and n lines of n characters: `.` free, `#`
//! closed, one `A` and one `B`, the starts of the players. Output: a line a test, `A` or `B`, who wins; A moves first.

use super::reader::{Line, Quoted, Scanner, first_character};
use super::{ContestError, ContestFailure};
use std::io::Write;

const MOST_TESTS: u64 = 10;
const SIDES: std::ops::RangeInclusive<u64> = 2..=300;

/// One map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test<'a> {
    /// The line where the test begins, counted from 1.
    pub line: usize,
    /// n rows of n cells each: `.`, `#`, one `A` and one `B`.
    pub rows: Vec<&'a [u8]>,
    /// Row and column of A's start, counted from 0.
    pub a: (usize, usize),
    /// Row and column of B's start, counted from 0.
    pub b: (usize, usize),
}

/// Who wins a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// A, who moves first.
    A,
    /// B.
    B,
    /// Nobody can force a win. The contest promises that the free squares hang together, which excludes it.
    Draw,
}

/// Reads the input; the rows borrow from it. O(bytes).
///
/// # Errors
///
/// The first fault, with its place.
pub fn read(input: &[u8]) -> Result<Vec<Test<'_>>, ContestError> {
    let mut scanner = Scanner::new(input);
    scanner.skip_blank_lines();
    let count = scanner.number(format_args!("the number of tests t"), 1..=MOST_TESTS)?;
    scanner.end_line(
        format_args!("the number of tests"),
        format_args!("put the first test's n on the next line"),
    )?;
    let mut tests = Vec::new();
    for test in 1..=count {
        tests.push(read_test(&mut scanner, test, count)?);
    }
    scanner.end_input(
        format_args!("the last test"),
        format_args!("remove it, or raise the number of tests from {count}"),
    )?;
    Ok(tests)
}

fn read_test<'a>(
    scanner: &mut Scanner<'a>,
    test: u64,
    count: u64,
) -> Result<Test<'a>, ContestError> {
    scanner.skip_blank_lines();
    let start = scanner.offset();
    let n = scanner.number(format_args!("the side n of test {test} of {count}"), SIDES)?;
    scanner.end_line(
        format_args!("the side n of test {test}"),
        format_args!("put the map's first row on the next line"),
    )?;
    let (mut a, mut b) = (None, None);
    let mut rows: Vec<&[u8]> = Vec::new();
    for row in 1..=n {
        let what = format_args!("row {row} of {n} of test {test}");
        let help = format_args!("write a row of {n} characters from . # A B");
        if scanner.is_at_end() {
            return Err(scanner.missing(what, help));
        }
        let line = scanner.line(what, help)?;
        if let Some(error) = bad_cell(scanner, line, what, help) {
            return Err(error);
        }
        if u64::try_from(line.text.len()) != Ok(n) {
            return Err(scanner.error_at(
                line.at,
                format_args!("{what} has the length {}, not {n}", line.text.len()),
                help,
            ));
        }
        for (letter, place) in [(b'A', &mut a), (b'B', &mut b)] {
            for (column, _) in line
                .text
                .iter()
                .enumerate()
                .filter(|&(_, &cell)| cell == letter)
            {
                if place.replace((rows.len(), column)).is_some() {
                    return Err(scanner.error_at(
                        line.at + column,
                        format_args!("a second {} in the map of test {test}", char::from(letter)),
                        "keep one of them and write . for the other",
                    ));
                }
            }
        }
        rows.push(line.text);
    }
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (a, _) => {
            let letter = if a.is_none() { 'A' } else { 'B' };
            return Err(scanner.error_at(
                start,
                format_args!("the map of test {test} has no {letter}"),
                format_args!("write {letter} on the square where that player starts"),
            ));
        }
    };
    let line = scanner.error_at(start, "", "").line;
    Ok(Test { line, rows, a, b })
}

fn bad_cell(
    scanner: &Scanner<'_>,
    line: Line<'_>,
    what: std::fmt::Arguments<'_>,
    help: std::fmt::Arguments<'_>,
) -> Option<ContestError> {
    let at = line.text.iter().position(|cell| !b".#AB".contains(cell))?;
    let found = Quoted(first_character(&line.text[at..]));
    let message = format_args!("{found} where character {} of {what} belongs", at + 1);
    Some(scanner.error_at(line.at + at, message, help))
}

/// Answers the input: `ask` says who wins a map. Prints when all maps are answered.
///
/// # Errors
///
/// A fault in the input, which a map that is a draw counts as; no answer from `ask`, or a failing `out`.
pub fn answer(
    input: &[u8],
    out: &mut dyn Write,
    ask: &mut dyn FnMut(&Test<'_>) -> Result<Winner, String>,
) -> Result<(), ContestFailure> {
    let mut winners = Vec::new();
    for (index, test) in read(input)?.iter().enumerate() {
        let number = index + 1;
        let winner = ask(test)
            .map_err(|reason| ContestFailure::engine(format_args!("test {number}"), reason))?;
        winners.extend_from_slice(match winner {
            Winner::A => b"A\n",
            Winner::B => b"B\n",
            Winner::Draw => {
                let message = format!("nobody can force a win on the map of test {number}");
                let help = "draw a map on which a way of free squares leads from A to B, as the contest promises";
                return Err(ContestFailure::Input(ContestError {
                    line: test.line,
                    column: 1,
                    message,
                    help: help.to_owned(),
                }));
            }
        });
    }
    out.write_all(&winners)?;
    Ok(())
}
