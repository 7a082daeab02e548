//! Why an automaton must be large: rows that it has to tell apart.

use std::fmt;

/// Beginnings of rows that are pairwise told apart: of any two, some ending makes rows with
/// different outcomes. So an automaton that reads rows from left to right and says who wins is in a
/// different state after each of them (Myhill 1957, Nerode 1958).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The beginnings, as a person writes them, the shortest first.
    pub rows: Vec<String>,
    /// The endings.
    pub endings: Vec<String>,
    /// `outcomes[row][ending]`: whether the first-named and the second-named player win when to
    /// move on the row with the ending; `None` where it is empty, or a forced follow-up is due.
    pub outcomes: Vec<Vec<Option<[bool; 2]>>>,
    /// How the number of beginnings that are told apart grows with the length.
    pub growth: Vec<Residuals>,
}

/// How many classes of beginnings of rows there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residuals {
    /// Beginnings and endings of up to so many cells are looked at, all of them.
    pub length: usize,
    /// Classes of beginnings that some of the endings tell apart.
    pub classes: usize,
}

/// Rows shown to a person.
const SHOWN: usize = 5;

impl Apart {
    /// An automaton with fewer states than this is wrong.
    pub fn states(&self) -> usize {
        self.rows.len()
    }

    /// An ending, by its number, that tells two rows apart, by theirs: one with outcomes for both,
    /// if there is one.
    pub fn ending(&self, a: usize, b: usize) -> Option<usize> {
        let (a, b) = (&self.outcomes[a], &self.outcomes[b]);
        let differ = |at: &usize| a[*at] != b[*at];
        let plain = |at: &usize| differ(at) && a[*at].is_some() && b[*at].is_some();
        let mut all = 0..a.len().min(b.len());
        all.clone().find(plain).or_else(|| all.find(differ))
    }

    /// Whether the outcomes tell all rows apart.
    pub fn is_told_apart(&self) -> bool {
        let distinct: std::collections::HashSet<_> = self.outcomes.iter().collect();
        distinct.len() == self.rows.len() && self.outcomes.len() == self.rows.len()
    }
}

fn letter(outcome: Option<[bool; 2]>) -> &'static str {
    match outcome {
        None => "-",
        Some([true, true]) => "N",
        Some([false, false]) => "P",
        Some([true, false]) => "L",
        Some([false, true]) => "R",
    }
}

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = self.states();
        write!(
            f,
            "no automaton with fewer than {states} states gives the winner: {states} beginnings of rows, of up to {} cells, are pairwise separated by {} endings.",
            self.rows.last().map_or(0, |row| row.chars().count()),
            self.endings.len()
        )?;
        // The empty beginning says little to a person.
        let shown: Vec<usize> = (0..states)
            .filter(|at| !self.rows[*at].is_empty())
            .take(SHOWN)
            .collect();
        let mut endings: Vec<usize> = Vec::new();
        for (at, a) in shown.iter().enumerate() {
            for b in &shown[..at] {
                if endings
                    .iter()
                    .any(|e| self.outcomes[*a][*e] != self.outcomes[*b][*e])
                {
                    continue;
                }
                endings.extend(self.ending(*a, *b));
            }
        }
        for (at, row) in shown.iter().enumerate() {
            let start = if at == 0 { " Some of them:" } else { ";" };
            write!(f, "{start} after {}", self.rows[*row])?;
            for (at, ending) in endings.iter().enumerate() {
                let comma = if at == 0 { "" } else { "," };
                let text = match self.endings[*ending].as_str() {
                    "" => "nothing",
                    text => text,
                };
                write!(
                    f,
                    "{comma} {text} is {}",
                    letter(self.outcomes[*row][*ending])
                )?;
            }
        }
        let due = shown
            .iter()
            .any(|row| endings.iter().any(|e| self.outcomes[*row][*e].is_none()));
        f.write_str(if due {
            " (-: a forced follow-up is due)."
        } else {
            "."
        })?;
        if let Some(last) = self.growth.last() {
            let classes: Vec<String> = self
                .growth
                .iter()
                .map(|one| one.classes.to_string())
                .collect();
            write!(
                f,
                " The beginnings separated by endings of up to 1, 2, ..., {} cells number: {}.",
                last.length,
                classes.join(", ")
            )?;
        }
        Ok(())
    }
}
