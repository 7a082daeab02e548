//! Exact values of single rows: short ones from tables of all rows of their length, once enough of
//! these are asked for, others as sums of pieces.

use whowins_analysis::derive::Words;
use whowins_engine::{EngineError, Limits};

use super::packed::Packing;
use super::sums::Sums;
use super::table::{Table, WIDEST};

/// More values than these are not remembered.
const REMEMBERED: u64 = 3 << 20;
/// Bytes a remembered value takes, with room in the tables.
const A_VALUE: u64 = 100;
/// Longer rows are not asked for.
const LONGEST: usize = 1 << 12;
/// All rows of a length are looked at once this part of them was.
const PART: u64 = 32;

/// Who wins on a row, by play.
pub struct Oracle<'a> {
    words: &'a Words,
    packing: &'a Packing,
    misere: bool,
    limits: &'a Limits,
    sums: Sums<'a>,
    /// By length.
    tables: Vec<Option<Table>>,
    /// By length: values that rows of it made [`Sums`] remember.
    spent: Vec<u64>,
    /// How many rows were asked for.
    pub asked: usize,
    /// Length of the longest.
    pub longest: usize,
}

impl<'a> Oracle<'a> {
    /// For rows of these words; nothing is known yet.
    pub fn new(words: &'a Words, packing: &'a Packing, misere: bool, limits: &'a Limits) -> Self {
        let most = REMEMBERED.min(limits.budget.memory / A_VALUE);
        Self {
            words,
            packing,
            misere,
            limits,
            sums: Sums::new(packing, misere, limits, most),
            tables: Vec::new(),
            spent: vec![0; LONGEST + 1],
            asked: 0,
            longest: 0,
        }
    }

    /// What it may use up.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The outcomes of a row; `None` where it is empty or not settled.
    ///
    /// # Errors
    ///
    /// When the row is too long, or a limit is met.
    pub fn outcomes(&mut self, cells: &[u8]) -> Result<Option<[bool; 2]>, EngineError> {
        self.asked += 1;
        let length = cells.len();
        if length > LONGEST {
            return Err(too_long(length));
        }
        self.longest = self.longest.max(length);
        if !self.is_settled(cells) {
            return Ok(None);
        }
        let bits = length as u32 * self.packing.bits;
        if bits <= WIDEST && self.spent[length] > (1 << bits) / PART {
            self.fill(length)?;
        }
        if let Some(Some(table)) = self.tables.get(length) {
            return Ok(Some(table.outcomes(self.packing.pack(cells).row)));
        }
        let pieces = self.packing.pieces_of(cells);
        let pieces = pieces.ok_or_else(|| too_long(length))?;
        let before = self.sums.remembered;
        let outcomes = self.sums.outcomes(&pieces);
        self.spent[length] += self.sums.remembered - before;
        outcomes.map(Some)
    }

    fn is_settled(&self, cells: &[u8]) -> bool {
        let step = |state: u32, letter: u8| self.words.next[state as usize][usize::from(letter)];
        let begun = step(0, self.words.left_end());
        let read = cells.iter().fold(begun, |state, cell| step(state, *cell));
        self.words.settled[step(read, self.words.right_end()) as usize]
    }

    /// Has the table of this length made; rows that do not fit into one are left to be asked for
    /// one by one.
    ///
    /// # Errors
    ///
    /// When a limit is met.
    pub fn fill(&mut self, length: usize) -> Result<(), EngineError> {
        if length as u32 * self.packing.bits > WIDEST {
            return Ok(());
        }
        while self.tables.len() <= length {
            self.tables.push(None);
        }
        if self.tables[length].is_none() {
            let table = Table::new(self.packing, self.misere, length as u32, self.limits)?;
            self.tables[length] = Some(table);
        }
        Ok(())
    }
}

fn too_long(cells: usize) -> EngineError {
    EngineError::TooLarge(format!("a row of {cells} cells"))
}
