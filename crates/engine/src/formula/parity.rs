//! Elly's Checkers, on a row and on a board, by the parity of a sum of distances. Normal play.
//!
//! **The row.** Each cell is empty (`.`) or holds a checker (`o`). A move takes one checker one cell to the right into an
//! empty cell, or three cells to the right into an empty cell over two checkers. A checker on the last cell vanishes at
//! once, also before the first move. Who cannot move loses.
//!
//! **The board.** The same with moves to the right or down, both kinds in either direction; the cell where checkers vanish
//! is the bottom-right corner.
//!
//! **Theorem.** Let the distance of a checker be the number of cells to its right (on the board: of rows below it and of
//! columns to its right), and S the sum of the distances. The player to move wins if and only if S is odd.
//!
//! *Proof.* Each move lowers one distance by 1 or by 3, so it flips the parity of S; a checker that vanishes has the
//! distance 0, so it leaves S alone. S ≥ 0 falls with each move, so play ends. It ends only with S = 0: while checkers
//! remain, none is on the vanishing cell, so take one whose distance is least; the next cell to its right (or down, where it
//! is in the last column) exists, and is empty, for a checker there would be nearer. So that checker can move. Hence the
//! loser is to move at S = 0, S even, and by the flips every position with S even is a P-position and every position with S odd an
//! N-position. ∎ (So every legal move wins as well as every other: no choice matters.)
//!
//! Source of the game: TopCoder, *EllysCheckers* (the row).

use std::fmt;

/// Why a row or a board could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// A cell that is neither `.` nor `o`; row and column count from 0.
    UnknownCell {
        /// Row of the cell, 0 at the top.
        row: usize,
        /// Column of the cell, 0 at the left.
        column: usize,
        /// What stands there.
        byte: u8,
    },
    /// A row whose length differs from that of the first row.
    UnequalRows {
        /// The row, 0 at the top.
        row: usize,
        /// Its number of cells.
        length: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCell { row, column, byte } => write!(
                f,
                "row {}, cell {}: \"{}\" is no cell; write . for an empty cell, o for a checker",
                row + 1,
                column + 1,
                byte.escape_ascii()
            ),
            Self::UnequalRows {
                row,
                length,
                expected,
            } => write!(
                f,
                "row {} has the length {length}, the first row {expected}; make all rows equally long",
                row + 1
            ),
        }
    }
}

impl std::error::Error for BoardError {}

/// Whether checkers at these distances make an N-position (the player to move wins): whether the sum is odd.
///
/// Only the last bits are added, so nothing overflows; a checker at distance 0 vanishes and does not count.
/// O(number of checkers).
#[must_use]
pub fn is_n_position(distances: impl IntoIterator<Item = u64>) -> bool {
    distances
        .into_iter()
        .fold(false, |odd, distance| odd ^ (distance & 1 == 1))
}

/// Whether the row `cells` of `.` and `o` is an N-position. A row without cells is a P-position. O(cells).
///
/// # Errors
///
/// The first cell that is neither `.` nor `o`.
///
/// ```
/// # use whowins_engine::formula::parity::row_is_n_position;
/// assert_eq!(row_is_n_position(b"o."), Ok(true));
/// assert_eq!(row_is_n_position(b".o...o"), Ok(false));
/// ```
pub fn row_is_n_position(cells: &[u8]) -> Result<bool, BoardError> {
    row_parity(cells, 0, 0)
}

/// Whether the board of equally long `rows` of `.` and `o`, the top row first, is an N-position. O(cells).
///
/// # Errors
///
/// The first cell that is neither `.` nor `o`, or the first row that is not as long as the first.
pub fn board_is_n_position<R: AsRef<[u8]>>(rows: &[R]) -> Result<bool, BoardError> {
    let expected = rows.first().map_or(0, |row| row.as_ref().len());
    let mut odd = false;
    for (index, row) in rows.iter().enumerate() {
        let cells = row.as_ref();
        if cells.len() != expected {
            return Err(BoardError::UnequalRows {
                row: index,
                length: cells.len(),
                expected,
            });
        }
        odd ^= row_parity(cells, index, rows.len() - 1 - index)?;
    }
    Ok(odd)
}

/// Parity of the distances in one row, each raised by the `below` rows under it.
fn row_parity(cells: &[u8], row: usize, below: usize) -> Result<bool, BoardError> {
    // Cells in pairs from the right end: one of each pair has an odd distance. No branch, so that it runs in vectors.
    let (first, pairs) = cells.split_at(cells.len() % 2);
    let mut unknown = first.iter().any(|&cell| !is_cell(cell));
    let (mut left, mut right) = (false, first.first() == Some(&b'o'));
    for pair in pairs.chunks_exact(2) {
        left ^= pair[0] == b'o';
        right ^= pair[1] == b'o';
        unknown |= !is_cell(pair[0]) | !is_cell(pair[1]);
    }
    if unknown {
        let column = cells.iter().position(|&cell| !is_cell(cell)).unwrap_or(0);
        let byte = cells.get(column).copied().unwrap_or(0);
        return Err(BoardError::UnknownCell { row, column, byte });
    }
    Ok(if below.is_multiple_of(2) { left } else { right })
}

