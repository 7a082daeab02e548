//! From a syntax tree to its meaning: a term of the core calculus, and how its positions are written.

use crate::diagnostic::Diagnostic;
use crate::parameters::Parameters;
use crate::tree::Text;
use whowins_analysis::program::Program;

/// What a text means, with these values of its parameters.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The game.
    pub program: Program,
    /// The players' names.
    pub players: [String; 2],
    /// What is no fault, and may not be meant.
    pub warnings: Vec<Diagnostic>,
}

/// Gives a text its meaning.
///
/// # Errors
///
/// All faults: names that mean nothing, numbers where conditions are meant, values of parameters that are missing or do not fit.
pub fn lower(text: &Text, values: &Parameters) -> Result<Lowered, Vec<Diagnostic>> {
    let _ = (text, values);
    Err(Vec::new())
}
