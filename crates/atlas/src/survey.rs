//! What a survey offers: rows that are numbered, found, checked and counted.

use std::collections::BTreeMap;

use whowins_engine::{EngineError, Limits};
use whowins_verify::{Budget, Rejection};

/// A family of games, one a row. Rows are texts, so that what is checked is what is written.
pub trait Survey: Sync {
    /// The names of the columns, separated by commas: those of the game first, then those of its
    /// law.
    fn columns(&self) -> &'static str;

    /// How many rows there are.
    fn rows(&self) -> u64;

    /// How the rows are parted.
    fn grain(&self) -> Grain;

    /// Writes the cells that name the game of a row.
    fn key(&self, row: u64, out: &mut String);

    /// Finds the law of a row's game and writes the cells after the key; "open" where none is found
    /// within the limits.
    ///
    /// # Errors
    ///
    /// When the whole survey is to stop.
    fn find(&self, row: u64, limits: &Limits, out: &mut String) -> Result<(), EngineError>;

    /// Has the verifier check what the cells after the key claim.
    ///
    /// # Errors
    ///
    /// When it does not accept that.
    fn check(&self, row: u64, cells: &str, budget: &Budget) -> Result<(), Rejection>;

    /// Counts a row.
    ///
    /// # Errors
    ///
    /// When the cells are not those of this survey.
    fn count(&self, row: u64, cells: &str, tally: &mut Tally) -> Result<(), String>;

    /// What the rows counted come to: a label and a sentence a line. `tally.rows` may be less than
    /// all.
    fn summary(&self, tally: &Tally) -> Vec<(&'static str, String)>;
}

/// How rows are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// Rows that a thread works out in one go.
    pub unit: u64,
    /// Units to a chunk of the file. Where there are more than one, a unit is kept in the journal
    /// until its chunk is full.
    pub units: u64,
}

/// Counts over rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows counted.
    pub rows: u64,
    /// Rows that hold a proved law.
    pub proved: u64,
    /// Counts whose meaning the survey knows.
    pub counts: Vec<u64>,
    /// Counts by a name that rows have, where no survey knows all names beforehand.
    pub named: BTreeMap<String, u64>,
    /// Largest numbers, each with the first row that has it.
    pub largest: Vec<Option<(u64, u64)>>,
}

impl Tally {
    /// Adds one to a count.
    pub fn add(&mut self, count: usize) {
        if self.counts.len() <= count {
            self.counts.resize(count + 1, 0);
        }
        self.counts[count] += 1;
    }

    /// A count.
    pub fn get(&self, count: usize) -> u64 {
        self.counts.get(count).copied().unwrap_or(0)
    }

    /// Adds so many to the count of a name.
    pub fn name(&mut self, name: &str, more: u64) {
        match self.named.get_mut(name) {
            Some(count) => *count += more,
            None => {
                self.named.insert(name.to_string(), more);
            }
        }
    }

    /// Keeps the largest number, and of several rows that have it the first.
    pub fn raise(&mut self, record: usize, number: u64, row: u64) {
        if self.largest.len() <= record {
            self.largest.resize(record + 1, None);
        }
        let kept = &mut self.largest[record];
        if kept.is_none_or(|(most, at)| number > most || number == most && row < at) {
            *kept = Some((number, row));
        }
    }

    /// A largest number and its row.
    pub fn record(&self, record: usize) -> Option<(u64, u64)> {
        self.largest.get(record).copied().flatten()
    }

    /// Counts both together.
    pub fn merge(&mut self, other: &Self) {
        self.rows += other.rows;
        self.proved += other.proved;
        for (count, more) in other.counts.iter().enumerate() {
            if self.counts.len() <= count {
                self.counts.resize(count + 1, 0);
            }
            self.counts[count] += more;
        }
        for (name, more) in &other.named {
            self.name(name, *more);
        }
        for (record, best) in other.largest.iter().enumerate() {
            if let Some((number, row)) = best {
                self.raise(record, *number, *row);
            }
        }
    }
}
