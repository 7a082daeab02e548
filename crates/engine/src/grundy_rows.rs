//! Grundy values of two heaps, row by row: one heap is the row, the other runs through the columns.
//!
//! Where any number can be taken within a row, its values are all different, and those of the first
//! columns are nearly all the small numbers: so the mex is looked for from the least number that
//! has not occurred in the row.

use whowins_analysis::derive::{RowMoves, Within};

use crate::limits::{EngineError, Limits};

/// Columns between two looks at the limits.
const LOOK: usize = 1 << 12;

/// Values of the rows 0, 1, ..., each as far as was asked.
pub struct GrundyRows {
    moves: RowMoves,
    rows: Vec<Row>,
    /// By value, the last column (counted over all rows) from which it could be reached.
    reached: Vec<u64>,
    columns: u64,
    limits: Limits,
}

/// One row.
struct Row {
    /// How it is left: rows down, columns up.
    leaving: Vec<(usize, i64)>,
    values: Vec<u32>,
    /// Whether a value has occurred; where any number can be taken within the row.
    used: Vec<bool>,
    /// The least value that has not.
    open: usize,
}

impl GrundyRows {
    /// No values yet.
    pub fn new(moves: RowMoves, limits: &Limits) -> Self {
        Self {
            moves,
            rows: Vec::new(),
            reached: Vec::new(),
            columns: 0,
            limits: limits.clone(),
        }
    }

    /// The moves.
    pub fn moves(&self) -> &RowMoves {
        &self.moves
    }

    /// The values of a row that are known.
    pub fn row(&self, row: usize) -> &[u32] {
        self.rows.get(row).map_or(&[], |row| &row.values)
    }

    /// Works out the values of a row below `columns`, and those of lower rows that they need: a few
    /// operations for each displacement at each column.
    ///
    /// # Errors
    ///
    /// When a limit is met.
    pub fn extend(&mut self, row: usize, columns: usize) -> Result<(), EngineError> {
        while self.rows.len() <= row {
            let leaving = self.moves.leaving(self.rows.len() as u64);
            self.rows.push(Row {
                leaving: (leaving.into_iter())
                    .map(|(down, up)| (down as usize, up))
                    .collect(),
                values: Vec::new(),
                used: Vec::new(),
                open: 0,
            });
        }
        let mut wanted = vec![0usize; row + 1];
        wanted[row] = columns;
        for at in (0..=row).rev() {
            for &(down, up) in &self.rows[at].leaving {
                if let (columns @ 1.., Ok(up)) = (wanted[at], usize::try_from(up.max(0))) {
                    let below = &mut wanted[at - down];
                    *below = (*below).max(columns.saturating_add(up));
                }
            }
        }
        let bytes = wanted.iter().fold(0u64, |bytes, columns| {
            bytes.saturating_add((*columns as u64).saturating_mul(16))
        });
        if bytes > self.limits.budget.memory {
            return Err(EngineError::Memory {
                wanted: Some(bytes),
                allowed: self.limits.budget.memory,
            });
        }
        for (at, columns) in wanted.into_iter().enumerate() {
            self.fill(at, columns)?;
        }
        Ok(())
    }

    /// The same for one row, the lower ones being known far enough.
    fn fill(&mut self, at: usize, columns: usize) -> Result<(), EngineError> {
        let (lower, rest) = self.rows.split_at_mut(at);
        let Some(row) = rest.first_mut() else {
            return Ok(());
        };
        while row.values.len() < columns {
            let column = row.values.len();
            if column.is_multiple_of(LOOK) {
                self.limits.check()?;
            }
            self.columns += 1;
            let now = self.columns;
            let reached = &mut self.reached;
            let mut reach = |value: u32| {
                let value = value as usize;
                if reached.len() <= value {
                    reached.resize(value + 1, 0);
                }
                reached[value] = now;
            };
            for &(down, up) in &row.leaving {
                // A displacement that leaves the board is no move.
                if let Some(to) = column.checked_add_signed(up as isize) {
                    reach(lower[at - down].values[to]);
                }
            }
            if let Within::Finite(numbers) = &self.moves.within {
                for number in numbers.iter().take_while(|taken| **taken <= column as u64) {
                    reach(row.values[column - *number as usize]);
                }
            }
            let taken = |value: usize| {
                row.used.get(value) == Some(&true) || reached.get(value) == Some(&now)
            };
            let mut mex = row.open;
            while taken(mex) {
                mex += 1;
            }
            // Values are below 2^32: a position has at most as many options as there are values
            // known.
            row.values.push(mex as u32);
            if self.moves.within == Within::All {
                if row.used.len() <= mex {
                    row.used.resize(mex + 1, false);
                }
                row.used[mex] = true;
                while row.used.get(row.open) == Some(&true) {
                    row.open += 1;
                }
            }
        }
        Ok(())
    }
}
