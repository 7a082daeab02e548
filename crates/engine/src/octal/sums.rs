//! Moves that leave any number of heaps: by the sets of values that sums of so many heaps can have.

use whowins_analysis::heaps::{Breaking, Code};

use crate::limits::{EngineError, Limits};

/// A set of Grundy values, by bits; as many words as a power of two.
#[derive(Clone, Debug, Default)]
pub struct Set(Vec<u64>);

impl Set {
    /// Puts a value into the set.
    pub fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        self.reserve(word + 1);
        self.0[word] |= 1 << (value % 64);
    }

    fn reserve(&mut self, words: usize) {
        if words > self.0.len() {
            self.0.resize(words.next_power_of_two(), 0);
        }
    }

    fn add(&mut self, other: &Self) {
        self.add_shifted(other, 0);
    }

    /// Adds the nim-sums of `value` and the members of `other`.
    pub fn add_shifted(&mut self, other: &Self, value: u32) {
        let high = value as usize / 64;
        self.reserve(other.0.len().max(high + 1));
        for (word, bits) in other.0.iter().enumerate() {
            if *bits != 0 {
                self.0[word ^ high] |= shifted(*bits, value % 64);
            }
        }
    }

    /// The least number that is not in the set.
    pub fn mex(&self) -> u32 {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        let ones = self.0.get(full).map_or(0, |word| word.trailing_ones());
        64 * full as u32 + ones
    }
}

/// The set of the nim-sums of `value`, below 64, with a set's members.
fn shifted(mut bits: u64, value: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (bit, low) in LOW.iter().enumerate() {
        if value >> bit & 1 != 0 {
            let by = 1 << bit;
            bits = (bits >> by & low) | (bits & low) << by;
        }
    }
    bits
}

/// What has been worked out so far.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    breaking: Breaking,
    /// The values of j heaps of m tokens in all at `[j - 2][m]`, as far as moves leave so many.
    sums: Vec<Vec<Set>>,
    /// What the numbers without end can reach from the next heap.
    beyond: Set,
    /// Words held.
    words: usize,
}

impl Sums {
    pub(super) fn new(breaking: Breaking) -> Self {
        let any = breaking.any();
        let digits = any.digits.iter().fold(any.beyond, |all, digit| all | digit);
        let most = 8 - digits.leading_zeros() as usize;
        Self {
            sums: vec![Vec::new(); most.saturating_sub(2)],
            breaking,
            beyond: Set::default(),
            words: 0,
        }
    }

    /// Works out the heaps below `end`.
    pub(super) fn extend(
        &mut self,
        values: &mut Vec<u16>,
        end: usize,
        limits: &Limits,
    ) -> Result<(), EngineError> {
        while values.len() < end {
            let heap = values.len();
            limits.check()?;
            if self.words as u64 > limits.budget.memory / 8 {
                return Err(EngineError::Memory {
                    wanted: None,
                    allowed: limits.budget.memory,
                });
            }
            self.sum(values);
            let mut reached = Set::default();
            let (any, unequal) = (self.breaking.any(), self.breaking.unequal());
            let ends = any.digits.len().max(unequal.digits.len());
            for take in 0..ends.min(heap + 1) {
                self.reach(values, (any, unequal), take, heap - take, &mut reached);
            }
            if let Some(rest) = heap.checked_sub(ends) {
                let mut beyond = std::mem::take(&mut self.beyond);
                let (any, unequal) = (self.breaking.any(), self.breaking.unequal());
                self.reach(values, (any, unequal), ends, rest, &mut beyond);
                reached.add(&beyond);
                self.beyond = beyond;
            }
            let value = u16::try_from(reached.mex()).map_err(|_| {
                EngineError::TooLarge(
                    "these Grundy values are beyond the 65535 that are worked out".into(),
                )
            })?;
            values.push(value);
        }
        Ok(())
    }

    /// The values of two, three, ... heaps with as many tokens in all as the next heap has.
    fn sum(&mut self, values: &[u16]) {
        let total = values.len();
        for at in 0..self.sums.len() {
            let mut set = Set::default();
            if at == 0 {
                for part in 1..=total / 2 {
                    set.insert(u32::from(values[part] ^ values[total - part]));
                }
            } else {
                // The least of the heaps beside the sums of the others.
                let largest = total / (at + 2);
                for (part, value) in values.iter().enumerate().take(largest + 1).skip(1) {
                    set.add_shifted(&self.sums[at - 1][total - part], u32::from(*value));
                }
            }
            self.words += set.0.len();
            self.sums[at].push(set);
        }
    }

    /// Adds what can be reached by taking `take` and leaving `rest`.
    fn reach(
        &self,
        values: &[u16],
        (any, unequal): (&Code, &Code),
        take: usize,
        rest: usize,
        reached: &mut Set,
    ) {
        let digit = any.at(take as u64);
        if digit & 1 != 0 && rest == 0 {
            reached.insert(0);
        }
        if digit & 2 != 0 && rest > 0 {
            reached.insert(u32::from(values[rest]));
        }
        for (at, sums) in self.sums.iter().enumerate() {
            if digit >> (at + 2) & 1 != 0 {
                reached.add(&sums[rest]);
            }
        }
        let digit = unequal.at(take as u64);
        for count in (2..8).filter(|count| digit >> count & 1 != 0) {
            distinct(values, rest, count, 1, 0, reached);
        }
    }
}

/// Adds the values of `count` heaps of `rest` tokens in all, the least of them of at least `least`
/// and no two equal, beside others of value `beside`.
fn distinct(
    values: &[u16],
    rest: usize,
    count: usize,
    least: usize,
    beside: u16,
    reached: &mut Set,
) {
    if count == 1 {
        if rest >= least {
            reached.insert(u32::from(beside ^ values[rest]));
        }
        return;
    }
    let most = rest.saturating_sub(count * (count - 1) / 2) / count;
    for part in least..=most {
        distinct(
            values,
            rest - part,
            count - 1,
            part + 1,
            beside ^ values[part],
            reached,
        );
    }
}
