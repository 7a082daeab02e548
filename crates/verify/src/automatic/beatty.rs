//! P-positions that are a Beatty pair.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;
use dashu_int::ops::{DivRem, SquareRoot};
use serde::{Deserialize, Serialize};
use whowins_analysis::derive::{Ray, rays};
use whowins_analysis::expression::Cond;
use whowins_analysis::{Game, Position, Stuck, Value};

use super::{names, plain};
use crate::{Budget, Checked, Claim, Rejection};

/// P-positions that are a Beatty pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beatty {
    /// The pair is (⌊kα⌋, ⌊kα⌋ + tk) with α = (2 - t + √(t² + 4)) / 2.
    pub t: u64,
}

/// The most vectors and rays.
const RAYS: usize = 1 << 12;
/// The most vectors of one bounded ray.
const POINTS: i64 = 1 << 12;

/// Where a displacement of t-Wythoff lies: how much more it takes from x than from y while it takes
/// from both, or the one number that it takes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    X,
    Y,
    Diagonal(i128),
}

/// What the rules have on one line: single vectors by the least number they take, and from where on
/// they have all.
#[derive(Default)]
struct Had {
    points: BTreeSet<i128>,
    all_from: Option<i128>,
}

/// The line of a displacement that takes `x` and `y`, with the least number it takes; `None` where
/// t-Wythoff has it not.
fn line(x: i128, y: i128, t: i128) -> Option<(Line, i128)> {
    match (x, y) {
        (1.., 0) => Some((Line::X, x)),
        (0, 1..) => Some((Line::Y, y)),
        (1.., 1..) if (x - y).abs() < t => Some((Line::Diagonal(x - y), x.min(y))),
        _ => None,
    }
}

/// Whether the displacements of the rays, all together, are those of t-Wythoff: take from one heap,
/// or from both, the two numbers differing by less than t.
fn is_wythoff(rays: &[Ray], t: u64, budget: &Budget) -> Result<(), Rejection> {
    let t = i128::from(t);
    let foreign = |ray: &Ray| {
        Rejection::rules(format!(
            "the moves ({}, {}) + k ({}, {}) are not all moves of {t}-Wythoff",
            ray.base[0], ray.base[1], ray.step[0], ray.step[1]
        ))
    };
    let mut had: BTreeMap<Line, Had> = BTreeMap::new();
    for ray in rays {
        budget.spend(1)?;
        let takes = |k: i64| {
            let take =
                |at: usize| -(i128::from(ray.base[at]) + i128::from(ray.step[at]) * i128::from(k));
            (take(0), take(1))
        };
        let step = (-i128::from(ray.step[0]), -i128::from(ray.step[1]));
        let still = ray.free.is_none() || step == (0, 0);
        match ray.most {
            Some(most)
                if !still && most >= ray.least && most.saturating_sub(ray.least) > POINTS =>
            {
                return Err(Rejection::rules(
                    "a bounded ray is longer than this kind of law looks at",
                ));
            }
            None if !still => {
                let (x, y) = takes(ray.least);
                // The first vector may lie on the border of its diagonal; the second tells the
                // direction.
                let (first, second) = (line(x, y, t), line(x + step.0, y + step.1, t));
                let (Some((start, least)), Some((on, _))) = (first, second) else {
                    return Err(foreign(ray));
                };
                let stays = match on {
                    Line::X => step.1 == 0 && step.0 > 0,
                    Line::Y => step.0 == 0 && step.1 > 0,
                    Line::Diagonal(_) => step.0 == step.1 && step.0 > 0,
                };
                if !stays {
                    return Err(foreign(ray));
                }
                had.entry(start).or_default().points.insert(least);
                if step.0.max(step.1) == 1 {
                    let from = x.min(y).max(if start == on { least } else { 1 });
                    let all = &mut had.entry(on).or_default().all_from;
                    *all = Some(all.map_or(from, |before| before.min(from)));
                }
            }
            most => {
                let last = if still {
                    ray.least
                } else {
                    most.unwrap_or(ray.least)
                };
                if most.is_some_and(|most| most < ray.least) {
                    continue;
                }
                for k in ray.least..=last {
                    budget.spend(1)?;
                    let (x, y) = takes(k);
                    let (on, least) = line(x, y, t).ok_or_else(|| foreign(ray))?;
                    had.entry(on).or_default().points.insert(least);
                }
            }
        }
    }
    let wanted = [Line::X, Line::Y]
        .into_iter()
        .chain((1 - t..t).map(Line::Diagonal));
    for on in wanted {
        budget.spend(1)?;
        let whole = had.get(&on).is_some_and(|had| {
            had.all_from.is_some_and(|from| {
                let gap = from - had.points.range(1..from).count() as i128;
                gap <= 1
            })
        });
        if !whole {
            return Err(Rejection::rules(format!(
                "the rules lack moves of {t}-Wythoff: {}",
                match on {
                    Line::X => "some that take from the first number".to_string(),
                    Line::Y => "some that take from the second number".to_string(),
                    Line::Diagonal(d) => format!("some that take from both, with difference {d}"),
                }
            )));
        }
    }
    Ok(())
}

impl Beatty {
    /// The k-th pair, the smaller number first.
    pub fn pair(&self, k: &UBig) -> [UBig; 2] {
        let less = self.lesser(k);
        let more = &less + UBig::from(self.t) * k;
        [less, more]
    }

