//! Why there is nothing to see.

use std::fmt;

use whowins_engine::EngineError;
use whowins_rules::Diagnostics;

/// Why something cannot be shown.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The rules, or their parameters, have errors.
    Rules(Diagnostics),
    /// What was asked does not suit the game; one message that names the place and the mend.
    Input(String),
    /// The engine has no answer.
    Engine(EngineError),
}

/// What was asked does not suit the game.
pub(crate) fn input<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Input(message.into()))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(errors) => errors.fmt(f),
            Self::Input(message) => f.write_str(message),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl From<Diagnostics> for Fault {
    fn from(errors: Diagnostics) -> Self {
        Self::Rules(errors)
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}
