//! Which moves have answered questions before, wherever they were made.

/// Places; moves that share one share their count.
const PLACES: usize = 1 << 14;

/// Counts of moves that answered a question, by what they change of a state (Schaeffer 1989: the
/// history heuristic). Only the order in which options are tried hangs on it.
pub(super) struct History(Vec<u32>);

impl History {
    pub(super) fn new() -> Self {
        Self(vec![0; PLACES])
    }

    fn place(step: u64) -> usize {
        (step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % PLACES
    }

    /// A move answered a question that took so much work.
    pub(super) fn note(&mut self, step: u64, work: u32) {
        let count = &mut self.0[Self::place(step)];
        *count = count.saturating_add(1 + work.max(1).ilog2());
    }

    /// How well a move has done.
    pub(super) fn count(&self, step: u64) -> u32 {
        self.0[Self::place(step)]
    }
}
