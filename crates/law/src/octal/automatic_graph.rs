//! Finds automata that read heaps and their Grundy values side by side.

use std::collections::HashMap;

use whowins_analysis::heaps::Breaking;
use whowins_engine::EngineError;
use whowins_engine::octal::Values;
use whowins_verify::Law;
use whowins_verify::octal::AutomaticGraph;

use super::moves_of_any_sizes;
use super::witnesses::prove;
use crate::{Explanation, Finder, Finding, Says, Search};

/// So many heaps are looked at, until an automaton fits them all.
const HEAPS: [usize; 3] = [1 << 10, 1 << 11, 1 << 12];
/// States are told apart by so many digits to come, at least and at most.
const DIGITS: std::ops::RangeInclusive<u32> = 3..=6;
/// Larger automata are not looked for.
const STATES: usize = 1 << 10;

/// Grundy values read by an automaton, proved by automata.
pub(super) struct Learned;

impl Finder for Learned {
    fn kind(&self) -> &'static str {
        "automatic-graph"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        moves_of_any_sizes(search).map_or_else(std::convert::identity, |breaking| {
            look(breaking, search).unwrap_or_else(Finding::Stopped)
        })
    }
}

/// Looks at more and more heaps, until the verifier accepts an automaton that has the values of all
/// of them.
fn look(breaking: &Breaking, search: &Search<'_>) -> Result<Finding, EngineError> {
    let mut values = Values::new(breaking, search.limits.clone());
    let mut tried: Option<AutomaticGraph> = None;
    let mut found = nothing();
    for heaps in HEAPS {
        values.extend(heaps)?;
        let value = |heap: u64| values.get(usize::try_from(heap).ok()?).map(u64::from);
        if tried
            .as_ref()
            .is_some_and(|law| !fits(law, heaps as u64, value))
        {
            tried = None;
        }
        for digits in DIGITS {
            search.limits.check()?;
            let law = saturated(value, digits);
            let Some(law) = law.filter(|law| fits(law, heaps as u64, value)) else {
                continue;
            };
            if tried.as_ref() == Some(&law) {
                continue;
            }
            found = prove_one(breaking, search, &law, heaps);
            if !matches!(found, Finding::Observed { .. }) {
                return Ok(found);
            }
            tried = Some(law);
        }
        // What more heaps refute was not seen.
        if tried.is_none() && matches!(found, Finding::Observed { .. }) {
            found = nothing();
        }
    }
    Ok(found)
}

fn nothing() -> Finding {
    Finding::Nothing(format!(
        "no automaton of up to {STATES} states, separated by {} digits, reads the values of the first {} heaps",
        DIGITS.end(),
        HEAPS[HEAPS.len() - 1]
    ))
}

/// The law with witnesses, if the verifier accepts it.
fn prove_one(
    breaking: &Breaking,
    search: &Search<'_>,
    law: &AutomaticGraph,
    heaps: usize,
) -> Finding {
    let explanation = Explanation {
        formula: None,
        source: "values and sums: R. Sprague 1935, P. M. Grundy 1939; sets read by automata: J. R. Büchi 1960; rulers: J. P. Grossman, R. J. Nowakowski 2015".into(),
        found: format!(
            "the values of {heaps} heaps were computed; prefixes of digits with the same continuations are merged into one state"
        ),
    };
    let pattern = format!(
        "an automaton of {} states reads heaps with their values",
        law.next.len()
    );
    let with = |witnesses| {
        Law::AutomaticGraph(AutomaticGraph {
            witnesses,
            ..law.clone()
        })
    };
    let value = |heap: u64| u64::try_from(&law.grundy_value(&heap.into())?).ok();
    prove(breaking, search, (pattern, heaps), explanation, with, value)
}

/// The automaton whose states are beginnings of the digits of a heap and its value, equal where the
/// same `digits` digits and fewer can follow (Myhill 1957, Nerode 1958); `None` where that takes
/// more heaps than have values, or too many states.
pub(super) fn saturated(value: impl Fn(u64) -> Option<u64>, digits: u32) -> Option<AutomaticGraph> {
    // What can follow: for each number of digits and each end of the heap, the end of the value.
    let endings = |(n, g): (u64, u64)| -> Option<Vec<Option<u64>>> {
        let mut endings = Vec::new();
        for length in 0..=digits {
            for end in 0..1 << length {
                let rest = value((n << length) + end)?.checked_sub(g << length);
                endings.push(rest.filter(|rest| rest >> length == 0));
            }
        }
        Some(endings)
    };
    let mut states = vec![(0, 0)];
    let mut known = HashMap::from([(endings((0, 0))?, 0_u32)]);
    let mut next: Vec<[Option<u32>; 4]> = Vec::new();
    while let Some((n, g)) = states.get(next.len()).copied() {
        let mut row = [None; 4];
        for (to, letter) in row.iter_mut().zip(0..) {
            let longer = (2 * n + (letter >> 1), 2 * g + (letter & 1));
            let endings = endings(longer)?;
            if endings.iter().all(Option::is_none) {
                continue;
            }
            let fresh = states.len() as u32;
            let state = *known.entry(endings).or_insert(fresh);
            if state == fresh {
                states.push(longer);
            }
            *to = Some(state);
        }
        next.push(row);
        if states.len() > STATES {
            return None;
        }
    }
    let accepts = |(n, g): &(u64, u64)| value(*n) == Some(*g);
    Some(AutomaticGraph {
        next,
        accepts: states.iter().map(accepts).collect(),
        witnesses: Vec::new(),
    })
}

/// Whether the automaton has the values of so many heaps.
pub(super) fn fits(law: &AutomaticGraph, heaps: u64, value: impl Fn(u64) -> Option<u64>) -> bool {
    (0..heaps).all(|heap| law.grundy_value(&heap.into()) == value(heap).map(Into::into))
}
