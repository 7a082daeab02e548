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
