//! Winning moves in heaps of any size.

use std::ops::ControlFlow;

use dashu_int::UBig;
use whowins_analysis::heaps::Breaking;
use whowins_analysis::{Budget, Position};
use whowins_verify::values::HeapValues;

/// The heaps after a move of the player with this code that `keeps` takes. A large heap has the
/// options of a heap of the law's last period, with all the periods between put on the largest heap
/// that stays: they are worth the same, and so stand for all others.
pub(crate) fn winning_move(
    law: &HeapValues,
    code: &Breaking,
    heaps: &[UBig],
    budget: &Budget,
    keeps: impl Fn(&Position) -> bool,
) -> Option<Vec<UBig>> {
    let length = law.values.len() as u64;
    let period = UBig::from(law.period);
    for (at, heap) in heaps.iter().enumerate() {
        if at > 0 && heaps[at - 1] == *heap {
            continue;
        }
        let last = UBig::from(length.checked_sub(law.period)?);
        let lift = match *heap < UBig::from(length) {
            true => UBig::ZERO,
            false => (heap - &last) / &period * &period,
        };
        let small = u64::try_from(&(heap - &lift)).ok()?;
        let mut found = None;
        let _ =
            code.options_within(small, budget, |parts| {
                let mut to = heaps.to_vec();
                to.remove(at);
                let largest = parts.len().checked_sub(1);
                to.extend(parts.iter().enumerate().map(|(place, part)| {
                    match Some(place) == largest {
                        true => UBig::from(*part) + &lift,
                        false => UBig::from(*part),
                    }
                }));
                to.sort_unstable();
                if keeps(&Position::list(to.iter().cloned())) {
                    found = Some(to);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        if found.is_some() {
            return found;
        }
    }
    None
}
