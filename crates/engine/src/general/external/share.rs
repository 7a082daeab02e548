//! The blocks of each worker, if several decide one table.

/// A worker's share of the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of the worker, from 0.
    pub worker: usize,
    /// The number of workers.
    pub workers: usize,
}

impl Share {
    /// All blocks, for one worker.
    pub const WHOLE: Self = Self {
        worker: 0,
        workers: 1,
    };

    /// Returns the worker that owns a block. `O(1)`; the numbers of blocks of two workers differ by
    /// at most one.
    ///
    /// Every `workers` blocks are distributed in turn, and each turn begins with another worker. On
    /// a board with as many rows as there are workers, plain turns would send each message to
    /// another worker.
    #[inline]
    pub fn owner(&self, block: usize) -> usize {
        if self.workers < 2 {
            return 0;
        }
        // The first worker of a turn is scattered by a product (Knuth 1973, section 6.4).
        let turn = (block / self.workers) as u64;
        let first = (turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        (block % self.workers + first % self.workers) % self.workers
    }

    /// Returns true if the worker owns a block.
    #[inline]
    pub fn has(&self, block: usize) -> bool {
        self.workers < 2 || self.owner(block) == self.worker
    }
}
