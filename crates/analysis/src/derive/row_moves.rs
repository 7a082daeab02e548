//! The moves of a game of two heaps, read row by row: one heap stands at `r`, the other is the
//! column.

use crate::expression::Cond;
use crate::game::{Game, Shape, Stuck};
use crate::numbers::Numbers;

use super::{Ray, rays};

/// A move with more numbers to choose from than this is not written out.
const WRITTEN_OUT: i64 = 1 << 12;
/// With more vectors and rays than these the game is not read.
const MOST: usize = 1 << 12;

/// What can be taken within a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// Any number from 1 on.
    All,
    /// These numbers, rising; perhaps none.
    Finite(Vec<u64>),
}

impl Within {
    /// What each column adds to the values: 1 where all numbers can be taken, else nothing.
    pub fn slope(&self) -> u64 {
        match self {
            Self::All => 1,
            Self::Finite(_) => 0,
        }
    }
}

/// The moves of an impartial game of two heaps in normal play, in which no move raises the heap
/// that is called the row, and from each row finitely many displacements lead to lower ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowMoves {
    /// The variable that is the row: 0 or 1.
    pub fixed: usize,
    /// Moves that keep the row.
    pub within: Within,
    /// Displacements (rows down, columns up) that come with no ray.
    single: Vec<(u64, i64)>,
    /// For k = 0, 1, ... without end: rows down and columns up, at first and for each further k.
    rays: Vec<((u64, i64), (u64, i64))>,
}

/// The moves, with variable `fixed` as the row.
///
/// # Errors
///
/// Why the game has none of this form, in a sentence.
pub fn row_moves(game: &Game, fixed: usize) -> Result<RowMoves, String> {
    let numbers = numbers(game, fixed)?;
    let name = |at: usize| &numbers.variables[at].name;
    let (row, column) = (name(fixed), name(1 - fixed));
    let all = rays(numbers).ok_or("a move is neither a vector nor a ray")?;
    let mut moves = RowMoves {
        fixed,
        within: Within::Finite(Vec::new()),
        single: Vec::new(),
        rays: Vec::new(),
    };
    let mut kept: Vec<u64> = Vec::new();
    // The least number from which on all can be taken within the row.
    let mut all_from: Option<u64> = None;
    let raises = || format!("a move can raise {row}");
    for ray in &all {
        if ray.guard != Cond::Const(true) {
            return Err("a move has a guard".into());
        }
        let sight = Sight::new(ray, fixed)?;
        let one = |(down, up): (i64, i64), kept: &mut Vec<u64>, single: &mut Vec<(u64, i64)>| match (
            u64::try_from(down),
            up,
        ) {
            (Err(_), _) => Err(raises()),
            (Ok(0), 0..) => Err(format!("a move keeps {row} and does not lower {column}")),
            (Ok(0), up) => {
                kept.push(up.unsigned_abs());
                Ok(())
            }
            (Ok(down), up) => {
                single.push((down, up));
                Ok(())
            }
        };
        let Some(last) = sight.last else {
            let first = sight.at(0)?;
            match sight.step {
                (0, -1) if first.0 == 0 && first.1 < 0 => {
                    let from = first.1.unsigned_abs();
                    all_from = Some(all_from.map_or(from, |before| before.min(from)));
                }
                (0, _) if first.0 == 0 => {
                    return Err(format!(
                        "within a row some of the numbers without end cannot be taken from {column}"
                    ));
                }
                (0, _) => {
                    return Err(format!(
                        "a move takes any number from {column} and a fixed one from {row}"
                    ));
                }
                (1.., _) => {
                    // A first displacement that keeps the row is no part of the ray.
                    let skipped = i64::from(first.0 == 0);
                    if skipped == 1 {
                        one(first, &mut kept, &mut moves.single)?;
                    }
                    let from = sight.at(skipped)?;
                    let down = u64::try_from(from.0).map_err(|_| raises())?;
                    if down == 0 {
                        return Err(raises());
                    }
                    moves
                        .rays
                        .push(((down, from.1), (sight.step.0.unsigned_abs(), sight.step.1)));
                }
                _ => return Err(raises()),
            }
            continue;
        };
        if last >= WRITTEN_OUT {
            return Err("a move has too many numbers to choose from".into());
        }
        for k in 0..=last {
            one(sight.at(k)?, &mut kept, &mut moves.single)?;
        }
    }
    if moves.single.len() + moves.rays.len() > MOST {
        return Err(format!("there are more than {MOST} vectors and rays"));
    }
    kept.sort_unstable();
    kept.dedup();
    moves.within = match all_from {
        None => Within::Finite(kept),
        Some(from) if (1..from).all(|number| kept.binary_search(&number).is_ok()) => Within::All,
        Some(_) => {
            return Err(format!(
                "within a row some of the numbers without end cannot be taken from {column}"
            ));
        }
    };
    Ok(moves)
}

