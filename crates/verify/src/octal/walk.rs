//! Values heap after heap in a sparse space, with a bounded memory.

use super::code::Code;
use crate::{Budget, Rejection};

/// A set of values below 64 `WORDS`.
type Bits<const WORDS: usize> = [u64; WORDS];

/// What the walk reads of a law.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'a> {
    pub code: &'a Code,
    pub mask: u32,
    /// The remainder modulo 2 of the numbers that leave two heaps, where a heap's parity counts.
    pub parity: Option<usize>,
    /// The heaps of rare value, in rising order, with these values.
    pub rare: &'a [(usize, u16)],
    /// The largest part that is tried beyond the rare heaps.
    pub reach: usize,
    /// The number taken and the part: splits that are tried first.
    pub probes: &'a [(usize, usize)],
    /// So many of the last values are kept.
    pub window: usize,
}

impl Plan<'_> {
    fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |(heap, _)| *heap)
    }

    fn rare_at(&self, heap: usize) -> Option<u16> {
        let at = self.rare.binary_search_by_key(&heap, |(rare, _)| *rare);
        at.ok().map(|at| self.rare[at].1)
    }

    fn is_rare(&self, heap: usize, value: u32) -> bool {
        let weight = (value & self.mask).count_ones() as usize;
        let position = self.parity.map_or(0, |parity| heap + parity);
        (weight + position).is_multiple_of(2)
    }
}

/// A walk over the heaps.
pub(super) struct Walk<'a, const WORDS: usize> {
    plan: Plan<'a>,
    /// The heap of `recent[0]`.
    base: usize,
    recent: Vec<u16>,
    /// What each take, and each split with a rare part, takes off the heap, and the part's value;
    /// by rising part.
    known: Vec<(usize, u16)>,
    /// The same for the probes.
    probes: Vec<(usize, u16)>,
    /// The values of the heaps from 0 to the last part that matters, once they are known.
    low: Vec<u16>,
    common: [Bits<WORDS>; 2],
}

impl<'a, const WORDS: usize> Walk<'a, WORDS> {
    /// From heap 0. Every heap up to the last rare one is worked out from all its options.
    pub(super) fn from_nothing(plan: Plan<'a>) -> Self {
        let common = [0, 1].map(|heap| {
            let mut bits = [0; WORDS];
            for value in (0u32..).take(64 * WORDS) {
                if !plan.is_rare(heap, value) {
                    bits[value as usize / 64] |= 1 << (value % 64);
                }
            }
            bits
        });
        Self {
            plan,
            base: 0,
            recent: vec![0],
            known: plan.code.takes.iter().map(|take| (*take, 0)).collect(),
            probes: Vec::new(),
            low: Vec::new(),
            common,
        }
    }

    /// From a window that ends before heap `end`; `low` are the values of the heaps 0, 1, ... as
    /// far as rare heaps and parts go.
    pub(super) fn from_window(plan: Plan<'a>, low: &[u16], window: &[u16], end: usize) -> Self {
        let mut walk = Self::from_nothing(plan);
        for (heap, value) in plan.rare {
            walk.add_rare(*heap, *value);
        }
        walk.add_probes(low);
        walk.base = end - window.len();
        walk.recent = window.to_vec();
        walk
    }

    fn add_rare(&mut self, heap: usize, value: u16) {
        for split in &self.plan.code.splits {
            self.known.push((split + heap, value));
        }
    }

    fn add_probes(&mut self, low: &[u16]) {
        let probe = |(split, part): &(usize, usize)| (split + part, low[*part]);
        self.probes = self.plan.probes.iter().map(probe).collect();
        self.low = low.to_vec();
    }

    /// The values of the heaps from 0 to the last part that matters, once they are known.
    pub(super) fn low(&self) -> &[u16] {
        &self.low
    }

    /// The next heap.
    pub(super) fn heap(&self) -> usize {
        self.base + self.recent.len()
    }

    /// The values of the last `window` heaps.
    pub(super) fn window(&self) -> &[u16] {
        &self.recent[self.recent.len().saturating_sub(self.plan.window)..]
    }

