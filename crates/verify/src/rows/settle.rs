//! Rewritings carried out until none applies, on boards of a million cells: forced follow-ups, and
//! plays.

use std::collections::BTreeSet;

use whowins_analysis::board::{Board, Placement, Rewrite};

/// More follow-ups than these a cell are not carried out.
const A_CELL: usize = 1 << 10;

/// The board once its forced follow-ups are carried out, always the first that applies at its first
/// place; `None` where they go on for too long.
pub(crate) fn settle(board: &Board, rows: usize, columns: usize, cells: &[u8]) -> Option<Vec<u8>> {
    let most = cells.len().saturating_mul(A_CELL);
    Some(carry_out(&board.at_once, (rows, columns), cells, most)?.0)
}

/// The board of so many rows and columns once rewritings are carried out until none applies, always
/// the first that applies at its first place, and how many they were; `None` where they are more
/// than `most`.
///
/// Places that fit are kept in order, and only those near a changed cell are looked at again:
/// `O(cells + rewritings · log cells)`.
pub(crate) fn carry_out(
    rewrites: &[Rewrite],
    (rows, columns): (usize, usize),
    cells: &[u8],
    most: usize,
) -> Option<(Vec<u8>, usize)> {
    let mut state: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
    let stencils = rewrites.iter().flat_map(|rule| &rule.stencils);
    let places: Vec<Placement> = stencils
        .flat_map(|stencil| stencil.placements(rows, columns))
        .collect();
    if places.is_empty() {
        return Some((cells.to_vec(), 0));
    }
    let mut by_cell: Vec<Vec<u32>> = vec![Vec::new(); cells.len()];
    for (at, place) in places.iter().enumerate() {
        for (cell, _, _) in &place.cells {
            by_cell[*cell].push(u32::try_from(at).ok()?);
        }
    }
    let fitting = (0..places.len()).filter(|at| places[*at].fits(&state));
    let mut due: BTreeSet<usize> = fitting.collect();
    let mut left = most;
    while let Some(at) = due.first().copied() {
        left = left.checked_sub(1)?;
        places[at].apply(&mut state);
        for (cell, _, _) in &places[at].cells {
            for other in &by_cell[*cell] {
                let other = *other as usize;
                if places[other].fits(&state) {
                    due.insert(other);
                } else {
                    due.remove(&other);
                }
            }
        }
    }
    let cells: Option<Vec<u8>> = state.iter().map(|cell| u8::try_from(*cell).ok()).collect();
    Some((cells?, most - left))
}
