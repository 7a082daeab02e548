//! What a survey came to.

use crate::{Kind, Survey, Tally};

/// What the rows of an atlas come to.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The survey.
    pub kind: Kind,
    /// Rows of the whole survey, or of the shard of it.
    pub rows: u64,
    /// Rows that are done.
    pub done: u64,
    /// Of these, rows that hold a proved law.
    pub proved: u64,
    /// Rows that the verifier accepted in this run; the others stood in the file, with their
    /// checksums.
    pub checked: u64,
    /// What the survey says of them: a label and a sentence each.
    pub lines: Vec<(&'static str, String)>,
    /// What was found on the way: what an earlier run left, and was mended.
    pub notes: Vec<String>,
}

impl Summary {
    pub(crate) fn of(
        kind: &Kind,
        survey: &dyn Survey,
        rows: u64,
        tally: &Tally,
        checked: u64,
        notes: Vec<String>,
    ) -> Self {
        Self {
            kind: kind.clone(),
            rows,
            done: tally.rows,
            proved: tally.proved,
            checked,
            lines: survey.summary(tally),
            notes,
        }
    }

    /// Rows done without a proof.
    pub fn open(&self) -> u64 {
        self.done - self.proved
    }

    /// Whether all rows are done.
    pub fn finished(&self) -> bool {
        self.done == self.rows
    }
}
