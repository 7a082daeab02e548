//! No heap has an option of equal value.

use std::collections::{HashMap, VecDeque};

use whowins_analysis::heaps::{Breaking, MOST_PARTS};

use super::graph::Graph;
use crate::rejection::word;
use crate::{Budget, Rejection};

/// More combinations are not kept.
const MOST: usize = 1 << 23;

/// States of the heap and of the heaps that stay (those that are empty among them), side by side,
/// and what the digits read so far of the heap are more than those of the heaps that stay.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    heap: u32,
    parts: [u32; MOST_PARTS],
    taken: u32,
}

/// Checks that no option of a heap has the heap's own value.
///
/// One walk over all digits of the heap, of the heaps that stay and of their values, side by side:
/// the digits of the values cancel in every place, and the difference of the heap and the sum of
/// the others is carried along. Once it is as large as the number of heaps that stay it cannot fall
/// any more, so that it can be cut off there, and at the length of the code. Heaps that stay are
/// looked at in one order alone. Steps: the reachable combinations, times the digits.
pub(super) fn skipped(
    graph: &Graph,
    breaking: &Breaking,
    budget: &Budget,
) -> Result<usize, Rejection> {
    let code = breaking.any();
    let count = breaking.most_parts();
    let full = word(code.digits.len().max(count).max(1));
    let start = State {
        heap: 0,
        parts: [0; MOST_PARTS],
        taken: 0,
    };
    let mut seen = HashMap::from([(start, 0_u64)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let parts = &state.parts[..count];
        let accepts = |part: &u32| graph.accepts[*part as usize];
        let heap = seen.get(&state).copied().unwrap_or(u64::MAX);
        if accepts(&state.heap) && parts.iter().all(accepts) {
            let stay = parts.iter().filter(|part| !graph.empty[**part as usize]);
            if code.at(u64::from(state.taken)) >> stay.count() & 1 != 0 {
                return Err(Rejection::false_claim(format!(
                    "a heap of {heap} has an option of equal value"
                )));
            }
        }
        for n in 0..2 {
            for (g, next) in graph.steps(state.heap, n) {
                let taken = 2 * state.taken + u32::from(n);
                let mut found = Vec::new();
                let next = State {
                    heap: next,
                    taken,
                    ..state
                };
                follow(graph, next, count, g, &mut found);
                budget.spend(found.len() as u64 + 1)?;
                for mut next in found {
                    next.taken = next.taken.min(full);
                    if next.taken == full && code.beyond == 0 {
                        continue;
                    }
                    next.parts[..count].sort_unstable();
                    let heap = heap.saturating_mul(2).saturating_add(u64::from(n));
                    if seen.contains_key(&next) {
                        continue;
                    }
                    if seen.len() == MOST {
                        return Err(Rejection::budget(format!(
                            "the values' automata have more than {MOST} combinations side by side"
                        )));
                    }
                    seen.insert(next, heap);
                    queue.push_back(next);
                }
            }
        }
    }
    Ok(seen.len())
}

/// Takes a step in each of the first `left` heaps that stay; `open` is what the digits of their
/// values must add up to.
fn follow(graph: &Graph, state: State, left: usize, open: u8, found: &mut Vec<State>) {
    let Some(at) = left.checked_sub(1) else {
        if open == 0 {
            found.push(state);
        }
        return;
    };
    for n in 0..2 {
        let Some(taken) = state.taken.checked_sub(u32::from(n)) else {
            continue;
        };
        for (g, to) in graph.steps(state.parts[at], n) {
            let mut next = State { taken, ..state };
            next.parts[at] = to;
            follow(graph, next, at, open ^ g, found);
        }
    }
}
