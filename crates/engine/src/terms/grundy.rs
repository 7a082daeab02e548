//! Grundy values of what play comes to.

use dashu_int::IBig;
use whowins_core::Budget;

use super::Broken;
use super::graph::Graph;

/// A state without a value.
const NONE: u32 = u32::MAX;

/// The values of states, by their numbers.
#[derive(Default)]
pub(super) struct Values {
    all: Vec<u32>,
}

impl Values {
    /// The value of a state; `None` where it has none.
    pub(super) fn get(&self, number: usize) -> Option<u32> {
        let value = self.all.get(number).copied();
        value.filter(|value| *value != NONE)
    }

    /// Works out the values of states that are new, each once all its options have one. A state
    /// from which play may come to one without a value has none.
    pub(super) fn extend(&mut self, graph: &Graph, budget: &Budget) -> Result<(), Broken> {
        let from = self.all.len();
        let count = graph.turns.len() - from;
        if !budget.has_room(16 * count as u64 + 4 * graph.options.len() as u64) {
            return Err(Broken::Error(super::no_room(budget)));
        }
        let (begin, origins) = graph.origins(from);
        let inner = |option: &&u32| **option as usize >= from;
        let mut open: Vec<usize> = (from..graph.turns.len())
            .map(|number| graph.options_of(number).iter().filter(inner).count())
            .collect();
        self.all.resize(from + count, NONE);
        let mut ready: Vec<usize> = (0..count).filter(|at| open[*at] == 0).collect();
        let mut seen = Vec::new();
        while let Some(at) = ready.pop() {
            if let Some(over) = budget.over() {
                self.all.truncate(from);
                return Err(Broken::Error(over.into()));
            }
            self.all[from + at] = self.of(graph, from + at, &mut seen);
            for origin in &origins[begin[at]..begin[at + 1]] {
                let origin = *origin as usize - from;
                open[origin] -= 1;
                if open[origin] == 0 {
                    ready.push(origin);
                }
            }
        }
        Ok(())
    }

    /// The value of a state all of whose options are worked out.
    fn of(&self, graph: &Graph, number: usize, seen: &mut Vec<u32>) -> u32 {
        let turn = graph.turns[number];
        if let Some(pays) = graph.over[number] {
            // Who cannot move loses.
            let lost = if turn == 0 { IBig::NEG_ONE } else { IBig::ONE };
            let pays = graph.payoffs.get_index(pays as usize);
            return if pays == Some(&lost) { 0 } else { NONE };
        }
        seen.clear();
        for option in graph.options_of(number) {
            let value = self.all[*option as usize];
            if value == NONE || graph.turns[*option as usize] == turn {
                return NONE;
            }
            seen.push(value);
        }
        seen.sort_unstable();
        seen.dedup();
        // The first that is not at its place leaves a gap before it.
        let gap = (0..)
            .zip(seen.iter())
            .take_while(|(at, value)| at == *value);
        gap.count() as u32
    }
}
