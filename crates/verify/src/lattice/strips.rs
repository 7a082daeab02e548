//! The outcomes in two strips, next to the axes, straight from the rules.

use whowins_analysis::{Game, Player, Stuck, Value};

use super::vectors::{Vectors, end};
use crate::{Budget, Rejection};

/// Strips with more points than these are not looked at.
const POINTS: u64 = 1 << 24;

/// The values, for each player to move, of all points in two strips of two numbers. No move leads
/// out of them.
pub(super) struct Strips {
    /// A point is in a strip if a coordinate is below its width and the other below its length.
    widths: [u64; 2],
    lengths: [u64; 2],
    /// The points whose first coordinate is small, the first coordinate fastest.
    columns: Vec<[Value; 2]>,
    /// The other points whose second coordinate is small, the second coordinate fastest.
    rows: Vec<[Value; 2]>,
}

impl Strips {
    /// Follows the rules upwards; no width is above the length in the same coordinate.
    ///
    /// # Errors
    ///
    /// When the strips are too large.
    pub fn solve(
        game: &Game,
        vectors: &Vectors,
        widths: [u64; 2],
        lengths: [u64; 2],
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let sizes = [
            widths[0].checked_mul(lengths[1]),
            widths[1].checked_mul(lengths[0]),
        ];
        let points = sizes[0].zip(sizes[1]).and_then(|(a, b)| a.checked_add(b));
        if points.is_none_or(|points| points > POINTS) {
            return Err(Rejection::budget(format!(
                "the strips next to the axes have more than {POINTS} points"
            )));
        }
        let mut strips = Self {
            widths,
            lengths,
            columns: Vec::new(),
            rows: Vec::new(),
        };
        let work = vectors.of.iter().map(|own| own.len() as u64 + 1).sum();
        for y in 0..lengths[1] {
            for x in 0..widths[0] {
                budget.spend(work)?;
                let values = strips.equation(game, vectors, [x, y]);
                strips.columns.push(values);
            }
        }
        for x in widths[0]..lengths[0] {
            for y in 0..widths[1] {
                budget.spend(work)?;
                let values = strips.equation(game, vectors, [x, y]);
                strips.rows.push(values);
            }
        }
        Ok(strips)
    }

    /// The values at a point; `None` outside the strips.
    pub fn at(&self, [x, y]: [u64; 2]) -> Option<[Value; 2]> {
        let (all, index) = if x < self.widths[0] && y < self.lengths[1] {
            (&self.columns, y * self.widths[0] + x)
        } else if x >= self.widths[0] && x < self.lengths[0] && y < self.widths[1] {
            (&self.rows, (x - self.widths[0]) * self.widths[1] + y)
        } else {
            return None;
        };
        all.get(usize::try_from(index).ok()?).copied()
    }

    /// The first point with `low <= point < high`, coordinate by coordinate, that has other values
    /// than the point `shift` further; points are looked at where both lie in the strips.
    pub fn differ(
        &self,
        low: [u64; 2],
        high: [u64; 2],
        shift: [u64; 2],
        budget: &Budget,
    ) -> Result<Option<[u64; 2]>, Rejection> {
        for x in low[0]..high[0].min(self.lengths[0]) {
            let end = if x < self.widths[0] {
                self.lengths[1]
            } else {
                self.widths[1]
            };
            for y in low[1]..high[1].min(end) {
                budget.spend(1)?;
                let further = self.at([x.saturating_add(shift[0]), y.saturating_add(shift[1])]);
                if further.is_some_and(|further| self.at([x, y]) != Some(further)) {
                    return Ok(Some([x, y]));
                }
            }
        }
        Ok(None)
    }

    /// The values that the rules give a point, from those of its options.
    fn equation(&self, game: &Game, vectors: &Vectors, point: [u64; 2]) -> [Value; 2] {
        let state = point.map(|x| x as i64);
        let ended = end(game, &state);
        Player::BOTH.map(|player| match ended {
            Some(end) => end.for_next(player),
            None => {
                let stuck = match game.ending.stuck {
                    Stuck::Loses => Value::Loss,
                    Stuck::Draws => Value::Draw,
                    Stuck::Wins => Value::Win,
                };
                let options = vectors.of[player.index()].iter().filter_map(|vector| {
                    let step = |at: usize| point[at].checked_sub(vector[at].unsigned_abs());
                    self.at([step(0)?, step(1)?])
                });
                let best = options
                    .map(|values| values[player.other().index()].reversed())
                    .max();
                best.unwrap_or(stuck)
            }
        })
    }
}
