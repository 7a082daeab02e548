//! Instances of the Coq theory for this family.

use whowins_rules::Game;
use whowins_verify::lattice::{Constant, Product};

/// The body of the module for a law of this kind.
pub(crate) fn constant(_game: &Game, _law: &Constant) -> Result<String, String> {
    Err("this kind of law has no Coq file yet".into())
}

/// The body of the module for a law of this kind.
pub(crate) fn product(_game: &Game, _law: &Product) -> Result<String, String> {
    Err("this kind of law has no Coq file yet".into())
}
