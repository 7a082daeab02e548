//! How a match stands, as the screen shows it.

use whowins_analysis::{Game, Player, Position};
use whowins_views::play::{Choice, Phase};

use crate::play::session::Session;

/// So many of the last events are kept.
const KEPT: usize = 12;

/// A copy of all that is shown of a match.
pub struct View {
    /// The game.
    pub game: Game,
    /// The position.
    pub position: Position,
    /// Whether it is said of each move what it brings.
    pub verdicts: bool,
    /// What the match waits for.
    pub phase: Phase,
    /// For whom people play.
    pub people: [bool; 2],
    /// The moves that are listed.
    pub choices: Vec<Choice>,
    /// How many moves there are besides.
    pub more: Option<String>,
    /// What happened last.
    pub log: Vec<String>,
    /// The last word, once the match is over.
    pub verdict: Option<String>,
    /// Moves so far.
    pub count: usize,
}

impl View {
    /// How the match stands now.
    pub fn of(session: &mut Session, log: &[String]) -> Self {
        let more = session.more();
        let choices = session.turn().choices.clone();
        Self {
            game: session.game().clone(),
            position: session.play().position().clone(),
            verdicts: session.verdicts(),
            phase: session.phase(),
            people: Player::BOTH.map(|player| session.is_person(player)),
            choices,
            more,
            log: log[log.len().saturating_sub(KEPT)..].to_vec(),
            verdict: session.verdict(),
            count: session.play().plies().len(),
        }
    }

    /// Who acts next; `None` once the match is over.
    pub fn acts(&self) -> Option<Player> {
        match self.phase {
            Phase::Move { by } | Phase::Block { by, .. } => Some(by),
            Phase::Over(_) => None,
        }
    }

    /// Whether a person acts next.
    pub fn waits_for_person(&self) -> bool {
        self.acts()
            .is_some_and(|player| self.people[player.index()])
    }
}
