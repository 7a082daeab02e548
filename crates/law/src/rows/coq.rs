//! Instances of the Coq theory for this family.

use whowins_rules::Game;
use whowins_verify::rows::{Functional, Regular};

/// The body of the module for a law of this kind.
pub(crate) fn functional(_game: &Game, _law: &Functional) -> Result<String, String> {
    Err("there is no Coq instance of this kind yet".into())
}

/// The body of the module for a law of this kind.
pub(crate) fn regular(_game: &Game, _law: &Regular) -> Result<String, String> {
    Err("there is no Coq instance of this kind yet".into())
}
