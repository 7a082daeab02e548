//! The answer to a position as text.

use std::io::Write;

use dashu_int::ops::Abs;
use whowins_analysis::{Game, Value};
use whowins_engine::{Answer, Outcome};
use whowins_views::{Card, More, moved, shortened, winner, word};

use crate::failure::Failure;
use crate::habits::is_verbose;

/// Writes the answer to a position as text.
pub fn write_card(card: &Card<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let Card { game, answer, .. } = card;
    let result = match winner(game, card.player, answer.value) {
        Some(winner) => match &answer.difference {
            Some(by) => format!("{winner} wins by {}", by.clone().abs()),
            None => format!("{winner} wins"),
        },
        None => "A draw".into(),
    };
    let [first, second] = &game.players;
    let meaning = card.outcome().map(|outcome| match outcome {
        Outcome::N => "the player to move wins".into(),
        Outcome::P => "the player to move loses".into(),
        Outcome::L => format!("{first} wins moving first or second"),
        Outcome::R => format!("{second} wins moving first or second"),
        Outcome::D => {
            let [one, other] = card.values.map(|value| value.map_or("open", word));
            format!("{first} to move: {one}; {second} to move: {other}")
        }
    });
    writeln!(out, "{result}.")?;
    writeln!(out)?;
    if is_verbose() {
        writeln!(out, "  game       {}", game.name)?;
    }
    writeln!(
        out,
        "  position   {}, {} to move",
        short(&game.show(card.position)),
        game.player(card.player)
    )?;
    if let (Some(outcome), Some(meaning)) = (card.outcome(), meaning) {
        writeln!(out, "  outcome    {}: {meaning}", outcome.letter())?;
    }
    if let Some(remoteness) = answer.remoteness {
        let moves = if remoteness == 1 { "move" } else { "moves" };
        writeln!(out, "  best play  {remoteness} {moves}")?;
    }
    if let Some(best) = &answer.best {
        let kind = match (answer.value, answer.remoteness) {
            _ if answer.difference.is_some() => "a best move",
            (Value::Win, _) => "a winning move",
            (Value::Draw, _) => "holds the draw",
            (Value::Loss, Some(_)) => "the longest defence",
            (Value::Loss, None) => "any move loses",
        };
        writeln!(
            out,
            "  move       {} ({kind})",
            moved(&best.text, &game.show(&best.to), short)
        )?;
    }
    if game.ending.blocked > 0 {
        let (head, text) = under_blocks(game, answer);
        writeln!(out, "  {head:9}  {text}")?;
    }
    if is_verbose() {
        writeln!(out, "  method     {}: {}", card.strategy, card.why)?;
    }
    match card.more {
        Some(more) => write_more(more, out),
        None => Ok(()),
    }
}

/// Writes the further answers, such as the list of moves.
fn write_more(more: &More, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(value) = &more.grundy {
        writeln!(out, "  Grundy     {value}")?;
    }
    if let Some(by) = &more.score {
        writeln!(out, "  score      {by}")?;
    }
    if let Some(count) = more.winning_moves {
        writeln!(out, "  winning    {count}")?;
    }
    match &more.first {
        Some(Some(first)) => {
            writeln!(out, "  first      {}", moved(&first.text, &first.to, short))?
        }
        Some(None) => writeln!(out, "  first      no move wins")?,
        None => {}
    }
    if let Some(moves) = &more.moves {
        writeln!(out, "  moves      {}", moves.len())?;
        for one in moves {
            let lasts = one.remoteness.map(|n| format!(", {n} more"));
            let by = one.difference.as_ref().map(|by| format!(" by {by}"));
            let grundy = one.grundy.as_ref().map(|value| format!(", Grundy {value}"));
            writeln!(
                out,
                "    {}: {}{}{}{}",
                moved(&one.text, &one.to, short),
                one.value.unwrap_or("?"),
                by.unwrap_or_default(),
                lasts.unwrap_or_default(),
                grundy.unwrap_or_default()
            )?;
        }
    }
    if let Some(line) = &more.line {
        writeln!(out, "  line       {} moves", line.len())?;
        for step in line {
            writeln!(
                out,
                "    {}: {}",
                step.player,
                moved(&step.text, &step.to, short)
            )?;
        }
    }
    Ok(())
}

/// Describes the moves if the opponent may block some: a label and a text.
fn under_blocks(game: &Game, answer: &Answer) -> (&'static str, String) {
    let most = game.ending.blocked as usize;
    let options = if most == 1 { "option" } else { "options" };
    let moves: Vec<String> = answer
        .to_losses
        .iter()
        .map(|best| moved(&best.text, &game.show(&best.to), str::to_owned))
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
            format!("depends on what the opponent blocks, up to {most} {options}"),
        ),
    }
}

/// Shortens a long position or number to its ends.
pub fn short(text: &str) -> String {
    const LONGEST: usize = 120;
    shortened(text, LONGEST)
}
