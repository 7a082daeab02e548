//! Finds the period of an octal game in a sparse space.

use whowins_analysis::heaps::Octal;
use whowins_engine::octal::{Sparse, Values, repeat};
use whowins_engine::{EngineError, Limits};
use whowins_verify::Law;
use whowins_verify::octal::{Checkpoint, SparseSpace};

use super::{code, formula, moves};
use crate::heap::prime_factors;
use crate::{Explanation, Finder, Finding, Says, Search};

/// No more heaps are looked at, unless a time is given.
const MOST: usize = 1 << 28;
/// The same of the work, in options looked at.
const WORK: u64 = 1 << 36;
/// With a time given: the most heaps, as many as a word of 32 bits counts, where the memory holds
/// twice as many.
const FAR: usize = u32::MAX as usize;
/// The same where no theorem waits for a repeat.
const WORK_UNEQUAL: u64 = 3 << 29;
/// From so many heaps on, one rare heap in [`MANY`] is too much: they will not end.
const SETTLED: usize = 1 << 15;
const MANY: usize = 32;
/// A space that is chosen later than here is begun with once more.
const LATE: usize = 1 << 14;
/// Heaps between two checkpoints, at least.
const SPACING: usize = 1 << 22;
/// The most checkpoints.
const CHECKPOINTS: usize = 64;

/// Grundy values that repeat, proved by the finite state of a sparse space.
pub(super) struct FewOptions;

impl Finder for FewOptions {
    fn kind(&self) -> &'static str {
        "sparse-space"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let octal = &match code(search) {
            Ok(octal) => octal,
            Err(finding) => return unequal(search).unwrap_or(finding),
        };
        let mut values = Values::new(octal, search.limits.clone());
        let bounds = match search.limits.budget.deadline {
            None => (MOST, WORK),
            Some(_) => {
                let held = usize::try_from(search.limits.budget.memory / 2).unwrap_or(usize::MAX);
                (held.clamp(MOST, FAR), u64::MAX)
            }
        };
        let (preperiod, period) = match look(octal, &mut values, bounds, search.limits) {
            Ok(Some(found)) => found,
            Ok(None) => return nothing(&values),
            Err(error) => return Finding::Stopped(error),
        };
        let Some(law) = law(octal, &values, preperiod, period) else {
            return nothing(&values);
        };
        let explanation = Explanation {
            formula: Some(formula(preperiod, period)),
            source: "values and sums: R. Sprague 1935, P. M. Grundy 1939; sparse spaces: E. R. Berlekamp, J. H. Conway, R. K. Guy 1982"
                .into(),
            found: format!(
                "the values of {} heaps were worked out; under the mask {:#x}{} {} of them are rare, and the state after these repeats",
                values.len(),
                law.mask,
                if law.by_position { " and the heap's parity" } else { "" },
                law.rare.len()
            ),
        };
        Finding::Law(Box::new(Law::SparseSpace(Box::new(law))), explanation)
    }
}

/// Values of a game in which two heaps that stay must be unequal, as in Grundy's game: the theorem
/// speaks of octal games alone, so that these are looked through for a period and no more.
fn unequal(search: &Search<'_>) -> Option<Finding> {
    let breaking = moves(search).ok().filter(|_| search.observe)?;
    if breaking.most_parts() > 2 || breaking.most_taken().is_none() || breaking.unequal().is_empty()
    {
        return None;
    }
    let mut values = Values::new(breaking, search.limits.clone());
    let mut length = 1 << 14;
    loop {
        if let Err(error) = values.extend(length) {
            return Some(Finding::Stopped(error));
        }
        let run = match values.sparse() {
            Some(sparse) => sparse.rare.last()?.0.max(sparse.reach),
            None => length / 2,
        };
        if let Some((preperiod, period)) = repeat(&values, run) {
            return Some(Finding::Observed {
                pattern: formula(preperiod, period),
                up_to: format!("heaps below {length}"),
            });
        }
        let a_heap = values.sparse().map_or(length, |sparse| sparse.rare.len());
        let work = length as u64 * a_heap as u64;
        if work >= WORK_UNEQUAL {
            break;
        }
        length += length / 2;
    }
    let last = values
        .sparse()
        .and_then(|sparse| sparse.rare.last().copied());
    Some(Finding::Nothing(format!(
        "no period within the first {} heaps, whose values are in hand{}",
        values.len(),
        match (values.sparse(), last) {
            (Some(sparse), Some((last, _))) => format!(
                ": {} of them are of rare value, the last of these at heap {last}",
                sparse.rare.len()
            ),
            _ => String::new(),
        }
    )))
}

