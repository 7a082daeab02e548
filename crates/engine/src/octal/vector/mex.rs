//! The least common value that no take and no split with a rare part reaches.

use pulp::x86::V3;

use super::Step;
use super::numbering::{Numbering, RANKS};
use super::queue::{Pairs, Queue, Queued};
use super::sets::{EIGHT, HEAPS, Sets, bytes};

/// What a walk over heaps reads and writes.
pub(super) struct Mex<'a, const PAIRS: usize> {
    pub numbering: &'a Numbering,
    /// Options that reach common values: of at least [`HEAPS`] heaps less, of at least [`EIGHT`],
    /// of fewer.
    pub far: &'a [Step],
    pub middle: &'a [Step],
    pub near: &'a [Step],
    /// As long as `end`; known up to where `values` ends.
    pub ranks: &'a mut [u8],
    pub below: &'a mut [u8],
    pub values: &'a mut Vec<u8>,
    pub end: usize,
}

/// The walk with vector instructions.
pub(super) struct Run<'a, const PAIRS: usize> {
    pub simd: V3,
    pub mex: Mex<'a, PAIRS>,
}

/// For each rank, what a heap of it lets the next eight heaps reach.
fn rows<const PAIRS: usize, Q: Queue<PAIRS>>(near: &[Step]) -> Vec<Q> {
    (0..RANKS)
        .map(|rank| {
            let mut row = Q::EMPTY;
            for (offset, other) in near {
                let sum = rank ^ usize::from(*other);
                if sum < 16 * PAIRS {
                    row.insert(offset - 1, sum);
                }
            }
            row
        })
        .collect()
}

impl<const PAIRS: usize> pulp::NullaryFnOnce for Run<'_, PAIRS>
where
    Pairs<PAIRS>: Queued<PAIRS>,
{
    type Output = bool;

    /// Far options for 32 heaps at once, middle ones for eight, near ones heap after heap by table.
    /// False if a value has no rank below 16 `PAIRS`: the block of 32 heaps is left out then.
    #[inline(always)]
    fn call(self) -> bool {
        let Mex {
            numbering,
            far,
            middle,
            near,
            ranks,
            below,
            values,
            end,
        } = self.mex;
        let sets = Sets::new(self.simd);
        let rows = rows::<PAIRS, <Pairs<PAIRS> as Queued<PAIRS>>::Queue>(near);
        let base = values.len();
        // None of the last eight heaps is rare.
        let row = |rank: u8| &rows[usize::from(rank) % RANKS];
        let mut open = Queue::EMPTY;
        for rank in &ranks[base - EIGHT..base] {
            Queue::<PAIRS>::advance(&mut open, row(*rank));
        }
        for (block, below) in below.chunks_exact_mut(HEAPS).enumerate() {
            let at = base + HEAPS * block;
            if at + HEAPS > end {
                break;
            }
            let mut reached = sets.empty::<PAIRS>();
            for (offset, rank) in far {
                let Some(heaps) = ranks[at - offset..].first_chunk() else {
                    return false;
                };
                sets.add(&mut reached, heaps, *rank);
            }
            let reached = bytes(&reached);
            let mut block = [0_u8; HEAPS];
            let mut most = 0;
            for eight in 0..HEAPS / EIGHT {
                let first = at + EIGHT * eight;
                let mut close = sets.part(&reached, eight);
                for (offset, rank) in middle {
                    let Some(heaps) = ranks[first - offset..].first_chunk() else {
                        return false;
                    };
                    sets.add_slim(&mut close, heaps, *rank);
                }
                open.join(self.simd, &close);
                let Some(own) = ranks[first..].first_chunk_mut::<EIGHT>() else {
                    return false;
                };
                for lane in 0..EIGHT {
                    let rank = open.least();
                    most = most.max(rank);
                    open.advance(row(rank as u8));
                    own[lane] = rank as u8;
                    let (value, under) = numbering.common(first + lane, rank);
                    block[EIGHT * eight + lane] = value;
                    below[EIGHT * eight + lane] = under;
                }
            }
            if most >= 16 * PAIRS {
                return false;
            }
            values.extend_from_slice(&block);
        }
        true
    }
}
