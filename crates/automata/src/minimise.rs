//! The minimal automaton in canonical form, hence equality of languages.
use crate::Dfa;
use std::collections::HashMap;

impl Dfa {
    /// The minimal complete automaton of the language, states numbered in breadth-first order from the start: two automata
    /// over the same tracks have equal languages exactly where their minimal forms are equal as values.
    /// Moore's partition refinement (1956): at most `states` rounds, each linear in the table.
    pub fn minimise(&self) -> Dfa {
        let order = self.reachable();
        let mut class: Vec<u32> = self.accepting.iter().map(|&a| a.into()).collect();
        let mut count = 0;
        loop {
            let mut found: HashMap<Vec<u32>, u32> = HashMap::new();
            let mut refined = class.clone();
            for &state in &order {
                let row = &self.table[state as usize * self.letters..][..self.letters];
                let key = [state]
                    .iter()
                    .chain(row)
                    .map(|&s| class[s as usize])
                    .collect();
                let fresh = found.len() as u32; // at most the number of states, which are u32
                refined[state as usize] = *found.entry(key).or_insert(fresh);
            }
            class = refined;
            if found.len() == count {
                break;
            }
            count = found.len();
        }
        // Classes are numbered at their first member in breadth-first order, so the quotient is itself in that order.
        let (mut table, mut accepting) = (
            Vec::with_capacity(count * self.letters),
            Vec::with_capacity(count),
        );
        for &state in &order {
            if class[state as usize] as usize == accepting.len() {
                accepting.push(self.accepting[state as usize]);
                let row = &self.table[state as usize * self.letters..][..self.letters];
                table.extend(row.iter().map(|&s| class[s as usize]));
            }
        }
        Dfa {
            digits: self.digits.clone(),
            letters: self.letters,
            table,
            accepting,
            start: 0,
        }
    }

    /// Whether both accept the same words over the same tracks.
    pub fn same_language(&self, other: &Dfa) -> bool {
        self.minimise() == other.minimise()
    }

    /// Reachable states in breadth-first order.
    fn reachable(&self) -> Vec<u32> {
        let mut seen = vec![false; self.states()];
        seen[self.start as usize] = true;
        let (mut order, mut at) = (vec![self.start], 0);
        while let Some(&state) = order.get(at) {
            at += 1;
            for letter in 0..self.letters {
                let next = self.next(state, letter);
                if !std::mem::replace(&mut seen[next as usize], true) {
                    order.push(next);
                }
            }
        }
        order
    }
}
