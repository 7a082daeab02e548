//! Heaps by vectors of 32, in a sparse space with values below 256.
//!
//! Beyond the rare heaps the two questions of a sparse space come apart. The value of a heap is the
//! least common one that no take and no split with a rare part reaches: a walk from heap to heap
//! ([`mex`]). That each rare value below it is reached can be shown afterwards, for any heap
//! without waiting for another ([`shown`]). Both work with the ranks of values among those of their
//! class, at most 128, so that a byte table lookup turns 32 of them into bits at once.

mod mex;
mod numbering;
mod queue;
mod sets;
mod shown;

use pulp::x86::V3;

use self::numbering::{Numbering, RARE};
use self::queue::{Pairs, Queued};
use self::sets::{EIGHT, HEAPS};
use self::shown::GROUP;
use super::block::single;
use super::kernel::{Ended, Kernel, Known};

/// Heaps between the two questions, at most.
const LONGEST: usize = 64 * HEAPS;

/// An option of a heap n: the heap n - offset, beside one whose value has this rank. The rank is
/// below [`numbering::RANKS`], never [`RARE`]: two heaps that store [`RARE`] would cancel to rank
/// 0, a value that the option doesn't have.
type Step = (usize, u8);

/// Ranks of heaps in a space, kept between two runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Noted {
    ranks: Vec<u8>,
    pairs: usize,
}

pub(super) struct Vectors {
    simd: V3,
    numbering: Numbering,
    /// The ranks of all heaps so far, and room for a stretch.
    ranks: Vec<u8>,
    /// The heaps that these belong to.
    length: usize,
    /// Options that reach common values: of at least [`HEAPS`] heaps less, of at least [`EIGHT`],
    /// of fewer.
    far: Vec<Step>,
    middle: Vec<Step>,
    near: Vec<Step>,
    /// Options that may reach rare values, the best first.
    probes: Vec<[Step; GROUP]>,
    /// So many of these are takes.
    takes: usize,
    /// The kernel's count of changes that the lists above were made at.
    made_at: Option<usize>,
    /// How many rare values lie below the value of each heap of the stretch.
    below: Vec<u8>,
    /// Ranks are below sixteen times this: 1, 2, 4 or 8.
    pairs: usize,
    /// Heaps before the next check: few after a rare value, as those beyond one are lost.
    stretch: usize,
}

impl Vectors {
    /// Takes up the heaps that were noted before. `None` where the machine has no such vectors, or
    /// a value is too large.
    pub(super) fn new<const WORDS: usize>(
        kernel: &Kernel<'_, WORDS>,
        values: &[u8],
        noted: Noted,
    ) -> Option<Self> {
        let simd = V3::try_new().filter(|_| WORDS <= 4)?;
        let mut vectors = Self {
            simd,
            numbering: Numbering::new(kernel.space)?,
            length: noted.ranks.len(),
            ranks: noted.ranks,
            far: Vec::new(),
            middle: Vec::new(),
            near: Vec::new(),
            probes: Vec::new(),
            takes: 0,
            made_at: None,
            below: vec![0; LONGEST],
            pairs: noted.pairs.max(1),
            stretch: HEAPS,
        };
        vectors.note(values);
        Some(vectors)
    }

    /// What can be taken up again in the same space.
    pub(super) fn noted(mut self) -> Noted {
        self.ranks.truncate(self.length);
        Noted {
            ranks: self.ranks,
            pairs: self.pairs,
        }
    }

    /// Works out the heaps `values.len()` up to `end`.
    pub(super) fn run<const WORDS: usize>(
        &mut self,
        kernel: &mut Kernel<'_, WORDS>,
        values: &mut Vec<u8>,
        end: usize,
    ) -> Ended {
        while values.len() < end {
            if kernel.is_poor() {
                return Ended::Poor;
            }
            let base = values.len();
            if base + HEAPS > end || base < kernel.blocks_from().max(HEAPS) {
                if !single(kernel, values) {
                    return Ended::Full;
                }
                self.note(values);
                continue;
            }
            self.follow(kernel);
            let stretch = ((end - base) / HEAPS * HEAPS).min(self.stretch);
            let found = match self.pairs {
                1 => self.values::<1>(values, base + stretch),
                2 => self.values::<2>(values, base + stretch),
                4 => self.values::<4>(values, base + stretch),
                _ => self.values::<8>(values, base + stretch),
            };
            self.length = values.len();
            // The kernel's sets have room for 32 ranks a word.
            let full = !found && self.pairs >= 2 * WORDS;
            if !found && !full {
                self.pairs *= 2;
            }
            let all_common = match self.pairs {
                1 => self.check::<1, WORDS>(kernel, values, base),
                2 => self.check::<2, WORDS>(kernel, values, base),
                4 => self.check::<4, WORDS>(kernel, values, base),
                _ => self.check::<8, WORDS>(kernel, values, base),
            };
            self.stretch = match all_common {
                true => (2 * self.stretch).min(LONGEST),
                false => HEAPS,
            };
            if all_common && full {
                return Ended::Full;
            }
        }
        Ended::Done
    }

