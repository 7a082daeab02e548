//! Existential quantification: drop tracks, allow leading zeros, determinise.
use crate::dfa::{decode, encode, letter_count};
use crate::error::Steps;
use crate::{Dfa, Error, Limits};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Dfa {
    /// The minimal automaton of the words `w` over the other tracks for which some digits on `track`, after `w` is padded
    /// with leading zeros as far as need be, are accepted. Subset construction (Rabin, Scott 1959): up to `2^states` states,
    /// held by `limits`.
    pub fn project(&self, track: usize, limits: Limits) -> Result<Dfa, Error> {
        self.project_all(&[track], 1, limits)
    }

    /// [`Dfa::project`] for several tracks in one construction: nothing between is made deterministic. Leading zeros come `block`
    /// at a time.
    pub fn project_all(
        &self,
        dropped: &[usize],
        block: usize,
        limits: Limits,
    ) -> Result<Dfa, Error> {
        if let Some(track) = dropped.iter().find(|&&t| t >= self.digits.len()) {
            return Err(Error::Malformed(format!(
                "there is no track {track}; tracks are 0..{}",
                self.digits.len()
            )));
        }
        let kept: Vec<usize> = (0..self.digits.len())
            .filter(|track| !dropped.contains(track))
            .collect();
        let digits: Vec<u8> = kept.iter().map(|&t| self.digits[t]).collect();
        let letters = letter_count(&digits, limits)?;
        let mut fan = vec![Vec::new(); letters];
        let mut tuple = vec![0; self.digits.len()];
        for letter in 0..self.letters {
            decode(letter, &self.digits, &mut tuple);
            fan[encode(kept.iter().map(|&t| tuple[t]), &digits)].push(letter);
        }
        Subsets {
            dfa: self,
            dead: self.dead_sinks(),
            seen: vec![0; self.states()],
            round: 0,
            steps: Steps::new(limits),
        }
        .determinise(digits, &fan, block, limits)
    }

    /// Rejecting states that only lead to themselves: leaving them out keeps the subsets small.
    fn dead_sinks(&self) -> Vec<bool> {
        (0..self.states())
            .map(|s| {
                !self.accepting[s]
                    && self.table[s * self.letters..][..self.letters]
                        .iter()
                        .all(|&t| t as usize == s)
            })
            .collect()
    }
}

struct Subsets<'a> {
    dfa: &'a Dfa,
    dead: Vec<bool>,
    /// The last round in which a state was collected.
    seen: Vec<u32>,
    round: u32,
    steps: Steps,
}

impl Subsets<'_> {
    /// The states that some of the letters lead to, sorted, into `to`.
    fn successors(
        &mut self,
        set: &[u32],
        letters: &[usize],
        to: &mut Vec<u32>,
    ) -> Result<(), Error> {
        self.steps.take(set.len() * letters.len() + 1)?;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.round = 1;
        }
        to.clear();
        for &state in set {
            for &letter in letters {
                let next = self.dfa.next(state, letter);
                if self.seen[next as usize] != self.round {
                    self.seen[next as usize] = self.round;
                    if !self.dead[next as usize] {
                        to.push(next);
                    }
                }
            }
        }
        to.sort_unstable();
        Ok(())
    }

    fn determinise(
        mut self,
        digits: Vec<u8>,
        fan: &[Vec<usize>],
        block: usize,
        limits: Limits,
    ) -> Result<Dfa, Error> {
        let mut to = Vec::new();
        // The witness may be longer than the word: start wherever zeros on the kept tracks can lead.
        let mut start = vec![self.dfa.start];
        loop {
            let mut from = start.clone();
            for _ in 0..block.max(1) {
                self.successors(&from, &fan[0], &mut to)?;
                std::mem::swap(&mut from, &mut to);
            }
            let (before, to) = (start.len(), from);
            start.extend(&to);
            start.sort_unstable();
            start.dedup();
            if start.len() == before {
                break;
            }
        }
        let start: Rc<[u32]> = start.into();
        let accepts = |set: &[u32]| set.iter().any(|&s| self.dfa.accepting[s as usize]);
        let mut accepting = vec![accepts(&start)];
        let mut ids: FxHashMap<Rc<[u32]>, u32> = FxHashMap::default();
        ids.insert(start.clone(), 0);
        let mut sets = vec![start];
        let mut table = Vec::new();
        let mut at = 0;
        while let Some(set) = sets.get(at).cloned() {
            at += 1;
            if table.len() + fan.len() > limits.max_transitions {
                return Err(Error::TooLarge {
                    what: "transitions",
                    limit: limits.max_transitions,
                });
            }
            for letters in fan {
                self.successors(&set, letters, &mut to)?;
                let id = match ids.get(to.as_slice()) {
                    Some(&id) => id,
                    None => {
                        if sets.len() >= limits.max_states {
                            return Err(Error::TooLarge {
                                what: "states",
                                limit: limits.max_states,
                            });
                        }
                        let id = sets.len() as u32; // below the limit, and tables hold u32
                        accepting.push(to.iter().any(|&s| self.dfa.accepting[s as usize]));
                        let fresh: Rc<[u32]> = to.as_slice().into();
                        ids.insert(fresh.clone(), id);
                        sets.push(fresh);
                        id
                    }
                };
                table.push(id);
            }
        }
        Ok(Dfa {
            letters: fan.len(),
            digits,
            table,
            accepting,
            start: 0,
        }
        .minimise())
    }
}
