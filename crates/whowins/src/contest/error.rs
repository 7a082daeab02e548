//! Errors in the input of a contest format.
//!
//! Errors in a contest *file* are [`whowins_rules::Diagnostics`], like those of rules. Inputs are
//! usually written by programs, so their errors are simpler.

use std::fmt;

/// An error in an input: its place, a message and a fix.
///
/// `Display` prints one line: `line 4: a letter where the number Y of query 2 belongs: "x7"; write
/// a number from 1 to 3`.
///
/// ```
/// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
/// let error = cowcheck.read(b"3 3\n1\n2 x\n").expect_err("x is no number");
/// assert_eq!((error.line, error.column), (3, 3));
/// assert_eq!(error.help, "write a number from 0 to 2");
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestError {
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The problem, with the text that was found.
    pub message: String,
    /// The text to write instead.
    pub help: String,
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.message, self.help)
    }
}

impl std::error::Error for ContestError {}
