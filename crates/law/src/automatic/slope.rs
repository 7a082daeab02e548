//! Numeration systems that the slopes of the P-positions suggest.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use whowins_analysis::Stuck;
use whowins_analysis::derive::Ray;
use whowins_analysis::expression::Cond;
use whowins_automata::{Ostrowski, System};

use super::learner::Lattice;

/// P-positions are looked at below this.
pub const SIDE: i64 = 768;
/// The most looks at rays.
const LOOKS: i64 = 1 << 25;
/// The most systems suggested.
const SYSTEMS: usize = 3;
/// The longest period tried, and the most partial quotients before it.
const PERIOD: usize = 4;
const BEFORE: usize = 3;
/// The largest partial quotient of a system: larger ones have too many digits.
const QUOTIENT: i64 = 12;

/// Two numbers.
pub type Point = (i64, i64);

/// The systems of the quadratic irrationals near which the quotients y / x of P-positions lie,
/// likeliest first. Only a guess: a law over any of them is proved, or there is none.
///
/// P-positions that go off along a line lie in a strip about it. The narrowest strip is bounded by
/// an edge of their convex hull, whose slope has the first partial quotients of the line's; a
/// period is what fits them and repeats. Of systems with one tail of partial quotients one is
/// enough: they have the same automatic sets (Bruyère and Hansel 1997).
pub(super) fn systems(lattice: &Lattice<'_>) -> Vec<System> {
    let mut found: Vec<(usize, Vec<u8>)> = Vec::new();
    for line in lines(&lost(lattice)) {
        for (score, period) in periods(&slope(&line)) {
            match found.iter_mut().find(|(_, known)| *known == period) {
                Some(known) => known.0 = known.0.max(score),
                None => found.push((score, period)),
            }
        }
    }
    found.sort_by_key(|(score, period)| (usize::MAX - score, period.len()));
    let systems = found.iter().take(SYSTEMS);
    systems.filter_map(|(_, period)| system(period)).collect()
}

/// P-positions (x, y) with 0 < x <= y, rows from the least on; none where some move raises a number
/// or has a guard. A ray that goes on for ever meets a P-position if and only if it meets the first
/// one on its line.
fn lost(lattice: &Lattice<'_>) -> Vec<Point> {
    let rays = &lattice.rays;
    let plain = |ray: &Ray| {
        let falls = |v: &[i64]| v.len() == 2 && v.iter().all(|entry| *entry <= 0);
        let long = ray.most.is_none_or(|most| most - ray.least < 64);
        ray.guard == Cond::Const(true) && falls(&ray.base) && falls(&ray.step) && long
    };
    if !lattice.game.is_impartial() || !rays.iter().all(plain) {
        return Vec::new();
    }
    let side = SIDE.min((LOOKS / (rays.len() as i64).max(1)).isqrt());
    // Of each ray, by its line: the least coordinates of a P-position there.
    let mut first: Vec<FxHashMap<(i64, i64), Point>> = vec![FxHashMap::default(); rays.len()];
    let mut is_lost = vec![false; (side * side) as usize];
    let mut all = Vec::new();
    for y in 0..side {
        for x in 0..side {
            let (mut wins, mut stuck) = (false, true);
            for (ray, first) in rays.iter().zip(&first) {
                let from = (x + ray.base[0], y + ray.base[1]);
                let to = |k: i64| (from.0 + k * ray.step[0], from.1 + k * ray.step[1]);
                let inside = |(x, y): Point| x >= 0 && y >= 0;
                stuck &= !inside(to(ray.least));
                wins |= match ray.most {
                    Some(most) => (ray.least..=most)
                        .map(to)
                        .take_while(|to| inside(*to))
                        .any(|(x, y)| is_lost[(y * side + x) as usize]),
                    None => first.get(&key(ray, from)).is_some_and(|(x, y)| {
                        let least = to(ray.least);
                        *x <= least.0 && *y <= least.1
                    }),
                };
                if wins {
                    break;
                }
            }
            if wins || stuck && lattice.stuck == Stuck::Wins {
                continue;
            }
            is_lost[(y * side + x) as usize] = true;
            for (ray, first) in rays.iter().zip(&mut first) {
                first.entry(key(ray, (x, y))).or_insert((x, y));
            }
            if 0 < x && x <= y {
                all.push((x, y));
            }
        }
    }
    all
}

/// One key for the points that a ray's steps join.
fn key(ray: &Ray, (x, y): Point) -> (i64, i64) {
    let (a, b) = (ray.step[0], ray.step[1]);
    let along = if a != 0 {
        x.rem_euclid(a.abs())
    } else {
        y.rem_euclid(b.abs().max(1))
    };
    (a * y - b * x, along)
}

