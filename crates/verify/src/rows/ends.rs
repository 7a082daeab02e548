//! That play on a board ends.

use whowins_rules::board::Board;
use whowins_rules::derive::board_order;

use crate::Rejection;

/// Shows that no board of any size allows play without end, and says how.
///
/// # Errors
///
/// When no order of boards is known in which every rule goes down.
pub(super) fn play_ends(board: &Board) -> Result<String, Rejection> {
    let order = board_order(board).ok_or_else(|| {
        Rejection::rules(
            "it is not known that play ends: no order of cells and symbols is lowered by every rule",
        )
    })?;
    let leads = if order.first_cell_leads {
        "first"
    } else {
        "last"
    };
    let mut symbols: Vec<usize> = (0..board.alphabet.len()).collect();
    symbols.sort_by_key(|symbol| order.digit[*symbol]);
    let digits: Vec<String> = symbols
        .iter()
        .map(|symbol| board.alphabet[*symbol].to_string())
        .collect();
    Ok(format!(
        "play ends: read as a number with the digits {} and the {leads} cell leading, the board falls with every rule",
        digits.join(" < ")
    ))
}
