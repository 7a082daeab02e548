//! CodeChef, September Challenge 2018, *Table Game* (TABGAME).
//!
//! Input: a line `T`; then, a test, a line of M digits (digit j is `1` if the player who moves the stone to (0, j) loses), a
//! line of N digits (likewise for (i, 0)), a line `Q`, and Q lines `x y` (1 ≤ x ≤ N, 1 ≤ y ≤ M), the stone's start. Output: a
//! line a test of Q digits, `1` where Alice, who moves first, wins.
//!
//! N, M and Q are at most 100,000 each, and their sums over the tests at most 1,000,000 each.

use super::reader::{Quoted, Scanner, first_character};
use super::{ContestError, ContestFailure};
use std::io::Write;

const LARGEST: u64 = 100_000;
const LARGEST_SUM: u64 = 1_000_000;

/// One border and what is asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test<'a> {
    /// M digits `0` and `1`: the border cells (0, 1), (0, 2), …; `1` where the player who moves there loses.
    pub row: &'a [u8],
    /// N digits `0` and `1`: the border cells (1, 0), (2, 0), …; likewise.
    pub column: &'a [u8],
    /// The places x, y with 1 ≤ x ≤ N, 1 ≤ y ≤ M.
    pub queries: Vec<(u64, u64)>,
}

/// Reads the input; the borders borrow from it. O(bytes).
///
/// # Errors
///
/// The first fault, with its place.
pub fn read(input: &[u8]) -> Result<Vec<Test<'_>>, ContestError> {
    let mut scanner = Scanner::new(input);
    scanner.skip_blank_lines();
    let count = scanner.number(format_args!("the number of tests T"), 1..=LARGEST_SUM)?;
    scanner.end_line(
        format_args!("the number of tests"),
        format_args!("put the first test's border on the next line"),
    )?;
    let mut tests = Vec::new();
    let mut sums = [0u64; 3];
    for test in 1..=count {
        scanner.skip_blank_lines();
        let start = scanner.offset();
        let read = read_test(&mut scanner, test, count)?;
        let sizes = [read.row.len(), read.column.len(), read.queries.len()];
        for ((sum, size), name) in sums.iter_mut().zip(sizes).zip(["M", "N", "Q"]) {
            *sum += size as u64;
            if *sum > LARGEST_SUM {
                return Err(scanner.error_at(
                    start,
                    format_args!(
                        "with test {test} the sum of {name} over the tests is {sum}, more than {LARGEST_SUM}"
                    ),
                    "put this test and those after it into a second input",
                ));
            }
        }
        tests.push(read);
    }
    scanner.end_input(
        format_args!("the last test"),
        format_args!("remove it, or raise the number of tests from {count} or that of its queries"),
    )?;
    Ok(tests)
}

fn read_test<'a>(
    scanner: &mut Scanner<'a>,
    test: u64,
    count: u64,
) -> Result<Test<'a>, ContestError> {
    let row = read_bits(
        scanner,
        format_args!("the border (0, j) of test {test} of {count}"),
    )?;
    let column = read_bits(
        scanner,
        format_args!("the border (i, 0) of test {test} of {count}"),
    )?;
    let (m, n) = (row.len() as u64, column.len() as u64);
    scanner.skip_blank_lines();
    let queries_count = scanner.number(
        format_args!("the number of queries Q of test {test}"),
        1..=LARGEST,
    )?;
    scanner.end_line(
        format_args!("the number of queries of test {test}"),
        format_args!("put each query on a line of its own"),
    )?;
    let mut queries = Vec::new();
    for query in 1..=queries_count {
        if scanner.is_at_end() {
            return Err(scanner.missing(
                format_args!("query {query} of {queries_count} of test {test}"),
                "write the two numbers x y on a line, or lower the number of queries",
            ));
        }
        scanner.skip_blank_lines();
        let x = scanner.number(
            format_args!("the number x of query {query} of test {test}"),
            1..=n,
        )?;
        let y = scanner.number(
            format_args!("the number y of query {query} of test {test}"),
            1..=m,
        )?;
        scanner.end_line(
            format_args!("query {query} of test {test}"),
            format_args!("a query is the two numbers x y"),
        )?;
        queries.push((x, y));
    }
    Ok(Test {
        row,
        column,
        queries,
    })
}

fn read_bits<'a>(
    scanner: &mut Scanner<'a>,
    what: std::fmt::Arguments<'_>,
) -> Result<&'a [u8], ContestError> {
    let help = format_args!("write 1 to {LARGEST} digits, each 0 or 1");
    scanner.skip_blank_lines();
    scanner.is_at_line_end();
    let start = scanner.offset();
    let bits = scanner.word(what, help)?;
    if let Some(at) = bits.iter().position(|digit| !b"01".contains(digit)) {
        let found = Quoted(first_character(&bits[at..]));
        let message = format_args!("{found} where digit {} of {what} belongs", at + 1);
        return Err(scanner.error_at(start + at, message, help));
    }
    if bits.len() as u64 > LARGEST {
        let message = format_args!("{what} has {} digits", bits.len());
        return Err(scanner.error_at(start, message, help));
    }
    scanner.end_line(
        what,
        format_args!("write the digits without blanks, on one line"),
    )?;
    Ok(bits)
}

/// Answers the input: `ask` says, for each query of a test, whether Alice, who moves first, wins.
///
/// # Errors
///
/// A fault in the input (then nothing is printed), no answer from `ask` or not one a query, or a failing `out`.
pub fn answer(
    input: &[u8],
    out: &mut dyn Write,
    ask: &mut dyn FnMut(&Test<'_>) -> Result<Vec<bool>, String>,
) -> Result<(), ContestFailure> {
    for (index, test) in read(input)?.iter().enumerate() {
        let asked = format_args!("test {}", index + 1);
        let wins = ask(test).map_err(|reason| ContestFailure::engine(asked, reason))?;
        if wins.len() != test.queries.len() {
            let reason = format!(
                "answers given: {}, queries: {}",
                wins.len(),
                test.queries.len()
            );
            return Err(ContestFailure::engine(asked, reason));
        }
        let mut line: Vec<u8> = wins.iter().map(|&win| b'0' + u8::from(win)).collect();
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}
