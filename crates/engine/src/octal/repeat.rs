//! Where values begin to repeat.

use super::Values;
use super::width::Width;

/// Preperiod and period of the values so far: the least p for which the last `run` values repeat
/// those p before them, and the least n0 with G(n + p) = G(n) for all n >= n0 that are known.
/// `None` where no p does. That the values go on like this is a matter of the Guy-Smith theorem or
/// of a [`super::Sparse`] space; without one, it is a pattern seen.
///
/// One pass over the values for a typical sequence.
pub fn repeat(values: &Values, run: usize) -> Option<(usize, usize)> {
    match values.slices() {
        (Some(narrow), _) => repeat_of(narrow, run),
        (_, wide) => repeat_of(wide.unwrap_or_default(), run),
    }
}

/// The needle's length: long enough to be rare, short enough to be compared at once.
const NEEDLE: usize = 8;
/// Ends looked at together.
const STRIP: usize = 64;

pub(super) fn repeat_of<V: Width>(values: &[V], run: usize) -> Option<(usize, usize)> {
    let length = values.len();
    let run = run.max(1);
    if length < run.checked_add(1)?.max(NEEDLE + 1) {
        return None;
    }
    let needle: [V; NEEDLE] = values[length - NEEDLE..].try_into().ok()?;
    let first_end = NEEDLE.max(run);
    let mut end = length - 1;
    // Ends from the last down; a strip of them is thrown away at once where no needle ends in it.
    while end >= first_end {
        let low = end.saturating_sub(STRIP - 1).max(NEEDLE);
        if end + 1 - low == STRIP {
            let mut same = [true; STRIP];
            for (at, wanted) in needle.iter().enumerate() {
                let strip = &values[low - NEEDLE + at..low - NEEDLE + at + STRIP];
                for (same, value) in same.iter_mut().zip(strip) {
                    *same &= value == wanted;
                }
            }
            if !same.iter().fold(false, |any, same| any | same) {
                end = low - 1;
                continue;
            }
        }
        for end in (low.max(first_end)..=end).rev() {
            if values[end - NEEDLE..end] != needle {
                continue;
            }
            let period = length - end;
            if period + run <= length && values[length - run..] == values[end - run..end] {
                return Some((preperiod(values, period), period));
            }
        }
        end = low - 1;
    }
    None
}

/// The least n0 with `values[n + period] == values[n]` for all n >= n0 that are known.
fn preperiod<V: Width>(values: &[V], period: usize) -> usize {
    const STEP: usize = 1 << 12;
    let mut from = values.len() - period;
    while from > 0 {
        let low = from.saturating_sub(STEP);
        if values[low..from] == values[low + period..from + period] {
            from = low;
            continue;
        }
        while values[from - 1] == values[from - 1 + period] {
            from -= 1;
        }
        return from;
    }
    0
}
