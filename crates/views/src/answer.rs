//! The answer to a position, as one object.

use serde::Serialize;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_engine::{Answer, Best, Outcome};

use crate::more::More;

/// The answer to a position.
pub struct Card<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position.
    pub position: &'a Position,
    /// Who is to move.
    pub player: Player,
    /// The answer for that player.
    pub answer: &'a Answer,
    /// The value for each player to move, where it is known.
    pub values: [Option<Value>; 2],
    /// Who found it, and why it is right.
    pub strategy: &'a str,
    /// Why it is right.
    pub why: &'a str,
    /// The law that it was answered from.
    pub law: Option<&'a str>,
    /// What else was asked; `None` where nothing was.
    pub more: Option<&'a More>,
}

/// What `whowins solve --json` prints; the fields' meanings are in `docs/json.md`.
#[derive(Serialize)]
pub struct AnswerReport<'a> {
    game: &'a str,
    position: &'a str,
    to_move: &'a str,
    winner: Option<&'a str>,
    value: &'a str,
    outcome: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
    remoteness: Option<u64>,
    r#move: Option<Move<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_losses: Option<Vec<Move<'a>>>,
    strategy: &'a str,
    law: Option<&'a str>,
    #[serde(flatten)]
    more: Option<&'a More>,
}

#[derive(Serialize)]
struct Move<'a> {
    text: &'a str,
    to: String,
}

impl<'a> Move<'a> {
    fn told(game: &Game, best: &'a Best) -> Self {
        Self {
            text: &best.text,
            to: game.show(&best.to),
        }
    }
}

impl Card<'_> {
    /// The outcome class, where both values are known.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.values {
            [Some(first), Some(second)] => Some(Outcome::of(first, second)),
            _ => None,
        }
    }

    /// The answer as one JSON object.
    pub fn json(&self) -> String {
        let Self { game, answer, .. } = self;
        let text = game.show(self.position);
        let blocks = game.ending.blocked > 0;
        let told = |best| Move::told(game, best);
        let report = AnswerReport {
            game: &game.name,
            position: &text,
            to_move: game.player(self.player),
            winner: winner(game, self.player, answer.value),
            value: word(answer.value),
            outcome: self.outcome().map(Outcome::letter),
            difference: answer.difference.as_ref().map(ToString::to_string),
            remoteness: answer.remoteness,
            r#move: answer.best.as_ref().map(told),
            to_losses: blocks.then(|| answer.to_losses.iter().map(told).collect()),
            strategy: self.strategy,
            law: self.law,
            more: self.more,
        };
        serde_json::to_string(&report).unwrap_or_default()
    }
}

/// Who wins; `None` for a draw.
pub fn winner(game: &Game, to_move: Player, value: Value) -> Option<&str> {
    match value {
        Value::Win => Some(game.player(to_move)),
        Value::Loss => Some(game.player(to_move.other())),
        Value::Draw => None,
    }
}

/// A value for the player to move, in a word.
pub fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Loss => "loss",
        Value::Draw => "draw",
    }
}
