//! Blocks under a law that repeats along a direction.
//!
//! Every point folds to one of few: down along the direction into the strips next to the axes, and
//! there into one period. The points that fold to a given one are `c + m p + t d` for `m, t >= 0`,
//! p along the strip and d the direction; whether a block holds one of them is a question of
//! intervals.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use whowins_verify::lattice::Directional;

use super::{Place, SetOfClasses};
use crate::limits::SIDE;

/// With more points to fold to, blocks are not decided whole.
const POINTS: i128 = 1 << 12;
/// Blocks shorter than a strip's period, and longer than this, are not either.
const SHORT: i128 = 64;
/// Further out numbers do not fit.
const FAR: usize = 100;

/// A point that others fold to.
struct Source {
    at: [i128; 2],
    /// The strip's axis, and the period along it; none where the point lies before the period.
    period: Option<(usize, i128)>,
    /// Whether the direction leads on from it.
    leads: bool,
    set: SetOfClasses,
}

/// The sets of classes of a tile's blocks; `class` says the class of a point. `None` where there
/// are too many cases.
pub fn blocks(
    law: &Directional,
    place: &Place,
    class: impl Fn(&UBig, &UBig) -> Option<u8>,
) -> Option<Vec<SetOfClasses>> {
    if place.end().iter().any(|end| end.bit_len() > FAR) {
        return None;
    }
    let side = 1i128 << place.level;
    let sources = sources(law, class)?;
    let longest = sources
        .iter()
        .filter_map(|source| Some(source.period?.1))
        .max();
    let direction = law.direction.map(i128::from);
    let points = side < longest.unwrap_or(0);
    if points && (side > SHORT || sources.len() as i128 * longest.unwrap_or(0) > POINTS) {
        return None;
    }
    let first = place.from().map(|from| i128::try_from(&from).unwrap_or(0));
    let all = sources.iter().fold(0, |all, source| all | source.set);
    let mut sets = Vec::with_capacity(SIDE * SIDE);
    for row in 0..SIDE as i128 {
        for column in 0..SIDE as i128 {
            let low = [first[0] + column * side, first[1] + row * side];
            let high = low.map(|low| low + side - 1);
            let mut set = 0;
            for source in &sources {
                if source.set & !set != 0 && source.meets(direction, low, high) {
                    set |= source.set;
                }
                if set == all {
                    break;
                }
            }
            sets.push(set);
        }
    }
    Some(sets)
}

fn sources(law: &Directional, class: impl Fn(&UBig, &UBig) -> Option<u8>) -> Option<Vec<Source>> {
    let from = law.from.map(i128::from);
    let direction = law.direction.map(i128::from);
    let width = [0, 1].map(|at: usize| from[at] + direction[at]);
    // Where one may step along the direction as well as where the period has begun.
    let start = [0, 1].map(|at: usize| i128::from(law.preperiods[at]).max(width[at]));
    let end = [0, 1].map(|at: usize| start[at] + i128::from(law.periods[at]));
    let count = width[0]
        .checked_mul(end[1])?
        .checked_add(width[1].checked_mul(end[0])?)?;
    if count > POINTS {
        return None;
    }
    let mut sources = Vec::new();
    for x in 0..end[0] {
        for y in 0..end[1] {
            if x >= width[0] && y >= width[1] {
                continue;
            }
            let number = |n: i128| UBig::from(n.unsigned_abs());
            let at = [x, y];
            let along = usize::from(x < width[0]);
            let period =
                (at[along] >= start[along]).then(|| (along, i128::from(law.periods[along])));
            sources.push(Source {
                at,
                period,
                leads: x >= from[0] && y >= from[1],
                set: 1 << class(&number(x), &number(y))?,
            });
        }
    }
    Some(sources)
}

impl Source {
    /// Whether a point that folds to this one lies in the block.
    fn meets(&self, direction: [i128; 2], low: [i128; 2], high: [i128; 2]) -> bool {
        // The steps t that keep a coordinate in its range.
        let steps = |at: usize| -> Option<(i128, i128)> {
            let (low, high) = (low[at] - self.at[at], high[at] - self.at[at]);
            match direction[at] {
                0 => (low <= 0 && high >= 0).then_some((0, i128::MAX)),
                step => Some((-(-low).div_euclid(step), high.div_euclid(step))),
            }
        };
        let most = if self.leads { i128::MAX } else { 0 };
        let Some((along, period)) = self.period else {
            let Some((a, b)) = steps(0).zip(steps(1)) else {
                return false;
            };
            return a.0.max(b.0).max(0) <= a.1.min(b.1).min(most);
        };
        let Some((least, largest)) = steps(1 - along) else {
            return false;
        };
        let (least, largest) = (least.max(0), largest.min(most));
        // So many steps that the first of the period does not lie beyond the block.
        let room = high[along] - self.at[along];
        let largest = match direction[along] {
            0 if room < 0 => return false,
            0 => largest,
            step => largest.min(room.div_euclid(step)),
        };
        if least > largest {
            return false;
        }
        if high[along] - low[along] + 1 >= period {
            return true;
        }
        // Fewer steps than the block is long, or than the period, tell all cases.
        let last = largest.min(least.saturating_add(period - 1));
        (least..=last).any(|t| {
            let at = self.at[along] + t * direction[along];
            let (first, end) = (low[along].max(at), high[along]);
            first <= end && at + (first - at + period - 1).div_euclid(period) * period <= end
        })
    }
}
