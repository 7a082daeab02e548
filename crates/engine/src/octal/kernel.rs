//! What a step in a sparse space works with.

use super::code::Code;
use super::space::Space;
use super::width::Width;

/// Heaps worked out together.
pub(super) const LANES: usize = 8;

/// Options of a heap n that leave a known heap beside one of n - offset: the known heap's value is
/// `value`, its size `part` (0 for a take).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub offset: usize,
    pub value: u32,
    pub part: usize,
    /// Not for this heap, whose other part would be equal.
    pub barred: usize,
}

impl Known {
    /// A split that takes `take` and leaves a heap of `part`, of this value.
    pub(super) fn split(code: &Code, take: usize, part: usize, value: u32) -> Self {
        Self {
            offset: take + part,
            value,
            part,
            barred: code.barred(take, part),
        }
    }

    /// Whether a heap has these options.
    #[inline(always)]
    pub(super) fn is_for(&self, heap: usize) -> bool {
        self.offset < heap && self.barred != heap
    }
}

/// So many heaps without a serving probe make a list poor: more with each list, as no list may
/// serve them all.
const MISSES: std::ops::Range<usize> = 256..1 << 14;
/// The list of probes grows no longer.
const MOST_PROBES: usize = 1024;

/// A set of values below 64 `WORDS`.
pub(super) type Bits<const WORDS: usize> = [u64; WORDS];
/// Such a set for each lane.
pub(super) type Lanes<const WORDS: usize> = [[u64; LANES]; WORDS];

pub(super) struct Kernel<'a, const WORDS: usize> {
    pub code: &'a Code,
    pub space: Space,
    /// Heaps of rare value, in rising order, with their values.
    pub rare: Vec<(usize, u32)>,
    /// Takes, and splits with a part of rare value.
    pub known: Vec<Known>,
    /// Those with an offset of at least [`LANES`], as the blocks read them.
    pub far: Vec<(usize, u32)>,
    /// By value and distance d < LANES: what a heap of that value lets a heap d larger reach, with
    /// the nearer known parts.
    pub near: Vec<[Bits<WORDS>; LANES]>,
    /// The common values, at even heaps and at odd ones.
    pub common: [Bits<WORDS>; 2],
    /// Splits that are tried first where a rare value must be reached; offsets of at least
    /// [`LANES`], parts of common value.
    pub probes: Vec<Known>,
    /// So many of them were tried at some heap.
    pub tried: usize,
    /// The largest part that was needed to reach a rare value since the space was chosen.
    pub reach: usize,
    /// Heaps for which no probe served since the list was made.
    pub misses: usize,
    /// So many of them make the list poor.
    pub patience: usize,
    /// The last of these heaps.
    pub missed: Vec<usize>,
    /// So often the lists of known parts and of probes were changed.
    pub changes: usize,
}

/// What ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// All heaps are done.
    Done,
    /// A value does not fit.
    Full,
    /// The list of probes has become poor.
    Poor,
}

impl<'a, const WORDS: usize> Kernel<'a, WORDS> {
    pub(super) fn new(code: &'a Code, space: Space, rare: Vec<(usize, u32)>, reach: usize) -> Self {
        let common = [0, 1].map(|heap| {
            let mut bits = [0; WORDS];
            for value in 0..64 * WORDS as u32 {
                if !space.is_rare(heap, value) {
                    bits[value as usize / 64] |= 1 << (value % 64);
                }
            }
            bits
        });
        let mut kernel = Self {
            code,
            space,
            rare: Vec::new(),
            known: Vec::new(),
            far: Vec::new(),
            near: vec![[[0; WORDS]; LANES]; 64 * WORDS],
            common,
            probes: Vec::new(),
            tried: 0,
            reach,
            misses: 0,
            patience: 0,
            missed: Vec::new(),
            changes: 0,
        };
        for take in &code.takes {
            kernel.add(Known {
                offset: *take,
                value: 0,
                part: 0,
                barred: usize::MAX,
            });
        }
        for (heap, value) in rare {
            kernel.add_rare(heap, value);
        }
        kernel
    }

    pub(super) fn add_rare(&mut self, heap: usize, value: u32) {
        self.rare.push((heap, value));
        for split in self.code.all_splits() {
            self.add(Known::split(self.code, split, heap, value));
        }
    }

    fn add(&mut self, known: Known) {
        self.known.push(known);
        self.changes += 1;
        if known.offset >= LANES {
            self.far.push((known.offset, known.value));
            return;
        }
        for (value, row) in self.near.iter_mut().enumerate() {
            let sum = value as u32 ^ known.value;
            if let Some(word) = row[known.offset].get_mut(sum as usize / 64) {
                *word |= 1 << (sum % 64);
            }
        }
    }

