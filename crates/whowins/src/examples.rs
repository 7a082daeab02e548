//! Checks the `example` lines of rules with the engine.
//!
//! An `example` line states a position and its winner. If the engine agrees, the rules probably
//! mean what their author intended.

use dashu_int::IBig;
use dashu_int::ops::Abs;
use whowins_analysis::{Player, Value};
use whowins_engine::{EngineError, Limits};
use whowins_rules::{Diagnostic, Diagnostics, Example, Parameters, Rules};

use crate::solver;

/// An example and the engine's answer.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The statement of the rules.
    pub example: Example,
    /// The text of the example.
    pub text: String,
    /// The winner and the margin, or the reason why they weren't found.
    pub found: Result<Found, EngineError>,
}

/// The result of optimal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// The margin of points, if the game has points.
    pub by: Option<IBig>,
}

impl Asked {
    /// Returns true if the winner and the margin (if stated) are correct.
    ///
    /// Returns `None` if a limit was reached before the answer was found.
    ///
    /// ```
    /// use whowins::engine::Limits;
    /// use whowins::rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse(
    ///     "take",
    ///     "game \"Take\"\nposition n\nmove n -= k for k in 1..3\nexample 4: Second wins",
    /// )?;
    /// let results = whowins::examples(&rules, &Parameters::new(), &Limits::default())?;
    /// assert_eq!(
    ///     (results[0].text.as_str(), results[0].agrees()),
    ///     ("example 4: Second wins", Some(true))
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn agrees(&self) -> Option<bool> {
        let found = self.found.as_ref().ok()?;
        let by = self.example.by.as_ref();
        let same = found.winner == self.example.winner;
        Some(same && by.is_none_or(|by| found.by.as_ref() == Some(by)))
    }

    /// Returns a diagnostic with the place of a wrong example. Returns `None` if no error was
    /// found.
    ///
    /// `players` are the names of the players; the first moves first.
    ///
    /// ```
    /// use whowins::engine::Limits;
    /// use whowins::rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse(
    ///     "take",
    ///     "game \"Take\"\nposition n\nmove n -= k for k in 1..3\nexample 5: Second wins",
    /// )?;
    /// let results = whowins::examples(&rules, &Parameters::new(), &Limits::default())?;
    /// let error = results[0]
    ///     .fault(&["First".into(), "Second".into()]) // prose: allow
    ///     .expect("five is won");
    /// assert_eq!(error.message, "by these rules First wins");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fault(&self, players: &[String; 2]) -> Option<Diagnostic> {
        let found = self.found.as_ref().ok()?;
        if self.agrees() == Some(true) {
            return None;
        }
        let message = format!("by these rules {}", found.said(players));
        let help = format!(
            "correct the rules, or write in this line that {}",
            found.said(players)
        );
        Some(Diagnostic::new(self.example.span.clone(), message).help(help))
    }
}

impl Found {
    /// Describes the result, with the names of the players.
    ///
    /// ```
    /// use whowins::Found;
    /// use whowins::analysis::Player;
    ///
    /// let players = ["Ann".to_string(), "Bob".to_string()];
    /// let found = Found { winner: Some(Player::Second), by: Some(2.into()) };
    /// assert_eq!(found.said(&players), "Bob wins by 2");
    /// assert_eq!(Found { winner: None, by: None }.said(&players), "it is a draw");
    /// ```
    pub fn said(&self, players: &[String; 2]) -> String {
        match (self.winner, &self.by) {
            (None, _) => "it is a draw".into(),
            (Some(winner), None) => format!("{} wins", players[winner.index()]),
            (Some(winner), Some(by)) => format!("{} wins by {by}", players[winner.index()]),
        }
    }
}

/// Solves all examples of rules in order, with one engine.
///
/// If an example reaches a limit, its result is the error, and the remaining examples are solved as
/// usual. The limits apply to the sum over all examples.
///
/// ```
/// use whowins::engine::Limits;
/// use whowins::examples;
/// use whowins::rules::{Parameters, Rules};
///
/// let rules = Rules::parse(
///     "nim",
///     "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n\
///      example 3,3: Second wins\nexample 3,4: Second wins",
/// )?;
/// let results = examples(&rules, &Parameters::new(), &Limits::default())?;
/// assert_eq!(
///     results.iter().map(|one| one.agrees()).collect::<Vec<_>>(),
///     [Some(true), Some(false)]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the values don't match the rules, or if an example contains an invalid
/// position or an unknown player.
pub fn examples(
    rules: &Rules,
    values: &Parameters,
    limits: &Limits,
) -> Result<Vec<Asked>, Diagnostics> {
    let mut engine = solver(rules, values, limits)?;
    let examples = rules.examples(engine.game())?;
    let ask = |example: Example| {
        let found = engine.answer(&example.position, example.player);
        let found = found.map(|asked| Found {
            winner: match asked.answer.value {
                Value::Win => Some(example.player),
                Value::Loss => Some(example.player.other()),
                Value::Draw => None,
            },
            by: asked.answer.difference.map(Abs::abs),
        });
        Asked {
            text: rules.source()[example.span.clone()].to_string(),
            example,
            found,
        }
    };
    Ok(examples.into_iter().map(ask).collect())
}