    /// ⌊kα⌋, by an integer square root: `√((t² + 4) k²)` is irrational for k > 0, so rounding it
    /// down first changes nothing.
    fn lesser(&self, k: &UBig) -> UBig {
        let t = UBig::from(self.t);
        let root = ((&t * &t + UBig::from(4u8)) * k * k).sqrt();
        let twice = match self.t {
            0..=2 => root + UBig::from(2 - self.t) * k,
            _ => root - UBig::from(self.t - 2) * k,
        };
        twice >> 1
    }

    /// Whether (less, more) is a lost pair, for numbers below 2^40 and t below 2^20: k is below
    /// 2^40, and (t² + 4) k² below 2^121.
    ///
    /// less = ⌊(2k - tk + r) / 2⌋ with r = ⌊√((t² + 4) k²)⌋ says that r is u or u + 1, u = 2 less +
    /// tk - 2k: that is u² ≤ (t² + 4) k² < (u + 2)², without a root.
    #[doc(hidden)]
    #[inline]
    pub fn is_small_loss(&self, less: u64, more: u64) -> bool {
        let (difference, t) = (more - less, self.t);
        let k = match t {
            1 => difference,
            _ if !difference.is_multiple_of(t) => return false,
            _ => difference / t,
        };
        let square = u128::from(t * t + 4) * u128::from(k) * u128::from(k);
        // Below 2^62, and below 0 for no pair: r is not.
        let Some(root) = (2 * less + t * k).checked_sub(2 * k) else {
            return false;
        };
        let root = u128::from(root);
        root * root <= square && square < (root + 2) * (root + 2)
    }

    /// The same for numbers of any size: two products.
    #[doc(hidden)]
    pub fn is_large_loss(&self, less: &UBig, more: &UBig) -> bool {
        let t = UBig::from(self.t);
        let (k, rest) = (more - less).div_rem(&t);
        let twice = (less << 1) + &t * &k;
        let down: UBig = &k << 1;
        if rest != UBig::ZERO || twice < down {
            return false;
        }
        let root = twice - down;
        let square = (&t * &t + UBig::from(4u8)) * k.sqr();
        let low = root.sqr();
        if low > square {
            return false;
        }
        let high = low + (root << 2) + UBig::from(4u8);
        square < high
    }

    fn is_lost(&self, x: &UBig, y: &UBig) -> bool {
        let (less, more) = if x <= y { (x, y) } else { (y, x) };
        if let (Ok(less), Ok(more)) = (u64::try_from(less), u64::try_from(more))
            && more < 1 << 40
            && self.t < 1 << 20
        {
            return self.is_small_loss(less, more);
        }
        self.is_large_loss(less, more)
    }
}

impl Claim for Beatty {
    fn kind(&self) -> &'static str {
        "beatty"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let numbers = plain(game)?;
        if numbers.variables.len() != 2 {
            return Err(Rejection::rules("positions are not pairs of numbers"));
        }
        // Each of them lowers a number, once they are seen to be those of t-Wythoff: so play ends.
        let rays = rays(numbers).filter(|rays| rays.len() <= RAYS);
        let Some(rays) = rays else {
            return Err(Rejection::rules(format!(
                "some move is neither a vector nor a ray, or there are more than {RAYS}"
            )));
        };
        if game.ending.stuck != Stuck::Loses {
            return Err(Rejection::rules(
                "this kind of law is of normal play: who cannot move loses",
            ));
        }
        if !game.is_impartial() {
            return Err(Rejection::rules(
                "a move belongs to one player; this kind of law has none such",
            ));
        }
        if rays.iter().any(|ray| ray.guard != Cond::Const(true)) {
            return Err(Rejection::rules(
                "a move has a guard; this kind of law has none such",
            ));
        }
        if self.t == 0 || self.t > RAYS as u64 {
            return Err(Rejection::malformed(format!(
                "t is {}; it must lie between 1 and {RAYS}",
                self.t
            )));
        }
        is_wythoff(&rays, self.t, budget)?;
        Ok(vec![
            format!(
                "The moves are exactly those of {}-Wythoff: any number from one of the two, or from both numbers that differ by less than {}.",
                self.t, self.t
            ),
            "Normal play, the same moves for both players, no guards, borders or goals: the theorem applies (Fraenkel 1982)."
                .into(),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let names = names(game);
        let square = u128::from(self.t) * u128::from(self.t) + 4;
        let pair = match self.t {
            1 => "(⌊kφ⌋, ⌊kφ²⌋), φ = (1 + √5)/2".to_string(),
            2 => "(⌊kα⌋, ⌊kα⌋ + 2k), α = √2".to_string(),
            t => format!(
                "(⌊kα⌋, ⌊kα⌋ + {t}k), α = (√{square} - {})/2",
                t.saturating_sub(2)
            ),
        };
        format!(
            "The player to move loses at ({names}) if and only if it is {pair}, for some k = 0, 1, 2, ..., or the mirror image of such a pair."
        )
    }

    fn values(&self, _game: &Game, position: &Position) -> Option<[Value; 2]> {
        let [x, y] = position.elements() else {
            return None;
        };
        if self.t == 0 {
            return None;
        }
        let value = if self.is_lost(x.as_ubig()?, y.as_ubig()?) {
            Value::Loss
        } else {
            Value::Win
        };
        Some([value; 2])
    }
}
