//! What can be wrong with a contest's input.
//!
//! Faults of a contest *file* are [`whowins_rules::Diagnostics`], as those of rules; these are
//! faults of an input, which mostly a program wrote.

use std::fmt;

/// A fault in the input: where it is, what it is, and how to mend it. Its `Display` is one line:
/// `line 4: a letter where the number Y of query 2 belongs: "x7"; write a number from 1 to 3`.
///
/// ```
/// let cowcheck = whowins::contest::of_name("cowcheck").expect("it is shipped")?;
/// let fault = cowcheck.read(b"3 3\n1\n2 x\n").expect_err("x is no number");
/// assert_eq!((fault.line, fault.column), (3, 3));
/// assert_eq!(fault.help, "write a number from 0 to 2");
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong, and what stands there.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.message, self.help)
    }
}

impl std::error::Error for ContestError {}