fn nothing(values: &Values) -> Finding {
    Finding::Nothing(match values.sparse() {
        Some(sparse) => format!(
            "no repeat of the state within the first {} heaps, {} of them of rare value",
            values.len(),
            sparse.rare.len()
        ),
        None => format!(
            "no split of the values into rare and common ones pays within the first {} heaps",
            values.len()
        ),
    })
}

/// The bound on parts, and the window.
fn window(sparse: &Sparse, octal: &Octal) -> (usize, usize) {
    let last_rare = sparse.rare.last().map_or(0, |(heap, _)| *heap);
    // Below `since` nothing was asked of parts, but none is more than half the heap.
    let reach = match last_rare < sparse.since {
        true => sparse.reach.max(sparse.since / 2),
        false => sparse.reach,
    };
    (reach, last_rare.max(reach) + octal.digits.len())
}

/// Preperiod and period, once the state has repeated; within bounds on heaps and on work.
fn look(
    octal: &Octal,
    values: &mut Values,
    (most, most_work): (usize, u64),
    limits: &Limits,
) -> Result<Option<(usize, usize)>, EngineError> {
    let mut length = 1 << 12;
    let mut begun = None;
    loop {
        values.extend(length)?;
        let Some(sparse) = values.sparse() else {
            return Ok(None);
        };
        let splits = octal.digits.iter().filter(|digit| **digit & 4 != 0).count();
        let a_heap = sparse.rare.len() * splits + 32;
        let work = (length as u64).saturating_mul(a_heap as u64);
        let (reach, window) = window(sparse, octal);
        if reach > sparse.reach && sparse.since > LATE && begun != Some(sparse.space) {
            // The window is long only as nobody asked how far the parts go in the heaps before the
            // space was chosen.
            begun = Some(sparse.space);
            *values = Values::in_space(octal, sparse.space, length, limits.clone());
            continue;
        }
        if let Some(found) = repeat(values, window) {
            return Ok(Some(found));
        }
        let dense = length >= SETTLED && sparse.rare.len() > length / MANY;
        if length >= most || work >= most_work || dense {
            return Ok(None);
        }
        // Each length is looked through whole, so far out the steps grow.
        length = (length + (length / 8).min((length / 32).max(1 << 23))).min(most);
    }
}

fn law(octal: &Octal, values: &Values, preperiod: usize, period: usize) -> Option<SparseSpace> {
    let sparse = values.sparse()?;
    let (reach, window) = window(sparse, octal);
    let end = preperiod + period + window;
    let differs = prime_factors(period).into_iter().map(|prime| {
        let shorter = period / prime;
        let mut heaps = preperiod..end.checked_sub(shorter)?;
        let heap = heaps.find(|heap| values.get(*heap) != values.get(heap + shorter))?;
        Some(heap as u64)
    });
    let differs = differs.collect::<Option<Vec<u64>>>()?;
    let spacing = SPACING.max(8 * window).max(end / CHECKPOINTS);
    let checkpoints = (1..)
        .map(|at| at * spacing)
        .take_while(|heap| *heap < end)
        .map(|heap| Checkpoint {
            heap: heap as u64,
            values: (heap - window..heap)
                .map(|heap| values.get(heap).unwrap_or(0) as u16)
                .collect(),
        });
    let largest = (0..end).filter_map(|heap| values.get(heap)).max()?;
    let probes = sparse.probes.iter().filter(|(_, part)| *part <= reach);
    Some(SparseSpace {
        preperiod: preperiod as u64,
        period: period as u64,
        mask: sparse.space.mask,
        by_position: sparse.space.by_position,
        largest: u16::try_from(largest).ok()?,
        rare: sparse
            .rare
            .iter()
            .map(|(heap, value)| (*heap as u64, *value as u16))
            .collect(),
        reach: reach as u64,
        probes: probes
            .map(|(split, part)| (*split as u64, *part as u64))
            .collect(),
        differs,
        checkpoints: checkpoints.collect(),
    })
}