/// The two heaps, where nothing but the moves matters.
fn numbers(game: &Game, fixed: usize) -> Result<&Numbers, String> {
    let Shape::Numbers(numbers) = &game.shape else {
        return Err("the moves aren't of a form that this kind reads".into());
    };
    if numbers.variables.len() != 2 || fixed > 1 {
        return Err("positions are not two numbers".into());
    }
    if (numbers.variables.iter()).any(|v| v.least != 0 || v.most.is_some() || !v.words.is_empty()) {
        return Err("a number has bounds".into());
    }
    if !game.is_impartial() {
        return Err("Grundy values are of games in which both players have the same moves".into());
    }
    if game.ending.stuck != Stuck::Loses {
        return Err("Grundy values are of normal play".into());
    }
    if !game.ending.goals.is_empty() {
        return Err("the game can be over while there are moves".into());
    }
    if game.ending.blocked > 0 {
        return Err("the opponent may block options".into());
    }
    Ok(numbers)
}

/// A ray as rows down and columns up.
struct Sight {
    first: (i64, i64),
    step: (i64, i64),
    /// The last k, counted from 0; `None` without end.
    last: Option<i64>,
}

impl Sight {
    fn new(ray: &Ray, fixed: usize) -> Result<Self, String> {
        let large = || "a move's numbers are too large".to_string();
        let entry = |at: usize| -> Option<i64> {
            ray.base[at].checked_add(ray.step[at].checked_mul(ray.least)?)
        };
        let down = |n: i64| n.checked_neg().ok_or_else(large);
        let first = entry(fixed).zip(entry(1 - fixed)).ok_or_else(large)?;
        let still = ray.step == [0, 0];
        let last = match ray.most {
            Some(most) => Some(most.checked_sub(ray.least).ok_or_else(large)?),
            None => still.then_some(0),
        };
        Ok(Self {
            first: (down(first.0)?, first.1),
            step: (down(ray.step[fixed])?, ray.step[1 - fixed]),
            last,
        })
    }

    fn at(&self, k: i64) -> Result<(i64, i64), String> {
        let along = |first: i64, step: i64| first.checked_add(step.checked_mul(k)?);
        along(self.first.0, self.step.0)
            .zip(along(self.first.1, self.step.1))
            .ok_or_else(|| "a move's numbers are too large".into())
    }
}

impl RowMoves {
    /// The displacements (rows down, columns up) by which row `row` is left, each once, in rising
    /// order.
    pub fn leaving(&self, row: u64) -> Vec<(u64, i64)> {
        let mut all: Vec<(u64, i64)> = (self.single.iter().copied())
            .filter(|(down, _)| *down <= row)
            .collect();
        for &((mut down, mut up), step) in &self.rays {
            while down <= row {
                all.push((down, up));
                let next = down.checked_add(step.0).zip(up.checked_add(step.1));
                let Some(next) = next else { break };
                (down, up) = next;
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}
