//! Outcomes of all rows of a length, in one sweep.

use whowins_engine::{EngineError, Limits};

use super::packed::{Marks, Packing, Piece, Row};

/// Tables of up to so many bits a row.
pub(super) const WIDEST: u32 = 20;
/// Rows between two looks at the clock.
const LOOK: usize = 1 << 14;

/// Outcomes by packed row: 1 where the first-named player wins when to move, and 2 where the
/// second-named one does.
pub struct Table(Vec<u8>);

impl Table {
    /// All rows of so many cells. Every move makes the packed row smaller, so that the rows are
    /// settled in the order of counting. `O(rows · rules)`, and a look a move until one wins.
    ///
    /// # Errors
    ///
    /// When time is over.
    pub fn new(
        packing: &Packing,
        misere: bool,
        cells: u32,
        limits: &Limits,
    ) -> Result<Self, EngineError> {
        let players = 2 - usize::from(packing.is_impartial());
        let mut outcomes = vec![0; 1 << (cells * packing.bits)];
        let mut marks = Marks::default();
        for row in 0..outcomes.len() {
            if row.is_multiple_of(LOOK) {
                limits.check()?;
            }
            let piece = Piece {
                row: Row::from(row as u64),
                cells,
                ends: [true; 2],
            };
            let mut wins = 0;
            for player in 0..players {
                let mut stuck = true;
                let won = packing.options(player, &piece, &mut marks, |to| {
                    stuck = false;
                    outcomes[usize::from(to)] & (2 >> player) == 0
                });
                if won || stuck && misere {
                    wins |= 1 << player;
                }
            }
            outcomes[row] = if players == 1 { wins * 3 } else { wins };
        }
        Ok(Self(outcomes))
    }

    /// Who wins on a row of the table's length, for either player to move.
    pub fn outcomes(&self, row: Row) -> [bool; 2] {
        let wins = self.0[usize::from(row)];
        [wins & 1 != 0, wins & 2 != 0]
    }
}
