//! Existential quantification: drop a track, allow leading zeros, determinise.
use crate::dfa::encode;
use crate::{Dfa, Error, Limits};
use std::collections::BTreeSet;

impl Dfa {
    /// The minimal automaton of the words `w` over the other tracks for which some digits on `track`, after `w` is padded
    /// with leading zeros as far as need be, are accepted. Subset construction (Rabin, Scott 1959): up to `2^states` states,
    /// held by `limits`.
    pub fn project(&self, track: usize, limits: Limits) -> Result<Dfa, Error> {
        let Some(&dropped) = self.digits.get(track) else {
            return Err(Error::Malformed(format!(
                "there is no track {track}; tracks are 0..{}",
                self.digits.len()
            )));
        };
        let mut kept = self.digits.clone();
        kept.remove(track);
        let widened = |tuple: &[u8], digit: u8| {
            let whole = tuple[..track]
                .iter()
                .copied()
                .chain([digit])
                .chain(tuple[track..].iter().copied());
            encode(whole, &self.digits)
        };
        let dead = self.dead_sinks();
        let successors = |set: &BTreeSet<u32>, tuple: &[u8]| -> BTreeSet<u32> {
            let letters: Vec<usize> = (0..dropped).map(|d| widened(tuple, d)).collect();
            let nexts = set
                .iter()
                .flat_map(|&s| letters.iter().map(move |&l| self.next(s, l)));
            nexts.filter(|&s| !dead[s as usize]).collect()
        };
        // The witness may be longer than the word: start wherever zeros on the kept tracks can lead.
        let zeros = vec![0; kept.len()];
        let mut start = BTreeSet::from([self.start]);
        loop {
            let more = successors(&start, &zeros);
            let before = start.len();
            start.extend(more);
            if start.len() == before {
                break;
            }
        }
        let subsets = Dfa::explore(
            kept,
            start,
            |set, tuple| Some(successors(set, tuple)).filter(|next| !next.is_empty()),
            |set| set.iter().any(|&s| self.accepting[s as usize]),
            limits,
        )?;
        Ok(subsets.minimise())
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
