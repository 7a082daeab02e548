//! What is wrong with a statement, and where.

use std::fmt;

/// A mistake in a statement: its place, what is wrong, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The statement.
    pub text: String,
    /// From which byte on.
    pub from: usize,
    /// Up to which byte.
    pub to: usize,
    /// What is wrong.
    pub message: String,
    /// The mend.
    pub help: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.from.min(self.text.len());
        let before = self.text.get(..from).unwrap_or("").chars().count();
        let marked = self.text.get(from..self.to.min(self.text.len()));
        let length = marked.map_or(1, |text| text.chars().count().max(1));
        let line = self.text.replace(['\n', '\t', '\r'], " ");
        write!(
            f,
            "{}\n  |\n  | {line}\n  | {}{}\nhelp: {}",
            self.message,
            " ".repeat(before),
            "^".repeat(length),
            self.help
        )
    }
}

impl std::error::Error for Fault {}
