//! USACO 2011 Open, *Cow Checkers*.
//!
//! Input: a line `M N` (1 ≤ M, N ≤ 1,000,000), a line `T`, then T lines `X Y` (0 ≤ X < M, 0 ≤ Y < N): the checker's place,
//! counted from 0; the goal is 0 0. Output: a line a query, `Bessie` where she, who moves first, wins, else `Farmer John`.

use super::reader::Scanner;
use super::{ContestError, ContestFailure};
use std::io::Write;

const LARGEST_SIDE: u64 = 1_000_000;

/// The board and what is asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Number of columns: X is less.
    pub m: u64,
    /// Number of rows: Y is less.
    pub n: u64,
    /// The places X, Y.
    pub queries: Vec<(u64, u64)>,
}

/// Reads the input. O(bytes).
///
/// # Errors
///
/// The first fault, with its place.
pub fn read(input: &[u8]) -> Result<Test, ContestError> {
    let mut scanner = Scanner::new(input);
    scanner.skip_blank_lines();
    let m = scanner.number(format_args!("the board's width M"), 1..=LARGEST_SIDE)?;
    let n = scanner.number(format_args!("the board's height N"), 1..=LARGEST_SIDE)?;
    scanner.end_line(
        format_args!("M and N"),
        format_args!("the first line is the two numbers M N"),
    )?;
    scanner.skip_blank_lines();
    let count = scanner.number(format_args!("the number of queries T"), 1..=u64::MAX)?;
    scanner.end_line(
        format_args!("the number of queries"),
        format_args!("put each query on a line of its own"),
    )?;
    let mut queries = Vec::new();
    for query in 1..=count {
        if scanner.is_at_end() {
            return Err(scanner.missing(
                format_args!("query {query} of {count}"),
                "write the two numbers X Y on a line, or lower the number of queries",
            ));
        }
        scanner.skip_blank_lines();
        let x = scanner.number(format_args!("the number X of query {query}"), 0..=m - 1)?;
        let y = scanner.number(format_args!("the number Y of query {query}"), 0..=n - 1)?;
        scanner.end_line(
            format_args!("query {query}"),
            format_args!("a query is the two numbers X Y"),
        )?;
        queries.push((x, y));
    }
    scanner.end_input(
        format_args!("the last query"),
        format_args!("remove it, or raise the number of queries from {count}"),
    )?;
    Ok(Test { m, n, queries })
}

/// Answers the input: `ask(x, y)` says whether the player to move wins with the checker at (x, y).
///
/// # Errors
///
/// A fault in the input (then nothing is printed), no answer from `ask`, or a failing `out`.
pub fn answer(
    input: &[u8],
    out: &mut dyn Write,
    ask: &mut dyn FnMut(u64, u64) -> Result<bool, String>,
) -> Result<(), ContestFailure> {
    let test = read(input)?;
    for (index, &(x, y)) in test.queries.iter().enumerate() {
        let wins = ask(x, y).map_err(|reason| {
            ContestFailure::engine(format_args!("query {}", index + 1), reason)
        })?;
        let winner: &[u8] = if wins { b"Bessie\n" } else { b"Farmer John\n" };
        out.write_all(winner)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::naive::{self, printed};
    use super::*;

    fn by_rules(input: &str) -> Result<String, String> {
        printed(|out| answer(input.as_bytes(), out, &mut |x, y| Ok(naive::cowcheck(x, y))))
    }

    #[test]
    fn samples() {
        assert_eq!(by_rules("3 3\n1\n1 1\n"), Ok("Bessie\n".into()));
        assert_eq!(by_rules("3 2\r\n1\r\n2 1"), Ok("Farmer John\n".into()));
        let largest = read(b"1000000 1\n2\n999999 0\n0 0\n\n").expect("valid");
        assert_eq!(largest.queries, [(999_999, 0), (0, 0)]);
    }

    #[test]
    fn a_solver_without_an_answer_is_named() {
        let failure =
            printed(|out| answer(b"3 3\n1\n1 1", out, &mut |_, _| Err("out of memory".into())));
        assert_eq!(failure, Err("query 1 has no answer: out of memory".into()));
    }

    #[test]
    fn faults_are_named() {
        for (input, expected) in [
            (
                "",
                "line 1: the input is empty where the board's width M belongs; write a number from 1 to 1000000",
            ),
            (
                " \n\n",
                "line 1: the input is empty where the board's width M belongs; write a number from 1 to 1000000",
            ),
            (
                "3\n1\n",
                "line 1: the line ends where the board's height N belongs; write a number from 1 to 1000000",
            ),
            (
                "0 3\n1\n1 1",
                "line 1: the board's width M is out of range: \"0\"; write a number from 1 to 1000000",
            ),
            (
                "3 3 3",
                "line 1: extra text after M and N: \"3\"; the first line is the two numbers M N",
            ),
            (
                "3 3\n",
                "line 2: the input ends where the number of queries T belongs; write a whole number from 1 on",
            ),
            (
                "3 3\n2\n1 1\n",
                "line 4: the input ends where query 2 of 2 belongs; write the two numbers X Y on a line, or lower the number of queries",
            ),
            (
                "3 4\n2\n1 1\n1 x7\n",
                "line 4: a letter where the number Y of query 2 belongs: \"x7\"; write a number from 0 to 3",
            ),
            (
                "3 3\r\n1\r\n1 3\r\n",
                "line 3: the number Y of query 1 is out of range: \"3\"; write a number from 0 to 2",
            ),
            (
                "3 3\n1\n-1 1",
                "line 3: a negative number where the number X of query 1 belongs: \"-1\"; write a number from 0 to 2",
            ),
            (
                "3 3\n1\n1.5 1",
                "line 3: a fraction where the number X of query 1 belongs: \"1.5\"; write a number from 0 to 2",
            ),
            (
                "3 3\n1\n+1 1",
                "line 3: a character that is no digit where the number X of query 1 belongs: \"+1\"; write a number from 0 to 2",
            ),
            (
                "3 3\n1\n1 1 1",
                "line 3: extra text after query 1: \"1\"; a query is the two numbers X Y",
            ),
            (
                "3 3\n1\n1 1\n\n\nhello world\n",
                "line 6: extra text after the last query: \"hello world\"; remove it, or raise the number of queries from 1",
            ),
            (
                "3 99999999999999999999999999999999999999999999999999999999999999999",
                "line 1: the board's height N is out of range: \"9999999999999999999999999999999999999999\" and 25 more bytes; write a number from 1 to 1000000",
            ),
            (
                "x\u{1b}[31m\0 3",
                "line 1: a letter where the board's width M belongs: \"x\\u{1b}[31m\\0\"; write a number from 1 to 1000000",
            ),
        ] {
            let error = read(input.as_bytes()).expect_err(input);
            assert_eq!(error.to_string(), expected, "{input:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        let error = read(b"3 3\n1\n1 \xff\xfe").expect_err("no text");
        assert_eq!((error.line, error.column), (3, 3));
        assert!(error.message.contains(r#"bytes that are not UTF-8 text"#));
        assert!(error.message.ends_with(r#""\xff\xfe""#), "{error}");
    }
}
