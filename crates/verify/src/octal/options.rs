//! The values of a heap's options, one by one.

use whowins_analysis::heaps::Breaking;

use crate::{Budget, Rejection};

/// Goes through the options of heap after heap.
pub(super) struct Options<'a> {
    breaking: &'a Breaking,
    /// The values of j heaps of m tokens in all at `[j - 2][m]`, for each j below the most heaps
    /// that a move leaves.
    sums: Vec<Vec<Vec<u16>>>,
}

impl<'a> Options<'a> {
    /// For the heaps from 0 on, in turn. Moves must not take numbers without end.
    pub(super) fn new(breaking: &'a Breaking) -> Self {
        let digits = &breaking.any().digits;
        let most = 8 - digits
            .iter()
            .fold(0, |all, digit| all | digit)
            .leading_zeros() as usize;
        Self {
            breaking,
            sums: vec![Vec::new(); most.saturating_sub(3)],
        }
    }

    /// Marks the values of the next heap's options with the heap. `reached` must have room for all
    /// nim-sums of values, and its marks must be no heaps to come. Steps: pairs of heaps, and of a
    /// heap and a value of fewer heaps.
    pub(super) fn reach(
        &mut self,
        values: &[u16],
        heap: usize,
        reached: &mut [usize],
        budget: &Budget,
    ) -> Result<(), Rejection> {
        // A mark for each set: those of the sums first, the heap's own last.
        for at in 0..self.sums.len() {
            let mut sum: Vec<u16> = Vec::new();
            let mut add = |value: u16| {
                let there = &mut reached[usize::from(value)];
                if std::mem::replace(there, usize::MAX - 1 - at) != usize::MAX - 1 - at {
                    sum.push(value);
                }
            };
            self.sum(at + 2, values, heap, budget, &mut add)?;
            for value in &sum {
                reached[usize::from(*value)] = usize::MAX;
            }
            self.sums[at].push(sum);
        }
        let (any, unequal) = (self.breaking.any(), self.breaking.unequal());
        for (take, digit) in any.digits.iter().enumerate().take(heap + 1) {
            budget.spend(1)?;
            let rest = heap - take;
            if digit & 1 != 0 && rest == 0 {
                reached[0] = heap;
            }
            if digit & 2 != 0 && rest > 0 {
                reached[usize::from(values[rest])] = heap;
            }
            for count in (2..8).filter(|count| digit >> count & 1 != 0) {
                self.sum(count, values, rest, budget, &mut |value| {
                    reached[usize::from(value)] = heap;
                })?;
            }
        }
        for (take, digit) in unequal.digits.iter().enumerate().take(heap + 1) {
            for count in (2..8).filter(|count| digit >> count & 1 != 0) {
                distinct(values, heap - take, count, (1, 0), budget, &mut |value| {
                    reached[usize::from(value)] = heap;
                })?;
            }
        }
        Ok(())
    }

    /// Hands out the values of `count` heaps, two at least, of `total` tokens in all; the least of
    /// them beside the others.
    fn sum(
        &self,
        count: usize,
        values: &[u16],
        total: usize,
        budget: &Budget,
        add: &mut impl FnMut(u16),
    ) -> Result<(), Rejection> {
        if count == 2 {
            budget.spend(total as u64 / 2)?;
            let small = values[..=total / 2].iter().skip(1);
            let large = values[total - total / 2..total].iter().rev();
            for (a, b) in small.zip(large) {
                add(a ^ b);
            }
            return Ok(());
        }
        let largest = total / count;
        for (least, value) in values.iter().enumerate().take(largest + 1).skip(1) {
            let sums = &self.sums[count - 3][total - least];
            budget.spend(sums.len() as u64 + 1)?;
            for sum in sums {
                add(value ^ sum);
            }
        }
        Ok(())
    }
}

/// Hands out the values of `count` heaps of `total` tokens in all, the least of them of at least
/// `least` tokens and no two equal, beside others of value `beside`.
fn distinct(
    values: &[u16],
    total: usize,
    count: usize,
    (least, beside): (usize, u16),
    budget: &Budget,
    add: &mut impl FnMut(u16),
) -> Result<(), Rejection> {
    budget.spend(1)?;
    if count == 1 {
        if total >= least {
            add(beside ^ values[total]);
        }
        return Ok(());
    }
    let most = total.saturating_sub(count * (count - 1) / 2) / count;
    for part in least..=most {
        let beside = (part + 1, beside ^ values[part]);
        distinct(values, total - part, count - 1, beside, budget, add)?;
    }
    Ok(())
}