/// The points of the outer half, parted where their slopes leave a gap wider than strips are;
/// crowds and scattered points left out.
pub fn lines(lost: &[Point]) -> Vec<Vec<Point>> {
    let far = lost.iter().map(|(_, y)| *y).max().unwrap_or(0);
    let mut outer: Vec<Point> = lost.iter().copied().filter(|(_, y)| 2 * y > far).collect();
    outer.sort_by(|(x, y), (u, v)| (y * u).cmp(&(v * x)));
    let mut lines: Vec<Vec<Point>> = Vec::new();
    for (x, y) in outer {
        // y / x - v / u is at most 16 / far, in integers.
        let near = lines.last().and_then(|line| line.last());
        match near.is_some_and(|(u, v)| (y * u - v * x) * far <= 16 * x * u) {
            true => lines
                .last_mut()
                .into_iter()
                .for_each(|line| line.push((x, y))),
            false => lines.push(vec![(x, y)]),
        }
    }
    lines.retain(|line| (8..=2 * far as usize).contains(&line.len()));
    lines
}

fn turn((x, y): Point, (u, v): Point, (r, s): Point) -> i64 {
    (u - x) * (s - y) - (v - y) * (r - x)
}

/// The partial quotients of the slope of the narrowest strip.
pub fn slope(line: &[Point]) -> Vec<i64> {
    let mut points = line.to_vec();
    points.sort_unstable();
    let mut steps: Vec<Point> = Vec::new();
    for side in [Ordering::Greater, Ordering::Less] {
        let mut hull: Vec<Point> = Vec::new();
        for point in &points {
            while let [.., before, last] = hull[..]
                && turn(before, last, *point).cmp(&0) != side
            {
                hull.pop();
            }
            hull.push(*point);
        }
        steps.extend(
            hull.windows(2)
                .map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)),
        );
    }
    // The width of the strip along a step, measured upwards: a numerator, over the step's run.
    let width = |(run, rise): &Point| {
        let off = |(x, y): &Point| y * run - x * rise;
        let (least, most) = (points.iter().map(off).min(), points.iter().map(off).max());
        most.unwrap_or(0) - least.unwrap_or(0)
    };
    let forward = steps.iter().filter(|(run, rise)| *run > 0 && *rise > 0);
    let narrowest = forward.min_by(|a, b| (width(a) * b.0).cmp(&(width(b) * a.0)));
    let Some((mut low, mut high)) = narrowest.copied() else {
        return Vec::new();
    };
    let mut quotients = Vec::new();
    while low > 0 {
        quotients.push(high / low);
        (low, high) = (high % low, low);
    }
    quotients
}

/// The periods that fit the partial quotients but for the last one or two, each with how many of
/// these it explains beyond itself.
pub fn periods(quotients: &[i64]) -> Vec<(usize, Vec<u8>)> {
    let mut found = Vec::new();
    // The last one ends a rational number; the one before it may be short as well.
    for quotients in (1..=2).filter_map(|ends| quotients.get(..quotients.len().checked_sub(ends)?))
    {
        for before in 0..=BEFORE {
            for length in 1..=PERIOD {
                let Some(score) = quotients.len().checked_sub(before + length) else {
                    continue;
                };
                let repeats = (before + length..quotients.len())
                    .all(|i| quotients[i] == quotients[i - length]);
                let period = &quotients[before..before + length];
                let small = period.iter().all(|q| (1..=QUOTIENT).contains(q));
                if repeats && small && score > 0 {
                    found.push((score, named(period)));
                }
            }
        }
    }
    found
}

/// The greatest rotation of the shortest period: one name for each.
fn named(period: &[i64]) -> Vec<u8> {
    let period: Vec<u8> = period.iter().map(|q| *q as u8).collect(); // small
    let length = (1..=period.len()).find(|n| {
        period.len().is_multiple_of(*n) && period.chunks(*n).all(|chunk| *chunk == period[..*n])
    });
    let period = &period[..length.unwrap_or(period.len())];
    let rotated = |by: usize| [&period[by..], &period[..by]].concat();
    (0..period.len()).map(rotated).max().unwrap_or_default()
}

/// One system of those with this tail. For one partial quotient t it is 1, t + 1, ..., whose digits
/// go up to t at every place.
pub fn system(period: &[u8]) -> Option<System> {
    let system = match period {
        [t] => Ostrowski::new(&[t + 1], period),
        _ => Ostrowski::new(&[], period),
    };
    system.ok().map(System::from)
}
