//! Blocks under a law that repeats in both coordinates: counts over the box below preperiod +
//! period.

use dashu_int::UBig;
use whowins_verify::lattice::Product;

use super::plane::Plane;
use super::{Place, SetOfClasses};
use crate::limits::SIDE;

/// Larger boxes are not laid out.
const POINTS: u64 = 1 << 20;

/// The numbers of the box that those from `first` up to `last` fall on: up to three ranges.
fn folded(first: &UBig, last: &UBig, preperiod: u64, period: u64) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    let start = UBig::from(preperiod);
    if *first < start {
        let from = u64::try_from(first).unwrap_or(0);
        let to = u64::try_from(last).map_or(preperiod, |last| (last + 1).min(preperiod));
        ranges.push((from as usize, to as usize));
    }
    if *last < start {
        return ranges;
    }
    let first = first.max(&start);
    let (low, high) = (preperiod as usize, (preperiod + period) as usize);
    if last - first >= UBig::from(period - 1) {
        ranges.push((low, high));
        return ranges;
    }
    let place = |number: &UBig| {
        let past = (number - &start) % UBig::from(period);
        low + usize::try_from(&past).unwrap_or(0)
    };
    let (from, to) = (place(first), place(last));
    match from <= to {
        true => ranges.push((from, to + 1)),
        false => ranges.extend([(from, high), (low, to + 1)]),
    }
    ranges
}

/// The sets of classes of a tile's blocks; `class` says the class of a point of the plane. `None`
/// where the box is too large.
pub fn blocks(
    law: &Product,
    plane: &Plane,
    place: &Place,
    class: impl Fn(&UBig, &UBig) -> Option<u8>,
) -> Option<Vec<SetOfClasses>> {
    let at = |axis: usize| {
        let variable = plane.axes[axis].variable;
        Some((*law.preperiods.get(variable)?, *law.periods.get(variable)?))
    };
    let repeats = [at(0)?, at(1)?];
    let sides = repeats.map(|(preperiod, period)| preperiod + period);
    let points = sides[0]
        .checked_mul(sides[1])
        .filter(|points| *points <= POINTS)?;
    let [width, height] = sides.map(|side| side as usize);
    // How many points of each class lie to the left and below.
    let mut sums: Vec<Vec<u32>> = vec![vec![0; (width + 1) * (height + 1)]; 5];
    let mut seen = 0u64;
    for y in 0..height {
        for x in 0..width {
            let own = class(&UBig::from(x), &UBig::from(y));
            for (number, sum) in sums.iter_mut().enumerate() {
                let at = (y + 1) * (width + 1) + x + 1;
                let here = u32::from(own == Some(number as u8));
                sum[at] = sum[at - 1] + sum[at - width - 1] - sum[at - width - 2] + here;
            }
            seen += 1;
        }
    }
    debug_assert_eq!(seen, points);
    let first = place.from();
    let ranges = |axis: usize| -> Vec<Vec<(usize, usize)>> {
        let (preperiod, period) = repeats[axis];
        (0..SIDE)
            .map(|pixel| {
                let from = &first[axis] + (UBig::from(pixel) << place.level as usize);
                let last = &from + (UBig::ONE << place.level as usize) - UBig::ONE;
                let axis = &plane.axes[axis];
                let from = from.max(axis.least.clone());
                let last = axis
                    .most
                    .as_ref()
                    .map_or(last.clone(), |most| last.min(most.clone()));
                match from <= last {
                    true => folded(&from, &last, preperiod, period),
                    false => Vec::new(),
                }
            })
            .collect()
    };
    let (across, along) = (ranges(0), ranges(1));
    let mut sets = Vec::with_capacity(SIDE * SIDE);
    for rows in &along {
        for columns in &across {
            let mut set = 0;
            for (number, sum) in sums.iter().enumerate() {
                let has = rows.iter().any(|(low, high)| {
                    columns.iter().any(|(left, right)| {
                        let at = |y: usize, x: usize| sum[y * (width + 1) + x];
                        at(*high, *right) + at(*low, *left) > at(*high, *left) + at(*low, *right)
                    })
                });
                set |= SetOfClasses::from(has) << number;
            }
            sets.push(set);
        }
    }
    Some(sets)
}
