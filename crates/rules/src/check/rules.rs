//! The rules of a game as text, read once for their faults and again for each set of values.

use super::Checker;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::parameters::{Parameter, Parameters};
use whowins_analysis::Game;
use whowins_analysis::closest;

/// The rules of a game as text, found to be without fault; its parameters are still open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    origin: String,
    source: String,
    name: String,
    about: String,
    parameters: Vec<Parameter>,
    warnings: Vec<Diagnostic>,
}

impl Rules {
    /// Reads rules, or a term of the core calculus that has the form of some ([`Game::of_term`]); `origin` is what messages call the text, such as a file's name.
    ///
    /// Faults that depend on the parameters' values are found later, by [`Rules::game`].
    ///
    /// # Errors
    ///
    /// All the faults of the text.
    pub fn parse(origin: &str, source: &str) -> Result<Self, Diagnostics> {
        let values = Parameters::new();
        let mut checker = Checker::new(source, &values, true);
        let game = checker.check();
        match game {
            Some(game) if checker.faults.is_empty() => Ok(Self {
                origin: origin.to_string(),
                source: source.to_string(),
                name: game.name,
                about: game.about,
                parameters: checker.parameters,
                warnings: checker.warnings,
            }),
            _ => Err(checker.into_diagnostics(origin)),
        }
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The doc comment.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The text of the rules.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the text is a core term, not rules in words.
    pub fn is_term(&self) -> bool {
        super::is_term(&self.source)
    }

    /// What the rules say and their writer may not have meant; `None` where there is nothing of the kind.
    pub fn warnings(&self) -> Option<Diagnostics> {
        (!self.warnings.is_empty()).then(|| Diagnostics {
            origin: self.origin.clone(),
            source: self.source.clone(),
            faults: self.warnings.clone(),
        })
    }

    /// The parameters, in the order of the rules.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The game with these values of its parameters.
    ///
    /// # Errors
    ///
    /// A value that is missing, of the wrong kind, of an unknown name, or at odds with the rules.
    pub fn game(&self, values: &Parameters) -> Result<Game, Diagnostics> {
        let mut checker = Checker::new(&self.source, values, false);
        let known = |name: &String| self.parameters.iter().any(|p| p.name == *name);
        if let Some(unknown) = values.keys().find(|name| !known(name)) {
            let names: Vec<&str> = self.parameters.iter().map(|p| p.name.as_str()).collect();
            let help = match closest(unknown, names.iter().copied()) {
                Some(near) => format!("did you mean «{near}»?"),
                None if names.is_empty() => "this game has no parameters".into(),
                None => format!("its parameters are {}", names.join(", ")),
            };
            checker.faults.push(
                Diagnostic::new(0..0, format!("the game has no parameter «{unknown}»")).help(help),
            );
        }
        let game = checker.check();
        match game {
            Some(game) if checker.faults.is_empty() => Ok(game),
            _ => Err(checker.into_diagnostics(&self.origin)),
        }
    }
}
