//! TopCoder, *PartisanGame*, with heaps of any length.
//!
//! Input: tests of three lines each, up to the end of the input: the heap n; Alice's numbers; Bob's numbers. The numbers are
//! from 1 to 64, apart by blanks, in any order, repeated or not; a line of numbers may be blank. A player takes one of the
//! own numbers from the heap; who cannot move loses; Alice moves first. Output: a line a test, `Alice` or `Bob`.
//!
//! The last line of numbers must be there even where it is blank: without it, a line is missing.

use super::reader::{Quoted, Scanner, number_fault};
use super::{ContestError, ContestFailure};
use dashu_int::UBig;
use std::io::Write;

/// The largest number that a player may take.
pub const LARGEST_NUMBER: u64 = 64;

/// The most digits of a heap: reading a decimal number takes more than linear time.
pub const MOST_DIGITS: usize = 1_000_000;

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The heap n.
    pub heap: UBig,
    /// Alice's numbers, rising, each once, from 1 to 64.
    pub alice: Vec<u64>,
    /// Bob's numbers, likewise.
    pub bob: Vec<u64>,
}

/// Reads the input. O(bytes) beside the conversion of the heaps.
///
/// # Errors
///
/// The first fault, with its place.
pub fn read(input: &[u8]) -> Result<Vec<Test>, ContestError> {
    let mut scanner = Scanner::new(input);
    let mut tests = Vec::new();
    while tests.is_empty() || !scanner.is_at_end() {
        let test = tests.len() + 1;
        tests.push(Test {
            heap: read_heap(&mut scanner, test)?,
            alice: read_numbers(&mut scanner, "Alice", test)?,
            bob: read_numbers(&mut scanner, "Bob", test)?,
        });
    }
    Ok(tests)
}

fn read_heap(scanner: &mut Scanner<'_>, test: usize) -> Result<UBig, ContestError> {
    let what = format_args!("the heap n of test {test}");
    if scanner.is_at_line_end() && !scanner.is_at_end() {
        return Err(scanner.error_at(
            scanner.offset(),
            format_args!("a blank line where {what} belongs"),
            "write each test in three lines: n, Alice's numbers, Bob's numbers",
        ));
    }
    let help = format_args!("write a whole number of at most {MOST_DIGITS} digits");
    let at = scanner.offset();
    let word = scanner.word(what, help)?;
    scanner.end_line(what, format_args!("put Alice's numbers on the next line"))?;
    if word.len() > MOST_DIGITS && word.iter().all(u8::is_ascii_digit) {
        let message = format_args!("{what} has {} digits: {}", word.len(), Quoted(word));
        return Err(scanner.error_at(at, message, help));
    }
    // `UBig` itself would take a sign and underscores.
    word.iter()
        .all(u8::is_ascii_digit)
        .then(|| std::str::from_utf8(word).ok())
        .flatten()
        .and_then(|digits| UBig::from_str_radix(digits, 10).ok())
        .ok_or_else(|| scanner.error_at(at, number_fault(word, what), help))
}

fn read_numbers(
    scanner: &mut Scanner<'_>,
    player: &str,
    test: usize,
) -> Result<Vec<u64>, ContestError> {
    if scanner.is_exhausted() {
        return Err(scanner.missing(
            format_args!("the line of {player}'s numbers of test {test}"),
            format_args!(
                "write {player}'s numbers on a line, or a blank line if {player} has none"
            ),
        ));
    }
    let mut has = [false; LARGEST_NUMBER as usize + 1];
    while !scanner.is_at_line_end() {
        let what = format_args!("one of {player}'s numbers of test {test}");
        let number = scanner.number(what, 1..=LARGEST_NUMBER)?;
        if let Some(slot) = usize::try_from(number).ok().and_then(|n| has.get_mut(n)) {
            *slot = true;
        }
    }
    scanner.end_line(
        format_args!("{player}'s numbers of test {test}"),
        format_args!("remove it"),
    )?;
    Ok((0..)
        .zip(has)
        .filter(|&(_, has)| has)
        .map(|(number, _)| number)
        .collect())
}

/// Answers the input: `ask` says whether Alice, who moves first, wins.
///
/// # Errors
///
/// A fault in the input (then nothing is printed), no answer from `ask`, or a failing `out`.
pub fn answer(
    input: &[u8],
    out: &mut dyn Write,
    ask: &mut dyn FnMut(&Test) -> Result<bool, String>,
) -> Result<(), ContestFailure> {
    for (index, test) in read(input)?.iter().enumerate() {
        let wins = ask(test)
            .map_err(|reason| ContestFailure::engine(format_args!("test {}", index + 1), reason))?;
        let winner: &[u8] = if wins { b"Alice\n" } else { b"Bob\n" };
        out.write_all(winner)?;
    }
    Ok(())
}
