//! Laws of lattice points with vectors and rays, read off digits.

pub mod coq;
mod kernel;
mod learner;
mod numerals;
mod oracle;
mod pair;
mod search;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&search::Digits, &pair::Pair]
}

/// An option of the position that the opponent loses; replaced when the search is merged.
pub(crate) fn winning_move(
    _law: &whowins_verify::automatic::Automatic,
    _game: &whowins_rules::Game,
    _position: &[dashu_int::UBig],
    _player: whowins_rules::Player,
) -> Option<Vec<dashu_int::UBig>> {
    None
}
