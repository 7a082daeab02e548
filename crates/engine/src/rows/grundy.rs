//! Grundy values of all positions, as bit planes.

use std::sync::Arc;

use super::fits;
use super::layout::Index;
use super::sweep::{Bits, Program, ones};
use super::table::bit;
use crate::limits::{EngineError, Limits};

/// The Grundy values of all positions of a row or board of one size.
pub struct GrundyTable {
    program: Arc<Program>,
    /// The binary digits of the values, least significant first.
    planes: Vec<Bits>,
    counts: Vec<u64>,
}

impl GrundyTable {
    pub(super) fn new(program: Arc<Program>, limits: &Limits) -> Result<Self, EngineError> {
        let bytes = program.layout.bytes();
        let settled = program.settled(limits)?;
        let sweep = program.bytes(limits.threads.max(1));
        let mut known = empty(&program);
        let mut planes: Vec<Bits> = Vec::new();
        let mut counts: Vec<u64> = Vec::new();
        let mut left = settled;
        while left > 0 {
            let value = counts.len();
            while value >> planes.len() != 0 {
                planes.push(empty(&program));
            }
            fits(sweep + bytes * (1 + planes.len() as u64), limits)?;
            limits.progress.start(program.layout.total());
            let found = program.sweep(Some(&known), limits)?.remove(0);
            let count = found.iter().map(|words| ones(words)).sum();
            set(&mut known, &found);
            for (digit, plane) in planes.iter_mut().enumerate() {
                if value >> digit & 1 == 1 {
                    set(plane, &found);
                }
            }
            counts.push(count);
            left -= count;
        }
        Ok(Self {
            program,
            planes,
            counts,
        })
    }

    /// The Grundy value of a board, given as symbols row by row; forced follow-ups are carried out
    /// first. `None` where these are no symbols of a board of this size.
    pub fn value(&self, cells: &[u8]) -> Option<u32> {
        let index: Index = self.program.index(cells)?;
        let digits = self.planes.iter().enumerate();
        Some(
            digits
                .map(|(digit, plane)| u32::from(bit(plane, index)) << digit)
                .sum(),
        )
    }

    /// How many settled boards have each value, from 0 to the largest.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        self.program.layout.bytes() * self.planes.len() as u64
    }
}

fn empty(program: &Program) -> Bits {
    let layout = &program.layout;
    vec![vec![0; layout.superchunk_words()]; layout.superchunks]
}

fn set(to: &mut Bits, from: &Bits) {
    for (to, from) in to.iter_mut().zip(from) {
        super::mask::or(to, from);
    }
}
