//! A match as the screen shows it.

use whowins_analysis::{Game, Player, Position};
use whowins_views::play::{Choice, Phase};

use crate::play::session::Session;

/// The number of stored events.
const KEPT: usize = 12;

/// A copy of everything that is shown of a match.
pub struct View {
    /// The game.
    pub game: Game,
    /// The position.
    pub position: Position,
    /// True if the result of each move is shown.
    pub verdicts: bool,
    /// The next step of the match.
    pub phase: Phase,
    /// Which players are people.
    pub people: [bool; 2],
    /// The moves that are listed.
    pub choices: Vec<Choice>,
    /// The number of moves that are not listed.
    pub more: Option<String>,
    /// The last events.
    pub log: Vec<String>,
    /// The result, once the match is over.
    pub verdict: Option<String>,
    /// The number of moves so far.
    pub count: usize,
}

impl View {
    /// Returns the current state of the match.
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

    /// Returns the player who acts next; `None` once the match is over.
    pub fn acts(&self) -> Option<Player> {
        match self.phase {
            Phase::Move { by } | Phase::Block { by, .. } => Some(by),
            Phase::Over(_) => None,
        }
    }

    /// Returns true if a person acts next.
    pub fn waits_for_person(&self) -> bool {
        self.acts()
            .is_some_and(|player| self.people[player.index()])
    }
}
