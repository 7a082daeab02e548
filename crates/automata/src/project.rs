//! Existential quantification, counted or not: drop tracks, allow leading zeros, determinise.
use crate::dfa::{decode, encode, letter_count};
use crate::error::Steps;
use crate::{Dfa, Error, Limits};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

impl Dfa {
    /// The minimal automaton of the words `w` over the other tracks for which some digits on
    /// `track`, after `w` is padded with leading zeros as far as need be, are accepted. Subset
    /// construction (Rabin, Scott 1959): up to `2^states` states, held by `limits`.
    pub fn project(&self, track: usize, limits: &Limits) -> Result<Dfa, Error> {
        self.project_all(&[track], 1, limits)
    }

    /// [`Dfa::project`] for several tracks in one construction: nothing between is made
    /// deterministic. Leading zeros come `block` at a time.
    pub fn project_all(
        &self,
        dropped: &[usize],
        block: usize,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        let dropping = self.dropping(dropped, limits)?;
        let sets = Subsets {
            dfa: self,
            dead: self.dead_sinks(),
            seen: vec![0; self.states()],
            round: 0,
            steps: Steps::new(limits),
        };
        determinise(sets, dropping, block, limits)
    }

    /// The minimal automaton of the words over the other tracks for which there are digits on the
    /// dropped ones that are accepted, and at least `least` different ones, leading zeros aside.
    /// Where these tracks hold the one representation of each number, so many numbers are counted.
    /// Sets of states with counts that stop at `least`; held by `limits`.
    ///
    /// # Errors
    ///
    /// [`Error::LeadingZeros`] where the start does not loop on a block of zeros; what passes the
    /// limits.
    pub fn project_at_least(
        &self,
        dropped: &[usize],
        block: usize,
        least: u32,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        // So counts only grow with more leading zeros, and come to a rest.
        if (0..block.max(1)).fold(self.start, |state, _| self.next(state, 0)) != self.start {
            return Err(Error::LeadingZeros("counted relation".into()));
        }
        let dropping = self.dropping(dropped, limits)?;
        let sets = Counted {
            dfa: self,
            dead: self.dead_sinks(),
            sums: vec![0; self.states()],
            least,
            steps: Steps::new(limits),
        };
        determinise(sets, dropping, block, limits)
    }

    /// The letters that are left, and the fan of each.
    fn dropping(&self, dropped: &[usize], limits: &Limits) -> Result<Dropping, Error> {
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
        Ok(Dropping { digits, fan })
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

/// What is left of the letters once tracks are dropped.
struct Dropping {
    digits: Vec<u8>,
    /// For each letter that is left, the letters that become it.
    fan: Vec<Vec<usize>>,
}

/// What a state of the projection is made of: sets of elements, sorted.
trait Sets {
    type Element: Copy + Ord + Hash;
    /// The start alone.
    fn start(&self) -> Self::Element;
    /// What some of the letters lead to, sorted, into `to`.
    fn successors(
        &mut self,
        set: &[Self::Element],
        letters: &[usize],
        to: &mut Vec<Self::Element>,
    ) -> Result<(), Error>;
    /// What to start from if not only `before` but also, after more zeros, `after` can.
    fn joined(before: &[Self::Element], after: &[Self::Element]) -> Vec<Self::Element>;
    /// Whether a word that leads here is accepted.
    fn accepts(&self, set: &[Self::Element]) -> bool;
}

struct Subsets<'a> {
    dfa: &'a Dfa,
    dead: Vec<bool>,
    /// The last round in which a state was collected.
    seen: Vec<u32>,
    round: u32,
    steps: Steps<'a>,
}

impl Sets for Subsets<'_> {
    type Element = u32;

    fn start(&self) -> u32 {
        self.dfa.start
    }

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

