//! Instances of the Coq theory for this family.

use whowins_rules::Game;
use whowins_verify::rows::{Functional, Regular};

/// The body of the module for a law of this kind.
pub(crate) fn functional(_game: &Game, _law: &Functional) -> Result<String, String> {
    todo!()
}

/// The body of the module for a law of this kind.
pub(crate) fn regular(_game: &Game, _law: &Regular) -> Result<String, String> {
    todo!()
}
