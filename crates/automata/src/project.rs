//! Existential quantification of automata, with and without counting.
//!
//! Projection removes tracks, allows leading zeros, and determinizes the result. Results are
//! minimal, and every construction respects its [`Limits`].
//!
//! Start reading at [`Dfa::project`].
use crate::dfa::{decode, encode, letter_count};
use crate::error::Steps;
use crate::{Dfa, Error, Limits};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

impl Dfa {
    /// Returns the minimal automaton of "there is a number on `track` such that ...".
    ///
    /// The result reads the other tracks. It accepts a word if `self` accepts it with some digits
    /// on `track`, possibly after adding leading zeros.
    ///
    /// Uses the subset construction (M. O. Rabin and D. Scott, 1959), which can have up to `2^n`
    /// states for an automaton of `n` states.
    ///
    /// # Errors
    ///
    /// Returns an error if `track` doesn't exist, or if a limit is exceeded.
    pub fn project(&self, track: usize, limits: &Limits) -> Result<Dfa, Error> {
        self.project_all(&[track], 1, limits)
    }

    /// Projects several tracks in one construction.
    ///
    /// This is cheaper than repeated calls of [`Dfa::project`], because there are no intermediate
    /// automata. Leading zeros are added in blocks of `block`.
    ///
    /// # Errors
    ///
    /// See [`Dfa::project`].
    pub fn project_all(
        &self,
        dropped: &[usize],
        block: usize,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        let remaining_letters = self.remaining_letters(dropped, limits)?;
        let sets = Subsets {
            dfa: self,
            dead: self.dead_sinks(),
            seen: vec![0; self.states()],
            round: 0,
            steps: Steps::new(limits),
        };
        determinise(sets, remaining_letters, block, limits)
    }

    /// Returns the minimal automaton of "there are at least `least` values on the dropped tracks
    /// such that ...".
    ///
    /// Values that differ only in leading zeros count once. If each number has one representation
    /// on these tracks, the automaton counts numbers. States are sets of states with counts, capped
    /// at `least`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::LeadingZeros`] if a block of zeros doesn't lead from the start state to
    /// itself. Otherwise see [`Dfa::project`].
    pub fn project_at_least(
        &self,
        dropped: &[usize],
        block: usize,
        least: u32,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        // Counts then only grow with leading zeros, and become constant.
        if (0..block.max(1)).fold(self.start, |state, _| self.next(state, 0)) != self.start {
            return Err(Error::LeadingZeros("counted relation".into()));
        }
        let remaining_letters = self.remaining_letters(dropped, limits)?;
        let sets = CountedSubsets {
            dfa: self,
            dead: self.dead_sinks(),
            sums: vec![0; self.states()],
            least,
            steps: Steps::new(limits),
        };
        determinise(sets, remaining_letters, block, limits)
    }

    /// Returns the remaining letters, each with its preimages.
    fn remaining_letters(
        &self,
        dropped: &[usize],
        limits: &Limits,
    ) -> Result<RemainingLetters, Error> {
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
        let mut preimages = vec![Vec::new(); letters];
        let mut tuple = vec![0; self.digits.len()];
        for letter in 0..self.letters {
            decode(letter, &self.digits, &mut tuple);
            preimages[encode(kept.iter().map(|&t| tuple[t]), &digits)].push(letter);
        }
        Ok(RemainingLetters { digits, preimages })
    }

    /// Returns the rejecting states that only lead to themselves. Omitting them keeps the subsets
    /// small.
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

/// The letters of the remaining tracks.
struct RemainingLetters {
    digits: Vec<u8>,
    /// For each remaining letter, the original letters that project to it.
    preimages: Vec<Vec<usize>>,
}

/// The states of a projection: sorted sets of elements.
trait SubsetRule {
    type Element: Copy + Ord + Hash;
    /// Returns the element of the start state.
    fn start(&self) -> Self::Element;
    /// Writes the successors of a set by any of the letters to `to`, sorted.
    fn successors(
        &mut self,
        set: &[Self::Element],
        letters: &[usize],
        to: &mut Vec<Self::Element>,
    ) -> Result<(), Error>;
    /// Returns the start set if both `before` and, after more zeros, `after` are possible starts.
    fn merge_starts(before: &[Self::Element], after: &[Self::Element]) -> Vec<Self::Element>;
    /// Returns true if words that lead to this set are accepted.
    fn accepts(&self, set: &[Self::Element]) -> bool;
}

struct Subsets<'a> {
    dfa: &'a Dfa,
    dead: Vec<bool>,
    /// The last round in which each state was collected.
    seen: Vec<u32>,
    round: u32,
    steps: Steps<'a>,
}

