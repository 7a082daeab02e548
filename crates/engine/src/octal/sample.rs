//! A sample of each block of values, computed again by the plain recursion.

use std::cell::Cell;
use std::hash::Hasher;

use whowins_analysis::heaps::Breaking;

use super::code::Code;
use super::width::Width;
use crate::limits::EngineError;
use crate::mixing::Mixing;

/// The share of the work that may go into comparing all options of a heap: one part in so many.
const SHARE: u64 = 512;

/// Which heaps of a block are computed again, and what that may cost.
///
/// The mex of a heap's options is wrong if a smaller number is missing among them, or if the number
/// itself is one. The first is compared for each heap of the sample, which takes few options; the
/// second takes all options of a heap, and waits until enough work has been done.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    /// Options that may be visited.
    saved: u64,
}

impl Sample {
    /// Compares a sample of the heaps from `from` on, each of which took about `work` visits of an
    /// option: one at random, the first of largest value, since a number that was missed leaves a
    /// value too large, and `rare`, one of rare value.
    ///
    /// # Errors
    ///
    /// [`EngineError::Internal`] if a value is not the mex of its heap's options.
    pub(super) fn compare<V: Width>(
        &mut self,
        code: &Code,
        values: &[V],
        (from, work): (usize, usize),
        rare: Option<usize>,
    ) -> Result<(), EngineError> {
        let block = &values[from..];
        if block.is_empty() {
            return Ok(());
        }
        self.saved += block.len() as u64 * work as u64 / SHARE;
        let mut random = Mixing::default();
        random.write_usize(values.len());
        let random = from + random.finish() as usize % block.len();
        let most = block.iter().copied().fold(V::default(), V::max);
        let largest = block.iter().position(|value| *value == most);
        let largest = largest.map(|at| from + at);
        let rare = rare.filter(|heap| *heap >= from);
        for heap in [Some(random), largest, rare].into_iter().flatten() {
            let options = (heap as u64 / 2 + 1) * code.all_splits().count().max(1) as u64;
            let all = options <= self.saved;
            if all {
                self.saved -= options;
            }
            if !is_mex(code, values, heap, all) {
                return Err(EngineError::Internal(format!(
                    "the value {} of heap {heap} is not the mex of its options",
                    values[heap].get()
                )));
            }
        }
        Ok(())
    }
}

/// Compares a sample of these values of a game's heaps, from one of them on, with all options of
/// each: for tests.
///
/// # Errors
///
/// [`EngineError::Internal`] if one is wrong.
pub fn compare_sample(breaking: &Breaking, values: &[u16], from: usize) -> Result<(), EngineError> {
    let code = Code::new(breaking).expect("at most two heaps are left");
    let mut sample = Sample::default();
    sample.compare(&code, values, (from, usize::MAX >> 32), None)
}

/// Whether the value of a heap is the mex of its options' values: that all smaller numbers are
/// among them, and that it is not, of which the options are visited that show the first, or `all`.
fn is_mex<V: Width>(code: &Code, values: &[V], heap: usize, all: bool) -> bool {
    let value = values[heap].get();
    let mut missing = vec![true; value as usize];
    let left = Cell::new(missing.len());
    // Whether the heap's value may be right after this option.
    let mut visit = |option: u32| {
        if let Some(missing) = missing.get_mut(option as usize) {
            left.set(left.get() - usize::from(std::mem::take(missing)));
        }
        option != value
    };
    if code.whole.contains(&heap) && !visit(0) {
        return false;
    }
    for rest in code.takes.iter().filter_map(|take| heap.checked_sub(*take)) {
        if rest > 0 && !visit(values[rest].get()) {
            return false;
        }
    }
    for part in 1..=heap / 2 {
        if left.get() == 0 && !all {
            break;
        }
        for take in code.all_splits() {
            let other = heap.checked_sub(take + part);
            if let Some(other) = other.filter(|other| *other >= part)
                && code.barred(take, part) != heap
                && !visit(values[part].get() ^ values[other].get())
            {
                return false;
            }
        }
    }
    left.get() == 0
}
