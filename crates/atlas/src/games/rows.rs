//! Every game on rows of two symbols with one or two rewriting rules.
//!
//! Each rule lowers the row read as a binary number, so that play ends. Rules of up to three cells: 1 + 6 + 28 = 35, and
//! 35 + 595 = 630 games.

use std::fmt::Write as _;

use whowins_engine::{EngineError, Limits};
use whowins_verify::{Budget, Rejection};

use super::cells;
use crate::known::compare_rows;
use crate::{Grain, Survey, Tally};

/// Games of one or two rules.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The rules of each game, by their places in `all`.
    games: Vec<Vec<usize>>,
    all: Vec<Rule>,
    limit: u32,
    /// The most rules and the widest, by which known figures are looked up.
    size: (u32, u32),
}

/// A rule: the number of its cells, the cells before and after, the first as the highest bit.
#[derive(Clone, Copy, Debug)]
struct Rule {
    width: u32,
    before: u32,
    after: u32,
}

impl Rule {
    fn cells(&self, word: u32, symbols: [char; 2], between: &str) -> String {
        let cells = (0..self.width).rev();
        let cells: Vec<String> = cells
            .map(|at| symbols[(word >> at & 1) as usize].to_string())
            .collect();
        cells.join(between)
    }
}

impl Rows {
    /// The survey.
    pub fn new(rules: u32, width: u32, limit: u32) -> Self {
        let mut all = Vec::new();
        for width in 1..=width {
            for before in 1..1 << width {
                all.extend((0..before).map(|after| Rule {
                    width,
                    before,
                    after,
                }));
            }
        }
        let mut games: Vec<Vec<usize>> = (0..all.len()).map(|one| vec![one]).collect();
        if rules == 2 {
            for first in 0..all.len() {
                games.extend((first + 1..all.len()).map(|second| vec![first, second]));
            }
        }
        Self {
            games,
            all,
            limit,
            size: (rules, width),
        }
    }

    fn game(&self, row: u64) -> impl Iterator<Item = &Rule> {
        self.games[row as usize].iter().map(|rule| &self.all[*rule])
    }

    fn text(&self, row: u64) -> String {
        let mut text = String::from("game \"Row\"\nplayers Left, Right\nposition row of . o\n");
        for rule in self.game(row) {
            let cells = |word| rule.cells(word, ['.', 'o'], " ");
            let _ = writeln!(text, "move {} -> {}", cells(rule.before), cells(rule.after));
        }
        text
    }
}

impl Survey for Rows {
    fn columns(&self) -> &'static str {
        "rules,result,kind,states,law"
    }

    fn rows(&self) -> u64 {
        self.games.len() as u64
    }

    fn grain(&self) -> Grain {
        Grain { unit: 1, units: 64 }
    }

    fn key(&self, row: u64, out: &mut String) {
        let rules: Vec<String> = self
            .game(row)
            .map(|rule| {
                let cells = |word| rule.cells(word, ['0', '1'], "");
                format!("{}>{}", cells(rule.before), cells(rule.after))
            })
            .collect();
        *out += &rules.join(" ");
    }

    fn find(&self, row: u64, limits: &Limits, out: &mut String) -> Result<(), EngineError> {
        cells::write(&self.text(row), limits, self.limit, out)
    }

    fn check(&self, row: u64, cells: &str, budget: &Budget) -> Result<(), Rejection> {
        cells::check(self.text(row), cells, budget)
    }

    fn count(&self, row: u64, cells: &str, tally: &mut Tally) -> Result<(), String> {
        cells::count(row, cells, tally)
    }

    fn summary(&self, tally: &Tally) -> Vec<(&'static str, String)> {
        let mut lines = cells::summary(tally, |row| {
            let mut key = String::new();
            self.key(row, &mut key);
            key
        });
        if tally.rows == self.rows() && self.size == (2, 3) {
            lines.push(compare_rows(tally.proved));
        }
        lines
    }
}
