//! Completion of words: some tracks are given, the others are computed.
use crate::Dfa;
use crate::dfa::decode;

impl Dfa {
    /// Returns digits for the last tracks such that the automaton accepts, if the first tracks read
    /// `given`, one tuple per letter.
    ///
    /// Returns `None` if there are no such digits, or if `given` doesn't fit the tracks.
    ///
    /// Complexity: one step for each letter of `given`, state and tuple of missing digits; one bit
    /// of memory for each letter and state.
    pub fn completion<T: AsRef<[u8]>>(&self, given: &[T]) -> Option<Vec<Vec<u8>>> {
        let fixed = given.first().map_or(0, |tuple| tuple.as_ref().len());
        let open: usize = self
            .digits
            .get(fixed..)?
            .iter()
            .map(|&d| usize::from(d))
            .product();
        let first = |tuple: &[u8]| {
            let fits = tuple.len() == fixed && tuple.iter().zip(&self.digits).all(|(t, d)| t < d);
            fits.then(|| {
                let digits = tuple.iter().zip(&self.digits);
                open * digits.fold(0, |l, (&t, &d)| l * usize::from(d) + usize::from(t))
            })
        };
        // The reachable states after each letter, in order of discovery.
        let mut layers = vec![vec![self.start]];
        let hopeful = self.hopeful();
        let mut seen = vec![usize::MAX; self.states()];
        for (at, tuple) in given.iter().enumerate() {
            let letter = first(tuple.as_ref())?;
            let mut next = Vec::new();
            for &state in &layers[at] {
                for to in (letter..letter + open).map(|l| self.next(state, l)) {
                    if hopeful[to as usize] && seen[to as usize] != at {
                        seen[to as usize] = at;
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            layers.push(next);
        }
        let end = layers.last()?;
        let mut state = *end.iter().find(|&&s| self.accepting[s as usize])?;
        let mut found = Vec::with_capacity(given.len());
        for (at, tuple) in given.iter().enumerate().rev() {
            let letter = first(tuple.as_ref())?;
            let (before, read) = layers[at].iter().find_map(|&from| {
                let read = (letter..letter + open).find(|&l| self.next(from, l) == state)?;
                Some((from, read))
            })?;
            let mut whole = vec![0; self.digits.len()];
            decode(read, &self.digits, &mut whole);
            found.push(whole.split_off(fixed));
            state = before;
        }
        found.reverse();
        Some(found)
    }

    /// Returns the states from which a word is accepted.
    fn hopeful(&self) -> Vec<bool> {
        let mut hopeful = self.accepting.clone();
        loop {
            let before = hopeful.iter().filter(|h| **h).count();
            for state in (0..self.states()).rev() {
                let row = &self.table[state * self.letters..][..self.letters];
                hopeful[state] |= row.iter().any(|&to| hopeful[to as usize]);
            }
            if hopeful.iter().filter(|h| **h).count() == before {
                return hopeful;
            }
        }
    }
}
