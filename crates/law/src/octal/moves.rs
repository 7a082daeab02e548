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

/// From which heap on the values repeat, and after how many.
pub(crate) type Repeats = (u64, u64);

/// The heap of which the options are looked at in place of a larger one: as many periods less as
/// leave, whatever is taken, a part past the preperiod.
fn nearer(breaking: &Breaking, heap: &UBig, (preperiod, period): Repeats) -> Option<UBig> {
    let parts = breaking.most_parts().max(1) as u64;
    let from = UBig::from(preperiod + period) * UBig::from(parts)
        + UBig::from(breaking.most_taken()? as u64 + 1);
    Some(match *heap > from && period > 0 {
        true => &from + (heap - &from) % UBig::from(period),
        false => heap.clone(),
    })
}

/// The heaps after a move to a P-position, from an N-position, beside something of the Grundy value
/// `beside`; `None` where a heap is too large to look at its options. Where the values repeat,
/// heaps of any size are looked at some periods nearer, and the largest part of what stays gets
/// these periods again.
pub(crate) fn winning_move(
    breaking: &Breaking,
    heaps: &[UBig],
    beside: u32,
    repeats: Option<Repeats>,
    limits: &Limits,
) -> Option<Vec<UBig>> {
    let near = |heap: &UBig| match repeats {
        Some(repeats) => nearer(breaking, heap, repeats).unwrap_or_else(|| heap.clone()),
        None => heap.clone(),
    };
    let nearer: Vec<UBig> = heaps.iter().map(near).collect();
    let (at, parts) = option(breaking, &nearer, beside, limits)?;
    let mut parts: Vec<UBig> = parts.into_iter().map(UBig::from).collect();
    if let Some(largest) = parts.iter_mut().max() {
        *largest += &heaps[at] - &nearer[at];
    }
    Some(after(heaps, at, parts))
}

/// Which heap to move in, and what stays of it.
fn option(
    breaking: &Breaking,
    heaps: &[UBig],
    beside: u32,
    limits: &Limits,
) -> Option<(usize, Vec<u64>)> {
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
        .try_fold(beside, |sum, heap| Some(sum ^ values.get(*heap)?))?;
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
            return Some((at, parts));
        }
    }
    None
}
