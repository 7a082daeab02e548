//! Games as plain data, written out as text and read naively.

pub mod board;
pub mod tokens;
pub mod tuple;

use whowins_analysis::Player;

/// Who may use a move, as an index: 0 First, 1 Second, 2 both.
pub fn allows(by: u8, player: Player) -> bool {
    by == 2 || usize::from(by) == player.index()
}

/// What stands before "move".
pub fn prefix(by: u8) -> &'static str {
    ["First: ", "Second: ", ""][usize::from(by)]
}
