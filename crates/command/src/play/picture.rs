//! A position as lines of text.

use whowins_analysis::tokens::Cell;
use whowins_analysis::{Game, Player, Position};

use crate::card::short;

/// The largest heap that is drawn as stones.
const STONES: usize = 40;

/// Returns the position as lines of text.
pub fn lines(game: &Game, position: &Position) -> Vec<String> {
    if let Some(program) = game.program() {
        return program.lines(&position.core_state(Player::First), &game.players);
    }
    let at = position.places().unwrap_or_default();
    match (game.numbers(), game.board(), game.tokens()) {
        (Some(shape), ..) => {
            let text = game.show(position);
            let values = text.split(',');
            let names = shape
                .variables
                .iter()
                .map(|variable| variable.name.as_str());
            let widest = names
                .clone()
                .map(|name| name.chars().count())
                .max()
                .unwrap_or(0);
            names
                .zip(values)
                .map(|(name, value)| format!("{name:widest$} = {}", short(value)))
                .collect()
        }
        (None, None, None) => {
            let heaps = position.elements();
            if heaps.is_empty() {
                return vec!["no heap is left".into()];
            }
            heaps
                .iter()
                .map(|heap| match usize::try_from(heap) {
                    Ok(stones) if stones <= STONES => format!("{heap:>4}  {}", "o".repeat(stones)),
                    _ => format!("{:>4}", short(&heap.to_string())),
                })
                .collect()
        }
        (_, Some(board), _) => position
            .cells()
            .unwrap_or_default()
            .chunks(game.size_of(position).1.max(1))
            .map(|row| {
                let symbols = row.iter().map(|cell| board.alphabet[usize::from(*cell)]);
                symbols
                    .map(|symbol| symbol.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect(),
        (.., Some(tokens)) => match &tokens.map {
            Some(map) => {
                let mut rows: Vec<Vec<char>> = map
                    .lines
                    .iter()
                    .map(|line| line.iter().map(|symbol| ground(*symbol)).collect())
                    .collect();
                for (name, cell) in tokens.names.iter().zip(&at) {
                    if let Cell::Square { row, column } = &tokens.cells[*cell as usize] {
                        rows[row - 1][column - 1] = letter(name);
                    }
                }
                let spaced = |row: Vec<char>| {
                    row.iter()
                        .map(char::to_string)
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                rows.into_iter().map(spaced).collect()
            }
            None => tokens
                .names
                .iter()
                .zip(&at)
                .map(|(name, cell)| format!("{name} at {}", node(&tokens.cells[*cell as usize])))
                .collect(),
        },
    }
}

/// Returns a symbol of the map as it is drawn. Letters of the map would hide the tokens, so they
/// become dots.
pub fn ground(symbol: char) -> char {
    if symbol.is_alphabetic() { '.' } else { symbol }
}

/// Returns the letter of a token.
pub fn letter(name: &str) -> char {
    name.chars()
        .next()
        .map_or('?', |letter| letter.to_ascii_uppercase())
}

/// Returns the name of a node, or the row and column of a square.
pub fn node(cell: &Cell) -> String {
    match cell {
        Cell::Node(name) => name.clone(),
        Cell::Square { row, column } => format!("{row},{column}"),
    }
}
