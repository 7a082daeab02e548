//! TopCoder, *EllysCheckers*, one board a line.
//!
//! Input: lines of `.` (an empty cell) and `o` (a checker), of any length. Output: a line a board, `YES` where the first
//! player wins, else `NO`.

use super::reader::{Quoted, Scanner, first_character};
use super::{ContestError, ContestFailure};
use std::io::Write;

const HELP: &str = "write a board a line, . for an empty cell and o for a checker";

/// One board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test<'a> {
    /// Its cells, `.` and `o`, from left to right; at least one.
    pub cells: &'a [u8],
}

/// Reads the input; the boards borrow from it. O(bytes).
///
/// # Errors
///
/// The first fault, with its place.
pub fn read(input: &[u8]) -> Result<Vec<Test<'_>>, ContestError> {
    let mut scanner = Scanner::new(input);
    let mut tests = Vec::new();
    while tests.is_empty() || !scanner.is_at_end() {
        let board = tests.len() + 1;
        if scanner.is_at_end() {
            return Err(scanner.missing(format_args!("board {board}"), HELP));
        }
        let line = scanner.line(format_args!("board {board}"), format_args!("{HELP}"))?;
        let cells = line.text;
        if cells.is_empty() {
            return Err(scanner.error_at(
                line.at,
                format_args!("a blank line where board {board} belongs"),
                "remove it",
            ));
        }
        // The common case first, without a branch a cell, so that it runs in vectors.
        let all_known = cells.iter().fold(true, |known, &cell| {
            known & ((cell == b'.') | (cell == b'o'))
        });
        if !all_known && let Some(at) = cells.iter().position(|cell| !b".o".contains(cell)) {
            return Err(scanner.error_at(
                line.at + at,
                format_args!(
                    "{} where cell {} of board {board} belongs",
                    Quoted(first_character(&cells[at..])),
                    at + 1
                ),
                HELP,
            ));
        }
        tests.push(Test { cells });
    }
    Ok(tests)
}

/// Answers the input: `ask` says whether the first player wins on a board.
///
/// # Errors
///
/// A fault in the input (then nothing is printed), no answer from `ask`, or a failing `out`.
pub fn answer(
    input: &[u8],
    out: &mut dyn Write,
    ask: &mut dyn FnMut(Test<'_>) -> Result<bool, String>,
) -> Result<(), ContestFailure> {
    for (index, test) in read(input)?.into_iter().enumerate() {
        let wins = ask(test).map_err(|reason| {
            ContestFailure::engine(format_args!("board {}", index + 1), reason)
        })?;
        let word: &[u8] = if wins { b"YES\n" } else { b"NO\n" };
        out.write_all(word)?;
    }
    Ok(())
}