    /// Another list of probes; what the last one reached is kept.
    pub(super) fn replace_probes(&mut self, probes: Vec<Known>) {
        let tried = self.probes.iter().take(self.tried);
        self.reach = tried.fold(self.reach, |reach, probe| reach.max(probe.part));
        self.probes = probes;
        self.changes += 1;
        self.tried = 0;
        self.misses = 0;
        let old = self.missed.len().saturating_sub(512);
        self.missed.drain(..old);
    }

    /// Heaps from here on can be worked out in blocks: all parts lie below them.
    pub(super) fn blocks_from(&self) -> usize {
        let last = self.rare.last().map_or(0, |(heap, _)| *heap);
        match self.code.unequal.is_empty() {
            true => last + self.code.reach + LANES + 1,
            // Past the heaps for which a part of rare value, or of a probe, is barred.
            false => {
                let probes = self.probes.iter().map(|probe| probe.part).max();
                2 * last.max(probes.unwrap_or(0)).max(LANES) + self.code.reach + 1
            }
        }
    }

    /// What takes and splits with a rare part reach.
    #[inline(always)]
    pub(super) fn reached<V: Width>(&self, values: &[V], heap: usize) -> Bits<WORDS> {
        let mut bits = [0; WORDS];
        for known in &self.known {
            if known.is_for(heap) {
                insert(&mut bits, values[heap - known.offset].get() ^ known.value);
            }
        }
        bits
    }

    /// The common value of a heap, if it has one, and the rare values below it that are not reached
    /// yet.
    #[inline(always)]
    pub(super) fn least(&self, heap: usize, reached: &Bits<WORDS>) -> Option<(u32, Bits<WORDS>)> {
        let common = &self.common[heap % 2];
        let mut need = [0; WORDS];
        for word in 0..WORDS {
            let open = common[word] & !reached[word];
            need[word] = !common[word] & !reached[word];
            if open != 0 {
                need[word] &= (open & open.wrapping_neg()) - 1;
                return Some((64 * word as u32 + open.trailing_zeros(), need));
            }
        }
        None
    }

    /// Whether too many heaps were found for which no probe served.
    pub(super) fn is_poor(&mut self) -> bool {
        let poor = self.misses > self.patience.max(MISSES.start);
        if poor {
            self.patience = (2 * self.misses).min(MISSES.end);
        }
        poor
    }

    /// The least of the needed values of a heap that no option has, after no probe served.
    pub(super) fn missing<V: Width>(
        &mut self,
        values: &[V],
        heap: usize,
        need: &Bits<WORDS>,
    ) -> Option<u32> {
        self.misses += 1;
        self.missed.push(heap);
        self.deep(values, heap, need)
    }

    /// Looks at all splits of a heap, the smallest part first, until all needed values are reached;
    /// the least that is not.
    fn deep<V: Width>(&mut self, values: &[V], heap: usize, need: &Bits<WORDS>) -> Option<u32> {
        let mut need = *need;
        for part in 1..=heap / 2 {
            for split in self.code.all_splits() {
                let known = Known::split(self.code, split, part, values[part].get());
                if !known.is_for(heap) {
                    continue;
                }
                let offset = known.offset;
                if remove(&mut need, known.value ^ values[heap - offset].get()) {
                    self.reach = self.reach.max(part);
                    // A rare part reaches a rare value only beside another rare heap, so it serves
                    // this heap alone.
                    let serves = offset >= LANES && !self.space.is_rare(part, known.value);
                    if serves && self.probes.len() < MOST_PROBES {
                        self.probes.push(known);
                        self.changes += 1;
                    }
                    if need.iter().all(|word| *word == 0) {
                        return None;
                    }
                }
            }
        }
        let word = need.iter().position(|word| *word != 0)?;
        Some(64 * word as u32 + need[word].trailing_zeros())
    }
}

#[inline(always)]
pub(super) fn insert<const WORDS: usize>(bits: &mut Bits<WORDS>, value: u32) {
    if let Some(word) = bits.get_mut(value as usize / 64) {
        *word |= 1 << (value % 64);
    }
}

/// Whether it was there.
#[inline(always)]
pub(super) fn remove<const WORDS: usize>(bits: &mut Bits<WORDS>, value: u32) -> bool {
    match bits.get_mut(value as usize / 64) {
        Some(word) => {
            let there = *word >> (value % 64) & 1 != 0;
            *word &= !(1 << (value % 64));
            there
        }
        None => false,
    }
}
