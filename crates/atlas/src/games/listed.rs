//! A survey of listed games, each with its rules as text; the law that is found stands in the row.

use whowins_engine::{EngineError, Limits};
use whowins_verify::{Budget, Rejection};

use super::cells;
use crate::{Grain, Survey, Tally};

/// A game: the cell that names it, and its rules.
pub(super) struct Listed {
    pub key: String,
    pub text: String,
}

/// The sets of one to `most` of the numbers below `count`, each rising: those of one number first.
pub(super) fn sets(count: usize, most: u32) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut level: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..most {
        level = level
            .iter()
            .flat_map(|set| {
                let next = set.last().map_or(0, |last| last + 1);
                (next..count).map(move |more| [set.as_slice(), &[more]].concat())
            })
            .collect();
        all.extend_from_slice(&level);
    }
    all
}

/// Games in their order.
pub struct Games {
    pub(super) columns: &'static str,
    pub(super) games: Vec<Listed>,
    /// The kind of law that is looked for; any where none is said.
    pub(super) kind: Option<&'static str>,
    /// Seconds for one game.
    pub(super) limit: u32,
    /// What a finished survey is compared with.
    pub(super) known: Option<Compare>,
}

/// Says what was known of a survey, given how many games are proved.
pub(super) type Compare = fn(u64) -> (&'static str, String);

impl Games {
    fn game(&self, row: u64) -> &Listed {
        &self.games[row as usize]
    }
}

impl Survey for Games {
    fn columns(&self) -> &'static str {
        self.columns
    }

    fn rows(&self) -> u64 {
        self.games.len() as u64
    }

    fn grain(&self) -> Grain {
        Grain { unit: 1, units: 64 }
    }

    fn key(&self, row: u64, out: &mut String) {
        *out += &self.game(row).key;
    }

    fn find(&self, row: u64, limits: &Limits, out: &mut String) -> Result<(), EngineError> {
        cells::write(&self.game(row).text, self.kind, limits, self.limit, out)
    }

    fn check(&self, row: u64, cells: &str, budget: &Budget) -> Result<(), Rejection> {
        cells::check(self.game(row).text.clone(), cells, budget)
    }

    fn count(&self, row: u64, cells: &str, tally: &mut Tally) -> Result<(), String> {
        cells::count(row, cells, tally)
    }

    fn summary(&self, tally: &Tally) -> Vec<(&'static str, String)> {
        let mut lines = cells::summary(tally, |row| self.game(row).key.clone());
        if tally.rows == self.rows() {
            lines.extend(self.known.map(|known| known(tally.proved)));
        }
        lines
    }
}
