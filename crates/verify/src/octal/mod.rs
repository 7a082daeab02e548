//! Laws of taking-and-breaking games: Grundy values of heaps that can be taken from and split, and
//! by them the winner of any sum of heaps.
//!
//! [`GuySmith`] tries every option of the heaps below about twice preperiod plus period;
//! [`SparseSpace`], for octal games alone, reaches further, with work and memory that do not grow
//! with the heap. [`Arithmetic`] is for values that grow: the pairs of a heap and its value are
//! read by an automaton, and so are the options; [`AutomaticGraph`] for whatever values an
//! automaton can read. [`MisereQuotient`] is for misère play, where Grundy values say nothing.

mod arithmetic;
mod attained;
mod automatic_graph;
mod code;
mod graph;
mod guy_smith;
mod misere;
mod monoid;
mod options;
mod skipped;
mod sparse_space;
mod walk;

pub use arithmetic::Arithmetic;
pub use attained::Witness;
pub use automatic_graph::AutomaticGraph;
pub use guy_smith::GuySmith;
pub use misere::MisereQuotient;
pub use sparse_space::{Checkpoint, SparseSpace};

use dashu_int::UBig;
use whowins_analysis::Position;
use whowins_analysis::heaps::Breaking;

use crate::{Budget, Checked, Rejection};
use attained::attained;
use graph::Graph;
use skipped::skipped;

/// The Grundy value of a sum of heaps from those of its heaps (Sprague 1935, Grundy 1939).
fn sum(position: &Position, mut value: impl FnMut(&UBig) -> Option<UBig>) -> Option<UBig> {
    let mut sum = UBig::ZERO;
    for heap in position.elements() {
        sum ^= value(heap.as_ubig()?)?;
    }
    Some(sum)
}

/// Checks that the value of each heap, as the automaton reads it, is the least number that is not
/// the value of an option; says what shows it. `value` is the value of a small heap.
fn is_mex(
    graph: &Graph,
    breaking: &Breaking,
    witnesses: &[Witness],
    value: impl Fn(u64) -> Option<u64>,
    budget: &Budget,
) -> Result<Checked, Rejection> {
    let combinations = skipped(graph, breaking, budget)?;
    attained(graph, breaking, witnesses, value, budget)?;
    Ok(vec![
        format!(
            "no heap has an option of equal value: {combinations} combinations of states of the heap, the heaps that stay and their values"
        ),
        format!(
            "each smaller number is the value of an option: {} forms of options serve all",
            witnesses.len()
        ),
    ])
}

/// From this heap on, as is shown at [`GuySmith::check`], a heap's options have the values of those
/// a period below.
pub(crate) fn repeat_bound(
    breaking: &Breaking,
    preperiod: usize,
    period: usize,
) -> Result<usize, Rejection> {
    let Some(last) = breaking.most_taken() else {
        return Err(Rejection::rules(
            "any number can be taken: the theorem needs a largest",
        ));
    };
    let most = breaking.most_parts().max(2);
    let shifts = match breaking.unequal().is_empty() {
        true => period,
        false => most * period,
    };
    Ok(most * (preperiod.max(1) + shifts) + last)
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
