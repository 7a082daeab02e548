//! Every game on two numbers that one to three vectors lower; of two games that are mirror images of each other the first.

use std::fmt::Write as _;

use whowins_engine::{EngineError, Limits};
use whowins_verify::{Budget, Rejection};

use super::cells;
use crate::{Grain, Survey, Tally};

/// Games of few vectors in the plane, with entries from 0 on.
#[derive(Clone, Debug)]
pub struct Vectors {
    games: Vec<Vec<[u32; 2]>>,
    limit: u32,
}

impl Vectors {
    /// The survey.
    pub fn new(moves: u32, entries: u32, limit: u32) -> Self {
        let vectors: Vec<[u32; 2]> = (0..=entries)
            .flat_map(|x| (0..=entries).map(move |y| [x, y]))
            .filter(|vector| *vector != [0, 0])
            .collect();
        let mut games = Vec::new();
        let mut level: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..moves {
            level = level
                .iter()
                .flat_map(|game| {
                    let next = game.last().map_or(0, |last| last + 1);
                    (next..vectors.len()).map(move |more| [game.as_slice(), &[more]].concat())
                })
                .collect();
            games.extend(
                level
                    .iter()
                    .map(|game| game.iter().map(|at| vectors[*at]).collect())
                    .filter(is_first),
            );
        }
        Self { games, limit }
    }

    fn text(&self, row: u64) -> String {
        let mut text = String::from("game \"Vectors\"\nplayers Left, Right\nposition x, y\n");
        for vector in &self.games[row as usize] {
            let changes: Vec<String> = ["x", "y"]
                .iter()
                .zip(vector)
                .filter(|(_, by)| **by > 0)
                .map(|(name, by)| format!("{name} -= {by}"))
                .collect();
            let _ = writeln!(text, "move {}", changes.join(", "));
        }
        text
    }
}

/// Whether the game is not after its mirror image.
fn is_first(game: &Vec<[u32; 2]>) -> bool {
    let mut mirrored: Vec<[u32; 2]> = game.iter().map(|[x, y]| [*y, *x]).collect();
    mirrored.sort_unstable();
    *game <= mirrored
}

impl Survey for Vectors {
    fn columns(&self) -> &'static str {
        "moves,result,kind,states,law"
    }

    fn rows(&self) -> u64 {
        self.games.len() as u64
    }

    fn grain(&self) -> Grain {
        Grain { unit: 1, units: 64 }
    }

    fn key(&self, row: u64, out: &mut String) {
        for (at, [x, y]) in self.games[row as usize].iter().enumerate() {
            let between = if at == 0 { "" } else { " " };
            let _ = write!(out, "{between}({x} {y})");
        }
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
        if tally.rows == self.rows() {
            lines.push((
                "known",
                "that all games of three vectors are regular is a conjecture (Larsson, Saha and Yokoo 2024); no table of them was known"
                    .into(),
            ));
        }
        lines
    }
}
