//! A best move, with its words.

use std::ops::ControlFlow;

use whowins_rules::{Frame, Game, Player, Shape, Value};

use crate::answer::Best;

/// What a lookup knows of a state: its value for the player to move there, and the remoteness.
pub type Known = Option<(Value, Option<u64>)>;

/// A move that keeps `value` for `player`: the fastest win, else a draw, else the longest defence. Among equals the first in the
/// order of the rules; `None` where there is no move, or no option's value is known.
pub fn best(
    game: &Game,
    frame: &Frame,
    state: &[i64],
    (rows, columns): (usize, usize),
    player: Player,
    value: Value,
    lookup: &dyn Fn(&[i64]) -> Known,
) -> Option<Best> {
    let mut found: Option<(Option<u64>, Best)> = None;
    let _ = frame.options(player, state, &mut |option| {
        let Some((reply, remoteness)) = lookup(option.to) else {
            return ControlFlow::Continue(());
        };
        let better = reply.reversed() == value
            && match (&found, value) {
                (None, _) => true,
                (Some((known, _)), Value::Win) => remoteness < *known,
                (Some((known, _)), Value::Loss) => remoteness > *known,
                _ => false,
            };
        if better {
            let to = game.position_of(option.to, rows, columns);
            let text = words(game, option.rule, option.chosen, columns);
            found = Some((remoteness, Best { text, to }));
        }
        ControlFlow::Continue(())
    });
    found.map(|(_, best)| best)
}

/// A move in the rules' words, with the numbers chosen.
pub fn words(game: &Game, rule: usize, chosen: &[i64], columns: usize) -> String {
    match &game.shape {
        Shape::Numbers(numbers) => {
            let command = &numbers.moves[rule];
            let body = body(&command.text);
            let changes = body.split(" for ").next().unwrap_or(body);
            if chosen.is_empty() {
                return changes.to_string();
            }
            let values: Vec<String> = command
                .binders
                .iter()
                .zip(chosen)
                .map(|(binder, value)| format!("{} = {value}", binder.name))
                .collect();
            format!("{changes} with {}", values.join(", "))
        }
        Shape::Board(board) => {
            let cell = chosen.first().copied().unwrap_or(0) as usize;
            let body = body(&board.moves[rule].text);
            if board.row {
                format!("{body} at cell {}", cell + 1)
            } else {
                format!(
                    "{body} at row {}, column {}",
                    cell / columns + 1,
                    cell % columns + 1
                )
            }
        }
        Shape::Tokens(tokens) => body(&tokens.moves[rule].text).to_string(),
        Shape::Heaps(_) => format!(
            "play in the heap of {}",
            chosen.first().copied().unwrap_or(0)
        ),
    }
}

/// A move's text without «PLAYER: move».
fn body(text: &str) -> &str {
    let rest = match text.find("move ") {
        Some(at) => &text[at + "move ".len()..],
        None => text,
    };
    rest.split([';'])
        .next()
        .unwrap_or(rest)
        .split(" if ")
        .next()
        .unwrap_or(rest)
        .trim()
}
