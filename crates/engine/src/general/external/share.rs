//! Which worker has which blocks, where several decide one table.

/// How blocks are dealt out to workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dealing {
    /// One after the other, in turns: equal shares, whatever part of the table is dear.
    #[default]
    Turns,
    /// In turns as well, each turn beginning with another worker: where a board and the number of
    /// workers are in step, turns alone would send each letter away.
    Mixed,
    /// A run of neighbours each: the fewest letters, and unequal work.
    Runs,
}

/// A worker's share of the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Whose share it is, from 0 on.
    pub worker: usize,
    /// How many workers there are.
    pub workers: usize,
    /// How the blocks are dealt out.
    pub dealing: Dealing,
}

impl Share {
    /// All blocks, for one worker.
    pub const WHOLE: Self = Self {
        worker: 0,
        workers: 1,
        dealing: Dealing::Turns,
    };

    /// Who has this one of so many blocks. `O(1)`; each worker has as many as another, or one more.
    #[inline]
    pub fn owner(&self, block: usize, blocks: usize) -> usize {
        let of = self.workers;
        match self.dealing {
            _ if of < 2 => 0,
            Dealing::Turns => block % of,
            Dealing::Mixed => {
                // Scattered by a product (Knuth 1973, section 6.4).
                let turn = (block / of) as u64;
                let from = (turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
                (block % of + from % of) % of
            }
            Dealing::Runs => (block as u128 * of as u128 / blocks.max(1) as u128) as usize,
        }
    }

    /// Whether this one of so many blocks is the worker's own.
    #[inline]
    pub fn has(&self, block: usize, blocks: usize) -> bool {
        self.workers < 2 || self.owner(block, blocks) == self.worker
    }
}