    /// Takes over the values that were found elsewhere.
    fn note(&mut self, values: &[u8]) {
        self.ranks.truncate(self.length.min(values.len()));
        let from = self.ranks.len();
        for (heap, value) in values.iter().enumerate().skip(from) {
            let rank = self.numbering.kept(heap, u32::from(*value));
            self.make_room(rank);
            self.ranks.push(rank);
        }
        self.length = values.len();
    }

    /// One pair of bytes is for ranks below 16 alone; two leave larger ones out.
    fn make_room(&mut self, rank: u8) {
        if rank != RARE && rank >= 16 {
            self.pairs = self.pairs.max(2);
        }
    }

    /// Makes the lists anew where the kernel's have changed.
    fn follow<const WORDS: usize>(&mut self, kernel: &Kernel<'_, WORDS>) {
        if self.made_at == Some(kernel.changes) {
            return;
        }
        self.made_at = Some(kernel.changes);
        self.far.clear();
        self.middle.clear();
        self.near.clear();
        let mut probes = Vec::new();
        for known in &kernel.known {
            let option = (known.offset, self.numbering.rank(known.value));
            self.make_room(option.1);
            // A take of an odd number where heaps count leads to a rare value.
            if known.part == 0 && !self.numbering.keeps_class(known.offset) {
                probes.push(option);
            } else if known.offset >= HEAPS {
                self.far.push(option);
            } else if known.offset >= EIGHT {
                self.middle.push(option);
            } else {
                self.near.push(option);
            }
        }
        self.takes = probes.len();
        let step = |probe: &Known| (probe.offset, self.numbering.rank(probe.value));
        probes.extend(kernel.probes.iter().map(step));
        // The last group is filled with a step of its own, which adds nothing new to a set.
        let full = |group: &[Step]| std::array::from_fn(|at| *group.get(at).unwrap_or(&group[0]));
        self.probes = probes.chunks(GROUP).map(full).collect();
    }

    /// Common values up to `end`; false if one has no rank, after those that have.
    fn values<const PAIRS: usize>(&mut self, values: &mut Vec<u8>, end: usize) -> bool
    where
        Pairs<PAIRS>: Queued<PAIRS>,
    {
        let simd = self.simd;
        self.ranks.resize(end, 0);
        let mex = mex::Mex::<PAIRS> {
            numbering: &self.numbering,
            far: &self.far,
            middle: &self.middle,
            near: &self.near,
            ranks: &mut self.ranks,
            below: &mut self.below,
            values,
            end,
        };
        simd.vectorize(mex::Run { simd, mex })
    }

    /// Sees to it that the rare values below those from `base` on are reached. The first heap for
    /// which one is not gets it as its value, and later heaps are forgotten: false then.
    fn check<const PAIRS: usize, const WORDS: usize>(
        &mut self,
        kernel: &mut Kernel<'_, WORDS>,
        values: &mut Vec<u8>,
        base: usize,
    ) -> bool {
        let simd = self.simd;
        let mut missed = Vec::new();
        let shown = shown::Shown::<PAIRS> {
            ranks: &self.ranks,
            below: &self.below[..self.length - base],
            probes: &self.probes,
            base,
            missed: &mut missed,
        };
        let tried = simd.vectorize(shown::Run { simd, shown });
        kernel.tried = kernel.tried.max(tried.saturating_sub(self.takes));
        for (heap, ranks) in missed {
            let need = self.numbering.rare(heap, ranks);
            if let Some(rare) = kernel.missing(values, heap, &need) {
                values.truncate(heap);
                values.push(rare as u8);
                kernel.add_rare(heap, rare);
                self.length = heap;
                self.note(values);
                return false;
            }
        }
        true
    }
}