    fn joined(before: &[u32], after: &[u32]) -> Vec<u32> {
        let mut all = [before, after].concat();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn accepts(&self, set: &[u32]) -> bool {
        set.iter().any(|&s| self.dfa.accepting[s as usize])
    }
}

/// A state, and the number of ways that lead to it, in one word: sets of words are sorted and
/// looked up faster than sets of pairs.
fn with_ways(state: u32, ways: u32) -> u64 {
    u64::from(state) << 32 | u64::from(ways)
}

/// The two again.
fn state_and_ways(both: u64) -> (u32, u32) {
    ((both >> 32) as u32, both as u32) // each half
}

/// States with the number of ways that lead to them, up to `least`: min(least, a + b) does not care
/// where the cut is made.
struct Counted<'a> {
    dfa: &'a Dfa,
    dead: Vec<bool>,
    /// Ways to each state, 0 between two constructions.
    sums: Vec<u32>,
    least: u32,
    steps: Steps<'a>,
}

impl Sets for Counted<'_> {
    type Element = u64;

    fn start(&self) -> u64 {
        with_ways(self.dfa.start, self.least.min(1))
    }

    fn successors(
        &mut self,
        set: &[u64],
        letters: &[usize],
        to: &mut Vec<u64>,
    ) -> Result<(), Error> {
        self.steps.take(set.len() * letters.len() + 1)?;
        to.clear();
        for (state, ways) in set.iter().copied().map(state_and_ways) {
            for &letter in letters {
                let next = self.dfa.next(state, letter);
                if self.dead[next as usize] {
                    continue;
                }
                let sum = &mut self.sums[next as usize];
                if *sum == 0 {
                    to.push(with_ways(next, 0));
                }
                *sum = sum.saturating_add(ways).min(self.least);
            }
        }
        for both in to.iter_mut() {
            let (state, _) = state_and_ways(*both);
            *both = with_ways(state, std::mem::take(&mut self.sums[state as usize]));
        }
        to.sort_unstable();
        Ok(())
    }

    /// The ways after more zeros: those before are among them.
    fn joined(_before: &[u64], after: &[u64]) -> Vec<u64> {
        after.to_vec()
    }

    fn accepts(&self, set: &[u64]) -> bool {
        let all = set.iter().copied().map(state_and_ways);
        let accepted = all.filter(|(state, _)| self.dfa.accepting[*state as usize]);
        let ways = accepted.fold(0u32, |sum, (_, ways)| sum.saturating_add(ways));
        ways >= self.least
    }
}

fn determinise<S: Sets>(
    mut sets: S,
    Dropping { digits, fan }: Dropping,
    block: usize,
    limits: &Limits,
) -> Result<Dfa, Error> {
    let mut to = Vec::new();
    // The witness may be longer than the word: start wherever zeros on the kept tracks can lead.
    let mut start = vec![sets.start()];
    loop {
        let mut from = start.clone();
        for _ in 0..block.max(1) {
            sets.successors(&from, &fan[0], &mut to)?;
            std::mem::swap(&mut from, &mut to);
        }
        let more = S::joined(&start, &from);
        if more == start {
            break;
        }
        start = more;
    }
    let start: Rc<[S::Element]> = start.into();
    let mut accepting = vec![sets.accepts(&start)];
    let mut ids: FxHashMap<Rc<[S::Element]>, u32> = FxHashMap::default();
    ids.insert(start.clone(), 0);
    let mut found = vec![start];
    let mut table = Vec::new();
    let mut at = 0;
    while let Some(set) = found.get(at).cloned() {
        at += 1;
        if table.len() + fan.len() > limits.max_transitions {
            return Err(Error::TooLarge {
                what: "transitions",
                limit: limits.max_transitions,
            });
        }
        for letters in &fan {
            sets.successors(&set, letters, &mut to)?;
            let id = match ids.get(to.as_slice()) {
                Some(&id) => id,
                None => {
                    if found.len() >= limits.max_states {
                        return Err(Error::TooLarge {
                            what: "states",
                            limit: limits.max_states,
                        });
                    }
                    let id = found.len() as u32; // below the limit, and tables hold u32
                    accepting.push(sets.accepts(&to));
                    let fresh: Rc<[S::Element]> = to.as_slice().into();
                    ids.insert(fresh.clone(), id);
                    found.push(fresh);
                    id
                }
            };
            table.push(id);
        }
    }
    Dfa {
        letters: fan.len(),
        digits,
        table,
        accepting,
        start: 0,
    }
    .minimised(limits)
}
