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

/// A number as a length, or as a place in a list: refused where this machine's words are too short
/// for it, and never cut.
pub(crate) fn size<N>(number: N) -> Result<usize, Rejection>
where
    usize: TryFrom<N>,
{
    usize::try_from(number).map_err(|_| {
        Rejection::malformed("a number of the law is larger than any list of this machine is long")
    })
}

/// A place in a list that is known to have it; where this machine's words are too short for it, one
/// that no list has: it ends the check, as a sum that leaves its word does, and is never another
/// place.
pub(crate) fn at<N>(place: N) -> usize
where
    usize: TryFrom<N>,
{
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// The number of an element of a list, as automata have it: no memory holds a list with more
/// elements than words of 32 bits count, and the number that such a word does not hold would be one
/// that no list has.
pub(crate) fn word(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// So many symbols or letters, from 0 on.
pub(crate) fn symbols(count: usize) -> impl Iterator<Item = u8> + Clone {
    (0..=u8::MAX).take(count)
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Rejection {}
