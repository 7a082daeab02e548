//! Divides a long enumeration among independent processes.

use std::fmt;

use serde::{Serialize, Serializer};

/// The share of one process among several.
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
    /// The number of this process, from 1.
    pub own: u64,
    /// The number of processes, at least 1.
    pub of: u64,
}

impl Turns {
    /// Returns true if this process handles an index.
    pub fn has(self, turn: u64) -> bool {
        turn % self.of == self.own % self.of
    }
}

/// Displays a share such as `2/3`.
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
