//! An order of cells and symbols in which every rewriting goes down.

use crate::board::{Board, Stencil};

/// How to read a board as a number so that every rule lowers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardOrder {
    /// Whether the first cell (top left) is the most significant digit; else the last one is.
    pub first_cell_leads: bool,
    /// `digit[s]`: the digit that stands for symbol s.
    pub digit: Vec<u8>,
}

/// An order of cells and symbols in which every move and every forced follow-up makes the board a
/// smaller number, for boards of every size; `None` where there is none. So play ends, and the
/// index order is an order of evaluation.
///
/// Tries both directions and all orders of up to 6 symbols: `O(symbols! · rules)`.
pub fn board_order(board: &Board) -> Option<BoardOrder> {
    order_of(&all_stencils(board), board.alphabet.len())
}

/// The stencils of moves and of forced follow-ups.
pub(super) fn all_stencils(board: &Board) -> Vec<&Stencil> {
    let rules = board.moves.iter().chain(&board.at_once);
    rules.flat_map(|rewrite| &rewrite.stencils).collect()
}

/// An order in which each of these stencils makes the board a smaller number.
pub(super) fn order_of(stencils: &[&Stencil], symbols: usize) -> Option<BoardOrder> {
    let symbols = symbols as u8;
    let mut orders = Vec::new();
    if symbols <= 6 {
        permutations(&mut (0..symbols).collect(), 0, &mut orders);
    } else {
        orders.push((0..symbols).collect());
        orders.push((0..symbols).rev().collect());
    }
    for first_cell_leads in [true, false] {
        for digit in &orders {
            if stencils
                .iter()
                .all(|stencil| lowers(stencil, first_cell_leads, digit))
            {
                return Some(BoardOrder {
                    first_cell_leads,
                    digit: digit.clone(),
                });
            }
        }
    }
    None
}

fn permutations(digits: &mut Vec<u8>, from: usize, all: &mut Vec<Vec<u8>>) {
    if from + 1 >= digits.len() {
        all.push(digits.clone());
        return;
    }
    for at in from..digits.len() {
        digits.swap(from, at);
        permutations(digits, from + 1, all);
        digits.swap(from, at);
    }
}

/// Whether the most significant cell that the stencil changes gets a smaller digit, wherever the
/// stencil lies.
fn lowers(stencil: &Stencil, first_cell_leads: bool, digit: &[u8]) -> bool {
    let changed = stencil
        .cells
        .iter()
        .filter(|cell| cell.after.is_some() && cell.after != cell.before);
    let key = |cell: &&crate::board::StencilCell| (cell.down, cell.right);
    let leading = if first_cell_leads {
        changed.min_by_key(key)
    } else {
        changed.max_by_key(key)
    };
    leading.is_some_and(|cell| match (cell.before, cell.after) {
        (Some(before), Some(after)) => digit[usize::from(after)] < digit[usize::from(before)],
        _ => false,
    })
}
