//! The pairs of a heap and its Grundy value, read by an automaton.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use crate::rejection::word;
use crate::{Budget, Rejection};

/// No pair of numbers that goes on from here is in the graph.
pub(super) const DEAD: u32 = u32::MAX;
/// Larger automata are not explored.
const STATES: usize = 1 << 20;

/// An automaton that reads a heap n and a number g side by side, from the most significant binary
/// digit on, and accepts if g is the value of n. It starts in state 0, and leading zeros leave it
/// there.
#[derive(Debug)]
pub(super) struct Graph {
    /// By state, and by digit: 2 * (that of n) + (that of g).
    pub next: Vec<[u32; 4]>,
    pub accepts: Vec<bool>,
    /// Whether n is 0 as far as it is read.
    pub empty: Vec<bool>,
}

impl Graph {
    /// The automaton of a start and steps; `None` is a step from which nothing is accepted.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        start: S,
        step: impl Fn(&S, u8, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let mut states = vec![(true, start.clone())];
        let mut numbers = HashMap::from([((true, start), 0_u32)]);
        let mut next: Vec<[u32; 4]> = Vec::new();
        while next.len() < states.len() {
            budget.spend(4)?;
            let (empty, state) = states[next.len()].clone();
            let mut row = [DEAD; 4];
            for (letter, to) in (0u8..).zip(&mut row) {
                let (n, g) = (letter >> 1, letter & 1);
                let Some(reached) = step(&state, n, g) else {
                    continue;
                };
                let reached = (empty && n == 0, reached);
                *to = match numbers.get(&reached) {
                    Some(number) => *number,
                    None if states.len() < STATES => {
                        let number = word(states.len());
                        states.push(reached.clone());
                        numbers.insert(reached, number);
                        number
                    }
                    None => {
                        return Err(Rejection::budget(format!(
                            "the values' automaton has more than {STATES} states"
                        )));
                    }
                };
            }
            next.push(row);
        }
        let mut graph = Self {
            next,
            accepts: states.iter().map(|(_, state)| accepts(state)).collect(),
            empty: states.iter().map(|(empty, _)| *empty).collect(),
        };
        graph.prune(budget)?;
        Ok(graph)
    }

    /// Makes steps dead from which nothing is accepted.
    fn prune(&mut self, budget: &Budget) -> Result<(), Rejection> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.next.len()];
        for (state, row) in (0u32..).zip(&self.next) {
            for to in row.iter().filter(|to| **to != DEAD) {
                before[*to as usize].push(state);
            }
        }
        let mut live = self.accepts.clone();
        let mut queue: Vec<usize> = (0..live.len()).filter(|state| live[*state]).collect();
        while let Some(state) = queue.pop() {
            budget.spend(1)?;
            for from in &before[state] {
                if !std::mem::replace(&mut live[*from as usize], true) {
                    queue.push(*from as usize);
                }
            }
        }
        for to in self.next.iter_mut().flatten() {
            if *to != DEAD && !live[*to as usize] {
                *to = DEAD;
            }
        }
        Ok(())
    }

    /// The states that a step can lead to, with the digit of the value.
    pub(super) fn steps(&self, state: u32, n: u8) -> impl Iterator<Item = (u8, u32)> + '_ {
        let row = self.next[state as usize];
        (0..2)
            .map(move |g| (g, row[usize::from(2 * n + g)]))
            .filter(|(_, to)| *to != DEAD)
    }

    /// Whether each heap has exactly one value: that leading zeros change nothing, that 0 has the
    /// value 0, that no two runs on one heap differ in the value, and that for each heap one is
    /// accepted.
    pub(super) fn is_a_function(&self, budget: &Budget) -> Result<(), Rejection> {
        if self.next[0][0] != 0 || !self.accepts[0] {
            return Err(Rejection::false_claim(
                "leading zeros change what is read, or no heap has not the value 0",
            ));
        }
        // Two values of one heap.
        let mut seen = BTreeSet::from([(0, 0, false)]);
        let mut queue = vec![(0, 0, false)];
        while let Some((a, b, differ)) = queue.pop() {
            budget.spend(8)?;
            if differ && self.accepts[a as usize] && self.accepts[b as usize] {
                return Err(Rejection::false_claim("some heap has two values"));
            }
            for n in 0..2 {
                for (g, a) in self.steps(a, n) {
                    for (h, b) in self.steps(b, n) {
                        let next = (a, b, differ || g != h);
                        if seen.insert(next) {
                            queue.push(next);
                        }
                    }
                }
            }
        }
        // A heap without value; a value may have more digits than its heap.
        let start = self.closed(BTreeSet::from([0]));
        let mut seen = BTreeSet::from([start.clone()]);
        let mut queue = vec![(start, 0_u64)];
        while let Some((states, heap)) = queue.pop() {
            budget.spend(states.len() as u64 + 1)?;
            if !states.iter().any(|state| self.accepts[*state as usize]) {
                return Err(Rejection::false_claim(format!(
                    "a heap of {heap} has no value"
                )));
            }
            if seen.len() > STATES {
                return Err(Rejection::budget("the values' automaton is too large"));
            }
            for n in 0..2 {
                let next = states.iter().flat_map(|state| self.steps(*state, n));
                let next: BTreeSet<u32> = next.map(|(_, to)| to).collect();
                if seen.insert(next.clone()) {
                    queue.push((next, heap.saturating_mul(2).saturating_add(u64::from(n))));
                }
            }
        }
        Ok(())
    }

    /// With the states that zeros of the heap lead to.
    fn closed(&self, mut states: BTreeSet<u32>) -> BTreeSet<u32> {
        let mut queue: Vec<u32> = states.iter().copied().collect();
        while let Some(state) = queue.pop() {
            for (_, to) in self.steps(state, 0) {
                if states.insert(to) {
                    queue.push(to);
                }
            }
        }
        states
    }
}
