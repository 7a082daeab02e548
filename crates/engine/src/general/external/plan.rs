//! How the memory is shared out.

use super::blocks::Layout;
use crate::limits::{EngineError, Limits};

/// Blocks of so many states at most: a block is worked on as a whole before anybody looks at the
/// clock.
const STATES: u64 = 1 << 22;
/// A block takes one part in so many of the memory, if it need not take more.
const SHARE: u64 = 32;
/// Letters that a task keeps to itself.
const SACK: u64 = 1 << 16;
/// What a letter takes up in a task, while it is sorted into its box, and in a box that grows by
/// doubling.
const LETTER: u64 = 20;

/// What each block takes that is not in memory: where it lies, its boxes, and its lines in the
/// manifest as that is saved.
const BLOCK: u64 = 512;
/// These take one part in so many of the memory at most, but for a little that nobody has to ask
/// for.
const LISTS: u64 = 8;
const LITTLE: u64 = 4 << 20;

/// How the memory is shared out: half of it to blocks, a quarter to letters, an eighth to lists of
/// blocks, the rest to the tasks that work on blocks.
pub struct Plan {
    pub layout: Layout,
    /// Blocks in memory.
    pub blocks: usize,
    /// Letters in memory.
    pub letters: usize,
    /// Letters that a task keeps to itself.
    pub sack: usize,
}

impl Plan {
    /// For cells of this many bytes; blocks are cut along the `unit` of the shelf, or as the work
    /// that goes on was cut.
    pub fn new(
        states: u64,
        players: usize,
        width: u64,
        unit: u64,
        cut: Option<Layout>,
        limits: &Limits,
    ) -> Result<Self, EngineError> {
        let memory = limits.budget.memory;
        let bytes = |size: u64| size.min(states).saturating_mul(players as u64 * width);
        let layout = cut.unwrap_or_else(|| {
            let mut size = unit;
            while size < states && 2 * size <= STATES && bytes(2 * size) <= memory / SHARE {
                size *= 2;
            }
            Layout {
                states,
                size,
                players,
            }
        });
        let lists = states.div_ceil(layout.size).saturating_mul(BLOCK);
        if lists > (memory / LISTS).max(LITTLE) {
            return Err(EngineError::Memory {
                wanted: Some(lists.saturating_mul(LISTS)),
                allowed: memory,
            });
        }
        let block = bytes(layout.size).max(1);
        let blocks = memory / 2 / block;
        if blocks < 2 {
            return Err(EngineError::Memory {
                wanted: Some(block.saturating_mul(4)),
                allowed: memory,
            });
        }
        let tasks = limits.threads.max(1) as u64;
        let least = 16;
        Ok(Self {
            layout,
            blocks: usize::try_from(blocks).unwrap_or(usize::MAX),
            letters: (memory / 4 / LETTER).max(least) as usize,
            sack: (memory / 8 / LETTER / tasks).clamp(least, SACK) as usize,
        })
    }
}
