//! The errors of an arena.

use std::fmt;

use whowins_core::{Budget, Over};

/// The reason why an operation has no result. The arena stays valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The time limit of the budget was reached, or the work was cancelled.
    Over(Over),
    /// The forms need more memory than the budget allows.
    Memory,
    /// A form has more than 65,535 options on one side, an up or a nimber exceeds 2^31, or forms
    /// are nested more than [`DEEPEST`] levels deep.
    Size,
}

/// Maximum nesting depth of forms in a comparison or a sum.
pub const DEEPEST: u32 = 100_000;

impl From<whowins_core::Cut> for Cut {
    fn from(cut: whowins_core::Cut) -> Self {
        match cut {
            whowins_core::Cut::Over(over) => Self::Over(over),
            whowins_core::Cut::Memory => Self::Memory,
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over(Over::Time) => "the time ran out",
            Self::Over(Over::Stopped) => "the work was stopped",
            Self::Memory => "the forms take more memory than there is",
            Self::Size => {
                "the form is too large: more than 65,535 options of one player, ups or stars past 2^31, or forms within forms 100,000 deep"
            }
        })
    }
}

impl std::error::Error for Cut {}

/// Charges steps to a budget.
#[inline]
pub(crate) fn charge(budget: &Budget, steps: u64) -> Result<(), Cut> {
    match budget.charge(steps).is_continue() {
        true => Ok(()),
        false => Err(Cut::Over(budget.over().unwrap_or(Over::Stopped))),
    }
}
