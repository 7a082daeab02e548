//! Instances of the Coq theory for this family.

use whowins_rules::Game;
use whowins_verify::automatic::{Automatic, Beatty};

/// The body of the module for a law of this kind.
pub(crate) fn automatic(_game: &Game, _law: &Automatic) -> Result<String, String> {
    todo!()
}

/// The body of the module for a law of this kind.
pub(crate) fn beatty(_game: &Game, _law: &Beatty) -> Result<String, String> {
    todo!()
}
