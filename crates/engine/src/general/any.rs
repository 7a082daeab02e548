//! The numberings, behind one type.

use whowins_analysis::Budget;

use super::board::BoardSpace;
use super::gathered::GatheredSpace;
use super::tokens::TokenSpace;
use super::tuple::TupleSpace;

/// One of the numberings.
pub enum AnySpace {
    Tuple(TupleSpace),
    Board(BoardSpace),
    Gathered(GatheredSpace),
    Tokens(TokenSpace),
}

impl AnySpace {
    /// The same under a budget, which its moves charge; see
    /// [`Frame::under`](whowins_analysis::Frame::under).
    pub fn under(self, budget: Budget) -> Self {
        match self {
            Self::Tuple(space) => Self::Tuple(space.under(budget)),
            Self::Board(space) => Self::Board(space.under(budget)),
            Self::Tokens(space) => Self::Tokens(space.under(budget)),
            // Their moves are read from tables.
            Self::Gathered(_) => self,
        }
    }
}

/// Does the same with whichever numbering it is.
macro_rules! with_space {
    ($any:expr, $space:ident => $body:expr) => {
        match $any {
            $crate::general::any::AnySpace::Tuple($space) => $body,
            $crate::general::any::AnySpace::Board($space) => $body,
            $crate::general::any::AnySpace::Gathered($space) => $body,
            $crate::general::any::AnySpace::Tokens($space) => $body,
        }
    };
}

pub(super) use with_space;
