//! Encoding of cells: two bits for the outcome, and the remoteness in as few bytes as the block
//! needs.
//!
//! A block before compression has three parts:
//!
//! - one byte with the width w of its remoteness counts (0, 1, 2 or 4 bytes);
//! - for each player the outcomes, four to a byte, the first in the lowest bits (0 unknown, 1 loss,
//!   2 win, 3 draw);
//! - for each player w planes with one byte per cell, the lowest bytes first.
//!
//! A cell without a remoteness, such as an unreachable position, repeats the previous count, which
//! compresses best.

use std::io;

use whowins_engine::general::Entry;

/// The layout of a table's cells in blocks.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Number of positions.
    pub states: u64,
    /// Number of positions per block.
    pub block: u64,
    /// Number of players with outcomes: 1 if both have the same.
    pub players: usize,
    /// True if the table has remoteness.
    pub remoteness: bool,
    /// The checksum of the heading.
    pub seed: u32,
}

impl Layout {
    /// Returns the number of positions per block. A block decompresses in about 20 microseconds.
    pub fn block(remoteness: bool) -> u64 {
        if remoteness { 1 << 14 } else { 1 << 16 }
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.states.div_ceil(self.block)
    }

    /// Returns the number of positions in a block.
    pub fn states_of(&self, block: u64) -> usize {
        self.block.min(self.states - block * self.block) as usize
    }

    /// Returns the maximum number of bytes of a block before compression.
    fn longest(&self, block: u64) -> usize {
        let cells = self.states_of(block) * self.players;
        1 + self.players * self.states_of(block).div_ceil(4)
            + if self.remoteness { 4 * cells } else { 0 }
    }

    /// Returns the checksum of a block as written to the file.
    pub fn sum(&self, block: u64, bytes: &[u8]) -> u32 {
        let mut sum = crc32fast::Hasher::new_with_initial(self.seed);
        sum.update(&block.to_le_bytes());
        sum.update(&(bytes.len() as u32).to_le_bytes());
        sum.update(bytes);
        sum.finalize()
    }

    /// Compresses a block, given one list of cells per player.
    pub fn encode(&self, players: &[Vec<Entry>], level: i32) -> io::Result<Vec<u8>> {
        // Draws have no remoteness, whatever the analysis counted.
        let decisive = |entry: &&Entry| is_decisive(entry.code());
        let cells = players.iter().flatten().filter(decisive);
        let most = cells.map(|entry| entry.count()).max();
        let width = match most.unwrap_or(0) {
            _ if !self.remoteness => 0,
            0 => 0,
            1..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        };
        let mut bytes = vec![width];
        for cells in players {
            bytes.extend(cells.chunks(4).map(|four| {
                let codes = four.iter().rev();
                codes.fold(0, |byte, entry| byte << 2 | entry.code())
            }));
        }
        for cells in players {
            for plane in 0..u32::from(width) {
                let mut last = 0;
                bytes.extend(cells.iter().map(|entry| {
                    if is_decisive(entry.code()) {
                        last = (entry.count() >> (8 * plane)) as u8;
                    }
                    last
                }));
            }
        }
        zstd::bulk::compress(&bytes, level)
    }

    /// Decompresses a block. Returns `None` if it is invalid.
    pub(crate) fn decode(&self, block: u64, bytes: &[u8]) -> Option<Decoded> {
        let bytes = zstd::bulk::decompress(bytes, self.longest(block)).ok()?;
        let states = self.states_of(block);
        let width = usize::from(*bytes.first()?);
        let outcomes = states.div_ceil(4);
        let length = 1 + self.players * (outcomes + width * states);
        (matches!(width, 0..=2 | 4) && bytes.len() == length).then_some(Decoded {
            bytes,
            states,
            outcomes,
            players: self.players,
            width,
        })
    }
}

/// Returns true if a cell with this outcome has a remoteness: a loss or a win.
fn is_decisive(code: u8) -> bool {
    matches!(code, 1 | 2)
}

/// A decompressed block.
pub(crate) struct Decoded {
    bytes: Vec<u8>,
    states: usize,
    /// Number of bytes of a player's outcomes.
    outcomes: usize,
    players: usize,
    width: usize,
}

impl Decoded {
    /// Returns the cell of position `at` of the block, with this player to move.
    pub fn entry(&self, at: usize, player: usize) -> Entry {
        let player = player.min(self.players - 1);
        let code = self.bytes[1 + player * self.outcomes + at / 4] >> (2 * (at % 4)) & 3;
        if !is_decisive(code) {
            return Entry::of_code(code, 0);
        }
        let counts = 1 + self.players * self.outcomes + player * self.width * self.states;
        let count = (0..self.width)
            .map(|plane| u32::from(self.bytes[counts + plane * self.states + at]) << (8 * plane))
            .sum();
        Entry::of_code(code, count)
    }

    /// Reads all cells with one player to move.
    pub fn read(&self, player: usize, cells: &mut Vec<Entry>) {
        cells.clear();
        cells.extend((0..self.states).map(|at| self.entry(at, player)));
    }
}
