//! Instances of the Coq theory for this family.

use whowins_rules::Game;
use whowins_verify::finite::Ranked;

/// The body of the module for a law of this kind.
pub(crate) fn ranked(_game: &Game, _law: &Ranked) -> Result<String, String> {
    Err("this kind of law has no Coq file yet".into())
}
