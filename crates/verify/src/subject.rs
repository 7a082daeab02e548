//! The game that a certificate speaks of.

use whowins_analysis::Game;
use whowins_rules::Parameters;

/// A game, and the parameters that the law holds for whatever their values.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The game; open parameters have made-up values.
    pub game: Game,
    /// The rules' text.
    pub text: String,
    /// Names of the open parameters; empty for most games.
    pub open: Vec<String>,
    /// The values of all other parameters, given or by default.
    pub closed: Parameters,
}
