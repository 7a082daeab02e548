//! What the compiler knows of a state at a place of the code.

use whowins_analysis::Interval;

use super::step::Reg;

/// What a cell of the word may hold, as offsets from the least value of its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// These, a bit each.
    Set(u128),
    /// From the first to the second.
    Range(u64, u64),
}

impl Domain {
    /// All offsets up to this one.
    pub(super) const fn up_to(most: u64) -> Self {
        match most {
            0..128 => Self::Set(u128::MAX >> (127 - most)),
            _ => Self::Range(0, most),
        }
    }

    pub(super) const fn least(self) -> u64 {
        match self {
            Self::Set(set) => set.trailing_zeros() as u64,
            Self::Range(least, _) => least,
        }
    }

    pub(super) const fn most(self) -> u64 {
        match self {
            Self::Set(set) => 127 - set.leading_zeros() as u64,
            Self::Range(_, most) => most,
        }
    }

    pub(super) fn single(self) -> Option<u64> {
        (self.least() == self.most()).then(|| self.least())
    }

    /// The least domain around both.
    pub(super) fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Set(x), Self::Set(y)) => Self::Set(x | y),
            (x, y) => Self::Range(x.least().min(y.least()), x.most().max(y.most())),
        }
    }
}

/// A value that the code works out, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Known(i64),
    /// What the word has in this cell, and something added.
    Cell {
        cell: usize,
        plus: i64,
    },
    /// In a register.
    Reg {
        reg: Reg,
        interval: Interval,
    },
}

/// What is known where the code has come to.
#[derive(Clone, Debug)]
pub(super) struct Now {
    /// The bound variables.
    pub(super) env: Vec<Value>,
    /// What has been written to each cell and is not in the word.
    pub(super) written: Vec<Option<Value>>,
    /// What the word may hold in each cell.
    pub(super) domains: Vec<Domain>,
}
