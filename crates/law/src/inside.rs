//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

pub use crate::octal::arithmetic::growth;

/// Of the search for automatic laws.
pub mod automatic {
    pub use crate::automatic::apart::pairs;
    pub use crate::automatic::beside::Root;
    pub use crate::automatic::numerals::Numerals;
    pub use crate::automatic::oracle::Oracle;
    pub use crate::automatic::pair::{is_pair, metallic, metallic_pairs, metallic_system};
    pub use crate::automatic::slope::{Point, SIDE, lines, periods, slope, system};
}

/// Of the search for laws of rows and boards.
pub mod rows {
    pub use crate::rows::linear::Equations;
    pub use crate::rows::oracle::Oracle;
    pub use crate::rows::packed::{Packing, Piece};
    pub use crate::rows::samples::{Sample, samples};
    pub use crate::rows::sums::Sums;
    pub use crate::rows::table::Table;
    pub use crate::rows::wide::Wide;
}
