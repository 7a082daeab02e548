//! What rules say of single positions (`example` lines), asked of the engine.
//!
//! An `example` line is what its writer knows of the game: a position and who wins there. Held
//! against the answer, it shows that the rules mean what they were meant to.

use dashu_int::IBig;
use dashu_int::ops::Abs;
use whowins_analysis::{Player, Value};
use whowins_engine::{EngineError, Limits};
use whowins_rules::{Diagnostic, Diagnostics, Example, Parameters, Rules};

use crate::solver;

/// An example, and what came of asking it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What the rules say.
    pub example: Example,
    /// The example as it is written.
    pub text: String,
    /// Who wins, and by how much where play is for points; or why that was not found out.
    pub found: Result<Found, EngineError>,
}

/// Who wins by best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Who; `None`: a draw.
    pub winner: Option<Player>,
    /// By how much, where play is for points.
    pub by: Option<IBig>,
}

impl Asked {
    /// Whether what the rules say is so: the winner, and the margin where the line has one; `None`
    /// where it was not found out, as a limit was met.
    ///
    /// ```
    /// use whowins::engine::Limits;
    /// use whowins::rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse(
    ///     "take",
    ///     "game \"Take\"\nposition n\nmove n -= k for k in 1..3\nexample 4: Second wins",
    /// )?;
    /// let asked = whowins::examples(&rules, &Parameters::new(), &Limits::default())?;
    /// assert_eq!(
    ///     (asked[0].text.as_str(), asked[0].agrees()),
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

    /// What is wrong with the example, in the text; `None` where nothing was found to be. `players`
    /// are the names of the game's players, the first to move first.
    ///
    /// ```
    /// use whowins::engine::Limits;
    /// use whowins::rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse(
    ///     "take",
    ///     "game \"Take\"\nposition n\nmove n -= k for k in 1..3\nexample 5: Second wins",
    /// )?;
    /// let asked = whowins::examples(&rules, &Parameters::new(), &Limits::default())?;
    /// let fault = asked[0]
    ///     .fault(&["First".into(), "Second".into()])
    ///     .expect("five is won");
    /// assert_eq!(fault.message, "here First wins");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fault(&self, players: &[String; 2]) -> Option<Diagnostic> {
        let found = self.found.as_ref().ok()?;
        if self.agrees() == Some(true) {
            return None;
        }
        let message = format!("here {}", found.said(players));
        let help = format!(
            "the rules mean something else than this line says, or the line is wrong: {}",
            found.said(players)
        );
        Some(Diagnostic::new(self.example.span.clone(), message).help(help))
    }
}

impl Found {
    /// The same in words, with the players' names.
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

/// Asks all examples of some rules, one after the other, by one engine, in the order of the text.
/// What is learnt of one example serves the next. An example that meets a limit stands among the
/// results with its error, and the others are asked all the same; the limits hold for all of them
/// together.
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
/// let asked = examples(&rules, &Parameters::new(), &Limits::default())?;
/// assert_eq!(
///     asked.iter().map(|one| one.agrees()).collect::<Vec<_>>(),
///     [Some(true), Some(false)]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the values do not suit the rules, or an example names no position or player of the game.
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
