//! The numberings, behind one type.

use whowins_analysis::Budget;

use super::digits::DigitSpace;
use super::tuple::TupleSpace;

/// One of the numberings.
pub enum AnySpace {
    Tuple(Box<TupleSpace>),
    Digits(Box<DigitSpace>),
}

impl AnySpace {
    /// Returns the same numbering, whose moves charge a budget; see
    /// [`Frame::under`](whowins_analysis::Frame::under).
    pub fn under(self, budget: Budget) -> Self {
        match self {
            Self::Tuple(space) => Self::Tuple(Box::new(space.under(budget))),
            // Its moves are read from tables.
            Self::Digits(_) => self,
        }
    }
}

/// Evaluates an expression for either numbering.
macro_rules! with_space {
    ($any:expr, $space:ident => $body:expr) => {
        match $any {
            $crate::general::any::AnySpace::Tuple(boxed) => {
                let $space = &**boxed;
                $body
            }
            $crate::general::any::AnySpace::Digits(boxed) => {
                let $space = &**boxed;
                $body
            }
        }
    };
}

pub(super) use with_space;
