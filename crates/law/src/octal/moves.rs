//! A winning move in a sum of heaps.

use std::ops::ControlFlow;

use dashu_int::UBig;
use whowins_analysis::heaps::Breaking;
use whowins_engine::Limits;
use whowins_engine::octal::Values;

use super::after;

/// Moves are looked for with heaps up to this.
const LARGEST: usize = 1 << 20;
/// The same where moves leave more than two heaps, or numbers without end can be taken.
const LARGEST_OF_MANY: usize = 1 << 10;

/// The heaps after a move to a P-position, from an N-position; `None` where a heap is too large to look at its options.
pub(crate) fn winning_move(
    breaking: &Breaking,
    heaps: &[UBig],
    limits: &Limits,
) -> Option<Vec<UBig>> {
    let sizes = heaps.iter().map(|heap| usize::try_from(heap).ok());
    let sizes: Vec<usize> = sizes.collect::<Option<_>>()?;
    let largest = *sizes.iter().max()?;
    let most = match (breaking.most_parts(), breaking.most_taken()) {
        (..=2, Some(_)) => LARGEST,
        _ => LARGEST_OF_MANY,
    };
    if largest > most {
        return None;
    }
    let mut values = Values::new(breaking, limits.clone());
    values.extend(largest + 1).ok()?;
    let sum = sizes
        .iter()
        .try_fold(0, |sum, heap| Some(sum ^ values.get(*heap)?))?;
    for (at, heap) in sizes.iter().enumerate() {
        let own = values.get(*heap)?;
        let wanted = own ^ sum;
        if wanted >= own {
            continue;
        }
        let mut found = None;
        let _ = breaking.options_within(*heap as u64, &limits.budget, |parts| {
            let parts_sum = parts
                .iter()
                .try_fold(0, |sum, part| Some(sum ^ values.get(*part as usize)?));
            if parts_sum == Some(wanted) {
                found = Some(parts.to_vec());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if let Some(parts) = found {
            return Some(after(heaps, at, parts.into_iter().map(UBig::from)));
        }
    }
    None
}
