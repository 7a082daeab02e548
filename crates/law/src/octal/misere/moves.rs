//! A winning move in a sum of heaps under misère play.

use std::ops::ControlFlow;

use crate::octal::after;
use dashu_int::UBig;
use whowins_analysis::Budget;
use whowins_analysis::heaps::Breaking;
use whowins_verify::octal::MisereQuotient;

/// The heaps after a move to a P-position, from an N-position with a move. Heaps may be of any
/// size: beyond what the law needs to be proved the options of a heap are those of one that is
/// periods smaller, with the periods put to the largest part.
pub(crate) fn winning_move(
    breaking: &Breaking,
    law: &MisereQuotient,
    heaps: &[UBig],
    budget: &Budget,
) -> Option<Vec<UBig>> {
    let (preperiod, period) = (law.preperiod as usize, law.period as usize);
    let from = super::super::needed(breaking, breaking.most_taken()?, preperiod, period) as u64;
    let elements: Vec<u16> = heaps
        .iter()
        .map(|heap| law.element(heap))
        .collect::<Option<_>>()?;
    for (at, heap) in heaps.iter().enumerate() {
        let mut others = elements.clone();
        others.swap_remove(at);
        let beside = law.product(&others)?;
        let small = match u64::try_from(heap) {
            Ok(small) if small < from => small,
            _ => from + u64::try_from((heap - UBig::from(from)) % UBig::from(law.period)).ok()?,
        };
        let mut found = None;
        let _ = breaking.options_within(small, budget, |parts| {
            let all = parts.iter().map(|part| law.element(&UBig::from(*part)));
            let all = all.chain([Some(beside)]).collect::<Option<Vec<u16>>>();
            let product = all.and_then(|all| law.product(&all));
            if product.is_some_and(|product| law.lost[usize::from(product)]) {
                found = Some(parts.to_vec());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if let Some(parts) = found {
            let mut parts: Vec<UBig> = parts.into_iter().map(UBig::from).collect();
            if let Some(larger) = parts.last_mut() {
                *larger += heap - UBig::from(small);
            }
            return Some(after(heaps, at, parts));
        }
    }
    None
}
