//! A local rule checked on every pattern of the cells that it does not determine.

use std::collections::{BTreeMap, BTreeSet};

use super::vectors::Vectors;
use crate::{Budget, Rejection};

/// Patches with more free cells than these are not gone through.
pub(super) const FREE: usize = 28;
/// Patches with more cells than these, or more moves from all of them, are not laid out.
const CELLS: usize = 1 << 16;
const MOVES: usize = 1 << 20;

/// A point, and who is to move there.
type Cell = (Vec<i64>, usize);

/// The cells that two points depend on, down to the border.
struct Patch {
    /// The options of each cell inside, as indices into all cells: the free ones first, then those
    /// inside in an order in which options come before.
    inside: Vec<Vec<usize>>,
    /// How many cells the rule does not determine.
    free: usize,
    /// The two points.
    targets: [usize; 2],
}

/// How many patterns there are, and in how many the two points differ.
pub(super) struct Count {
    /// Cells that the rule does not determine.
    pub free: usize,
    /// Their patterns: 2 to the number of cells.
    pub patterns: u64,
    /// Patterns in which the two points differ.
    pub differ: u64,
}

/// A rule that holds where every coordinate is at least `inner`: a player wins who has a move to a
/// point where the other loses.
pub(super) struct LocalRule<'a> {
    /// The moves.
    pub vectors: &'a Vectors,
    /// Where the rule holds.
    pub inner: &'a [i64],
    /// Whether one label a point is enough: both players have the same moves and the same outcomes.
    pub single: bool,
}

impl LocalRule<'_> {
    /// Counts the patterns of outcomes around two points in which these differ, for a player to
    /// move. The cells outside are free; a cell that is inside for these points is inside for all
    /// points further from the border, so that the count bears on them too. `O(2^free · cells ·
    /// moves / 64)`.
    ///
    /// # Errors
    ///
    /// When the patch is too large, or the budget is used up.
    pub fn count(
        &self,
        points: [&[i64]; 2],
        player: usize,
        budget: &Budget,
    ) -> Result<Count, Rejection> {
        let patch = self.patch(points, player, budget)?;
        let patterns = 1u64 << patch.free;
        let work: u64 = patch
            .inside
            .iter()
            .map(|options| options.len() as u64 + 1)
            .sum();
        let mut words = vec![0u64; patch.free + patch.inside.len()];
        let mut differ = 0;
        // Sixty-four patterns at once: the first six free cells run through theirs within a word.
        for high in 0..patterns.div_ceil(64) {
            budget.spend(work)?;
            for (at, word) in words[..patch.free].iter_mut().enumerate() {
                *word = match at {
                    0..6 => PATTERNS[at],
                    _ => 0u64.wrapping_sub(high >> (at - 6) & 1),
                };
            }
            for (at, options) in patch.inside.iter().enumerate() {
                let wins = options
                    .iter()
                    .fold(0, |wins, option| wins | !words[*option]);
                words[patch.free + at] = wins;
            }
            let [a, b] = patch.targets.map(|at| words[at]);
            let counted = match patch.free {
                0..6 => (1u64 << patterns) - 1,
                _ => u64::MAX,
            };
            differ += u64::from(((a ^ b) & counted).count_ones());
        }
        Ok(Count {
            free: patch.free,
            patterns,
            differ,
        })
    }

    fn patch(
        &self,
        points: [&[i64]; 2],
        player: usize,
        budget: &Budget,
    ) -> Result<Patch, Rejection> {
        let is_inside = |point: &[i64]| point.iter().zip(self.inner).all(|(x, least)| x >= least);
        let (mut free, mut inside) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Vec<Cell> = points
            .iter()
            .map(|point| (point.to_vec(), player))
            .collect();
        while let Some(cell) = open.pop() {
            if !is_inside(&cell.0) {
                free.insert(cell);
                if free.len() > FREE {
                    return Err(Rejection::budget(format!(
                        "the outcomes depend on more than {FREE} cells of the border: too many patterns to look at"
                    )));
                }
            } else if inside.insert((cell.0.iter().sum::<i64>(), cell.clone())) {
                let moves = self.vectors.of[cell.1].len();
                budget.spend(1 + moves as u64)?;
                if inside.len() > CELLS || inside.len().saturating_mul(moves) > MOVES {
                    return Err(Rejection::budget(format!(
                        "the outcomes depend on more than {CELLS} cells, or {MOVES} moves"
                    )));
                }
                open.extend(self.options(&cell));
            }
        }
        let order: Vec<Cell> = inside.into_iter().map(|(_, cell)| cell).collect();
        let numbers: BTreeMap<&Cell, usize> = free.iter().chain(&order).zip(0..).collect();
        Ok(Patch {
            inside: order
                .iter()
                .map(|cell| {
                    let options = self.options(cell);
                    options
                        .filter_map(|option| numbers.get(&option).copied())
                        .collect()
                })
                .collect(),
            free: free.len(),
            targets: points.map(|point| numbers[&(point.to_vec(), player)]),
        })
    }

    fn options<'a>(&'a self, (point, player): &'a Cell) -> impl Iterator<Item = Cell> + 'a {
        let reply = if self.single { *player } else { 1 - *player };
        self.vectors.of[*player].iter().map(move |vector| {
            let to = point.iter().zip(vector).map(|(x, step)| x - step);
            (to.collect(), reply)
        })
    }
}

/// All patterns of six bits, one bit a word.
const PATTERNS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];
