//! Counting and listing of accepted words. Words with leading zeros are skipped, so that each
//! number or tuple of numbers occurs once.

use dashu_int::UBig;

use crate::Dfa;
use crate::dfa::decode;

/// Maximum length of a listed word.
const MAX_WORD_LENGTH: usize = 1 << 12;

impl Dfa {
    /// Returns the number of letters, which are tuples of digits.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Returns the digits of a letter.
    pub fn tuple(&self, letter: usize) -> Vec<u8> {
        let mut tuple = vec![0; self.digits.len()];
        decode(letter, &self.digits, &mut tuple);
        tuple
    }

    /// Returns, for each state, if a word leads from it to acceptance. Complexity: linear in the
    /// table for each round, and at most one round per state.
    pub fn alive(&self) -> Vec<bool> {
        let mut alive = self.accepting.clone();
        loop {
            let mut more = false;
            for state in 0..self.states() {
                if !alive[state] {
                    let row = &self.table[state * self.letters..][..self.letters];
                    alive[state] = row.iter().any(|next| alive[*next as usize]);
                    more |= alive[state];
                }
            }
            if !more {
                return alive;
            }
        }
    }

    /// Returns up to `most` accepted words, ordered by length and then by letters.
    ///
    /// Skips words that begin with a block of zeros. The automaton must not depend on leading
    /// blocks of zeros, like those of a [`crate::Theory`].
    ///
    /// ```
    /// use whowins_automata::{Base, Limits, Theory, var, constant};
    /// let theory = Theory::new(Base::new(2)?, &Limits::default())?;
    /// let odd = var("x").equals(var("y").plus(var("y")).plus(constant(1u8))).exists("y");
    /// let words = theory.relation(&odd)?.dfa.first_words(1, 3);
    /// assert_eq!(words, [vec![vec![1]], vec![vec![1], vec![1]], vec![vec![1], vec![0], vec![1]]]);
    /// # Ok::<(), whowins_automata::Error>(())
    /// ```
    pub fn first_words(&self, block: usize, most: usize) -> Vec<Vec<Vec<u8>>> {
        let block = block.max(1);
        let mut found = Vec::new();
        if self.accepting[self.start as usize] {
            found.push(Vec::new());
        }
        // The states from which a word of exactly n letters is accepted.
        let mut ends: Vec<Vec<bool>> = vec![self.accepting.clone()];
        let alive = self.alive();
        while found.len() < most && ends.len() <= MAX_WORD_LENGTH {
            let last = &ends[ends.len() - 1];
            let leads = |state: usize| {
                let row = &self.table[state * self.letters..][..self.letters];
                row.iter().any(|next| last[*next as usize])
            };
            let next: Vec<bool> = (0..self.states()).map(leads).collect();
            ends.push(next);
            let length = ends.len() - 1;
            if length.is_multiple_of(block) {
                self.extend(
                    self.start,
                    &mut Vec::new(),
                    length,
                    block,
                    &ends,
                    most,
                    &mut found,
                );
            }
            // If one length has words, leading zeros give words of all later lengths. A finite
            // language is therefore exhausted after that many lengths without new words.
            if length > self.states() * block && self.count_words(block).is_some() {
                break;
            }
            if !alive[self.start as usize] {
                break;
            }
        }
        found.truncate(most);
        let tuples = |word: Vec<usize>| word.iter().map(|letter| self.tuple(*letter)).collect();
        found.into_iter().map(tuples).collect()
    }

    #[allow(clippy::too_many_arguments)]
    fn extend(
        &self,
        state: u32,
        word: &mut Vec<usize>,
        left: usize,
        block: usize,
        ends: &[Vec<bool>],
        most: usize,
        found: &mut Vec<Vec<usize>>,
    ) {
        if found.len() >= most || !ends[left][state as usize] {
            return;
        }
        if word.len() == block && word.iter().all(|letter| *letter == 0) {
            return;
        }
        if left == 0 {
            found.push(word.clone());
            return;
        }
        for letter in 0..self.letters {
            word.push(letter);
            self.extend(
                self.next(state, letter),
                word,
                left - 1,
                block,
                ends,
                most,
                found,
            );
            word.pop();
        }
    }

    /// Returns the number of accepted words that don't begin with a block of zeros, or `None` if it
    /// is infinite.
    ///
    /// The automaton must satisfy the condition of [`Dfa::first_words`].
    pub fn count_words(&self, block: usize) -> Option<UBig> {
        let alive = self.alive();
        // Start after a first block that isn't all zeros.
        let mut first: Vec<(u32, bool)> = vec![(self.start, true)];
        for _ in 0..block.max(1) {
            let step = |(state, zeros): &(u32, bool)| {
                let (state, zeros) = (*state, *zeros);
                (0..self.letters)
                    .map(move |letter| (self.next(state, letter), zeros && letter == 0))
            };
            first = first
                .iter()
                .flat_map(step)
                .filter(|(state, _)| alive[*state as usize])
                .collect();
        }
        let mut counted: Vec<Option<UBig>> = vec![None; self.states()];
        let mut open = vec![false; self.states()];
        let mut sum = UBig::from(u8::from(self.accepting[self.start as usize]));
        for (state, zeros) in first {
            if !zeros {
                sum += self.words_from(state, &alive, &mut counted, &mut open)?;
            }
        }
        Some(sum)
    }

    /// Returns the number of words accepted from a state, without recursion. Returns `None` if
    /// there is a cycle.
    fn words_from(
        &self,
        from: u32,
        alive: &[bool],
        counted: &mut [Option<UBig>],
        open: &mut [bool],
    ) -> Option<UBig> {
        let mut stack = vec![from];
        while let Some(state) = stack.last().copied() {
            let at = state as usize;
            if counted[at].is_some() {
                stack.pop();
                continue;
            }
            let row = &self.table[at * self.letters..][..self.letters];
            let row = || row.iter().filter(|next| alive[**next as usize]);
            let missing: Vec<u32> = row()
                .copied()
                .filter(|next| counted[*next as usize].is_none())
                .collect();
            if missing.is_empty() {
                let own = UBig::from(u8::from(self.accepting[at]));
                let all = row().filter_map(|next| counted[*next as usize].clone());
                counted[at] = Some(all.fold(own, |sum, one| sum + one));
                open[at] = false;
                stack.pop();
                continue;
            }
            open[at] = true;
            for next in missing {
                if open[next as usize] {
                    return None;
                }
                stack.push(next);
            }
        }
        counted[from as usize].clone()
    }
}
