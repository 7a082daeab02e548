//! The answer to a position, as a person or a program reads it.

use std::io::Write;

use serde::Serialize;
use whowins_engine::{Answer, Best, Outcome};
use whowins_rules::{Game, Player, Position, Value};

use super::failure::Failure;

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
}

/// What `--json` prints; the fields' meanings are in `docs/json.md`.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    position: &'a str,
    to_move: &'a str,
    winner: Option<&'a str>,
    value: &'a str,
    outcome: Option<&'a str>,
    remoteness: Option<u64>,
    r#move: Option<Move<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_losses: Option<Vec<Move<'a>>>,
    strategy: &'a str,
    law: Option<&'a str>,
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
    fn outcome(&self) -> Option<Outcome> {
        match self.values {
            [Some(first), Some(second)] => Some(Outcome::of(first, second)),
            _ => None,
        }
    }

    /// Prints one JSON object.
    pub fn write_json(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Self { game, answer, .. } = self;
        let text = game.show(self.position);
        let blocks = game.ending.blocked > 0;
        let told = |best| Move::told(game, best);
        let report = Report {
            game: &game.name,
            position: &text,
            to_move: game.player(self.player),
            winner: winner(game, self.player, answer.value),
            value: word(answer.value),
            outcome: self.outcome().map(Outcome::letter),
            remoteness: answer.remoteness,
            r#move: answer.best.as_ref().map(told),
            to_losses: blocks.then(|| answer.to_losses.iter().map(told).collect()),
            strategy: self.strategy,
            law: self.law,
        };
        let json = serde_json::to_string(&report).map_err(|error| Failure::Output(error.into()))?;
        writeln!(out, "{json}")?;
        Ok(())
    }

    /// The answer as a person reads it.
    pub fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Self { game, answer, .. } = self;
        let result = match winner(game, self.player, answer.value) {
            Some(winner) => format!("{winner} wins"),
            None => "A draw".into(),
        };
        let [first, second] = &game.players;
        let meaning = self.outcome().map(|outcome| match outcome {
            Outcome::N => "whoever is to move wins".into(),
            Outcome::P => "whoever is to move loses".into(),
            Outcome::L => format!("{first} wins, whoever is to move"),
            Outcome::R => format!("{second} wins, whoever is to move"),
            Outcome::D => {
                let [one, other] = self.values.map(|value| value.map_or("open", word));
                format!("{first} to move: {one}; {second} to move: {other}")
            }
        });
        writeln!(out, "{result}.")?;
        writeln!(out)?;
        writeln!(out, "  game       {}", game.name)?;
        writeln!(
            out,
            "  position   {}, {} to move",
            short(&game.show(self.position)),
            game.player(self.player)
        )?;
        if let (Some(outcome), Some(meaning)) = (self.outcome(), meaning) {
            writeln!(out, "  outcome    {}: {meaning}", outcome.letter())?;
        }
        if let Some(remoteness) = answer.remoteness {
            let moves = if remoteness == 1 { "move" } else { "moves" };
            writeln!(out, "  best play  {remoteness} {moves}")?;
        }
        if let Some(best) = &answer.best {
            let kind = match (answer.value, answer.remoteness) {
                (Value::Win, _) => "a winning move",
                (Value::Draw, _) => "holds the draw",
                (Value::Loss, Some(_)) => "the longest defence",
                (Value::Loss, None) => "any move loses",
            };
            writeln!(
                out,
                "  move       {} -> {} ({kind})",
                short(&best.text),
                short(&game.show(&best.to))
            )?;
        }
        if game.ending.blocked > 0 {
            let (head, text) = under_blocks(game, answer);
            writeln!(out, "  {head:9}  {text}")?;
        }
        writeln!(out, "  found by   {}: {}", self.strategy, self.why)?;
        Ok(())
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
fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Loss => "loss",
        Value::Draw => "draw",
    }
}

/// What can be said of moves where the opponent may block some: the line's first word, and the line.
fn under_blocks(game: &Game, answer: &Answer) -> (&'static str, String) {
    let most = game.ending.blocked as usize;
    let options = if most == 1 { "option" } else { "options" };
    let moves: Vec<String> = answer
        .to_losses
        .iter()
        .map(|best| format!("{} -> {}", best.text, game.show(&best.to)))
        .collect();
    let moves = short(&moves.join("; "));
    match answer.value {
        Value::Win if answer.to_losses.len() > most => (
            "moves",
            format!("{moves} (each wins, and no more than {most} {options} can be blocked)"),
        ),
        Value::Loss if !answer.to_losses.is_empty() => (
            "blocks",
            format!("{moves} (the opponent blocks this; any other move loses)"),
        ),
        Value::Loss => ("move", "none wins, whatever is blocked".into()),
        _ => (
            "move",
            format!("hangs on what the opponent blocks, up to {most} {options}"),
        ),
    }
}

/// A long position or number cut to its ends.
fn short(text: &str) -> String {
    const LONGEST: usize = 120;
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_string();
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    let tail: String = text.chars().skip(count - LONGEST / 4).collect();
    format!("{head}...{tail}")
}
