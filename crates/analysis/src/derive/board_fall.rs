//! Weighted counts of symbols that no rewriting raises, and below them an order of cells and
//! symbols: why play on a board ends.

use std::collections::BTreeSet;

use super::board::{BoardOrder, all_stencils, order_of};
use crate::board::{Board, Stencil};

/// Weights of symbols, and an order of cells and symbols: with each move and each forced follow-up
/// the first sum of weights that changes falls, and where none changes, the board becomes a smaller
/// number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFall {
    /// `counts[k][s]`: what symbol s weighs in the k-th sum over all cells.
    pub counts: Vec<Vec<u64>>,
    /// The order, for the rules that leave every sum as it is.
    pub order: BoardOrder,
}

impl BoardFall {
    /// Whether the rule lowers a sum of weights wherever it is carried out; those that do not make
    /// the board a smaller number.
    pub fn lowers_a_sum(&self, stencil: &Stencil) -> bool {
        self.counts.iter().any(|weights| {
            let gain = gain(stencil, weights.len());
            let weights: Vec<i128> = weights.iter().map(|weight| i128::from(*weight)).collect();
            dot(&gain, &weights) < 0
        })
    }
}

/// More conditions than these are not kept while weights are sought.
const CONDITIONS: usize = 400;
/// Larger weights are not taken.
const HEAVIEST: i128 = 1 << 20;

/// Why play on boards of every size ends, if it is seen: by an order alone where there is one, else
/// by weighted counts before it.
///
/// Greedy, and complete for sums of weights one after the other and then one order: a sum that no
/// rule raises and that some rule lowers can stand before all others, so that those rules need
/// nothing more. The weights are found exactly, by elimination of one unknown after the other
/// (Fourier 1826, Motzkin 1936).
pub fn board_fall(board: &Board) -> Option<BoardFall> {
    let mut left = all_stencils(board);
    let symbols = board.alphabet.len();
    let mut counts = Vec::new();
    loop {
        if let Some(order) = order_of(&left, symbols) {
            return Some(BoardFall { counts, order });
        }
        let gains: BTreeSet<Vec<i128>> =
            left.iter().map(|stencil| gain(stencil, symbols)).collect();
        let weights = falling_weights(&gains, symbols)?;
        let falls = |stencil: &&Stencil| dot(&gain(stencil, symbols), &weights) < 0;
        left.retain(|stencil| !falls(stencil));
        counts.push(weights.iter().map(|weight| *weight as u64).collect());
    }
}

/// How often each symbol is written more than it is replaced. A cell written over whatever it shows
/// counts as if it had weighed nothing: weights are not negative, so the sum gains no more than
/// that.
fn gain(stencil: &Stencil, symbols: usize) -> Vec<i128> {
    let mut gain = vec![0; symbols];
    for cell in &stencil.cells {
        let Some(after) = cell.after else { continue };
        gain[usize::from(after)] += 1;
        if let Some(before) = cell.before {
            gain[usize::from(before)] -= 1;
        }
    }
    gain
}

/// The sum of the products.
pub fn dot(a: &[i128], b: &[i128]) -> i128 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Weights, not negative, whose sum no gain raises and as many as possible lower; `None` where none
/// is lowered.
pub fn falling_weights(gains: &BTreeSet<Vec<i128>>, symbols: usize) -> Option<Vec<i128>> {
    let mut sum = vec![0; symbols];
    for target in gains {
        if dot(target, &sum) < 0 || target.iter().all(|by| *by >= 0) {
            continue;
        }
        let mut conditions: BTreeSet<Vec<i128>> = BTreeSet::new();
        for symbol in 0..symbols {
            let mut positive = vec![0; symbols + 1];
            positive[symbol] = -1;
            conditions.insert(positive);
        }
        for gain in gains {
            let most = if gain == target { -1 } else { 0 };
            conditions.insert(gain.iter().copied().chain([most]).collect());
        }
        let Some(weights) = solve(conditions, symbols) else {
            continue;
        };
        for (sum, weight) in sum.iter_mut().zip(weights) {
            *sum += weight;
        }
    }
    let divisor = sum.iter().copied().fold(0, gcd);
    (divisor > 0).then(|| sum.iter().map(|weight| weight / divisor).collect())
}

/// Integers in the proportions of a solution of `a · x <= b` for each condition (a, b); the
/// conditions keep x from being negative.
fn solve(mut conditions: BTreeSet<Vec<i128>>, unknowns: usize) -> Option<Vec<i128>> {
    let mut before = Vec::new();
    for last in (0..unknowns).rev() {
        let next = eliminate(&conditions, last)?;
        before.push(std::mem::replace(&mut conditions, next));
    }
    if conditions.iter().any(|condition| condition[unknowns] < 0) {
        return None;
    }
    // The unknowns so far are `solution / scale`; each new one is as small as its conditions let it
    // be.
    let mut solution: Vec<i128> = Vec::new();
    let mut scale: i128 = 1;
    for (at, conditions) in before.iter().rev().enumerate() {
        let mut least: (i128, i128) = (0, 1);
        for condition in conditions.iter().filter(|condition| condition[at] < 0) {
            let mut bound = condition[unknowns].checked_mul(scale)?;
            for (factor, value) in condition.iter().zip(&solution) {
                bound = bound.checked_sub(factor.checked_mul(*value)?)?;
            }
            let (above, below) = (-bound, -condition[at]);
            if above.checked_mul(least.1)? > least.0.checked_mul(below)? {
                least = (above, below);
            }
        }
        for value in &mut solution {
            *value = value.checked_mul(least.1)?;
        }
        scale = scale.checked_mul(least.1)?;
        solution.push(least.0);
        let divisor = solution.iter().copied().fold(scale, gcd);
        scale /= divisor;
        for value in &mut solution {
            *value /= divisor;
        }
    }
    let small = |weight: &i128| *weight <= HEAVIEST;
    solution.iter().all(small).then_some(solution)
}

/// What the conditions say of the other unknowns; `None` where it is too much.
fn eliminate(conditions: &BTreeSet<Vec<i128>>, unknown: usize) -> Option<BTreeSet<Vec<i128>>> {
    let with = |sign: i128| {
        let of_sign = move |condition: &&Vec<i128>| condition[unknown].signum() == sign;
        conditions.iter().filter(of_sign)
    };
    let mut next: BTreeSet<Vec<i128>> = with(0).cloned().collect();
    for low in with(-1) {
        for high in with(1) {
            let mut both = Vec::with_capacity(low.len());
            for (low_entry, high_entry) in low.iter().zip(high) {
                let low_part = low_entry.checked_mul(high[unknown])?;
                both.push(low_part.checked_add(high_entry.checked_mul(-low[unknown])?)?);
            }
            let divisor = both.iter().copied().fold(0, gcd);
            if divisor > 1 {
                both.iter_mut().for_each(|entry| *entry /= divisor);
            }
            next.insert(both);
            if next.len() > CONDITIONS {
                return None;
            }
        }
    }
    Some(next)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
