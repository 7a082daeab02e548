//! A tile: the positions of a batch of chunks, a row a position and a bit a chunk.
//!
//! The moves within a chunk lead from row to row, so that one instruction plays a move in as many chunks as a row has bits. The
//! way from chunks to rows and back is the transposition of square blocks of 64 x 64 bits, by halves, quarters and so on
//! (Warren, Hacker's Delight, 2003, section 7-3).

use super::program::{GAP, Within, row};

/// A position's bits in 64 `V` chunks: bit i of word v belongs to chunk i V + v.
pub(super) type Row<const V: usize> = [u64; V];

/// Rows of 64 words each, with a gap after every block.
pub(super) fn rows(words: usize) -> usize {
    words * (64 + GAP)
}

/// Puts a chunk's words in its lane, ready to be transposed.
#[inline]
pub(super) fn put<const V: usize>(tile: &mut [Row<V>], lane: usize, words: &[u64]) {
    let blocks = tile.chunks_exact_mut(64 + GAP);
    for (block, word) in blocks.zip(words) {
        block[lane / V][lane % V] = *word;
    }
}

/// Takes a chunk's words from its lane, after the tile was transposed back.
#[inline]
pub(super) fn take<const V: usize>(tile: &[Row<V>], lane: usize, words: &mut [u64]) {
    let blocks = tile.chunks_exact(64 + GAP);
    for (block, word) in blocks.zip(words) {
        *word = block[lane / V][lane % V];
    }
}

/// Turns lanes of words into rows of bits, and back.
pub(super) fn transpose<const V: usize>(tile: &mut [Row<V>]) {
    for block in tile.chunks_exact_mut(64 + GAP) {
        for first in 0..8 {
            eights::<V, 8>(block, first, [32, 16, 8], HALVES);
        }
        for first in 0..8 {
            eights::<V, 1>(block, 8 * first, [4, 2, 1], EIGHTHS);
        }
    }
}

const HALVES: [u64; 3] = [0xffff_ffff, 0x0000_ffff_0000_ffff, 0x00ff_00ff_00ff_00ff];
const EIGHTHS: [u64; 3] = [
    0x0f0f_0f0f_0f0f_0f0f,
    0x3333_3333_3333_3333,
    0x5555_5555_5555_5555,
];

/// Three steps of the transposition on the eight rows `first`, `first + STEP`, ...
#[inline]
fn eights<const V: usize, const STEP: usize>(
    block: &mut [Row<V>],
    first: usize,
    shifts: [u32; 3],
    masks: [u64; 3],
) {
    let mut rows: [Row<V>; 8] = std::array::from_fn(|at| block[first + STEP * at]);
    for (step, (shift, mask)) in shifts.into_iter().zip(masks).enumerate() {
        let apart = 4 >> step;
        for at in (0..8).filter(|at| at & apart == 0) {
            for v in 0..V {
                let change = (rows[at][v] >> shift ^ rows[at + apart][v]) & mask;
                rows[at][v] ^= change << shift;
                rows[at + apart][v] ^= change;
            }
        }
    }
    for (at, row) in rows.into_iter().enumerate() {
        block[first + STEP * at] = row;
    }
}

/// Decides `positions`, in rising order: where no move leads to a row's set bits, and it is not set before, a bit is set; all
/// others are cleared. Player 0 reads `second` where the players differ.
pub(super) fn solve<const V: usize>(
    tiles: &mut [&mut [Row<V>]],
    within: &[&Within],
    conditions: &[Row<V>],
    positions: impl Iterator<Item = usize>,
) {
    match (tiles, within) {
        ([tile], [within]) if !within.has_conditional() => {
            for position in positions {
                let seen = fold(tile[row(position)], tile, within.rows(position));
                tile[row(position)] = seen.map(|word| !word);
            }
        }
        (tiles, within) => {
            for position in positions {
                let at = row(position);
                for (player, within) in within.iter().enumerate() {
                    let read = tiles.len() - 1 - player;
                    let mut seen = fold(tiles[player][at], &tiles[read], within.rows(position));
                    for (from, condition) in within.conditional(position) {
                        let from = &tiles[read][*from as usize];
                        for v in 0..V {
                            seen[v] |= from[v] & conditions[*condition as usize][v];
                        }
                    }
                    tiles[player][at] = seen.map(|word| !word);
                }
            }
        }
    }
}

#[inline]
fn fold<const V: usize>(mut seen: Row<V>, tile: &[Row<V>], rows: &[u32]) -> Row<V> {
    for from in rows {
        let from = &tile[*from as usize];
        for v in 0..V {
            seen[v] |= from[v];
        }
    }
    seen
}
