//! A tile: the positions of a batch of chunks, a row a position and a bit a chunk.
//!
//! The moves within a chunk lead from row to row, so that one instruction plays a move in as many
//! chunks as a row has bits. The way from chunks to rows and back is the transposition of square
//! blocks of 64 x 64 bits.

use super::program::{GAP, Within, row};
use crate::transpose::transpose;

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
pub(super) fn turn<const V: usize>(tile: &mut [Row<V>]) {
    tile.chunks_exact_mut(64 + GAP).for_each(transpose);
}

/// Decides `positions`, in rising order: where no move leads to a row's set bits, and it is not set
/// before, a bit is set; all others are cleared. Where the players have different moves, each reads
/// the other's tile.
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
                    let mut seen = fold(tiles[player][at], tiles[read], within.rows(position));
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
