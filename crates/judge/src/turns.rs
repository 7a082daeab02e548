//! A long scan shared out among processes that know nothing of each other.

use std::fmt;

use serde::{Serialize, Serializer};

/// What comes at its turn is one process's own, of so many processes.
///
/// ```
/// use whowins_judge::Turns;
///
/// let second = Turns { own: 2, of: 3 };
/// let own: Vec<u64> = (1..=9).filter(|turn| second.has(*turn)).collect();
/// assert_eq!(own, [2, 5, 8]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// Which of them it is, from 1 on.
    pub own: u64,
    /// How many there are, at least 1.
    pub of: u64,
}

impl Turns {
    /// Whether what comes at this turn is its own.
    pub fn has(self, turn: u64) -> bool {
        turn % self.of == self.own % self.of
    }
}

/// `2/3`.
impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.own, self.of)
    }
}

impl Serialize for Turns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