impl SubsetRule for Subsets<'_> {
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

    fn merge_starts(before: &[u32], after: &[u32]) -> Vec<u32> {
        let mut all = [before, after].concat();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn accepts(&self, set: &[u32]) -> bool {
        set.iter().any(|&s| self.dfa.accepting[s as usize])
    }
}

/// Packs a state and the number of paths to it into one word. Words are sorted and hashed faster
/// than pairs.
fn pack(state: u32, ways: u32) -> u64 {
    u64::from(state) << 32 | u64::from(ways)
}

/// Unpacks a state and its number of paths.
fn unpack(both: u64) -> (u32, u32) {
    ((both >> 32) as u32, both as u32) // each half
}

/// States with the number of paths to each, capped at `least`. Capping is safe because min(c, a +
/// b) = min(c, min(c, a) + min(c, b)).
struct CountedSubsets<'a> {
    dfa: &'a Dfa,
    dead: Vec<bool>,
    /// The number of paths to each state. It is 0 between two constructions.
    sums: Vec<u32>,
    least: u32,
    steps: Steps<'a>,
}

impl SubsetRule for CountedSubsets<'_> {
    type Element = u64;

    fn start(&self) -> u64 {
        pack(self.dfa.start, self.least.min(1))
    }

    fn successors(
        &mut self,
        set: &[u64],
        letters: &[usize],
        to: &mut Vec<u64>,
    ) -> Result<(), Error> {
        self.steps.take(set.len() * letters.len() + 1)?;
        to.clear();
        for (state, ways) in set.iter().copied().map(unpack) {
            for &letter in letters {
                let next = self.dfa.next(state, letter);
                if self.dead[next as usize] {
                    continue;
                }
                let sum = &mut self.sums[next as usize];
                if *sum == 0 {
                    to.push(pack(next, 0));
                }
                *sum = sum.saturating_add(ways).min(self.least);
            }
        }
        for both in to.iter_mut() {
            let (state, _) = unpack(*both);
            *both = pack(state, std::mem::take(&mut self.sums[state as usize]));
        }
        to.sort_unstable();
        Ok(())
    }

    /// Paths after more zeros include those before.
    fn merge_starts(_before: &[u64], after: &[u64]) -> Vec<u64> {
        after.to_vec()
    }

    fn accepts(&self, set: &[u64]) -> bool {
        let all = set.iter().copied().map(unpack);
        let accepted = all.filter(|(state, _)| self.dfa.accepting[*state as usize]);
        let ways = accepted.fold(0u32, |sum, (_, ways)| sum.saturating_add(ways));
        ways >= self.least
    }
}

fn determinise<S: SubsetRule>(
    mut sets: S,
    RemainingLetters { digits, preimages }: RemainingLetters,
    block: usize,
    limits: &Limits,
) -> Result<Dfa, Error> {
    let mut to = Vec::new();
    // The witness may be longer than the word, so start in every state that zeros on the remaining
    // tracks can reach.
    let mut start = vec![sets.start()];
    loop {
        let mut from = start.clone();
        for _ in 0..block.max(1) {
            sets.successors(&from, &preimages[0], &mut to)?;
            std::mem::swap(&mut from, &mut to);
        }
        let more = S::merge_starts(&start, &from);
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
        if table.len() + preimages.len() > limits.max_transitions {
            return Err(Error::TooLarge {
                what: "transitions",
                limit: limits.max_transitions,
            });
        }
        for letters in &preimages {
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
        letters: preimages.len(),
        digits,
        table,
        accepting,
        start: 0,
    }
    .minimised(limits)
}
