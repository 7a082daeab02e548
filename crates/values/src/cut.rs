//! Why an arena gives no answer.

use std::fmt;

use whowins_core::{Budget, Over};

/// Why there is no answer. What the arena holds stays good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The budget's time is over, or it was told to stop.
    Over(Over),
    /// The forms take more bytes than the budget has.
    Memory,
    /// A form has more than 65,535 options of one side, an up or a nimber passes 2^31, or forms are
    /// nested more than [`DEEPEST`] deep.
    Size,
}

/// Forms that a comparison or a sum goes through, one within the other.
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

/// Takes steps off a budget.
#[inline]
pub(crate) fn charge(budget: &Budget, steps: u64) -> Result<(), Cut> {
    match budget.charge(steps).is_continue() {
        true => Ok(()),
        false => Err(Cut::Over(budget.over().unwrap_or(Over::Stopped))),
    }
}
