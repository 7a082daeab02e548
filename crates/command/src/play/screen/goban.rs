//! The places of moves on the picture, and the next one in a direction.

use whowins_analysis::tokens::Cell;
use whowins_analysis::{Game, Position};
use whowins_views::play::Choice;

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

/// Returns the row (downwards) and column of a move; `None` if the game has no plane.
pub fn place(game: &Game, from: &Position, to: &Position) -> Option<(i128, i128)> {
    if let (Some(before), Some(after), Some(_)) = (from.cells(), to.cells(), game.board()) {
        let (_, columns) = game.size_of(from);
        let mut changed = (0..before.len()).filter(|at| before[*at] != after[*at]);
        // The place of a moving piece, or the cell where one is put.
        let first = changed.clone().next()?;
        let at = changed.find(|at| before[*at] != 0).unwrap_or(first);
        return Some(((at / columns) as i128, (at % columns) as i128));
    }
    if let Some(tokens) = game.tokens() {
        let (before, after) = (from.places()?, to.places()?);
        let moved = before
            .iter()
            .zip(&after)
            .find(|(before, after)| before != after);
        return match &tokens.cells[*moved?.1 as usize] {
            Cell::Square { row, column } => Some((*row as i128, *column as i128)),
            Cell::Node(_) => None,
        };
    }
    match to.elements() {
        [x, y] if game.numbers().is_some() => {
            Some((-i128::try_from(y).ok()?, i128::try_from(x).ok()?))
        }
        _ => None,
    }
}

/// Returns the next move in a direction. In games without a plane, it is the next or previous one
/// of the list.
pub fn towards(game: &Game, from: &Position, choices: &[Choice], chosen: usize, way: Way) -> usize {
    let Some(now) = choices.get(chosen) else {
        return 0;
    };
    let Some((row, column)) = place(game, from, &now.to) else {
        return match way {
            Way::Up | Way::Left => chosen.saturating_sub(1),
            Way::Down | Way::Right => (chosen + 1).min(choices.len() - 1),
        };
    };
    let far = |choice: &Choice| {
        let (to_row, to_column) = place(game, from, &choice.to)?;
        let (down, right) = (to_row - row, to_column - column);
        let (along, aside) = match way {
            Way::Up => (-down, right),
            Way::Down => (down, right),
            Way::Left => (-right, down),
            Way::Right => (right, down),
        };
        (along > 0).then(|| along + 3 * aside.abs())
    };
    let nearest = choices
        .iter()
        .enumerate()
        .filter_map(|(at, choice)| Some((far(choice)?, at)));
    nearest.min().map_or(chosen, |(_, at)| at)
}
