//! That play on a board ends.

use whowins_analysis::board::Board;
use whowins_analysis::derive::board_fall;

use crate::Rejection;

/// Shows that no board of any size allows play without end, and says how.
///
/// # Errors
///
/// When neither weights of symbols nor an order of boards are known by which every rule goes down.
pub(crate) fn play_ends(board: &Board) -> Result<String, Rejection> {
    let fall = board_fall(board).ok_or_else(|| {
        Rejection::rules(
            "it is not known that play ends: no weights of symbols and no order of cells and symbols are lowered by every rule",
        )
    })?;
    let order = fall.order;
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
    let number = format!(
        "read as a number with the digits {} and the {leads} cell leading, the board falls",
        digits.join(" < ")
    );
    if fall.counts.is_empty() {
        return Ok(format!("play ends: {number} with every rule"));
    }
    let sum = |weights: &Vec<u64>| {
        let heavy = board.alphabet.iter().zip(weights);
        let heavy = heavy.filter(|(_, weight)| **weight > 0);
        let parts: Vec<String> = heavy.map(|(symbol, w)| format!("`{symbol}` {w}")).collect();
        parts.join(", ")
    };
    let sums: Vec<String> = fall.counts.iter().map(sum).collect();
    Ok(format!(
        "play ends: with every rule the first sum of weights that changes falls ({}), and where none changes, {number}",
        sums.join("; then ")
    ))
}
