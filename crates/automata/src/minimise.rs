//! The minimal automaton in canonical form, hence equality of languages.
use crate::error::Steps;
use crate::{Dfa, Error, Limits};
use rustc_hash::FxHasher;
use std::convert::Infallible;
use std::hash::Hasher;

const NONE: u32 = u32::MAX;

impl Dfa {
    /// The minimal complete automaton of the language, states numbered in breadth-first order from the start: two automata
    /// over the same tracks have equal languages exactly where their minimal forms are equal as values.
    /// Moore's partition refinement (1956): at most `states` rounds, each linear in the table; nothing cuts it, see [`Dfa::minimised`].
    pub fn minimise(&self) -> Dfa {
        let uncut = self.refined(|_| Ok::<_, Infallible>(()));
        uncut.unwrap_or_else(|never| match never {})
    }

    /// [`Dfa::minimise`] within these limits.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] past the most steps; [`Error::Time`] and [`Error::Stopped`] once the budget is over.
    pub fn minimised(&self, limits: &Limits) -> Result<Dfa, Error> {
        let mut steps = Steps::new(limits);
        self.refined(|round| steps.take(round))
    }

    /// The minimal automaton, where each round may be taken: one step a transition.
    fn refined<E>(&self, mut take: impl FnMut(usize) -> Result<(), E>) -> Result<Dfa, E> {
        let order = self.reachable();
        let (states, letters) = (order.len(), self.letters);
        let mut place = vec![NONE; self.states()];
        for (at, &state) in order.iter().enumerate() {
            place[state as usize] = at as u32; // below the number of states, which are u32
        }
        let mut table = Vec::with_capacity(states * letters);
        for &state in &order {
            let row = &self.table[state as usize * letters..][..letters];
            table.extend(row.iter().map(|&s| place[s as usize]));
        }
        let mut class: Vec<u32> = order
            .iter()
            .map(|&s| self.accepting[s as usize].into())
            .collect();
        let mut refined = vec![0; states];
        // Which state stands for a class; found by open addressing on the row of classes.
        let slots = (2 * states).next_power_of_two();
        let mut slot = vec![NONE; slots];
        let mut first: Vec<u32> = Vec::with_capacity(states);
        let mut count = 0;
        loop {
            take(table.len())?;
            slot.fill(NONE);
            first.clear();
            for state in 0..states {
                let row = &table[state * letters..][..letters];
                let mut hash = FxHasher::default();
                hash.write_u64(class[state].into());
                for &next in row {
                    hash.write_u64(class[next as usize].into());
                }
                let mut at = hash.finish() as usize & (slots - 1);
                refined[state] = loop {
                    match slot[at] {
                        NONE => {
                            let fresh = first.len() as u32;
                            slot[at] = fresh;
                            first.push(state as u32);
                            break fresh;
                        }
                        known => {
                            let other = first[known as usize] as usize;
                            let same = class[other] == class[state]
                                && table[other * letters..][..letters]
                                    .iter()
                                    .zip(row)
                                    .all(|(&a, &b)| class[a as usize] == class[b as usize]);
                            if same {
                                break known;
                            }
                        }
                    }
                    at = (at + 1) & (slots - 1);
                };
            }
            std::mem::swap(&mut class, &mut refined);
            if first.len() == count {
                break;
            }
            count = first.len();
        }
        // Classes are numbered at their first member in breadth-first order, so the quotient is itself in that order.
        let mut quotient = Vec::with_capacity(count * letters);
        for &state in &first {
            let row = &table[state as usize * letters..][..letters];
            quotient.extend(row.iter().map(|&s| class[s as usize]));
        }
        let accepts = |&state: &u32| self.accepting[order[state as usize] as usize];
        Ok(Dfa {
            digits: self.digits.clone(),
            letters,
            table: quotient,
            accepting: first.iter().map(accepts).collect(),
            start: 0,
        })
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
