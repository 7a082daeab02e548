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

#[cfg(test)]
mod tests {
    use super::super::naive::{self, printed};
    use super::*;

    fn by_rules(input: &str) -> Result<String, String> {
        printed(|out| {
            answer(input.as_bytes(), out, &mut |test| {
                Ok(naive::partisangame(test))
            })
        })
    }

    #[test]
    fn small_games() {
        // Bob has no move at all; nor has Alice; neither; Alice leaves 3, where Bob's 4 does not fit.
        assert_eq!(by_rules("5\n1 2\n\n"), Ok("Alice\n".into()));
        assert_eq!(by_rules("5\n\n1 2\n"), Ok("Bob\n".into()));
        assert_eq!(by_rules("5\r\n\r\n\r\n"), Ok("Bob\n".into()));
        assert_eq!(
            by_rules("7\n3 4\n4\n0\n1\n1\n\n\n"),
            Ok("Alice\nBob\n".into())
        );
    }

    #[test]
    fn numbers_are_sets() {
        let tests = read(b"007\n 64 1 1\t3 1 \n\n").expect("valid");
        let expected = Test {
            heap: UBig::from(7u8),
            alice: vec![1, 3, 64],
            bob: vec![],
        };
        assert_eq!(tests, [expected]);
    }

    #[test]
    fn heaps_of_any_length() {
        let digits = "9".repeat(5000);
        let tests = read(format!("{digits}\n1\n2").as_bytes()).expect("valid");
        assert_eq!(tests[0].heap.to_string(), digits);
        let digits = "9".repeat(MOST_DIGITS + 1);
        let error = read(digits.as_bytes()).expect_err("too long").to_string();
        assert!(
            error.starts_with("line 1: the heap n of test 1 has 1000001 digits: "),
            "{error}"
        );
    }

    #[test]
    fn faults_are_named() {
        for (input, expected) in [
            (
                "",
                "line 1: the input is empty where the heap n of test 1 belongs; write a whole number of at most 1000000 digits",
            ),
            (
                "5",
                "line 1: the input ends where the line of Alice's numbers of test 1 belongs; write Alice's numbers on a line, or a blank line if Alice has none",
            ),
            (
                "5\n1 2\n",
                "line 3: the input ends where the line of Bob's numbers of test 1 belongs; write Bob's numbers on a line, or a blank line if Bob has none",
            ),
            (
                "5\n1 a\n\n",
                "line 2: a letter where one of Alice's numbers of test 1 belongs: \"a\"; write a number from 1 to 64",
            ),
            (
                "5\n\n0\n",
                "line 3: one of Bob's numbers of test 1 is out of range: \"0\"; write a number from 1 to 64",
            ),
            (
                "5\n1\n1\n6\n65\n",
                "line 5: one of Alice's numbers of test 2 is out of range: \"65\"; write a number from 1 to 64",
            ),
            (
                "5\n1,2\n\n",
                "line 2: a fraction where one of Alice's numbers of test 1 belongs: \"1,2\"; write a number from 1 to 64",
            ),
            (
                "5\n1\n1\n\n5\n\n\n",
                "line 4: a blank line where the heap n of test 2 belongs; write each test in three lines: n, Alice's numbers, Bob's numbers",
            ),
            (
                "5 3\n1\n1\n",
                "line 1: extra text after the heap n of test 1: \"3\"; put Alice's numbers on the next line",
            ),
            (
                "-5\n\n\n",
                "line 1: a negative number where the heap n of test 1 belongs: \"-5\"; write a whole number of at most 1000000 digits",
            ),
            (
                "1_0\n\n\n",
                "line 1: a character that is no digit where the heap n of test 1 belongs: \"1_0\"; write a whole number of at most 1000000 digits",
            ),
            (
                "fünf\n",
                "line 1: a letter where the heap n of test 1 belongs: \"fünf\"; write a whole number of at most 1000000 digits",
            ),
        ] {
            let error = read(input.as_bytes()).expect_err(input);
            assert_eq!(error.to_string(), expected, "{input:?}");
        }
    }
}
