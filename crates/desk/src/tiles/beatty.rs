//! Blocks under a Beatty pair: which hold a P-position.
//!
//! The pair is `a_k = ⌊kα⌋`, `b_k = ⌊kβ⌋` with `β = α + t` and `1/α + 1/β = 1` (Beatty 1926). Both
//! rise with k, so the k with `a_k` in a block's columns form a range, as do those with `b_k` in
//! its rows: the block holds a P-position exactly where such ranges meet. The ranges' ends are
//! worked out once a column and row, by one integer square root each.

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;
use whowins_verify::automatic::Beatty;

use super::{Place, SetOfClasses};
use crate::limits::SIDE;

/// The least k with `a_k >= n`: `⌈n/α⌉`, where `1/α = (√(t² + 4) + t - 2) / 2t` is irrational.
fn lesser_from(t: &UBig, n: &UBig) -> UBig {
    if *n == UBig::ZERO {
        return UBig::ZERO;
    }
    let root = ((t * t + UBig::from(4u8)) * n * n).sqrt();
    (root + t * n - UBig::from(2u8) * n) / (UBig::from(2u8) * t) + UBig::ONE
}

/// The least k with `a_k >= n`, and with `b_k >= n`: of the numbers 1 to n - 1 each is one `a_k` or
/// one `b_k`.
fn from(t: &UBig, n: &UBig) -> [UBig; 2] {
    let lesser = lesser_from(t, n);
    let greater = match *n == UBig::ZERO {
        true => UBig::ZERO,
        false => n + UBig::ONE - &lesser,
    };
    [lesser, greater]
}

/// The sets of classes of a tile's blocks: N is class 0, P is class 1.
pub fn blocks(law: &Beatty, place: &Place) -> Vec<SetOfClasses> {
    let t = UBig::from(law.t);
    let first = place.from();
    // The ends of the ranges, at each block's first number.
    let ends = |axis: usize| -> Vec<[UBig; 2]> {
        (0..=SIDE)
            .map(|pixel| {
                from(
                    &t,
                    &(&first[axis] + (UBig::from(pixel) << place.level as usize)),
                )
            })
            .collect()
    };
    let (columns, rows) = (ends(0), ends(1));
    let meet = |at: &[[UBig; 2]], one: usize, other: &[[UBig; 2]], two: usize| {
        // [from, to) and [from, to) have a number in common.
        at[0][one] < other[1][two]
            && other[0][two] < at[1][one]
            && at[0][one] < at[1][one]
            && other[0][two] < other[1][two]
    };
    let mut sets = Vec::with_capacity(SIDE * SIDE);
    for row in rows.windows(2) {
        for column in columns.windows(2) {
            let lost = meet(column, 0, row, 1) || meet(column, 1, row, 0);
            // Of two neighbours in a row one is won: a move leads from one to the other.
            sets.push(match (lost, place.level) {
                (false, _) => 0b01,
                (true, 0) => 0b10,
                (true, _) => 0b11,
            });
        }
    }
    sets
}
