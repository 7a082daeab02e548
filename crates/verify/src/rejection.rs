//! Why a certificate is not accepted.

use std::fmt;

/// A certificate's rejection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// What kind of fault it is.
    pub why: Why,
    /// What was found, with the place or the counterexample.
    pub message: String,
}

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The certificate's text or its sizes do not hold together.
    Malformed,
    /// The rules have faults, or the law's kind does not apply to them, or they are another game's.
    Rules,
    /// An obligation does not hold: the law is wrong, or says more than it shows.
    False,
    /// The check takes more than the budget allows.
    Budget,
}

impl Rejection {
    /// The certificate does not hold together.
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(Why::Malformed, message)
    }

    /// The rules are at fault, or are none of this kind.
    pub fn rules(message: impl Into<String>) -> Self {
        Self::new(Why::Rules, message)
    }

    /// An obligation does not hold.
    pub fn false_claim(message: impl Into<String>) -> Self {
        Self::new(Why::False, message)
    }

    /// The budget is used up.
    pub fn budget(message: impl Into<String>) -> Self {
        Self::new(Why::Budget, message)
    }

    fn new(why: Why, message: impl Into<String>) -> Self {
        Self {
            why,
            message: message.into(),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Rejection {}
