//! Grundy values read off the binary digits of the heap by an automaton.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};

use super::attained::Witness;
use super::code::moves_of_any_sizes;
use super::graph::Graph;
use super::{CANCEL, is_mex, sum};
use crate::claim::by_grundy;
use crate::{Budget, Checked, Claim, Rejection};

/// Larger automata are not read.
const STATES: usize = 1 << 12;

/// Grundy values of a taking-and-breaking game whose pairs of a heap and its value an automaton
/// reads.
///
/// Sources: J. R. Büchi 1960 and V. Bruyère, G. Hansel, C. Michaux, R. Villemaire 1994 for what
/// automata decide over binary digits; J. P. Grossman, R. J. Nowakowski 2015 for values that rise
/// like the marks of a ruler; R. Sprague 1935, P. M. Grundy 1939 for sums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticGraph {
    /// By state, and by digits 2 * (that of the heap) + (that of the value), from the most
    /// significant on: the next state; null where no pair goes on so. It starts in state 0.
    pub next: Vec<[Option<u32>; 4]>,
    /// Whether the value is the heap's.
    pub accepts: Vec<bool>,
    /// Options by which every smaller value is reached.
    pub witnesses: Vec<Witness>,
}

impl AutomaticGraph {
    /// The Grundy value of a heap; `None` if the automaton accepts none. Time and memory: the
    /// heap's digits, times the states that its first digits can lead to, which are few.
    pub fn grundy_value(&self, heap: &UBig) -> Option<UBig> {
        let mut layers = vec![vec![Reached::default()]];
        // A value may have more digits than its heap: zeros lead the heap's as long as they lead to
        // more.
        loop {
            let layer = self.layer(layers.last()?, 0);
            let more = layer.len() > layers.last()?.len();
            layers.push(layer);
            if !more {
                break;
            }
        }
        for place in (0..heap.bit_len()).rev() {
            let layer = self.layer(layers.last()?, u8::from(heap.bit(place)));
            layers.push(layer);
        }
        let accepts = |reached: &Reached| self.accepts.get(reached.state as usize) == Some(&true);
        let mut at = layers.last()?.iter().position(accepts)?;
        let mut value = UBig::ZERO;
        for (place, layer) in layers[1..].iter().rev().enumerate() {
            let reached = layer.get(at)?;
            if reached.g == 1 {
                value.set_bit(place);
            }
            at = reached.from;
        }
        Some(value)
    }

    /// The states that the heap's next digit leads to, each once.
    fn layer(&self, before: &[Reached], n: u8) -> Vec<Reached> {
        let mut layer: Vec<Reached> = Vec::new();
        for (from, reached) in before.iter().enumerate() {
            for g in 0..2 {
                if let Some(state) = self.step(reached.state, n, g)
                    && !layer.iter().any(|known| known.state == state)
                {
                    layer.push(Reached { state, from, g });
                }
            }
        }
        layer
    }

    fn step(&self, state: u32, n: u8, g: u8) -> Option<u32> {
        self.next.get(state as usize)?[usize::from(2 * n + g)]
    }

    fn well_formed(&self) -> Result<(), Rejection> {
        let states = self.next.len();
        if states == 0 || states > STATES || self.accepts.len() != states {
            return Err(Rejection::malformed(format!(
                "the automaton has {states} states, and {} of them say whether they accept; both must be the same, 1 to {STATES}",
                self.accepts.len()
            )));
        }
        let missing = self.next.iter().flatten().flatten();
        match missing.copied().find(|to| *to as usize >= states) {
            Some(to) => Err(Rejection::malformed(format!(
                "the automaton has a step to state {to}, which does not exist"
            ))),
            None => Ok(()),
        }
    }

    fn graph(&self, budget: &Budget) -> Result<Graph, Rejection> {
        Graph::explore(
            0,
            |state, n, g| self.step(*state, n, g),
            |state| self.accepts[*state as usize],
            budget,
        )
    }
}

/// A state that digits of a value lead to: from which place in the layer before, with which digit.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    state: u32,
    from: usize,
    g: u8,
}

impl Claim for AutomaticGraph {
    fn kind(&self) -> &'static str {
        "automatic-graph"
    }

    /// The automaton accepts exactly one value of each heap. That is the Grundy function if no heap
    /// has an option of the heap's own value, and an option of each smaller value; both are shown
    /// as for [`super::Arithmetic`].
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let breaking = moves_of_any_sizes(game)?;
        self.well_formed()?;
        let graph = self.graph(budget)?;
        graph.is_a_function(budget)?;
        let mut checked = vec![format!(
            "the automaton of {} states accepts exactly one value of each heap",
            self.next.len()
        )];
        let value = |heap: u64| u64::try_from(&self.grundy_value(&UBig::from(heap))?).ok();
        checked.extend(is_mex(&graph, breaking, &self.witnesses, value, budget)?);
        Ok(checked)
    }

    fn statement(&self, _game: &Game) -> String {
        format!(
            "An automaton of {} states reads the binary digits of a heap and a number in parallel and accepts if the number is the heap's Grundy value; {CANCEL}",
            self.next.len()
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        self.grundy(game, position).as_ref().map(by_grundy)
    }

    fn grundy(&self, _game: &Game, position: &Position) -> Option<UBig> {
        sum(position, |heap| self.grundy_value(heap))
    }
}
