//! Laws of taking-and-breaking games: Grundy values of heaps that can be taken from and split, and by them the winner of any sum of
//! heaps.
//!
//! [`GuySmith`] tries every option of the heaps below about twice preperiod plus period; [`SparseSpace`], for octal games alone,
//! reaches further, with work and memory that do not grow with the heap. [`Arithmetic`] is for values that grow: the pairs of a heap
//! and its value are read by an automaton, and so are the options.

mod arithmetic;
mod attained;
mod code;
mod graph;
mod guy_smith;
mod options;
mod skipped;
mod sparse_space;
mod walk;

pub use arithmetic::Arithmetic;
pub use attained::Witness;
pub use guy_smith::GuySmith;
pub use sparse_space::{Checkpoint, SparseSpace};

use dashu_int::UBig;
use whowins_rules::{Position, Value};

/// The value of a sum of heaps from the values of its heaps (Sprague 1935, Grundy 1939).
fn sum(position: &Position, mut value: impl FnMut(&UBig) -> Option<UBig>) -> Option<[Value; 2]> {
    let Position::Heaps(heaps) = position else {
        return None;
    };
    let mut sum = UBig::ZERO;
    for heap in heaps {
        sum ^= value(heap)?;
    }
    Some(match sum == UBig::ZERO {
        true => [Value::Loss; 2],
        false => [Value::Win; 2],
    })
}

/// The heap below `preperiod + period` that has the value of this one.
fn reduced(heap: &UBig, preperiod: u64, period: u64) -> Option<u64> {
    let end = preperiod.checked_add(period)?;
    match u64::try_from(heap) {
        Ok(small) if small < end => Some(small),
        _ if period > 0 => {
            let past = (heap - UBig::from(preperiod)) % UBig::from(period);
            u64::try_from(&past).ok()?.checked_add(preperiod)
        }
        _ => None,
    }
}

/// What Grundy values mean for a player.
const CANCEL: &str = "a sum of heaps is lost for the player to move if and only if their values cancel in binary addition without carry.";

/// From which heap on.
fn from(preperiod: u64) -> String {
    match preperiod {
        0 => "for every heap".to_string(),
        from => format!("from heap {from} on"),
    }
}

/// The statement that the values repeat, and what follows for a player.
fn repeat(preperiod: u64, period: u64) -> String {
    format!(
        "The Grundy values of heaps repeat every {period} heaps {}, and neither a smaller period nor an earlier start will do; {CANCEL}",
        from(preperiod)
    )
}
