//! Parses a typed move: its number, its words, or the position after it.

use dashu_int::UBig;
use whowins_analysis::{Game, Position};
use whowins_views::play::Turn;

/// Returns the position after the move that a text names. The match checks that the move is legal.
///
/// # Errors
///
/// Returns one message that says what to type.
pub fn read(game: &Game, turn: &Turn, text: &str) -> Result<Position, String> {
    let text = text.trim();
    if let Ok(number) = text.parse::<usize>() {
        let chosen = number.checked_sub(1).and_then(|at| turn.choices.get(at));
        return chosen.map(|choice| choice.to.clone()).ok_or_else(|| {
            let of = match game.numbers().is_some() || game.codes().is_some() {
                true => "; to name the position after a move, write for example: to 3",
                false => "",
            };
            format!(
                "there is no move {number}; the moves are numbered 1 to {}{of}",
                turn.choices.len()
            )
        });
    }
    let after = text.strip_prefix("to ").or_else(|| text.strip_prefix("->"));
    if let Some(after) = after {
        return game.read(after.trim()).map_err(|error| error.to_string());
    }
    let wanted = plain(text);
    let mut named = turn
        .choices
        .iter()
        .filter(|choice| plain(&choice.text) == wanted);
    match (named.next(), named.count()) {
        (Some(choice), 0) => return Ok(choice.to.clone()),
        (Some(_), others) => {
            return Err(format!(
                "{} moves have these words; choose one by its number or by the position after it",
                others + 1
            ));
        }
        (None, _) => {}
    }
    if let Some(changed) = changed(game, &turn.position, text) {
        return Ok(changed);
    }
    game.read(text).map_err(|_| {
        format!(
            "unknown move `{}`; type its number, words, or the position after it",
            text.chars().take(40).collect::<String>()
        )
    })
}

/// Returns words without whitespace, in lower case.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the position after changes such as `x -= 5, y -= 5`.
fn changed(game: &Game, position: &Position, text: &str) -> Option<Position> {
    let (shape, mut to) = (game.numbers()?, position.naturals()?);
    for part in text.split(',') {
        let (sign, at) = ["-=", "+=", "-", "+"]
            .into_iter()
            .find_map(|sign| Some((sign, part.find(sign)?)))?;
        let name = part[..at].trim();
        let amount = part[at + sign.len()..].trim();
        let amount = UBig::from_str_radix(amount, 10).ok()?;
        let slot = shape
            .variables
            .iter()
            .position(|variable| variable.name == name)?;
        let number = &mut to[slot];
        if sign.starts_with('-') {
            if amount > *number {
                return None;
            }
            *number -= amount;
        } else {
            *number += amount;
        }
    }
    Some(Position::tuple(to))
}