fn is_cell(byte: u8) -> bool {
    (byte == b'.') | (byte == b'o')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    type Board = Vec<Vec<u8>>;

    /// Who wins, by the rules alone, on a board of any height (a row is a board of height 1).
    fn naive(mut board: Board, memory: &mut HashMap<Board, bool>) -> bool {
        if let Some(corner) = board.last_mut().and_then(|row| row.last_mut()) {
            *corner = b'.';
        }
        if let Some(&known) = memory.get(&board) {
            return known;
        }
        let height = board.len();
        let width = board.first().map_or(0, Vec::len);
        let mut wins = false;
        for r in 0..height {
            for c in 0..width {
                if board[r][c] != b'o' {
                    continue;
                }
                for (dr, dc) in [(0, 1), (1, 0)] {
                    let at = |k: usize| {
                        board
                            .get(r + k * dr)
                            .and_then(|row| row.get(c + k * dc))
                            .copied()
                    };
                    let step = at(1) == Some(b'.');
                    let jump = at(1) == Some(b'o') && at(2) == Some(b'o') && at(3) == Some(b'.');
                    for (legal, k) in [(step, 1), (jump, 3)] {
                        if legal {
                            let mut next = board.clone();
                            next[r][c] = b'.';
                            next[r + k * dr][c + k * dc] = b'o';
                            wins |= !naive(next, memory);
                        }
                    }
                }
            }
        }
        memory.insert(board, wins);
        wins
    }

    #[test]
    fn every_row_up_to_twelve_cells() {
        let mut memory = HashMap::new();
        for length in 0..=12usize {
            for bits in 0..1u32 << length {
                let row: Vec<u8> = (0..length)
                    .map(|i| if bits >> i & 1 == 1 { b'o' } else { b'.' })
                    .collect();
                assert_eq!(
                    row_is_n_position(&row),
                    Ok(naive(vec![row.clone()], &mut memory)),
                    "{}",
                    row.escape_ascii()
                );
            }
        }
    }

    #[test]
    fn known_rows() {
        // The examples of TopCoder's EllysCheckers.
        for (row, expected) in [
            (".o...", true),
            ("..o..o", true),
            (".o...ooo..oo.", false),
            ("......o.ooo.o......", true),
            (".o..o...o....o.....o", false),
        ] {
            assert_eq!(row_is_n_position(row.as_bytes()), Ok(expected), "{row}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(
            row_is_n_position(b"..x"),
            Err(BoardError::UnknownCell {
                row: 0,
                column: 2,
                byte: b'x'
            })
        );
        assert_eq!(
            board_is_n_position(&["..", ".O"]),
            Err(BoardError::UnknownCell {
                row: 1,
                column: 1,
                byte: b'O'
            })
        );
        let unequal = board_is_n_position(&["..", "."]).expect_err("a short row");
        assert!(
            unequal
                .to_string()
                .starts_with("row 2 has the length 1, the first row 2")
        );
        assert_eq!(board_is_n_position::<&[u8]>(&[]), Ok(false));
        assert_eq!(board_is_n_position(&["", ""]), Ok(false));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn boards_agree_with_the_rules(height in 1usize..=4, width in 1usize..=4, bits: u16) {
            let board: Board = (0..height)
                .map(|r| (0..width).map(|c| if bits >> (4 * r + c) & 1 == 1 { b'o' } else { b'.' }).collect())
                .collect();
            // Full boards of 16 cells have too many descendants for thousands of cases.
            prop_assume!(board.iter().flatten().filter(|&&cell| cell == b'o').count() <= 5);
            let expected = naive(board.clone(), &mut HashMap::new());
            prop_assert_eq!(board_is_n_position(&board), Ok(expected));
        }

        #[test]
        fn cells_and_distances_agree(row in "[.o]{0,200}") {
            let distances = row.bytes().rev().zip(0u64..).filter(|&(cell, _)| cell == b'o').map(|(_, d)| d);
            prop_assert_eq!(row_is_n_position(row.as_bytes()), Ok(is_n_position(distances)));
        }

        #[test]
        fn distances_of_any_size(distances in prop::collection::vec(any::<u64>(), 0..50)) {
            let sum: u128 = distances.iter().map(|&d| u128::from(d)).sum();
            prop_assert_eq!(is_n_position(distances), sum % 2 == 1);
        }
    }
}
