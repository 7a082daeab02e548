//! The moves of a game of finitely many vectors, and its ends, read off its rules.

use whowins_analysis::derive::rays;
use whowins_analysis::expression::Cond;
use whowins_analysis::numbers::Numbers;
use whowins_analysis::{End, Game, Player, Verdict};

use crate::Rejection;

/// More variables than these are not looked at.
const VARIABLES: usize = 6;
/// Longer steps are not looked at.
const LONGEST: i64 = 1 << 20;

/// What each player may subtract from a position, wherever no number falls below 0.
#[derive(PartialEq, Eq)]
pub(super) struct Vectors {
    /// How many numbers a position has.
    pub dimension: usize,
    /// The vectors of each player, without repetition; every entry is at least 0 and some entry is
    /// positive.
    pub of: [Vec<Vec<i64>>; 2],
    /// The largest entry of any vector, coordinate by coordinate.
    pub reach: Vec<i64>,
}

impl Vectors {
    /// The game's vectors.
    ///
    /// # Errors
    ///
    /// When some move is no fixed vector, has a guard, raises a number, or a number has a least
    /// value above 0.
    pub fn of(game: &Game) -> Result<Self, Rejection> {
        let numbers = numbers(game)?;
        let dimension = numbers.variables.len();
        if dimension == 0 || dimension > VARIABLES {
            return Err(Rejection::rules(format!(
                "the law is for 1 to {VARIABLES} numbers; a position of this game has {dimension}"
            )));
        }
        if let Some(variable) = numbers.variables.iter().find(|one| one.least != 0) {
            return Err(Rejection::rules(format!(
                "the law is for numbers from 0 on; {} is at least {}",
                variable.name, variable.least
            )));
        }
        let all = rays(numbers).ok_or_else(|| {
            Rejection::rules("the law is for moves that subtract fixed numbers; some move does not")
        })?;
        let mut of = [Vec::new(), Vec::new()];
        let mut reach = vec![0; dimension];
        for ray in &all {
            let text = &numbers.moves[ray.rule].text;
            let error = if ray.free.is_some() {
                "is a ray"
            } else if ray.guard != Cond::Const(true) {
                "has a condition"
            } else if ray.base.iter().any(|entry| *entry > 0) {
                "raises a number"
            } else if ray.base.iter().all(|entry| *entry == 0) {
                "changes nothing"
            } else if ray.base.iter().any(|entry| *entry < -LONGEST) {
                "is too long"
            } else {
                ""
            };
            if !error.is_empty() {
                return Err(Rejection::rules(format!(
                    "the law is for moves that subtract fixed numbers; `{text}` {error}"
                )));
            }
            let vector: Vec<i64> = ray.base.iter().map(|entry| -entry).collect();
            for (longest, entry) in reach.iter_mut().zip(&vector) {
                *longest = (*longest).max(*entry);
            }
            for player in Player::BOTH {
                if ray.by.allows(player) && !of[player.index()].contains(&vector) {
                    of[player.index()].push(vector.clone());
                }
            }
        }
        Ok(Self {
            dimension,
            of,
            reach,
        })
    }

    /// How many vectors there are, those of both players counted once.
    pub fn count(&self) -> usize {
        let [first, second] = &self.of;
        first.len() + second.iter().filter(|one| !first.contains(one)).count()
    }
}

/// The variables and moves of a game on tuples of numbers.
pub(super) fn numbers(game: &Game) -> Result<&Numbers, Rejection> {
    let numbers = game.numbers();
    numbers.ok_or_else(|| Rejection::rules("the law is for positions that are numbers"))
}

/// The result at a point by a goal.
pub(super) fn end(game: &Game, point: &[i64]) -> Option<End> {
    let goal = game
        .ending
        .goals
        .iter()
        .find(|goal| goal.when.holds(point, 1, 1))?;
    Some(match &goal.verdict {
        Verdict::Is(end) => *end,
        Verdict::Depends(condition, a, _) if condition.holds(point, 1, 1) => *a,
        Verdict::Depends(_, _, b) => *b,
    })
}
