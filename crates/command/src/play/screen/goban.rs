//! Where moves lie on the picture, and which lies next in a direction.

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

/// Row (downwards) and column of the place that a move is about; `None` where it lies in no plane.
pub fn place(game: &Game, from: &Position, to: &Position) -> Option<(i128, i128)> {
    if let (Some(before), Some(after), Some(_)) = (from.cells(), to.cells(), game.board()) {
        let (_, columns) = game.size_of(from);
        let mut changed = (0..before.len()).filter(|at| before[*at] != after[*at]);
        // Where a piece moves, the piece; where one is put, its cell.
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

/// The move that lies next in a direction; in games without a plane the next or last of the list.
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