    /// Works out the next heap.
    pub(super) fn step(&mut self, budget: &Budget) -> Result<u16, Rejection> {
        let heap = self.heap();
        // The oldest values are let go, many at once.
        if self.recent.len() >= 2 * self.plan.window + (1 << 12) {
            self.recent.drain(..self.recent.len() - self.plan.window);
            self.base = heap - self.recent.len();
        }
        budget.spend(self.known.len() as u64 + 1)?;
        let mut reached: Bits<WORDS> = [0; WORDS];
        if self.plan.code.whole.contains(&heap) {
            reached[0] |= 1;
        }
        let past = self.recent.len();
        for (offset, value) in &self.known {
            if *offset < heap {
                insert(&mut reached, u32::from(self.recent[past - offset] ^ value));
            }
        }
        let (common, mut need) = self.least(heap, &reached)?;
        if need.iter().any(|word| *word != 0) {
            self.seek(heap, &mut need, budget)?;
        }
        let mut value = common;
        if let Some((word, bits)) = (0u32..).zip(&need).find(|(_, bits)| **bits != 0) {
            value = 64 * word + bits.trailing_zeros();
            let rare = self.plan.rare_at(heap);
            if rare.map(u32::from) != Some(value) {
                return Err(Rejection::false_claim(format!(
                    "a heap of {heap} is not shown to have an option of value {value}, which is rare: the law says nothing of it"
                )));
            }
            self.add_rare(heap, short(value)?);
        } else if heap <= self.plan.last_rare() && self.plan.rare_at(heap).is_some() {
            return Err(Rejection::false_claim(format!(
                "the value of a heap of {heap} is {value}, which is not rare as the law says"
            )));
        }
        let value = short(value)?;
        self.recent.push(value);
        if heap == self.plan.last_rare().max(self.plan.reach) {
            let low = std::mem::take(&mut self.recent);
            self.add_probes(&low);
            self.recent = low;
        }
        Ok(value)
    }

    /// The least common value that is not reached, and the rare ones below it that are not reached
    /// by these options either.
    fn least(&self, heap: usize, reached: &Bits<WORDS>) -> Result<(u32, Bits<WORDS>), Rejection> {
        let common = &self.common[heap % 2];
        let mut need = [0; WORDS];
        for (number, word) in (0u32..).zip(0..WORDS) {
            let open = common[word] & !reached[word];
            need[word] = !common[word] & !reached[word];
            if open != 0 {
                need[word] &= (open & open.wrapping_neg()) - 1;
                return Ok((64 * number + open.trailing_zeros(), need));
            }
        }
        Err(Rejection::false_claim(format!(
            "the value of a heap of {heap} is larger than the law's largest"
        )))
    }

    /// Takes out of `need` what splits reach: the probes first, then every part that is allowed.
    fn seek(&self, heap: usize, need: &mut Bits<WORDS>, budget: &Budget) -> Result<(), Rejection> {
        let past = self.recent.len();
        for (tried, (offset, value)) in self.probes.iter().enumerate() {
            if *offset < heap
                && remove(need, u32::from(self.recent[past - offset] ^ value))
                && need.iter().all(|word| *word == 0)
            {
                return budget.spend(tried as u64);
            }
        }
        budget.spend(self.probes.len() as u64)?;
        let parts = match heap <= self.plan.last_rare() {
            true => heap / 2,
            false => self.plan.reach.min(heap / 2),
        };
        let low = match self.low.is_empty() {
            // Nothing has been let go yet.
            true => &self.recent,
            false => &self.low,
        };
        for (part, own) in low.iter().enumerate().take(parts + 1).skip(1) {
            budget.spend(self.plan.code.splits.len() as u64)?;
            for split in &self.plan.code.splits {
                if split + part < heap
                    && remove(need, u32::from(own ^ self.recent[past - split - part]))
                    && need.iter().all(|word| *word == 0)
                {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// A value as it is kept: they are below 64 times the words of bits.
fn short(value: u32) -> Result<u16, Rejection> {
    u16::try_from(value)
        .map_err(|_| Rejection::malformed("the law's largest value is more than can be checked"))
}

fn insert<const WORDS: usize>(bits: &mut Bits<WORDS>, value: u32) {
    if let Some(word) = bits.get_mut(value as usize / 64) {
        *word |= 1 << (value % 64);
    }
}

/// Whether it was there.
fn remove<const WORDS: usize>(bits: &mut Bits<WORDS>, value: u32) -> bool {
    let Some(word) = bits.get_mut(value as usize / 64) else {
        return false;
    };
    let there = *word >> (value % 64) & 1 != 0;
    *word &= !(1 << (value % 64));
    there
}
