//! Outcomes and Grundy values of one heap with sets of small numbers, a window of them in one
//! machine word.
//!
//! The walk starts with the window of the heaps 0 to `most - 1`: from there on every move of either
//! set is legal, so the next window is a function of the window alone (Golomb 1966; Fraenkel and
//! Kotzig 1987), and the windows repeat from step n on if and only if the outcomes repeat from heap
//! n on.

use super::orbit::repeat;

/// The largest number in a set of one of two players: two windows fit 64 bits.
pub(super) const MOST_PARTIZAN: u32 = 16;
/// The largest number in a set for Grundy values: as many values of five bits fit 128.
pub(super) const MOST_IMPARTIAL: u32 = 25;
/// Bits for one Grundy value.
const WIDTH: u32 = 5;

/// Preperiod and period, and which outcomes recur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Heaps before the outcomes repeat.
    pub preperiod: u64,
    /// How long the stretch is that repeats.
    pub period: u64,
    /// Bits N, P, L, R, from the lowest.
    pub recurring: u8,
}

/// Losses of both players at the last `most` heaps, the first player's in the upper half; the last
/// heap is the lowest bit.
#[derive(Clone, Copy)]
struct Losses {
    sets: [u64; 2],
    mask: u64,
}

impl Losses {
    fn step(&self, window: u64) -> u64 {
        let first = u64::from(self.sets[0] & window == 0);
        let second = u64::from(self.sets[1] & window >> 32 == 0);
        window << 1 & self.mask | first << 32 | second
    }
}

/// The outcomes of the game with these sets, numbers of 1 to `most` as bits from the lowest.
pub fn outcomes(sets: [u64; 2], most: u32, misere: bool) -> Option<Outcomes> {
    let low = (1 << most) - 1;
    let losses = Losses {
        sets,
        mask: low << 32 | low,
    };
    let mut start = 0;
    for heap in 0..most {
        let stuck = |set: u64| set & ((1 << heap) - 1) == 0;
        let before = start;
        start = losses.step(before);
        if misere {
            // Who cannot move does not lose.
            start &= !(u64::from(stuck(sets[0])) << 32 | u64::from(stuck(sets[1])));
        }
    }
    // A misère player who can never move wins for ever: his step is never a loss.
    let never = match misere {
        true => u64::from(sets[0] == 0) << 32 | u64::from(sets[1] == 0),
        false => 0,
    };
    let step = |window| losses.step(window) & !never;
    let (preperiod, period) = repeat(start, step)?;
    let mut window = (0..preperiod).fold(start, |window, _| step(window));
    let mut recurring = 0;
    for _ in 0..period {
        recurring |= match (window >> 32 & 1, window & 1) {
            (0, 0) => 1,
            (1, 1) => 2,
            (0, _) => 4,
            _ => 8,
        };
        window = step(window);
    }
    Some(Outcomes {
        preperiod,
        period,
        recurring,
    })
}

/// Preperiod and period of the Grundy values of a set, numbers of 1 to `most` as bits from the
/// lowest.
pub fn values(set: u64, most: u32) -> Option<(u64, u64)> {
    let mask = (1u128 << (WIDTH * most)) - 1;
    let mex = |window: u128, set: u64| {
        let (mut left, mut seen) = (set, 0u32);
        while left != 0 {
            let back = left.trailing_zeros();
            seen |= 1 << (window >> (WIDTH * back) & ((1 << WIDTH) - 1));
            left &= left - 1;
        }
        u128::from(seen.trailing_ones())
    };
    let mut start = 0;
    for heap in 0..most {
        start = start << WIDTH | mex(start, set & ((1 << heap) - 1));
    }
    repeat(start, |window| window << WIDTH & mask | mex(window, set))
}
