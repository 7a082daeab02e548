//! The numberings, behind one type.

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
