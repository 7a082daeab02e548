//! Instances of the Coq theory for this family.

use whowins_rules::Game;
use whowins_verify::heap::{Grundy, Periodic};

/// The body of the module for a law of this kind.
pub(crate) fn periodic(_game: &Game, _law: &Periodic) -> Result<String, String> {
    todo!()
}

/// The body of the module for a law of this kind.
pub(crate) fn grundy(_game: &Game, _law: &Grundy) -> Result<String, String> {
    todo!()
}
